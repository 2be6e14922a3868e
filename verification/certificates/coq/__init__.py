"""Proofs for Coq: a library of games and their worth, and instances that it checks by computation.

`games.v` defines games, plays, strategies and worth; `bellman.v` proves that Bellman's
inequality bounds what strategies gain; `certificates.v` states what a table must fulfil and
proves what follows; `rows.v` has games that are given by lists.  Each proof contains the text of
the library, so that a file can be checked on its own.
"""
