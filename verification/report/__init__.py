"""Reports: one tree of sections, theorems, formulas and figures, on three kinds of paper.

tree      what a report is made of
formula   LaTeX of a small kind, read into a tree of its own
markdown, html, typeset
          the writers: Markdown with LaTeX, one HTML file with MathML, PDF by Typst
sections  what every game's report has: play and verdicts, claims, certificate, commands
"""
