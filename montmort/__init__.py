"""Exact probability for games of chance, the same games by Monte Carlo, and verdicts on both.

What a user needs most is imported from here; each name is loaded when it is first used.
"""

from typing import TYPE_CHECKING

from montmort.lazy import lazy_names

if TYPE_CHECKING:
    from montmort.exact.chains.absorbing import AbsorbingChain
    from montmort.exact.chains.markov import MarkovChain
    from montmort.exact.decisions.best_play import Optimal
    from montmort.exact.decisions.optimal import optimal
    from montmort.exact.decisions.piecewise import PiecewiseOptimal
    from montmort.exact.families.families import Family
    from montmort.exact.families.family_solutions import solve_family
    from montmort.exact.from_rules import explore, law_of
    from montmort.exact.law import Law
    from montmort.exact.par_sheet import ParSheet
    from montmort.exact.parameters.questions import (
        crossings,
        extremum,
        fair,
        sensitivity,
        sign_table,
    )
    from montmort.exact.path_enumerator import estimated_paths
    from montmort.exact.paths import every_path
    from montmort.exact.symbolic.law import SymbolicLaw
    from montmort.exact.symbolic.walk import SymbolicWalk
    from montmort.exact.walk import Walk
    from montmort.games.cards.deck import Deck
    from montmort.games.cards.shoe import Shoe
    from montmort.games.chance import Chance, RandomChance, ScriptedChance, coin, shuffled
    from montmort.games.dice import keep_highest, keep_lowest, throw_dice
    from montmort.games.errors import MontmortError
    from montmort.games.experiment import Experiment
    from montmort.games.positions import canonical
    from montmort.games.rule_set import RuleSet, rule
    from montmort.games.rulebook import Rulebook, Terminal
    from montmort.games.table import SilentTable, Table
    from montmort.games.wager import Wager
    from montmort.montecarlo.external.program import program
    from montmort.montecarlo.run_files.resume import saved_run
    from montmort.montecarlo.runs.block import Block, draw_seed, play_block
    from montmort.montecarlo.runs.prefix import Prefix
    from montmort.montecarlo.runs.run import play_blocks
    from montmort.montecarlo.simulator import Simulator, simulator_of
    from montmort.montecarlo.tally import Tally
    from montmort.verification.by_name import crosscheck, crosscheck_grid
    from montmort.verification.comparison.law_file import laws_from
    from montmort.verification.comparison.result import Crosscheck
    from montmort.verification.game import Game
    from montmort.verification.own_simulators.outcome_file import outcomes
    from montmort.verification.verdicts.decision import Decision, Levels
    from montmort.verification.verdicts.judge import Judge
    from montmort.verification.verdicts.quantities import Quantity
    from montmort.verification.verdicts.result import Verdict

__version__ = "0.1.0"

__all__ = [
    "AbsorbingChain",
    "Block",
    "Chance",
    "Crosscheck",
    "Decision",
    "Deck",
    "Experiment",
    "Family",
    "Game",
    "Judge",
    "Law",
    "Levels",
    "MarkovChain",
    "MontmortError",
    "Optimal",
    "ParSheet",
    "PiecewiseOptimal",
    "Prefix",
    "Quantity",
    "RandomChance",
    "RuleSet",
    "Rulebook",
    "ScriptedChance",
    "Shoe",
    "SilentTable",
    "Simulator",
    "SymbolicLaw",
    "SymbolicWalk",
    "Table",
    "Tally",
    "Terminal",
    "Verdict",
    "Wager",
    "Walk",
    "canonical",
    "coin",
    "crosscheck",
    "crosscheck_grid",
    "crossings",
    "draw_seed",
    "estimated_paths",
    "every_path",
    "explore",
    "extremum",
    "fair",
    "keep_highest",
    "keep_lowest",
    "law_of",
    "laws_from",
    "optimal",
    "outcomes",
    "play_block",
    "play_blocks",
    "program",
    "rule",
    "saved_run",
    "sensitivity",
    "shuffled",
    "sign_table",
    "simulator_of",
    "solve_family",
    "throw_dice",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "AbsorbingChain": "exact.chains.absorbing",
        "Block": "montecarlo.runs.block",
        "Chance": "games.chance",
        "Crosscheck": "verification.comparison.result",
        "Decision": "verification.verdicts.decision",
        "Deck": "games.cards.deck",
        "Experiment": "games.experiment",
        "Game": "verification.game",
        "Judge": "verification.verdicts.judge",
        "Law": "exact.law",
        "Levels": "verification.verdicts.decision",
        "MarkovChain": "exact.chains.markov",
        "MontmortError": "games.errors",
        "ParSheet": "exact.par_sheet",
        "Prefix": "montecarlo.runs.prefix",
        "Quantity": "verification.verdicts.quantities",
        "RandomChance": "games.chance",
        "RuleSet": "games.rule_set",
        "Rulebook": "games.rulebook",
        "ScriptedChance": "games.chance",
        "Shoe": "games.cards.shoe",
        "SilentTable": "games.table",
        "Simulator": "montecarlo.simulator",
        "crossings": "exact.parameters.questions",
        "extremum": "exact.parameters.questions",
        "Family": "exact.families.families",
        "solve_family": "exact.families.family_solutions",
        "fair": "exact.parameters.questions",
        "sensitivity": "exact.parameters.questions",
        "sign_table": "exact.parameters.questions",
        "SymbolicLaw": "exact.symbolic.law",
        "SymbolicWalk": "exact.symbolic.walk",
        "Table": "games.table",
        "Tally": "montecarlo.tally",
        "Terminal": "games.rulebook",
        "Verdict": "verification.verdicts.result",
        "Wager": "games.wager",
        "Walk": "exact.walk",
        "canonical": "games.positions",
        "coin": "games.chance",
        "crosscheck": "verification.by_name",
        "crosscheck_grid": "verification.by_name",
        "draw_seed": "montecarlo.runs.block",
        "estimated_paths": "exact.path_enumerator",
        "every_path": "exact.paths",
        "explore": "exact.from_rules",
        "keep_highest": "games.dice",
        "keep_lowest": "games.dice",
        "law_of": "exact.from_rules",
        "Optimal": "exact.decisions.best_play",
        "PiecewiseOptimal": "exact.decisions.piecewise",
        "optimal": "exact.decisions.optimal",
        "laws_from": "verification.comparison.law_file",
        "outcomes": "verification.own_simulators.outcome_file",
        "play_block": "montecarlo.runs.block",
        "play_blocks": "montecarlo.runs.run",
        "program": "montecarlo.external.program",
        "rule": "games.rule_set",
        "saved_run": "montecarlo.run_files.resume",
        "shuffled": "games.chance",
        "simulator_of": "montecarlo.simulator",
        "throw_dice": "games.dice",
    },
)
