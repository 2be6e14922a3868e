"""What is verified of five-card draw: claims, certificate, report and figures."""
