"""Roads and Walls against the same game written in plain Python, as in `test_cards.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from string import ascii_lowercase

import pytest

from rulerun.interpreter import NATURE

from ..support.battery import Setting, drawn, seeds
from .test_cards import Asked, Ending, Play, check

TILES = """
    A 5 f t f / r r r / f f f
    B 5 f t f / f f f / f f f
    C 2 f t f / f f t / f f f
    D 3 f t f / f f f / f t f
    E 3 f t t / f f t / f f f
    F 2 f t t / f f t / f f f shield
    G 3 f t t / r r t / f r f
    H 2 f t t / r r t / f r f shield
    I 1 f f f / t t t / f f f
    J 2 f f f / t t t / f f f shield
    K 3 t t t / t t t / f f f
    L 1 t t t / t t t / f f f shield
    M 1 t t t / t t t / f r f
    N 2 t t t / t t t / f r f shield
    O 1 t t t / t t t / t t t shield
    P 3 f t f / f r r / f r f
    Q 3 f t f / r r f / f r f
    R 3 f t f / r v r / f r f
    S 4 f f f / f a f / f f f
    T 2 f f f / f a f / f r f
    U 8 f f f / r r r / f f f
    V 9 f f f / r r f / f r f
    W 4 f f f / r v r / f r f
    X 1 f r f / r v r / f r f
"""
COPIES: dict[str, int] = {}
PICTURE: dict[str, list[str]] = {}
SHIELDED: set[str] = set()
for line in TILES.strip().splitlines():
    letter, copies, *signs = line.replace("/", "").split()
    COPIES[letter], PICTURE[letter] = int(copies), ["".join(signs[at : at + 3]) for at in (0, 3, 6)]
    if signs[9:]:
        SHIELDED.add(letter)

Cell = tuple[int, int]
"""Column and row of a ninth of a tile, counted from 0 at the lower left."""
SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
FOLLOWERS = 7


def turned(picture: list[str], times: int) -> list[str]:
    """The picture, turned to the right so often."""
    for _ in range(times):
        picture = ["".join(row[at] for row in reversed(picture)) for at in range(3)]
    return picture


def name(cell: Cell) -> str:
    column, row = cell
    return "a" * (column // 26) + ascii_lowercase[column % 26] + str(row + 1)


def middle(tile: Cell) -> Cell:
    return 3 * tile[0] + 1, 3 * tile[1] + 1


class RoadsAndWalls:
    """The game, as one would play it at a table."""

    def __init__(self, players: int, side: int) -> None:
        self.players, self.side = players, side
        self.bag = Counter(COPIES)
        self.land: dict[Cell, str] = {}
        self.shields: set[Cell] = set()
        self.men: dict[Cell, int] = {}
        self.points = [0] * players

    def lay(self, tile: Cell, letter: str, times: int) -> None:
        for cell, land in self.cells(tile, letter, times):
            self.land[cell] = land
        if letter in SHIELDED:
            self.shields.add(tile)

    def cells(self, tile: Cell, letter: str, times: int) -> list[tuple[Cell, str]]:
        rows = turned(PICTURE[letter], times)
        return [((3 * tile[0] + x, 3 * tile[1] + 2 - y), rows[y][x]) for y in range(3) for x in range(3)]

    def laid(self, tile: Cell) -> bool:
        return (3 * tile[0], 3 * tile[1]) in self.land

    def places(self, letter: str) -> dict[str, int]:
        """Every way to lay the tile beside others, so that all edges match."""
        offer = {}
        for tile in [(x, y) for x in range(self.side) for y in range(self.side)]:
            beside = any(self.laid((tile[0] + x, tile[1] + y)) for x, y in SIDES)
            if self.laid(tile) or not beside:
                continue
            x, y = middle(tile)
            for times in range(4):
                shown = dict(self.cells(tile, letter, times))
                edges = [(shown[x + dx, y + dy], (x + 2 * dx, y + 2 * dy)) for dx, dy in SIDES]
                if all(self.land.get(beyond, land) == land for land, beyond in edges):
                    offer[f"lay {name((x, y))} {times}"] = 1
        return offer

    def feature(self, start: Cell) -> set[Cell]:
        found, todo = {start}, [start]
        while todo:
            x, y = todo.pop()
            for cell in ((x + dx, y + dy) for dx, dy in SIDES):
                if cell not in found and self.land.get(cell) == self.land[start]:
                    found.add(cell)
                    todo.append(cell)
        return found

    def surrounded(self, tile: Cell) -> int:
        return sum(self.laid((tile[0] + x, tile[1] + y)) for x in (-1, 0, 1) for y in (-1, 0, 1))

    def closed(self, feature: set[Cell]) -> bool:
        """No cell of it lies beside a place of the map where there is no tile yet."""
        around = ((x + dx, y + dy) for x, y in feature for dx, dy in SIDES)
        inside = range(3 * self.side)
        return all(cell in self.land for cell in around if cell[0] in inside and cell[1] in inside)

    def score(self, start: Cell, each: int) -> None:
        feature, land = self.feature(start), self.land[start]
        there = Counter(self.men.pop(cell) for cell in feature if cell in self.men)
        tiles = {(x // 3, y // 3) for x, y in feature}
        worth = len(tiles)
        if land == "a":
            worth = self.surrounded((start[0] // 3, start[1] // 3))
        elif land == "t":
            worth = each * (len(tiles) + len(tiles & self.shields))
        for seat, many in there.items():
            if many == max(there.values()):
                self.points[seat] += worth

    def turn(self, me: int) -> Generator[Asked, str, None]:
        letter = yield Asked(NATURE, {letter: many for letter, many in self.bag.items() if many})
        self.bag[letter] -= 1
        places = self.places(letter)
        if not places:
            return
        _, place, times = (yield Asked(me, places)).split()
        tile = next((x, y) for x in range(self.side) for y in range(self.side) if name(middle((x, y))) == place)
        self.lay(tile, letter, int(times))
        heart = middle(tile)
        edges = [(heart[0] + x, heart[1] + y) for x, y in SIDES]
        spots = {}
        for cell in (*edges, heart):
            free = self.land[cell] in "rta" and not any(other in self.men for other in self.feature(cell))
            if free and list(self.men.values()).count(me) < FOLLOWERS:
                spots[f"claim {name(cell)}"] = cell
        answer = yield Asked(me, dict.fromkeys([*spots, "pass"], 1))
        if answer in spots:
            self.men[spots[answer]] = me
        for cell in edges:
            if self.land[cell] in "rt" and self.closed(self.feature(cell)):
                self.score(cell, 2)
        for near in [(tile[0] + x, tile[1] + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]:
            if self.land.get(middle(near)) == "a" and self.surrounded(near) == 9:
                self.score(middle(near), 1)

    def play(self) -> Play:
        self.bag["A"] -= 1
        centre = (self.side + 1) // 2 - 1
        self.lay((centre, centre), "A", 0)
        while self.bag.total():
            for me in range(self.players):
                if self.bag.total():
                    yield from self.turn(me)
        for cell in list(self.men):
            if cell in self.men:
                self.score(cell, 1)
        best = max(self.points)
        return Ending(tuple(self.points), tuple(seat for seat in range(self.players) if self.points[seat] == best))


@pytest.mark.parametrize("games", seeds(3, 200))
def test_roads_and_walls_is_played_as_written_in_python(games: range) -> None:
    for seed in games:
        players, side = 2 + seed % 4, (15, 5, 7)[seed % 3]
        check(Setting("roads_and_walls", "", players, (("side", str(side)),)), RoadsAndWalls(players, side).play(), drawn(seed))
