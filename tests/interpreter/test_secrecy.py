"""What a seat cannot see makes no difference to what it sees and hears.

Two worlds are played side by side. Now and then, where the seat that is looked at cannot tell the difference, something
else happens in the second one: another card comes where the seat does not look, another choice is made in secret.
From then on its views and all that it hears must stay the same, until a face that differs is shown to it.
"""

from __future__ import annotations

from collections import Counter
from itertools import zip_longest

import pytest
from attrs import evolve, frozen

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import (
    NATURE,
    CardMoved,
    Changed,
    Chosen,
    Event,
    Happening,
    Revealed,
    Rotated,
    Said,
    Told,
    actors,
    advance,
    decision,
    heard,
    initial,
    is_over,
    view,
)
from rulerun.interpreter.core.zones import at_bottom, copies, layout, on_top
from rulerun.interpreter.match.match import shown
from rulerun.program.ir import Program, Visibility

from ..support import battery
from ..support.battery import Choose, Setting, compiled, drawn, game_of, slot, together_at
from ..support.two_worlds import FEWEST, HIDING, happening, held, masked, twin, unseen


@frozen
class Compared:
    """How two worlds went: states that looked alike though they differed, such states while all decide together, steps."""

    alike: int
    amid: int
    steps: int


def told(program: Program, events: tuple[Event, ...], seat: int) -> list[Happening]:
    """All that a seat hears."""
    return [each for each in (heard(program, event, seat) for event in events) if each is not None]


def shows_a_face(program: Program, each: Happening, seat: int) -> bool:
    """Whether by the rules of sight this shows a card to the seat."""
    match each:
        case CardMoved(source=source, target=target):
            return not (unseen(program, source, seat) and unseen(program, target, seat))
        case Revealed(to=to, zone=shown):
            return to in (None, seat) or not unseen(program, shown, seat)
        case Rotated(zones=ring):
            return not all(unseen(program, each, seat) for each in ring)
        case Told(to=to):
            return to in (None, seat)
        case _:
            return False


OUTERMOST = [setting for setting in battery.extremes() if setting in HIDING]
"""Of every game that hides something the match for the fewest players and that for most."""

LONGEST, MANY = 500, 3_000
"""The most steps of a pair of worlds, and of all pairs of a setting, of which there are two for each seat at least."""


def compare(program: Program, seat: int, choose: Choose, judge: Program | None = None, most: int = LONGEST) -> Compared:
    """Two worlds side by side, as *seat* sees them; *judge* (the same when None) tells what it should be able to see.

    Where the second world can stray no further unseen, it is brought together with the first again.
    """
    rules = program if judge is None else judge
    one = other = initial(game_of(program), listening=True)
    alike = amid = steps = 0
    owing = False
    while not is_over(program, one) and steps < most:
        steps += 1
        if one != other:
            assert view(game_of(program), one, seat) == view(game_of(program), other, seat)
            alike += one.slots != other.slots
            amid += one.slots != other.slots and together_at(program, one) is not None
        asked = actors(game_of(program), one)
        actor = asked[choose(len(asked))] if len(asked) > 1 else asked[0]
        options = decision(game_of(program), one, actor).options
        index = choose(len(options))
        after = advance(game_of(program), one, actor, index)
        beside = twin(program, rules, seat, (one, other), actor, index, after, choose)
        if beside is None:
            one = other = after[0]
            continue
        owing = (owing and held(one)) or owes(rules, seat, after[1], beside[1])
        closed = not (held(after[0]) and held(beside[0]))
        before = one
        one, other = after[0], beside[0]
        if owing and closed:
            # all have decided, and what they decided in secret is open to everyone now
            owing, other = False, one
            continue
        here, there = told(program, after[1], seat), told(program, beside[1], seat)
        differ = next((pair for pair in zip_longest(here, there) if pair[0] != pair[1]), None)
        if differ is not None:
            # the worlds part where a card is shown in one of them, whatever happens instead in the other
            assert any(each is not None and shows_a_face(rules, each, seat) for each in differ), differ
            owing, other = False, one
            continue
        assert is_over(program, before) or is_over(program, one) == is_over(program, other)
    return Compared(alike, amid, steps)


