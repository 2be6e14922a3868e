"""Tests of random samplers that do not flake.

    from montmort.testing import agrees

    def test_loot():
        agrees(draw_loot, {"sword": 1, "shield": 3, "gold": 6}, margin=0.02)

`agrees` draws until the evidence decides, and raises AssertionError if the sampler deviates from
the law.  Whatever the number of looks and of draws,

    P(a sampler of exactly this law fails)                  <= 10^-6,
    P(a sampler passes that is off by the margin or more)   <= 0.01.

It draws from one seed, so that a test gives the same result in every run.  The mathematics is
that of `montmort.verification.verdicts.judge`.  With pytest there is a fixture `agrees` as well
(`montmort.testing.plugin`).
"""

from typing import TYPE_CHECKING

from montmort.lazy import lazy_names

if TYPE_CHECKING:
    from montmort.testing.agreement import Agreement as Agreement
    from montmort.testing.agreement import Plan as Plan
    from montmort.testing.agreement import agrees as agrees
    from montmort.testing.agreement import plan as plan

# pytest loads the plugin beside this in every session, also where it is not used
__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "agreement": ["Agreement", "Plan", "agrees", "plan"],
    },
)
