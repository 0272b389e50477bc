"""Matches told as stories: what belongs together is one line, everything is told, and nothing that the listener may not hear."""

from __future__ import annotations

import pytest

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import NATURE, CardMoved, Changed, Ended, Revealed, Shuffled, State, actors, decision, view
from rulerun.interpreter.core.events import NOWHERE, heard
from rulerun.interpreter.course import Noted
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import header_of
from rulerun.interpreter.state import opening
from rulerun.interpreter.step import advance_noting
from rulerun.program.ir import Program
from rulerun.table.boards import on_a_board
from rulerun.table.bookkeeping import worth_showing
from rulerun.table.narration import EVERYBODY
from rulerun.table.story import Kind, Story, Teller, flat, plain

from ..support import battery
from ..support.battery import Setting, compiled, drawn
from ..support.two_worlds import FEWEST


def made(rules: str, players: int = 2) -> Program:
    compilation = compile_ruleset(Source("probe.yaml", "ruleset: probe\nplayers: 2..3\n" + rules), "", players, {})
    assert compilation.program is not None, compilation.diagnostics
    return compilation.program


def told(program: Program, answers: list[tuple[int, int]], listener: int, language: str = "") -> list[str]:
    """The lines of the whole match, with chance always giving the first outcome."""
    state, happened = opening(program)
    everything = [*happened]
    left = [*answers]
    while (asked := actors(program, state)) and (asked == (NATURE,) or left):
        actor, index = (NATURE, 0) if asked == (NATURE,) else left.pop(0)
        state, happened = advance_noting(program, state, actor, index)
        everything += happened
    return [plain(line) for line in Teller(program, language).tell(everything, listener, NOWHERE)[0]]


DUEL = """
scores:
  points: {per: player}
variables:
  bid: {per: player, holds: 0..9}
phases:
  game:
    - repeat 2 times as round:
        - do bidding
        - do scoring
  bidding:
    - for each player p:
        - p chooses n from 1..3
        - bid[p] = n
  scoring:
    - for each player p:
        - points[p] += bid[p]
        - bid[p] = 0
outcome:
  ranking (player p): highest points[p]
texts:
  scoring: {en: scoring, it: punteggio}
  points: {en: points, it: punti}
  round: {en: round, it: giro}
"""


def test_a_choice_is_told_once_and_what_a_phase_does_is_gathered() -> None:
    lines = told(made(DUEL), [(0, 1), (1, 2), (0, 0), (1, 0)], EVERYBODY)
    assert lines == [
        "— round 1 of 2 —",
        "Anne: n 2",
        "Ben: n 3",
        "scoring: points: Anne +2 (2), Ben +3 (3); bid: Anne 2 → 0, Ben 3 → 0",
        "— round 2 of 2 —",
        "Anne: n 1",
        "Ben: n 1",
        "scoring: points: Anne +1 (3), Ben +1 (4); bid: Anne 1 → 0, Ben 1 → 0",
    ]


def test_what_the_table_leaves_untold_is_not_told_and_where_cards_come_from_neither() -> None:
    program = made(SECRET + "table: {untold: [stock, hand]}\n")
    assert told(program, [], 1) == []
    assert told(program, [(0, 0), (1, 1)], 1) == ["Ben: card 4 → table", "Anne: table: 1", "all have laid a card"]


def test_a_story_is_told_in_the_language_of_the_player() -> None:
    lines = told(made(DUEL), [(0, 1), (1, 2)], EVERYBODY, "it")
    assert lines[0] == "— giro 1 di 2 —"
    assert lines[3].startswith("punteggio: punti: Anne +2 (2)")


SECRET = """
decks:
  d: {cards: [{v: 1..6}], starts in: stock}
zones:
  stock: {of: d, kind: pile, seen by: nobody}
  hand: {of: d, per: player, seen by: owner}
  table: {of: d, per: player, seen by: everyone}
phases:
  game:
    - shuffle stock
    - deal 2 from stock to hand of each player
    - do lay
    - say ready
  lay:
    - together, each player me:
        - choose card from hand[me]
        - put card in table[me]
outcome:
  winners: players p where p = p
texts:
  ready: "all have laid a card"
"""


def test_what_is_dealt_before_the_first_choice_is_told_each_owner_with_his_cards() -> None:
    program = made(SECRET)
    assert told(program, [], 0) == ["stock is shuffled; stock → hand: Anne 1, 2, Ben 2 cards"]
    assert told(program, [], 1) == ["stock is shuffled; stock → hand: Anne 2 cards, Ben 3, 4"]
    assert told(program, [], EVERYBODY) == ["stock is shuffled; stock → hand: Anne 2 cards, Ben 2 cards"]


def test_what_others_did_at_the_same_time_is_told_when_all_are_done() -> None:
    program = made(SECRET)
    assert told(program, [(0, 0)], 1)[1:] == []
    assert told(program, [(0, 0)], 0)[1:] == ["Anne: card 1 → table"]
    assert told(program, [(0, 0), (1, 1)], 1)[1:] == ["Ben: card 4 → table", "Anne: hand → table: 1", "all have laid a card"]


