"""Nothing that a page or a stream of a seat is sent changes with what the seat cannot see."""

from __future__ import annotations

import json
from concurrent.futures import Executor
from typing import cast

import pytest

from rulerun.interpreter import NATURE, State, actors, advance, decision, initial, is_over, view
from rulerun.interpreter.game import Game
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import Header, header_of, source_of
from rulerun.session.seating import Seating
from rulerun.session.session import Session

from ..support.battery import Setting, compiled, drawn, game_of, has, of_each, smallest, source
from ..support.two_worlds import Outcome, twin

pytest.importorskip("starlette", reason="needs the extra `web`")
pytest.importorskip("sse_starlette", reason="needs the extra `web`")
pytest.importorskip("segno", reason="needs the extra `web`")

from rulerun.web.house import Table
from rulerun.web.live import LiveMatch
from rulerun.web.pages import Seen, table_page
from rulerun.web.parts import Painter
from rulerun.web.settings import TableSettings
from rulerun.web.store import Store
from rulerun.web.updates import NOTHING, Stamp, update

STEPS = 200
POSITIONS, MATCHES = 30, 200

Answers = list[tuple[int, int]]
"""Who answered, and the index of the option."""


class NoStore:
    """Stores nothing."""

    def taken(self, match: str) -> frozenset[int]:
        """Nobody came by a link."""
        return frozenset()


def no_thinkers() -> Executor:
    """No bot thinks."""
    raise AssertionError


def sent(game: Game, header: Header, answers: Answers, seat: int) -> tuple[str, ...]:
    """All that a browser at the seat, and one that watches, is sent after these answers."""
    match = Match(game, header)
    match.seat_people(tuple(game.program.players), {}, {})
    for actor, index in answers:
        if actor == NATURE:
            match.nature_told(index)
        else:
            match.answer(actor, index)
    session = Session(match, source_of(header), "en", Seating(tuple(game.program.players)), {}, epoch="e")
    settings = TableSettings("en", tuple(game.program.players), hints=True)
    live = LiveMatch("m", session, settings, cast("Store", NoStore()), 0, no_thinkers)
    table = Table(live, Painter(live))
    told = []
    for viewer in (seat, None):
        parts = table.painter.parts(viewer)
        told.append(table_page(table, Seen(viewer, host=False), parts))
        told += [json.dumps(update(table.live, viewer, since, parts)) for since in (NOTHING, Stamp("e", 0, 0))]
    return tuple(told)


def compared(setting: Setting, seat: int, most: int, seed: int) -> int:
    """How often two worlds differed that look the same to the seat, up to *most*; each time the same has to be sent."""
    program, choose = compiled(setting), drawn(seed)
    game, header = game_of(program), header_of(program, source(setting.file), 1, 0)
    one = other = initial(game, listening=True)
    here, there = Answers(), Answers()
    alike = 0
    for _ in range(STEPS):
        if is_over(program, one) or alike == most:
            break
        asked = actors(game, one)
        actor = asked[choose(len(asked))] if len(asked) > 1 else asked[0]
        index = choose(len(decision(game, one, actor).options))
        after = advance(game, one, actor, index)
        beside = twin(program, program, seat, (one, other), actor, index, after, choose)
        same = beside is not None and view(game, after[0], seat) == view(game, beside[0], seat)
        here = [*here, (actor, index)]
        there = [*there, (actor, led(game, other, actor, beside))] if beside is not None and same else here
        one, other = after[0], beside[0] if beside is not None and same else after[0]
        if one.slots != other.slots and actors(game, one) != (NATURE,) and not is_over(program, one):
            alike += 1
            assert sent(game, header, here, seat) == sent(game, header, there, seat)
    return alike


def led(game: Game, state: State, actor: int, to: Outcome) -> int:
    """The index of the option that leads from a state to that outcome."""
    options = range(len(decision(game, state, actor).options))
    return next(index for index in options if advance(game, state, actor, index) == to)


@pytest.mark.slow
@of_each([setting for setting in smallest() if setting.players > 1 and has(setting, "secrets")])
def test_all_that_is_sent_is_the_same_in_worlds_that_look_alike(setting: Setting) -> None:
    seats, found = compiled(setting).players, 0
    for seed in range(MATCHES):
        if found < POSITIONS:
            found += compared(setting, seats[seed % len(seats)], -(-POSITIONS // len(seats)), seed)
    assert found >= POSITIONS
