"""Monte Carlo simulation of the games, in compiled kernels.

Laws of this package:

- A result is a histogram of outcomes, a `Tally`: counts are integers, and no floats
  are summed.  Tallies of one experiment can be added; others raise an error that
  says why.
- A run is a set of numbered blocks.  The stream of block b is
  `SFC64(SeedSequence(seed, spawn_key=(experiment, b)))`, so results depend
  neither on the number of workers nor on the order in which they finish, and
  any block can be replayed alone.  A shortened block is a prefix of its stream.
- Looks are taken at complete prefixes 0 to b of the blocks, in the order of
  their numbers, in whatever order they finish (`Prefix`).
- A run file holds a line for every finished block.  Saved blocks are not played
  again, and the result is that of an uninterrupted run (`saved_run`).
- `experiment` is a hash of game, rules, experiment name, version and the way
  of playing.  The version of a simulator is raised whenever a stream would
  give other outcomes.
- Nothing here knows an exact value: this package never imports `montmort.exact`.

    simulator = treize.simulator(Rules())            # from montmort.montecarlo import treize
    for block in play_blocks(simulator, plays=10**8, seed=1713):
        for tally in prefix.add(block):              # prefix = Prefix()
            print(tally.mean("points"))
"""

from typing import TYPE_CHECKING

from montmort.lazy import lazy_names

if TYPE_CHECKING:
    from montmort.montecarlo.external.program import program as program
    from montmort.montecarlo.run_files.resume import saved_run as saved_run
    from montmort.montecarlo.runs.block import Block as Block
    from montmort.montecarlo.runs.block import draw_seed as draw_seed
    from montmort.montecarlo.runs.block import play_block as play_block
    from montmort.montecarlo.runs.prefix import Prefix as Prefix
    from montmort.montecarlo.runs.run import play_blocks as play_blocks
    from montmort.montecarlo.simulator import Simulator as Simulator
    from montmort.montecarlo.simulator import simulator_of as simulator_of
    from montmort.montecarlo.tally import Tally as Tally

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "external.program": ["program"],
        "run_files.resume": ["saved_run"],
        "runs.block": ["Block", "draw_seed", "play_block"],
        "runs.prefix": ["Prefix"],
        "runs.run": ["play_blocks"],
        "simulator": ["Simulator", "simulator_of"],
        "tally": ["Tally"],
    },
)
