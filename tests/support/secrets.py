"""A small game in which a seat learns something that nobody else sees."""

from rulerun.dsl.text.source import Source

PEEKING = Source(
    "peeking.yaml",
    """ruleset: peeking
players: 2
seats: [Anne, Ben]
decks:
  coins: {cards: [{worth: 1..6}], starts in: heap}
zones:
  heap: {of: coins, kind: pile}
  hand: {of: coins, per: player, seen by: owner}
phases:
  game:
    - for each player p:
        - p chooses one:
            - draw:
                - draw 1 from heap to hand[p]
            - wait: []
outcome:
  winners: players
""",
)
