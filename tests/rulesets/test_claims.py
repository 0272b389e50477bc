"""Games of claims and of hidden roles against the same games written in plain Python, as in `test_cards.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from math import comb

import pytest

from rulerun.interpreter import NATURE

from ..support.battery import Setting, drawn, seeds
from .test_cards import Asked, Ending, Play, asked, check

COURT = ("steward", "raider", "knife", "envoy", "lady")
NAMES = ("Anne", "Ben", "Chris", "Dana", "Emma", "Felix")


class Palace:
    """Palace of Whispers, written as one would play it at a table."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.stock = Counter(dict.fromkeys(COURT, 3))
        self.hands = [Counter[str]() for _ in range(players)]
        self.lost = [0] * players
        self.coins = [2] * players

    def alive(self, seat: int) -> bool:
        return self.hands[seat].total() > 0

    def over(self) -> bool:
        return sum(map(self.alive, range(self.players))) <= 1

    def others(self, seat: int) -> list[int]:
        """All others who are in, in the order of the table from the next one on, as it is now."""
        around = [(seat + step) % self.players for step in range(1, self.players)]
        return [each for each in around if self.alive(each)]

    def names(self, seats: list[int]) -> list[str]:
        return [NAMES[seat] for seat in sorted(seats)]

    def held(self, seat: int) -> list[str]:
        return [each for each in COURT if self.hands[seat][each]]

    def cards(self, seat: int, what: str) -> dict[str, int]:
        """An option for each courtier in hand, which weighs as much as there are of it."""
        return {f"{what} {each}": self.hands[seat][each] for each in self.held(seat)}

    def draw(self, seat: int) -> Generator[Asked, str, None]:
        card = yield Asked(NATURE, {each: self.stock[each] for each in COURT if self.stock[each]})
        self.stock[card] -= 1
        self.hands[seat][card] += 1

    def lose(self, seat: int) -> Generator[Asked, str, None]:
        if self.alive(seat):
            answer = yield Asked(seat, self.cards(seat, "card"))
            self.hands[seat][answer.removeprefix("card ")] -= 1
            self.lost[seat] += 1

    def claim(self, seat: int, role: str) -> Generator[Asked, str, bool]:
        for other in self.others(seat):
            if (yield asked(other, ["doubt", "pass"])) == "pass":
                continue
            shows = {f"show {role}": self.hands[seat][role]} if self.hands[seat][role] else {}
            answer = yield Asked(seat, {**shows, **self.cards(seat, "give up")})
            if answer in shows:
                self.hands[seat][role] -= 1
                self.stock[role] += 1
                yield from self.draw(seat)
                yield from self.lose(other)
                return True
            self.hands[seat][answer.removeprefix("give up ")] -= 1
            self.lost[seat] += 1
            return False
        return True

    def strike(self, me: int, victim: int, role: str, blockers: list[str]) -> Generator[Asked, str, bool]:
        if not (yield from self.claim(me, role)) or not self.alive(victim):
            return False
        answer = yield asked(victim, [*(f"block as {each}" for each in blockers), "pass"])
        if answer != "pass" and (yield from self.claim(victim, answer.removeprefix("block as "))):
            return False
        return self.alive(victim)

    def blocked(self, me: int) -> Generator[Asked, str, bool]:
        for other in self.others(me):
            if (yield asked(other, ["block", "pass"])) == "block":
                return (yield from self.claim(other, "steward"))
        return False

    def change(self, me: int) -> Generator[Asked, str, None]:
        """Two cards are drawn and two put back, chosen in the order of the court; every two copies are equally likely."""
        yield from self.draw(me)
        yield from self.draw(me)
        hand, left = Counter(self.hands[me]), self.hands[me].total()
        ways: dict[str, int] = {}
        for role in self.held(me):
            left -= hand[role]
            ways[role] = comb(hand[role], 2) + hand[role] * left
        first = (yield Asked(me, {f"card {role}": many for role, many in ways.items() if many})).removeprefix("card ")
        behind = [role for role in self.held(me) if COURT.index(role) > COURT.index(first)]
        pairs = {f"card {role}": hand[first] * hand[role] for role in behind}
        if hand[first] > 1:
            pairs = {f"card {first}": comb(hand[first], 2), **pairs}
        second = (yield Asked(me, pairs)).removeprefix("card ")
        for role in (first, second):
            self.hands[me][role] -= 1
            self.stock[role] += 1

    def turn(self, me: int) -> Generator[Asked, str, None]:
        victims = self.names([each for each in range(self.players) if each != me and self.alive(each)])
        offer = [f"banish {each}" for each in victims] if self.coins[me] >= 7 else []
        if self.coins[me] < 10:
            offer += ["take income", "collect", "tax", *(f"rob {each}" for each in victims)]
            offer += [f"stab {each}" for each in victims] if self.coins[me] >= 3 else []
            offer += ["change cards"]
        answer = yield asked(me, offer)
        what, _, name = answer.rpartition(" ")
        victim = NAMES.index(name) if name in NAMES else me
        match what.partition(" ")[0] or name:
            case "banish":
                self.coins[me] -= 7
                yield from self.lose(victim)
            case "take":
                self.coins[me] += 1
            case "collect":
                if not (yield from self.blocked(me)):
                    self.coins[me] += 2
            case "tax":
                if (yield from self.claim(me, "steward")):
                    self.coins[me] += 3
            case "rob":
                if (yield from self.strike(me, victim, "raider", ["raider", "envoy"])):
                    booty = min(2, self.coins[victim])
                    self.coins[victim] -= booty
                    self.coins[me] += booty
            case "stab":
                self.coins[me] -= 3
                if (yield from self.strike(me, victim, "knife", ["lady"])):
                    yield from self.lose(victim)
            case "change":
                if (yield from self.claim(me, "envoy")):
                    yield from self.change(me)

    def play(self) -> Play:
        for seat in range(self.players):
            yield from self.draw(seat)
            yield from self.draw(seat)
        while not self.over():
            for seat in range(self.players):
                if self.alive(seat) and not self.over():
                    yield from self.turn(seat)
        return Ending((None,) * self.players, tuple(filter(self.alive, range(self.players))))


@pytest.mark.parametrize("games", seeds(8, 200))
def test_the_palace_is_played_as_written_in_python(games: range) -> None:
    for seed in games:
        players = 2 + seed % 5
        check(Setting("palace", "", players, ()), Palace(players).play(), drawn(seed))
