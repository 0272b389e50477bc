"""Rulesets that try what environments must bear."""

from __future__ import annotations

from rulerun.dsl.text.source import Source

OFTEN = Source(
    "often.yaml",
    """\
ruleset: often
players: 2
variables:
  steps: {per: player, holds: 0..3, seen by: owner}
  drawn: {holds: 0..3, seen by: nobody}
phases:
  game:
    - random drawn from 1..3
    - together, each player me:
        - repeat 3 times:
            - me chooses one:
                - go on:
                    - steps[me] += 1
                - stay:
                    - leave the loop
    - for each player me:
        - me chooses guess from 1..3
outcome:
  winners: players p where every player q where q != p has steps[p] > steps[q]
""",
)
