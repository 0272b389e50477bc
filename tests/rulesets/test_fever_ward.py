"""Fever Ward against the same game written in plain Python, as in `test_cards.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from itertools import combinations

import pytest

from rulerun.interpreter import NATURE

from ..support.battery import Setting, drawn, seeds
from .test_cards import Asked, Ending, Play, asked, check

HOMES = {
    "blue": ("oslo", "riga", "kiel", "berlin"),
    "red": ("paris", "basel", "lyon", "turin"),
    "black": ("minsk", "kiev", "prague", "lviv"),
    "yellow": ("vienna", "sofia", "zagreb", "athens"),
}
HOME = {city: strain for strain, cities in HOMES.items() for city in cities}
STRAINS = ("red", "blue", "yellow", "black")
MAP = """
    oslo   riga   minsk   kiev
    kiel   berlin prague  lviv
    paris  basel  vienna  sofia
    lyon   turin  zagreb  athens
"""
CITIES = MAP.split()
STREETS = [(0, 1), (1, 2), (2, 3), (4, 5), (5, 6), (6, 7), (8, 9), (9, 10), (10, 11), (12, 13), (13, 14), (14, 15), (3, 6)]
STREETS += [(at, at + 4) for at in range(12)]
NEAR = {city: [CITIES[b if a == at else a] for a, b in STREETS if at in (a, b)] for at, city in enumerate(CITIES)}
EVENTS = ("quiet_night", "airlift")
EPIDEMICS, OUTBREAKS = 4, 7

Step = Generator[Asked, str, None]


class Over(Exception):
    """The game has ended."""


class Ward:
    """The game, as friends would play it at a table."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.box = Counter(dict.fromkeys(CITIES, 2)) + Counter(EVENTS)
        self.stock: list[str] = []  # the top first
        self.fever_top: list[str] = []  # the top last; beneath it lie the others in no order
        self.fever_below = list(CITIES)
        self.ill: list[str] = []
        self.hands = [Counter[str]() for _ in range(players)]
        self.where = ["prague"] * players
        self.roles: list[str] = []
        self.cubes: Counter[tuple[str, str]] = Counter()
        self.burst: set[str] = set()
        self.outbreaks, self.rate = 0, 1
        self.stations, self.cures = {"prague"}, set[str]()
        self.quiet = False

    # ------------------------------------------------------------------------------------------------------- set-up

    def set_up(self) -> Step:
        for _ in range(self.players):
            left = [f"r {role}" for role in ("medic", "scientist", "runner", "planner", "nurse") if role not in self.roles]
            self.roles.append((yield asked(NATURE, left)).removeprefix("r "))
        for seat in range(self.players):
            for _ in range(6 - self.players):
                self.hands[seat][(yield from self.from_box())] += 1
        for part in range(EPIDEMICS):
            cards = Counter({"epidemic": 1})
            for _ in range(self.box.total() // (EPIDEMICS - part)):
                cards[(yield from self.from_box())] += 1
            while cards.total():
                card = yield Asked(NATURE, dict(+cards))
                cards[card] -= 1
                self.stock.append(card)
        for many in (3, 3, 2, 2, 1, 1):
            city = yield from self.next_ill()
            self.cubes[city, HOME[city]] = many

    def from_box(self) -> Generator[Asked, str, str]:
        card = yield Asked(NATURE, dict(+self.box))
        self.box[card] -= 1
        return card

    # ------------------------------------------------------------------------------------------------------- fever

    def next_ill(self) -> Generator[Asked, str, str]:
        self.refill()
        city = yield asked(NATURE, self.fever_top[-1:] or self.fever_below)
        if self.fever_top:
            self.fever_top.pop()
        else:
            self.fever_below.remove(city)
        self.ill.append(city)
        return city

    def refill(self) -> None:
        if not self.fever_top and not self.fever_below:
            self.fever_below, self.ill = self.ill, []

    def epidemic(self) -> Step:
        self.rate += 1
        self.refill()
        lowest = yield asked(NATURE, self.fever_below or self.fever_top[:1])
        (self.fever_below or self.fever_top).remove(lowest)
        self.ill.append(lowest)
        self.infect(lowest, 3)
        while self.ill:
            city = yield asked(NATURE, self.ill)
            self.ill.remove(city)
            self.fever_top.append(city)

    def infect(self, city: str, times: int) -> None:
        for _ in range(times):
            self.spread(city, HOME[city])
        self.burst = set()

    def spread(self, city: str, strain: str) -> None:
        nurses = [self.where[seat] for seat in range(self.players) if self.roles[seat] == "nurse"]
        if city in self.burst or any(city in (at, *NEAR[at]) for at in nurses):
            return
        if self.cubes[city, strain] < 3:
            self.cubes[city, strain] += 1
        else:
            self.burst.add(city)
            self.outbreaks += 1
            for other in NEAR[city]:
                self.spread(other, strain)
        if self.outbreaks >= OUTBREAKS or sum(many for (_, of), many in self.cubes.items() if of == strain) > 18:
            raise Over

    # ------------------------------------------------------------------------------------------------------- turns

    def play_events(self) -> Step:
        for seat in range(self.players):
            offer = {f"play {event}": 1 for event in EVENTS if self.hands[seat][event]}
            answer = yield Asked(seat, {**offer, "pass": 1})
            event = answer.removeprefix("play ")
            self.hands[seat][event] -= event in EVENTS
            if event == "quiet_night":
                self.quiet = True
            elif event == "airlift":
                lifts = [f"lift {who} {city}" for who in self.names() for city in CITIES if city != self.where[self.seat(who)]]
                _, who, city = (yield asked(seat, lifts)).split()
                self.go(self.seat(who), city)

    def names(self) -> list[str]:
        return ["Anne", "Ben", "Chris", "Dana"][: self.players]

    def seat(self, name: str) -> int:
        return self.names().index(name)

    def go(self, seat: int, city: str) -> None:
        self.where[seat] = city
        if self.roles[seat] == "medic":
            for strain in self.cures:
                self.cubes[city, strain] = 0

    def actions(self, me: int) -> dict[str, int]:
        here, hand, role = self.where[me], self.hands[me], self.roles[me]
        offer = [f"drive to {city}" for city in NEAR[here]]
        if role == "runner":
            offer += [f"drive far to {far}" for near in NEAR[here] for far in NEAR[near] if far != here and far not in NEAR[here]]
        if here in self.stations:
            offer += [f"shuttle to {city}" for city in self.stations if city != here]
        offer += [f"treat {strain}" for strain in STRAINS if self.cubes[here, strain]]
        if here not in self.stations and (role == "planner" or hand[here]):
            offer.append("build")
        offer.append("rest")
        if hand[here]:
            offer += [f"charter to {city}" for city in CITIES if city != here]
        found = dict.fromkeys(offer, 1)
        found |= {f"fly by {city}": hand[city] for city in CITIES if hand[city] and city != here}
        if here in self.stations:
            for strain in set(STRAINS) - self.cures:
                found |= self.cures_of(me, strain)
        for name in self.names():
            if name != self.names()[me] and self.where[self.seat(name)] == here:
                theirs = self.hands[self.seat(name)][here]
                found |= {f"give {here} {name}": hand[here]} if hand[here] else {}
                found |= {f"take {name} {here}": theirs} if theirs else {}
        return found

    def cures_of(self, me: int, strain: str) -> dict[str, int]:
        """Each set of single cards counts once for the option of the set that looks like it."""
        cards = [city for city in CITIES for _ in range(self.hands[me][city]) if HOME[city] == strain]
        sets = combinations(cards, 3 if self.roles[me] == "scientist" else 4)
        return dict(Counter(f"cure {strain} {' + '.join(each)}" for each in sets))

    def act(self, me: int) -> Step:
        answer = yield Asked(me, self.actions(me))
        what, *words = answer.split()
        here, hand = self.where[me], self.hands[me]
        match what:
            case "drive" | "shuttle":
                self.go(me, words[-1])
            case "fly":
                hand[words[-1]] -= 1
                self.go(me, words[-1])
            case "charter":
                hand[here] -= 1
                self.go(me, words[-1])
            case "treat":
                whole = self.roles[me] == "medic" or words[0] in self.cures
                self.cubes[here, words[0]] -= self.cubes[here, words[0]] if whole else 1
            case "cure":
                hand.subtract(word for word in words[1:] if word != "+")
                self.cures.add(words[0])
                if len(self.cures) == 4:
                    raise Over
            case "build":
                hand[here] -= self.roles[me] != "planner"
                self.stations.add(here)
            case "give" | "take":
                other = self.seat(words[1 if what == "give" else 0])
                hand[here] -= 1 if what == "give" else -1
                self.hands[other][here] += 1 if what == "give" else -1

    def draw(self, me: int) -> Step:
        if not self.stock:
            raise Over
        card = yield asked(NATURE, self.stock[:1])
        self.stock.pop(0)
        if card == "epidemic":
            yield from self.epidemic()
        else:
            self.hands[me][card] += 1

    def lay_down(self, me: int) -> Step:
        """Down to seven cards, in the order of the deck; every set of single cards is equally likely."""
        deck = [*CITIES, *EVENTS]
        cards = sorted((+self.hands[me]).elements(), key=deck.index)
        taken: list[str] = []
        for _ in range(len(cards) - 7):
            sets = combinations(range(len(cards)), len(cards) - 7)
            fitting = [set_ for set_ in sets if [cards[at] for at in set_[: len(taken)]] == taken]
            card = (yield Asked(me, dict(Counter(f"k {cards[set_[len(taken)]]}" for set_ in fitting)))).removeprefix("k ")
            taken.append(card)
        self.hands[me].subtract(taken)

    def turn(self, me: int) -> Step:
        yield from self.play_events()
        for _ in range(4):
            yield from self.act(me)
        for _ in range(2):
            yield from self.draw(me)
        yield from self.lay_down(me)
        yield from self.play_events()
        if not self.quiet:
            for _ in range(2 if self.rate <= 3 else 3 if self.rate <= 5 else 4):
                city = yield from self.next_ill()
                self.infect(city, 1)
        self.quiet = False

    def play(self) -> Play:
        try:
            yield from self.set_up()
            while True:
                for me in range(self.players):
                    yield from self.turn(me)
        except Over:
            pass
        return Ending((None,) * self.players, tuple(range(self.players)) if len(self.cures) == 4 else ())


@pytest.mark.parametrize("games", seeds(3, 200))
def test_fever_ward_is_played_as_written_in_python(games: range) -> None:
    for seed in games:
        players = 2 + seed % 3
        check(Setting("fever_ward", "", players), Ward(players).play(), drawn(seed))
