"""Reports: one tree of sections, theorems, formulas and figures, on three kinds of paper.

tree      what a report is made of
formula   LaTeX of a small kind, read into a tree of its own
markdown  a writer: LaTeX between dollars, pictures beside the text
web       a writer: one HTML file; mathml has its formulas, page.css its look
paper     a writer: PDF by Typst; typst_math has its formulas, paper.typ its look
sections  what every game's report has: play and verdicts, claims, certificate, commands
assembly  a game's report, put together
"""
