"""Why First? against a few lines of arithmetic of our own."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rulerun.interpreter import NATURE, Chosen, Held, initial, outcome
from rulerun.program.ir import Ask, Program, Words

from ..support.battery import (
    Setting,
    cards,
    check_cards,
    compiled,
    every_op,
    game_of,
    listed,
    place,
    running,
    slot,
    some,
    turns,
    values,
    zone,
)

LOWEST, HIGHEST = -12, 16
COPIES = {-4: 1, -3: 3, -2: 4, -1: 5, 1: 6, 2: 5, 3: 4, 4: 3, 5: 1}
NUMBERS = st.lists(st.integers(0, 1_000), min_size=1, max_size=60)
players = pytest.mark.parametrize("seats", some(3, 6, slow=(4, 5)))


def card_values(program: Program) -> list[int]:
    """The value of every kind, as its label says."""
    return [int(label.plain.split()[0]) for label in program.domains[program.decks[0].domain].labels]


def track(program: Program) -> list[int]:
    """The numbers of the spaces, by their index."""
    return [int(label.plain) for label in program.domains[program.boards[0].domain].labels]


def space(program: Program, number: int) -> int:
    """The value that a piece on that space has."""
    return track(program).index(number) + program.domains[program.boards[0].domain].low


def figures(program: Program, slots: tuple[int, ...]) -> list[int]:
    """The numbers of the spaces on which the figures stand."""
    low = program.domains[program.boards[0].domain].low
    return [track(program)[at - low] for at in values(program, slots, "figure")]


def with_figures(program: Program, slots: list[int], where: list[int]) -> None:
    """Puts the figures on these spaces."""
    for seat, number in enumerate(where):
        slots[slot(program, "figure", seat)] = space(program, number)


@st.composite
def fronts(draw: st.DrawFn, seats: int) -> list[list[int]]:
    """Cards in front of each seat, no more of a kind than there are."""
    pack = [value for value, copies in COPIES.items() for _ in range(copies)]
    taken = draw(st.lists(st.sampled_from(range(len(pack))), unique=True, max_size=len(pack)))
    owners = [draw(st.integers(0, seats - 1)) for _ in taken]
    return [[pack[card] for card, owner in zip(taken, owners, strict=True) if owner == seat] for seat in range(seats)]


def clamped(number: int) -> int:
    """The space where a move ends that would go beyond the track."""
    return min(max(number, LOWEST), HIGHEST)


@players
@given(st.data())
def test_the_sum_of_the_cards_is_walked_and_clamped_once(seats: int, data: st.DataObject) -> None:
    program = running("why_first", "", seats, "resolve the round").program
    faces = card_values(program)
    where = data.draw(st.lists(st.integers(LOWEST, HIGHEST), min_size=seats, max_size=seats), label="figures")
    for _ in range(data.draw(st.integers(1, 3), label="rounds")):
        front = data.draw(fronts(seats), label="fronts")
        slots = list(program.start)
        with_figures(program, slots, where)
        stock = zone(program, "stock").bases[0]
        for owner, row in enumerate(front):
            base = zone(program, "front").bases[owner]
            for value in row:
                kind = faces.index(value)
                for at, change in ((base, 1), (base + 1 + kind, 1), (stock, -1), (stock + 1 + kind, -1)):
                    slots[at] += change
        end = initial(game_of(program), slots=tuple(slots))
        check_cards(program, end)
        where = [clamped(number + sum(row)) for number, row in zip(where, front, strict=True)]
        assert figures(program, end.slots) == where
        assert sum(cards(program, end.slots, "played")) == sum(map(len, front))
        assert not any(sum(cards(program, end.slots, "front", owner)) for owner in range(seats))


@players
@pytest.mark.parametrize("level", ["nobody", "everyone"])
@given(st.data())
def test_the_second_space_scores(seats: int, level: str, data: st.DataObject) -> None:
    program = running("why_first", "", seats, "scoring", f"one_space: {level}").program
    where = data.draw(st.lists(st.integers(LOWEST, HIGHEST), min_size=seats, max_size=seats))
    slots = list(program.start)
    with_figures(program, slots, where)
    end = initial(game_of(program), slots=tuple(slots))
    spaces = sorted(set(where), reverse=True)
    second = spaces[1] if len(spaces) > 1 else spaces[0] if level == "everyone" else None
    assert list(values(program, end.slots, "points")) == [number if number == second else 0 for number in where]


@players
@pytest.mark.parametrize("level", ["share", "nobody"])
@given(st.data())
def test_the_second_total_wins(seats: int, level: str, data: st.DataObject) -> None:
    program = compiled(Setting("why_first", "", seats, (("all_level", level),)))
    totals = data.draw(st.lists(st.integers(-3, 5), min_size=seats, max_size=seats))
    begun = initial(game_of(program))
    slots = list(begun.slots)
    for seat, total in enumerate(totals):
        slots[slot(program, "points", seat)] = total
    found = outcome(game_of(program), evolve(begun, slots=tuple(slots)))
    ranks = sorted(set(totals), reverse=True)
    second = ranks[1] if len(ranks) > 1 else ranks[0] if level == "share" else None
    winners = tuple(seat for seat in range(seats) if totals[seat] == second)
    assert found.winners == winners
    assert found.scores == tuple(totals)
    shared = not winners or len(winners) == seats
    assert found.payoff == tuple(0 if shared else 1 if seat in winners else -1 for seat in range(seats))


@pytest.mark.parametrize("seats", [2, 3])
@settings(max_examples=30)
@given(numbers=NUMBERS)
def test_a_whole_match_goes_as_the_arithmetic_says(seats: int, numbers: list[int]) -> None:
    """Figures and points are recomputed from nothing but the choices and the cards that nature deals."""
    program = compiled(Setting("why_first", "", seats, (("stages", "2"),)))
    faces, all_seats = card_values(program), seats + (seats == 2)
    names = {stop_name(program, stop): stop for stop in asked_stops(program)}
    where, totals = [0] * all_seats, [0] * all_seats
    front: list[list[int]] = [[] for _ in range(all_seats)]
    held: dict[int, int] = {}
    rounds = 0
    for turn in turns(program, listed(numbers), listening=True):
        for event in turn.events:
            happening = event.happening if isinstance(event, Held) else None
            if isinstance(happening, Chosen) and happening.stop == names["card"]:
                held[happening.actor] = faces[happening.option.arguments[0]]
            elif isinstance(happening, Chosen):
                front[happening.option.arguments[0]].append(held.pop(happening.actor))
        if (
            all_seats > seats
            and turn.actor == NATURE
            and (drawn := leo_turned(program, turn.before.slots, turn.after.slots)) is not None
        ):
            front[2].append(faces[drawn])
        if sum(map(len, front)) == (all_seats if rounds % 5 < 4 else seats):
            where = [clamped(number + sum(row)) for number, row in zip(where, front, strict=True)]
            front = [[] for _ in range(all_seats)]
            rounds += 1
            if rounds % 5 == 0:
                spaces = sorted(set(where), reverse=True)
                totals = [total + (number if number in spaces[1:2] else 0) for total, number in zip(totals, where, strict=True)]
                where = [0] * all_seats if rounds < 10 else where
            assert figures(program, turn.after.slots) == where
            assert list(values(program, turn.after.slots, "points")) == totals
    assert rounds == 10


def leo_turned(program: Program, before: tuple[int, ...], after: tuple[int, ...]) -> int | None:
    """The kind of card that Leo has turned over between two vectors."""
    old, new = cards(program, before, "hand", 2), cards(program, after, "hand", 2)
    gone = [kind for kind, count in enumerate(old) if new[kind] < count]
    return gone[0] if len(gone) == 1 and sum(new) == sum(old) - 1 else None


def asks(program: Program) -> list[Ask]:
    """The questions to seats."""
    return [op for op in every_op(program) if isinstance(op, Ask)]


def asked_stops(program: Program) -> list[int]:
    """The stops at which seats are asked."""
    return [op.stop for op in asks(program)]


def stop_name(program: Program, stop: int) -> str:
    """What is chosen at a stop."""
    return next(op.alternatives[0].parameters[0].name.plain for op in asks(program) if op.stop == stop)


def test_who_moves_a_figure_is_asked_for_the_figure_and_not_for_a_front() -> None:
    plain, tactical = (compiled(Setting("why_first", variant, 3)) for variant in ("", "tactical"))
    fronts = ["in front of", "davanti a", "delante de"]
    assert [target(plain).say(language) for language in ("en", "it", "es")] == fronts
    assert [target(tactical).say(language) for language in ("en", "it", "es")] == ["figure of", "segnalino di", "ficha de"]


def target(program: Program) -> Words:
    """What the choice of a seat is called."""
    names = [op.alternatives[0].parameters[0].name for op in asks(program)]
    return next(name for name in names if name.plain == "target")


@pytest.mark.parametrize("seats", [2, 4])
@settings(max_examples=30)
@given(numbers=NUMBERS)
def test_nobody_leaves_the_track_in_a_tactical_match(seats: int, numbers: list[int]) -> None:
    program = compiled(Setting("why_first", "tactical", seats, (("stages", "1"),)))
    assert place(program, "figure").board == 0
    for turn in turns(program, listed(numbers)):
        assert all(LOWEST <= number <= HIGHEST for number in figures(program, turn.after.slots))
        check_cards(program, turn.after)
