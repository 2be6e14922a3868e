"""What is verified of Liars' Poker: claims, certificate, report and figures."""
