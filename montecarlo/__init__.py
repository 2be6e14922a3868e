"""The same games, played at speed and counted.

Laws of this package:

- A result is a histogram of outcomes, a `Tally`: counts are integers, sums of
  floats do not occur.  Tallies of one experiment add; others refuse and say why.
- A run is a set of numbered blocks.  The stream of block b is
  `SFC64(SeedSequence(seed, spawn_key=(experiment, b)))`, so results depend
  neither on the number of workers nor on the order in which they finish, and
  any block can be replayed alone.  A block cut short is a prefix of its stream.
- Looks are taken at unbroken prefixes 0 … b of the blocks, in the order of
  their numbers, whatever order they finish in (`Prefix`).
- A run file holds a line for every finished block; what it holds is not played
  again, and the result is that of an undisturbed run (`saved_run`).
- `experiment` is a hash of game, rules, experiment name, version and the way
  of playing.  The version beside a simulator is raised whenever a stream would
  give other outcomes.
- Nothing here knows a true value: this package never imports `exact`.

    simulator = treize.simulator(Rules())            # from montecarlo import treize
    for block in play_blocks(simulator, plays=10**8, seed=1713):
        for tally in prefix.add(block):              # prefix = Prefix()
            print(tally.mean("points"))
"""

from typing import TYPE_CHECKING

from montmort.lazy import lazy_names

if TYPE_CHECKING:
    from montmort.montecarlo.external.program import program
    from montmort.montecarlo.run_files.resume import saved_run
    from montmort.montecarlo.runs.block import Block, draw_seed, play_block
    from montmort.montecarlo.runs.prefix import Prefix
    from montmort.montecarlo.runs.run import play_blocks
    from montmort.montecarlo.simulator import Simulator, simulator_of
    from montmort.montecarlo.tally import Tally

__all__ = [
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
]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "Block": "runs.block",
        "Prefix": "runs.prefix",
        "Simulator": "simulator",
        "Tally": "tally",
        "draw_seed": "runs.block",
        "play_block": "runs.block",
        "play_blocks": "runs.run",
        "program": "external.program",
        "saved_run": "run_files.resume",
        "simulator_of": "simulator",
    },
)
