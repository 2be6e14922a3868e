"""What is verified of Persian Monarchs: claims, certificate, report and figures."""
