"""What is verified of Treize: claims, certificate, report and figures."""
