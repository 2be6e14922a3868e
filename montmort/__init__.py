"""Exact probability for games of chance, the same games by Monte Carlo, and verdicts on both.

What a user needs most is imported from here; each name is loaded when it is first used.
"""

from typing import TYPE_CHECKING

from montmort.lazy import lazy_names

if TYPE_CHECKING:
    from montmort.exact import AbsorbingChain as AbsorbingChain
    from montmort.exact import Law as Law
    from montmort.exact import MarkovChain as MarkovChain
    from montmort.exact import ParSheet as ParSheet
    from montmort.exact import SymbolicLaw as SymbolicLaw
    from montmort.exact import SymbolicWalk as SymbolicWalk
    from montmort.exact import Walk as Walk
    from montmort.exact import estimated_paths as estimated_paths
    from montmort.exact import every_path as every_path
    from montmort.exact import explore as explore
    from montmort.exact import law_of as law_of
    from montmort.exact.decisions.best_play import Optimal as Optimal
    from montmort.exact.decisions.optimal import optimal as optimal
    from montmort.exact.decisions.piecewise import PiecewiseOptimal as PiecewiseOptimal
    from montmort.exact.families.families import Family as Family
    from montmort.exact.families.family_solutions import solve_family as solve_family
    from montmort.exact.parameters.questions import crossings as crossings
    from montmort.exact.parameters.questions import extremum as extremum
    from montmort.exact.parameters.questions import fair as fair
    from montmort.exact.parameters.questions import sensitivity as sensitivity
    from montmort.exact.parameters.questions import sign_table as sign_table
    from montmort.games import Chance as Chance
    from montmort.games import Deck as Deck
    from montmort.games import Experiment as Experiment
    from montmort.games import MontmortError as MontmortError
    from montmort.games import RandomChance as RandomChance
    from montmort.games import Rulebook as Rulebook
    from montmort.games import RuleSet as RuleSet
    from montmort.games import ScriptedChance as ScriptedChance
    from montmort.games import Shoe as Shoe
    from montmort.games import SilentTable as SilentTable
    from montmort.games import Table as Table
    from montmort.games import Terminal as Terminal
    from montmort.games import Wager as Wager
    from montmort.games import canonical as canonical
    from montmort.games import coin as coin
    from montmort.games import keep_highest as keep_highest
    from montmort.games import keep_lowest as keep_lowest
    from montmort.games import rule as rule
    from montmort.games import shuffled as shuffled
    from montmort.games import throw_dice as throw_dice
    from montmort.montecarlo import Block as Block
    from montmort.montecarlo import Prefix as Prefix
    from montmort.montecarlo import Simulator as Simulator
    from montmort.montecarlo import Tally as Tally
    from montmort.montecarlo import draw_seed as draw_seed
    from montmort.montecarlo import play_block as play_block
    from montmort.montecarlo import play_blocks as play_blocks
    from montmort.montecarlo import program as program
    from montmort.montecarlo import saved_run as saved_run
    from montmort.montecarlo import simulator_of as simulator_of
    from montmort.verification import Crosscheck as Crosscheck
    from montmort.verification import Decision as Decision
    from montmort.verification import Game as Game
    from montmort.verification import Judge as Judge
    from montmort.verification import Levels as Levels
    from montmort.verification import Quantity as Quantity
    from montmort.verification import Verdict as Verdict
    from montmort.verification import crosscheck as crosscheck
    from montmort.verification import crosscheck_grid as crosscheck_grid
    from montmort.verification import laws_from as laws_from
    from montmort.verification import outcomes as outcomes

__version__ = "0.1.0"

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "exact": [
            "AbsorbingChain",
            "Law",
            "MarkovChain",
            "ParSheet",
            "SymbolicLaw",
            "SymbolicWalk",
            "Walk",
            "estimated_paths",
            "every_path",
            "explore",
            "law_of",
        ],
        "exact.decisions.best_play": ["Optimal"],
        "exact.decisions.optimal": ["optimal"],
        "exact.decisions.piecewise": ["PiecewiseOptimal"],
        "exact.families.families": ["Family"],
        "exact.families.family_solutions": ["solve_family"],
        "exact.parameters.questions": [
            "crossings",
            "extremum",
            "fair",
            "sensitivity",
            "sign_table",
        ],
        "games": [
            "Chance",
            "Deck",
            "Experiment",
            "MontmortError",
            "RandomChance",
            "RuleSet",
            "Rulebook",
            "ScriptedChance",
            "Shoe",
            "SilentTable",
            "Table",
            "Terminal",
            "Wager",
            "canonical",
            "coin",
            "keep_highest",
            "keep_lowest",
            "rule",
            "shuffled",
            "throw_dice",
        ],
        "montecarlo": [
            "Block",
            "Prefix",
            "Simulator",
            "Tally",
            "draw_seed",
            "play_block",
            "play_blocks",
            "program",
            "saved_run",
            "simulator_of",
        ],
        "verification": [
            "Crosscheck",
            "Decision",
            "Game",
            "Judge",
            "Levels",
            "Quantity",
            "Verdict",
            "crosscheck",
            "crosscheck_grid",
            "laws_from",
            "outcomes",
        ],
    },
)
