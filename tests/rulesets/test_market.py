"""The dyers' market against the same game written in plain Python."""

from __future__ import annotations

from collections.abc import Generator
from itertools import combinations

import pytest
from attrs import Factory, define, frozen

from rulerun.interpreter import NATURE

from ..support.battery import Setting, drawn, seeds
from ..support.cases import all_hold
from .test_cards import Asked, Ending, Play, asked, check, dialled

DYES = ["madder", "weld", "woad", "walnut"]
PRINTED = {
    "madder": "0111 0210 3002 0500 7000",
    "weld": "1011 0021 2300 0050 0700",
    "woad": "1101 1002 0230 0005 0070",
    "walnut": "1110 2100 0023 5000 0007",
}
CLOTHS = ["scarf", "cap", "tunic", "gown", "robe"]
WORTH = [0, 0, 1, 2, 4]
PATRONS = {"guild": "3300", "abbey": "0033", "court": "2220"}


@frozen
class Cloth:
    """A card."""

    dye: int
    name: str
    worth: int
    cost: tuple[int, ...]

    def __str__(self) -> str:
        return f"{DYES[self.dye]} {self.name}"


def digits(text: str) -> tuple[int, ...]:
    """The digits of a text."""
    return tuple(map(int, text))


ALL = [
    Cloth(dye, name, worth, digits(cost))
    for dye, row in enumerate(PRINTED.values())
    for name, worth, cost in zip(CLOTHS, WORTH, row.split(), strict=True)
]


@define
class Dyer:
    """What a player has."""

    pots: list[int] = Factory(lambda: [0] * 4)
    ordered: list[Cloth] = Factory(list)
    made: list[Cloth] = Factory(list)
    points: int = 0

    def owned(self, dye: int) -> int:
        """How many cloths of a dye."""
        return sum(cloth.dye == dye for cloth in self.made)

    def due(self, cloth: Cloth) -> list[int]:
        """What a cloth takes out of the pots."""
        return [max(0, cost - self.owned(dye)) for dye, cost in enumerate(cloth.cost)]

    def able(self, cloth: Cloth) -> bool:
        """Whether the pots suffice."""
        return all(due <= pot for due, pot in zip(self.due(cloth), self.pots, strict=True))


@define
class Table:
    """What lies on the table."""

    bank: list[int]
    stock: list[Cloth] = Factory(lambda: list(ALL))
    market: list[Cloth] = Factory(list)
    patrons: list[str] = Factory(lambda: list(PATRONS))

    def dealt(self) -> Generator[Asked, str, None]:
        """One more cloth for sale."""
        answer = yield asked(NATURE, map(str, self.stock))
        self.market.append(taken(self.stock, answer))

    def moved(self, dyer: Dyer, dye: int, number: int) -> None:
        """Pigments go from the bank to a player, or back."""
        self.bank[dye] -= number
        dyer.pots[dye] += number


def taken(cloths: list[Cloth], text: str) -> Cloth:
    """The cloth that is called so is taken away."""
    found = next(cloth for cloth in cloths if str(cloth) == text)
    cloths.remove(found)
    return found


def offers(table: Table, me: Dyer) -> list[str]:
    """What a player can do."""
    filled = [DYES[dye] for dye in range(4) if table.bank[dye]]
    found = [f"take {' + '.join(three)}" for three in combinations(filled, 3)]
    found += [f"fill {DYES[dye]}" for dye in range(4) if table.bank[dye] >= 4]
    found += [f"dye {cloth}" for cloth in table.market if me.able(cloth)]
    found += [f"finish {cloth}" for cloth in me.ordered if me.able(cloth)]
    found += ["order"] if len(me.ordered) < 2 and table.stock else []
    return found or ["pour_away"]


def turn(table: Table, seat: int, me: Dyer, most: int) -> Generator[Asked, str, None]:
    """A turn without the patrons."""
    what, _, rest = (yield asked(seat, offers(table, me))).partition(" ")
    match what:
        case "take":
            for name in rest.split(" + "):
                table.moved(me, DYES.index(name), 1)
        case "fill":
            table.moved(me, DYES.index(rest), 2)
        case "order":
            me.ordered.append(taken(table.stock, (yield asked(NATURE, map(str, table.stock)))))
        case "pour_away":
            for dye in range(4):
                table.moved(me, dye, -me.pots[dye])
        case _:
            cloth = taken(table.market if what == "dye" else me.ordered, rest)
            for dye, due in enumerate(me.due(cloth)):
                table.moved(me, dye, -due)
            me.made.append(cloth)
            me.points += cloth.worth
    while sum(me.pots) > most:
        name = (yield asked(seat, [f"d {DYES[dye]}" for dye in range(4) if me.pots[dye]])).removeprefix("d ")
        table.moved(me, DYES.index(name), -1)
    if len(table.market) < 5 and table.stock:
        yield from table.dealt()


def dyers(players: int, goal: int, most: int) -> Play:
    """The whole game."""
    table, seats = Table([players + 2] * 4), [Dyer() for _ in range(players)]
    for _ in range(5):
        yield from table.dealt()
    for me in seats:
        me.ordered.append(taken(table.stock, (yield asked(NATURE, map(str, table.stock)))))
    for _ in range(40):
        for seat, me in enumerate(seats):
            yield from turn(table, seat, me, most)
            has = [me.owned(dye) for dye in range(4)]
            come = [name for name in table.patrons if all(n >= want for n, want in zip(has, digits(PATRONS[name]), strict=True))]
            if come:
                name = (yield asked(seat, [f"welcome {name}" for name in come])).removeprefix("welcome ")
                table.patrons.remove(name)
                me.points += 3
        if max(me.points for me in seats) >= goal:
            break
    ranks = [(-me.points, len(me.made)) for me in seats]
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == min(ranks))
    return Ending(tuple(me.points for me in seats), winners)


@pytest.mark.parametrize("numbers", seeds(3, 200))
def test_dyers_is_played_as_written_in_python(numbers: range) -> None:
    all_hold(check_dyers, numbers)


def check_dyers(seed: int) -> None:
    players, goal, most = 2 + seed % 3, (10, 6, 20)[seed % 3], (10, 4, 15, 7)[seed % 4]
    check(Setting("dyers", "", players, dialled(goal=goal, most_pigments=most)), dyers(players, goal, most), drawn(seed))
