"""Reports: a template filled in, read into one document tree, written in three formats.

template  fill in a template by Jinja
reader    read its Markdown into blocks
document  the blocks of a report; numbers, formula: exact numbers and LaTeX in running text
markdown  a writer: Markdown with formulas in LaTeX, pictures in files beside it
html      a writer: one HTML file; mathml writes its formulas, page.css is its style sheet
pdf       a writer: PDF by Typst; typst_math writes its formulas, paper.typ is its style
sections  what every game's report has: plays and verdicts, claims, certificate, commands
settled   what is stated of a game: a template, its values, checks; from_rules: by its rules alone
"""