def owes(program: Program, seat: int, one: tuple[Event, ...], other: tuple[Event, ...]) -> bool:
    """Whether what was chosen differs in more than the cards that *seat* cannot look at: that comes out in the end."""
    first, second = happening(one[0]), happening(other[0])
    match first, second:
        case Chosen(), Chosen():
            same = first.option.alternative == second.option.alternative
            return not same or masked(program, first, seat) != masked(program, second, seat)
        case _:
            return False


def compared(program: Program, games: int, judge: Program | None = None) -> Compared:
    """Many pairs of worlds, for every seat."""
    found = [compare(program, seat, drawn(1000 * seat + game), judge) for game in range(games) for seat in program.players]
    return Compared(sum(each.alike for each in found), sum(each.amid for each in found), sum(each.steps for each in found))


@battery.of_each(FEWEST)
def test_a_seat_cannot_tell_worlds_apart_that_look_alike(setting: Setting) -> None:
    assert compared(compiled(setting), 2).alike > 0


@pytest.mark.slow
@battery.of_each(OUTERMOST)
def test_no_seat_of_any_game_can_tell_worlds_apart_that_look_alike(setting: Setting) -> None:
    # games of a few decisions are played more often, for each gives the second world few moments to stray
    length = len(battery.played(compiled(setting), drawn(0)))
    enough = MANY // (min(length, LONGEST) * setting.players)
    assert compared(compiled(setting), max(2, min(enough, max(4, 160 // length)))).alike > 20


def in_sight(program: Program, name: str) -> Program:
    """The Program in which everybody sees what lies in that zone."""
    return evolve(
        program,
        zones=tuple(evolve(each, sight=Visibility.EVERYONE) if each.name.plain == name else each for each in program.zones),
    )


@pytest.mark.parametrize(
    ("setting", "name"),
    [
        (Setting("why_first", "", 3), "hand"),
        (Setting("why_first", "", 3), "front"),
        (Setting("why_first", "tactical", 2), "hand"),
        (Setting("change_horses", "", 3), "certificate"),
        (Setting("kuhn_poker", "", 2), "hand"),
    ],
)
def test_a_leak_would_be_found(setting: Setting, name: str) -> None:
    with pytest.raises(AssertionError):
        compared(in_sight(compiled(setting), name), 10, compiled(setting))


SEALED = """
ruleset: sealed
title: {en: Sealed}
players: 3
variables:
  bid: {per: player, holds: 0..5, seen by: owner}
  guess: {per: player, holds: 0..5, seen by: nobody}
  purse: {per: player, holds: 0..40}
phases:
  game:
    - repeat 3 times:
        - together, each player me:
            - choose amount from 1..5
            - bid[me] = amount
            - choose number from 1..5
            - guess[me] = number
        - for each player p:
            - random luck from 0..1
            - purse[p] += luck
    - for each player p:
        - purse[p] += bid[p]
outcome:
  winners: players p where every player q has purse[p] >= purse[q]
"""


def sealed() -> Program:
    found = compile_ruleset(Source("sealed.yaml", SEALED))
    assert found.program is not None, found.diagnostics
    return found.program


def test_what_a_variable_holds_stays_with_those_who_see_it() -> None:
    program = sealed()
    number = {each.name.plain: at for at, each in enumerate(program.places)}
    turns = battery.played(program, drawn(2), listening=True)
    for turn in turns:
        for seat in program.players:
            for each in view(game_of(program), turn.after, seat).places:
                if each.place == number["bid"]:
                    assert (each.value is None) == (each.index[0] != seat)
                if each.place == number["guess"]:
                    assert each.value is None
                if each.place == number["purse"]:
                    assert each.value is not None
            for event in turn.events:
                noted, known = happening(event), heard(program, event, seat)
                if isinstance(noted, Changed) and noted.place == number["bid"] and noted.index != (seat,):
                    assert known is None
                if isinstance(noted, Changed) and noted.place == number["guess"]:
                    assert known is None


def test_a_hidden_variable_makes_no_difference() -> None:
    program = sealed()
    hidden: dict[int, list[int]] = {}
    for seat in program.players:
        hidden[seat] = [slot(program, "guess", other) for other in program.players]
        hidden[seat] += [slot(program, "bid", other) for other in program.players if other != seat]
    for turn in battery.played(program, drawn(6), listening=True):
        if together_at(program, turn.before) is not None:
            continue
        for seat, slots in hidden.items():
            other = list(turn.before.slots)
            for at in slots:
                other[at] = 1 + other[at] % 5
            changed = evolve(turn.before, slots=tuple(other))
            assert view(game_of(program), changed, seat) == view(game_of(program), turn.before, seat)
            if not is_over(program, turn.after):
                _, events = advance(game_of(program), changed, turn.actor, turn.index)
                assert told(program, events, seat) == told(program, turn.events, seat)


def test_hidden_choices_together_stay_hidden() -> None:
    assert compared(sealed(), 40).amid > 50


@battery.of_each(battery.smallest())
def test_what_a_seat_knows_is_so(setting: Setting) -> None:
    program = compiled(setting)
    for turn in battery.played(program, drawn(8), listening=True):
        state = turn.after
        if together_at(program, state) is not None:
            continue
        for seat in program.players:
            for each in view(game_of(program), state, seat).zones:
                there = program.zones[each.zone]
                base = there.bases[0] + sum(
                    (at - extent.low) * extent.stride for at, extent in zip(each.index, there.extents, strict=True)
                )
                s, shape = list(state.slots), layout(there)
                kinds = copies(s, base, shape)
                assert each.size == sum(kinds)
                for kind, count in Counter(each.known if each.cards is None else each.cards).items():
                    assert count <= kinds[kind] if each.cards is None else count == kinds[kind]
                for row, real in ((each.top, on_top(s, base, shape)), (each.bottom, at_bottom(s, base, shape))):
                    assert len(row) == len(real)
                    assert all(guess in (None, kind) for guess, kind in zip(row, real, strict=True))


SECRET = """\
ruleset: secret
players: 3
seats: [Anne, Ben, Chris]
decks:
  numbers: {cards: [{value: 1..3, copies: 2}], starts in: stock}
zones:
  stock: {of: numbers, kind: pile}
  hand: {of: numbers, per: player, seen by: owner}
phases:
  game:
    - deal 2 from stock to hand of each player
    - Anne chooses one:
        - show:
            - secretly reveal hand[Anne] to Ben
            - secretly tell Ben which card in hand[Chris] has card.value > 1
        - show openly:
            - reveal hand[Anne] to Ben
            - tell Ben which card in hand[Chris] has card.value > 1
outcome:
  winners: players
"""


@pytest.mark.parametrize(("answer", "others"), [(0, 0), (1, 2)])
def test_nobody_else_hears_of_what_is_revealed_in_secret(answer: int, others: int) -> None:
    program = compile_ruleset(Source("secret.yaml", SECRET)).program
    assert program is not None
    state = initial(game_of(program), listening=True)
    while actors(game_of(program), state) == (NATURE,):
        state = advance(game_of(program), state, NATURE, 0)[0]
    events = advance(game_of(program), state, 0, answer)[1]
    heard_by = [sum(isinstance(each, Revealed | Told) for each in told(program, events, seat)) for seat in range(3)]
    assert heard_by == [others, 2, others]


VALUES = """\
ruleset: values
players: 3
seats: [Anne, Ben, Chris]
variables:
  bid: {per: player, holds: 0..9, starts as: 3, seen by: owner}
phases:
  game:
    - bid[Ben] += 1
    - Anne chooses one:
        - show:
            - reveal bid[Ben] to Chris
        - show in secret:
            - secretly reveal bid[Ben] to Chris
        - show all:
            - reveal bid of everyone
outcome:
  winners: players
"""


@pytest.mark.parametrize(
    ("answer", "lines", "learnt"),
    [
        (0, [["bid (Ben) → Chris"], ["bid (Ben) → Chris"], ["bid (Ben): 4"]], (2,)),
        (1, [[], [], ["bid (Ben): 4"]], (2,)),
        (2, [["bid (Anne): 3", "bid (Ben): 4", "bid (Chris): 3"]] * 3, ()),
    ],
)
def test_a_value_is_heard_by_those_to_whom_it_is_revealed(answer: int, lines: list[list[str]], learnt: tuple[int, ...]) -> None:
    program = compile_ruleset(Source("values.yaml", VALUES)).program
    assert program is not None
    events = advance(game_of(program), initial(game_of(program), listening=True), 0, answer)[1]
    found = [[each.text("") for each in told(program, events, seat) if isinstance(each, Said)] for seat in range(3)]
    assert found == lines
    assert shown(program, events) == learnt