@pytest.mark.parametrize("setting", battery.smallest(), ids=str)
def test_every_event_is_told_or_is_bookkeeping(setting: Setting) -> None:
    program = compiled(setting)
    choose = drawn(5)
    teller = Teller(program, "en")
    state, happened = opening(program)
    for _ in range(60):
        for each in happened:
            lines, _ = teller.tell([each], EVERYBODY, each.origin or NOWHERE)
            assert not any("_" in line.text for line in lines if line.kind is not Kind.MESSAGE)
            assert lines or quiet(program, each), each
        asked = actors(program, state)
        if not asked:
            break
        actor = asked[0]
        state, happened = advance_noting(program, state, actor, choose(len(decision(program, state, actor).options)))


def quiet(program: Program, noted: Noted) -> bool:
    """Whether an event need not be told to everybody: bookkeeping, the end, or something that not everybody hears."""
    event = noted.event
    heard_by_all = all(heard(program, event, seat) is not None for seat in range(len(program.seats)))
    if isinstance(event, Ended) or not heard_by_all:
        return True
    match event:
        case Changed(place) if program.places[place].name.plain in program.hints.untold:
            return True
        case Changed(place):
            return not on_a_board(program, place) and not worth_showing(program, place)
        case CardMoved(target=target):
            return program.zones[target.zone].name.plain in (*program.hints.aside, *program.hints.untold)
        case Shuffled(zone):
            return program.zones[zone.zone].name.plain in program.hints.untold
        case Revealed(faces=faces):
            return faces is None or not (any(faces.loose) or faces.top or faces.bottom)
        case _:
            return False


@pytest.mark.parametrize("setting", FEWEST, ids=str)
def test_a_story_is_the_same_in_two_worlds_that_the_seat_cannot_tell_apart(setting: Setting) -> None:
    program = compiled(setting)
    teller = Teller(program, "en")
    games = ((seat, game) for game in range(20) for seat in program.players)
    compared = 0
    for seat, game in games:
        if compared and game:
            break
        compared += alike(program, teller, seat, 10 * game + seat)
    assert compared > 0


def alike(program: Program, teller: Teller, seat: int, seed: int, most: int = 80) -> int:
    """Plays two matches that look the same to the seat as long as they do, and says how many different steps were told alike."""
    choose = drawn(seed)
    one = other = opening(program)[0]
    found = 0
    for _ in range(most):
        asked = actors(program, one)
        if not asked:
            break
        actor = asked[choose(len(asked))]
        first, second = (len(decision(program, state, actor).options) for state in (one, other))
        mine = choose(first)
        theirs = mine if actor == seat or (mine < second and choose(4)) else choose(second)
        after, told_one = advance_noting(program, one, actor, mine)
        beside, told_other = advance_noting(program, other, actor, theirs)
        if same_to(program, seat, (after, told_one), (beside, told_other)):
            found += told_one != told_other
            assert teller.tell(told_one, seat, NOWHERE) == teller.tell(told_other, seat, NOWHERE)
            one, other = after, beside
        else:
            one = other = after
    return found


def same_to(program: Program, seat: int, one: tuple[State, tuple[Noted, ...]], other: tuple[State, tuple[Noted, ...]]) -> bool:
    """Whether the seat hears and sees the same."""
    sounds = [[found for each in told if (found := heard(program, each.event, seat)) is not None] for _, told in (one, other)]
    looks = [(view(program, state, seat), actors(program, state)) for state, _ in (one, other)]
    return sounds[0] == sounds[1] and looks[0] == looks[1]


def test_a_story_follows_a_match_whose_answers_are_taken_back() -> None:
    source = Source("probe.yaml", "ruleset: probe\nplayers: 2..3\n" + DUEL)
    program = made(DUEL)
    match = Match(program, header_of(program, source, 1, 0))
    story = Story(program, EVERYBODY, "")
    match.answer(0, 0)
    match.answer(1, 2)
    assert [plain(line) for line in flat(story.follow(match.course))][1:3] == ["Anne: n 1", "Ben: n 3"]
    match.undo(1)
    match.answer(1, 1)
    assert [plain(line) for line in flat(story.follow(match.course))][1:3] == ["Anne: n 1", "Ben: n 2"]


BY_SECRET = """
decks:
  d: {cards: [{v: 1..6}], starts in: stock}
zones:
  stock: {of: d, kind: pile, seen by: nobody}
  hand: {of: d, per: player, seen by: owner}
scores:
  points: {per: player}
phases:
  game:
    - shuffle stock
    - deal 1 from stock to hand of each player
    - do open scoring
    - let best = highest of (sum of card.v for card in hand[p]) for p in players
    - if best > 3:
        - do strong
      else:
        - do weak
  open scoring:
    - for each player p:
        - points[p] += 1
  strong:
    - for each player p:
        - points[p] += 2
  weak:
    - for each player p:
        - points[p] += 2
outcome:
  ranking (player p): highest points[p]
"""


def test_a_phase_that_is_done_because_of_something_hidden_is_not_named() -> None:
    lines = told(made(BY_SECRET), [], EVERYBODY)
    assert lines[-2:] == ["open scoring: points: Anne +1 (1), Ben +1 (1)", "points: Anne +2 (3), Ben +2 (3)"]
