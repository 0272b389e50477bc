"""Several people at one terminal: who is asked again hears all that happened since, also what was shown in between."""

from __future__ import annotations

import io

from rich.console import Console

from rulerun.cli.terminal.line_table import Table
from rulerun.cli.terminal.sitting import Sitting
from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import header_of

SHOWING = Source(
    "showing.yaml",
    """ruleset: showing
players: 2
seats: [Anne, Ben]
decks:
  coins: {cards: [{worth: 1..6}], starts in: heap}
zones:
  heap: {of: coins, kind: pile}
  hand: {of: coins, per: player, seen by: owner}
  gone: {of: coins, kind: pile}
phases:
  game:
    - deal 2 from heap to hand of each player
    - Anne chooses n from 1..2
    - reveal hand[Ben]
    - move all from hand[Ben] to gone
    - repeat 12 times:
        - Ben chooses m from 1..2
    - Anne chooses k from 1..2
outcome:
  winners: players
""",
)


def test_a_hand_that_was_shown_in_between_stands_in_the_news_of_who_is_asked_next() -> None:
    program = compile_ruleset(SHOWING).program
    assert program is not None
    match = Match(program, header_of(program, SHOWING, 1, 0))
    sitting = Sitting(match, SHOWING, (0, 1), {}, "", "good", "", None, "")
    while match.open[0].actor < 0:
        match.nature()
    sitting.news(0)
    match.answer(0, 0)
    for _ in range(12):
        match.answer(1, 0)
    table = Table(sitting)
    table.console = Console(file=io.StringIO(), height=24, width=80)
    assert not sitting.open
    table.print_news(0)
    assert isinstance(table.console.file, io.StringIO)
    printed = table.console.file.getvalue()
    assert "Anne: n 1" in printed
    assert "hand (Ben)" in printed
    assert printed.count("Ben: m 1") == 12
