"""What is verified of War: claims, certificate, report and figures."""
