"""TRÄXX against roads drawn anew from nothing but the extensions that were chosen."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulerun.interpreter import NATURE, Chosen, Held, State, actors, candidates, decision, initial, option_text, outcome
from rulerun.program.ir import NOTHING, Program

from ..support.battery import Choose, Setting, Turn, cards, compiled, drawn, game_of, listed, running, slot, some, turns

HEAD, TAIL = 0, 1
NUMBERS = st.lists(st.integers(0, 1_000), min_size=1, max_size=80)
REACHABLE = range(2, 11)


class Sheet:
    """The printed sheet: where spaces lie and what is printed on them, spaces counted from 0."""

    def __init__(self, program: Program) -> None:
        (board,) = program.boards
        self.points = board.points
        printed = {name: values for name, _, values in board.attributes}
        self.colours = printed["colour"]
        self.numbers = printed["number"]
        self.starts = printed["start"]

    def neighbours(self, space: int) -> set[int]:
        """The spaces that share an edge: two halves of a space beside it, or one half in the next row."""
        row, column = self.points[space]
        return {
            other
            for other, (r, c) in enumerate(self.points)
            if (r == row and abs(c - column) == 2) or (abs(r - row) == 1 and abs(c - column) == 1)
        }


class Roads:
    """The roads of all players, drawn by hand."""

    def __init__(self, program: Program, pads: list[int]) -> None:
        self.program = program
        self.sheet = Sheet(program)
        self.roads = [[self.sheet.starts.index(pad)] for pad in pads]
        self.reached: list[dict[int, int]] = [{} for _ in pads]
        self.met: list[list[int]] = [[] for _ in pads]
        self.round = 0
        self.left: list[dict[int, int]] = []
        self.side: list[int | None] = []
        self.done: list[bool] = []

    def new_round(self, kind: int) -> None:
        """A card is turned over."""
        self.round += 1
        colours = next(each for each in self.program.domains if each.name == "colour")
        names = [label.plain for label in colours.labels]
        words = self.program.domains[self.program.decks[0].domain].labels[kind].plain.split()
        symbols = {colours.low + names.index(name): words.count(name) for name in words}
        self.left = [dict(symbols) for _ in self.roads]
        self.side = [None] * len(self.roads)
        self.done = [False] * len(self.roads)

    def tip(self, player: int, end: int) -> int:
        """The last space at that end."""
        return self.roads[player][0 if end == HEAD else -1]

    def open_to(self, player: int) -> set[tuple[int, int]]:
        """The extensions that the rulebook allows: end and space."""
        found = set()
        for end in (HEAD, TAIL):
            if self.side[player] not in (None, end) or (end == TAIL and len(self.roads[player]) == 1):
                continue
            for step in self.sheet.neighbours(self.tip(player, end)):
                if step not in self.roads[player] and self.left[player].get(self.sheet.colours[step], 0) > 0:
                    found.add((end, step))
        return found

    def extend(self, player: int, end: int, step: int) -> None:
        """The road grows by a space."""
        assert (end, step) in self.open_to(player)
        self.side[player] = end
        self.left[player][self.sheet.colours[step]] -= 1
        self.roads[player].insert(0 if end == HEAD else len(self.roads[player]), step)
        number = self.sheet.numbers[step]
        if number != NOTHING:
            self.reached[player][number] = self.round
            self.met[player].append(number)

    def points(self, dial: str) -> list[int]:
        """What the rulebook pays in the end."""
        full = [sum(self.worth(player, number, dial) for number in self.reached[player]) for player in range(len(self.roads))]
        return [paid - (len(self.sheet.points) - len(road)) for paid, road in zip(full, self.roads, strict=True)]

    def worth(self, player: int, number: int, dial: str) -> int:
        """A number that was reached: itself, or half of it rounded up for whoever comes late."""
        mine = self.reached[player]
        if len(self.roads) > 1:
            late = any(number in other and other[number] < mine[number] for other in self.reached)
        else:
            way = self.met[player]
            earlier = way[: way.index(number)] if dial == "line" else [each for each in way if mine[each] < mine[number]]
            late = any(each > number for each in earlier)
        return -(-number // 2) if late else number


def pads_of(program: Program, state: State) -> list[int]:
    """Which start each player has."""
    return [state.slots[slot(program, "pad", player)] for player in program.players]


def check_variables(roads: Roads, state: State) -> None:
    """The variables say what was drawn."""
    program = roads.program
    for player, road in enumerate(roads.roads):
        assert len(set(road)) == len(road)
        assert all(after in roads.sheet.neighbours(before) for before, after in pairwise(road))
        drawn_on = [at for at in range(len(roads.sheet.points)) if state.slots[slot(program, "road", player, at)]]
        assert drawn_on == sorted(road)
        assert state.slots[slot(program, "tip", player, HEAD)] == road[0]
        assert state.slots[slot(program, "tip", player, TAIL)] == road[-1]
        for number in REACHABLE:
            assert state.slots[slot(program, "reached_in", player, number)] == roads.reached[player].get(number, 0)


def check_offer(roads: Roads, state: State, player: int) -> None:
    """What is offered is what the rulebook allows, no more and no less."""
    options = decision(game_of(roads.program), state, player).options
    steps = [(option.arguments[0], option.arguments[1]) for option in options if option.name == "extend"]
    assert sorted(steps) == sorted(roads.open_to(player))
    assert [option.name for option in options if option.name != "extend"] == ["pass"]


def follow(roads: Roads, turn: Turn) -> None:
    """One answer, drawn by hand as well."""
    program = roads.program
    if turn.actor == NATURE:
        before, after = cards(program, turn.before.slots, "open"), cards(program, turn.after.slots, "open")
        roads.new_round(next(kind for kind, count in enumerate(after) if count > before[kind]))
        check_variables(roads, turn.before)
        return
    check_offer(roads, turn.before, turn.actor)
    for event in turn.events:
        match event:
            case Held(happening=Chosen(actor=player, option=option)) if option.name == "extend":
                roads.extend(player, option.arguments[0], option.arguments[1])


def check_match(program: Program, choose: Choose, dial: str = "line") -> None:
    """A whole match, and the roads beside it."""
    begun = initial(game_of(program), listening=True)
    roads: Roads | None = None
    for turn in turns(program, choose, begun=begun):
        if 0 in pads_of(program, turn.before):
            continue
        roads = Roads(program, pads_of(program, turn.before)) if roads is None else roads
        follow(roads, turn)
        end = turn.after
    assert roads is not None
    assert roads.round == 15
    check_variables(roads, end)
    points = roads.points(dial)
    found = outcome(game_of(program), end)
    assert list(found.scores) == points
    assert found.winners == tuple(player for player, each in enumerate(points) if each == max(points))
    assert found.places == tuple(1 + sum(other > each for other in points) for each in points)


def eager(numbers: list[int]) -> Choose:
    """Choices that seldom take the last option, which is to pass, so that roads grow long."""
    usual = listed(numbers)
    return lambda most: min(usual(most), usual(most)) if most > 2 else usual(most)


@pytest.mark.parametrize("seats", some(1, 2, slow=(3, 4)))
@settings(max_examples=15)
@given(numbers=NUMBERS)
def test_a_road_is_unbroken_and_scored_as_the_rulebook_says(seats: int, numbers: list[int]) -> None:
    check_match(compiled(Setting("traxx", "", seats)), eager(numbers))


@pytest.mark.parametrize("dial", ["line", "round"])
@settings(max_examples=20)
@given(numbers=NUMBERS)
def test_alone_the_order_counts_as_the_table_says(dial: str, numbers: list[int]) -> None:
    parameters = (("solo_order", dial),) if dial != "line" else ()
    check_match(compiled(Setting("traxx", "", 1, parameters)), eager(numbers), dial)


@pytest.mark.parametrize("seats", some(2, slow=(4,)))
@settings(max_examples=10)
@given(numbers=NUMBERS)
def test_drawn_starts_are_as_good_as_any(seats: int, numbers: list[int]) -> None:
    check_match(compiled(Setting("traxx", "", seats, (("starts", "drawn"),))), eager(numbers))


@pytest.mark.parametrize("seats", some(1, 3, slow=(2, 4)))
@settings(max_examples=40)
@given(st.data())
def test_points_follow_from_the_rounds(seats: int, data: st.DataObject) -> None:
    rounds = ", ".join(f"announce ({number})" for number in range(1, 16))
    program = running("traxx", "", seats, f"[{rounds}, count the missed spaces]").program
    roads = Roads(program, list(range(1, seats + 1)))
    slots = list(program.start)
    for player in range(seats):
        order = data.draw(st.lists(st.sampled_from(list(REACHABLE)), unique=True), label="order on the road")
        when = sorted(data.draw(st.lists(st.integers(1, 15), min_size=len(order), max_size=len(order)), label="rounds"))
        roads.met[player] = order
        roads.reached[player] = dict(zip(order, when, strict=True))
        for at, number in enumerate(order, start=1):
            slots[slot(program, "place_on_road", player, number)] = at
            slots[slot(program, "reached_in", player, number)] = roads.reached[player][number]
        spaces = data.draw(st.lists(st.integers(0, len(roads.sheet.points) - 1), unique=True), label="road")
        roads.roads[player] = spaces
        for space in range(len(roads.sheet.points)):
            slots[slot(program, "road", player, space)] = int(space in spaces)
    end = initial(game_of(program), slots=tuple(slots))
    assert [end.slots[slot(program, "points", player)] for player in range(seats)] == roads.points("line")


def test_whatever_could_be_tried_is_offered_or_refused() -> None:
    program = compiled(Setting("traxx", "", 2))
    for turn in turns(program, drawn(3)):
        if turn.actor == NATURE:
            continue
        assert turn.actor in actors(game_of(program), turn.before)
        offered = {option.code for option in decision(game_of(program), turn.before, turn.actor).options}
        tried = candidates(game_of(program), turn.before, turn.actor)
        assert offered <= {option.code for option in tried}
        assert all(option_text(game_of(program), decision(game_of(program), turn.before, turn.actor), option) for option in tried)
