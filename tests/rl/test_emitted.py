"""Positions and matches that emitted code goes through are those of the interpreter."""

from __future__ import annotations

from random import Random

import pytest

from rulerun.dsl.text.source import Source
from rulerun.interpreter.core.runtime_errors import PlayError
from rulerun.rl import beginning, compiled, live, table
from rulerun.rl.emitted import Code
from rulerun.rl.live import Live
from rulerun.simulation.single import Single

from ..support.positions import NEVER, same_as_the_interpreter

NAMES = ("kuhn_poker", "traxx", "why_first", "tic_tac_toe", "goofspiel", "hearts", "change_horses", "hanabi")


@pytest.mark.parametrize("name", NAMES)
def test_positions_are_those_of_the_interpreter(name: str) -> None:
    assert same_as_the_interpreter(compiled(table(name)), most=20, seed=3) > 2


def test_a_match_cut_short_is_cut_alike() -> None:
    assert same_as_the_interpreter(compiled(table("connect_four", longest=4)), most=9, seed=1) == 4


def test_code_is_made_when_enough_was_asked() -> None:
    code = Code(compiled(table("tic_tac_toe")), 2, 1)
    assert [code.stepped() is None for _ in range(4)] == [True, True, False, False]
    assert [code.looked() is None for _ in range(3)] == [True, False, False]


@pytest.fixture
def emitted(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """From now on matches are played in plain emitted code from the beginning."""
    codes: dict[object, Code] = {}

    def code_of(game: object) -> Code:
        if game not in codes:
            codes[game] = Code(game, NEVER, 0)  # type: ignore[arg-type]
            codes[game].engine.compiled = False
            codes[game].looked()
        return codes[game]

    monkeypatch.setattr(live, "code_of", code_of)
    return monkeypatch


@pytest.mark.parametrize("name", ["kuhn_poker", "traxx", "why_first", "connect_four"])
def test_matches_in_plain_code_are_those_of_the_interpreter(name: str, emitted: pytest.MonkeyPatch) -> None:
    game, rng = compiled(table(name)), Random(3)
    players, compared = range(len(game.program.players)), 0
    fast, slow = Live(game, None), Live(game, None)
    for seed in (5, None, 2**64 - 1):
        fast.begin(seed)
        with emitted.context() as patch:
            patch.setattr(live, "engine_of", lambda game: None)
            slow.begin(seed)
        assert isinstance(fast._fast, Single)
        assert slow._fast is None
        while not slow.is_over:
            codes = {}
            for player in players:
                assert (fast.asked(player), list(fast.legal(player))) == (slow.asked(player), list(slow.legal(player)))
                assert list(fast.observed(player)) == list(slow.observed(player))
                if slow.asked(player):
                    codes[player] = rng.choice(list(slow.legal(player)))
            slow.take(codes)
            fast.take(codes)
            compared += 1
        assert (fast.is_over, fast.is_cut, fast.pays(), fast.told()) == (True, slow.is_cut, slow.pays(), slow.told())
        assert fast.at.bare == slow.at.bare
    assert compared >= 6


FAILING = Source(
    "failing.yaml",
    """\
ruleset: failing
players: 2
variables:
  left: {holds: 0..3, starts as: 3}
  share: {holds: 0..6}
phases:
  game:
    - repeat 5 times:
        - for each player me:
            - me chooses amount from 0..1
            - left = left - amount
            - share = 6 div left
outcome:
  winners: players p where share = 6
""",
)


def test_where_the_rules_fail_the_interpreter_says_so_and_nothing_changes(emitted: pytest.MonkeyPatch) -> None:
    game = compiled(table(FAILING))
    at, match = beginning(game, Code(game, 0, 0)), Live(game, None)
    match.begin(1)
    assert isinstance(match._fast, Single)
    for player, code in ((0, 1), (1, 0), (0, 1), (1, 0)):
        at = at.after_code(game.program.players[player], code)
        match.take({player: code})
    with pytest.raises(PlayError, match="divides by zero"):
        at.after_code(at.actors[0], 1)
    for _ in range(2):
        with pytest.raises(PlayError, match="divides by zero"):
            match.take({0: 1})
    match.take({0: 0})
    assert (match.asked(1), match.at.choices[:-1]) == (True, at.choices)
