"""Northern Rails against the same game written in plain Python, as in `test_cards.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from math import comb

import pytest

from rulerun.interpreter import NATURE

from ..support.battery import Setting, drawn, seeds
from .test_cards import Asked, Play, best, check

COLOURS = ("red", "green", "blue", "black", "white")
CARDS = (*COLOURS, "joker")
ROUTES = {
    line.split()[0]: (frozenset(line.split()[1:3]), int(line.split()[3]), line.split()[4])
    for line in """
    R1 oslo riga 3 red
    R2 riga minsk 2 any
    R3 minsk kiev 3 green
    R4 oslo kiel 2 blue
    R5 riga lodz 4 any
    R6 minsk lviv 2 white
    R7 kiev odessa 3 any
    R8 kiel lodz 3 black
    R9 lodz lviv 2 red
    R10 lviv odessa 4 blue
    R11 kiel bonn 2 green
    R12 lodz graz 3 white
    R13 lviv pecs 3 black
    R14 odessa sofia 2 red
    R15 bonn graz 4 any
    R16 graz pecs 2 green
    R17 pecs sofia 5 white
    """.strip().splitlines()
}
TOWNS = frozenset(town for ends, _, _ in ROUTES.values() for town in ends)
TICKETS = [
    "oslo-sofia 13",
    "kiel-kiev 10",
    "bonn-minsk 10",
    "riga-pecs 9",
    "graz-kiev 10",
    "oslo-lviv 7",
    "bonn-odessa 12",
    "kiel-pecs 8",
    "riga-sofia 11",
    "lodz-odessa 6",
    "oslo-graz 8",
    "minsk-sofia 8",
]
PAID = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10}

Step = Generator[Asked, str, None]


class Rails:
    """The game, as one would play it at a table."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.stock, self.open, self.used = Counter(dict.fromkeys(CARDS, 9)), Counter[str](), Counter[str]()
        self.hands = [Counter[str]() for _ in range(players)]
        self.office, self.returned = list(TICKETS), list[str]()
        self.tickets = [list[str]() for _ in range(players)]
        self.owner = dict[str, int]()
        self.wagons = [{2: 22, 3: 15, 4: 11}[players]] * players
        self.points = [0] * players

    def drawn(self, goal: Counter[str]) -> Step:
        """A card of the stock, for which the used ones are shuffled where it is empty."""
        if not self.stock.total():
            self.stock, self.used = self.used, Counter()
        card = yield Asked(NATURE, {card: self.stock[card] for card in CARDS if self.stock[card]})
        self.stock[card] -= 1
        goal[card] += 1

    def some_left(self) -> bool:
        return self.stock.total() + self.used.total() > 0

    def taken(self, seat: int, card: str) -> Step:
        self.open[card] -= 1
        self.hands[seat][card] += 1
        if self.some_left():
            yield from self.drawn(self.open)

    def on_the_table(self, cards: tuple[str, ...]) -> dict[str, int]:
        offer = {f"take {card}": self.open[card] for card in cards if self.open[card]}
        return {**offer, "draw blind": 1} if self.some_left() else offer

    def another(self, seat: int) -> Step:
        if offer := self.on_the_table(COLOURS):
            answer = yield Asked(seat, offer)
            if answer == "draw blind":
                yield from self.drawn(self.hands[seat])
            else:
                yield from self.taken(seat, answer.removeprefix("take "))

    def routes_for(self, seat: int) -> dict[str, int]:
        """Every way to pay for a free route."""
        hand, found = self.hands[seat], {}
        for route, (_, length, wanted) in ROUTES.items():
            if route not in self.owner and length <= self.wagons[seat]:
                for colour in COLOURS if wanted == "any" else (wanted,):
                    for jokers in range(length + 1):
                        if jokers <= hand["joker"] and length - jokers <= hand[colour]:
                            found[f"lay {route} {colour} {jokers}"] = 1
        return found

    def look_at_tickets(self, seat: int, least: int) -> Step:
        """Three tickets, of which from *least* on any are kept; the others go under all others, in their printed order."""
        shown: list[str] = []
        for _ in range(3):
            ticket = yield Asked(NATURE, dict.fromkeys(self.office or self.returned[:1], 1))
            (self.office or self.returned).remove(ticket)
            shown.append(ticket)
        shown.sort(key=TICKETS.index)
        at = kept = 0
        while kept < 3:
            offer = {}
            for place in range(at, 3):
                behind = 2 - place
                ways = sum(comb(behind, more) for more in range(max(0, least - kept - 1), 3 - kept))
                if ways:
                    offer[f"card {shown[place]}"] = ways
            if kept >= least:
                offer["no more"] = 1
            answer = yield Asked(seat, offer)
            if answer == "no more":
                break
            at = shown.index(answer.removeprefix("card ")) + 1
            self.tickets[seat].append(answer.removeprefix("card "))
            kept += 1
        self.returned += [ticket for ticket in shown if ticket not in self.tickets[seat]]

    def turn(self, me: int) -> Step:
        offer = {**self.on_the_table(CARDS), **self.routes_for(me)}
        if len(self.office) + len(self.returned) >= 3:
            offer["get tickets"] = 1
        what, *which = (yield Asked(me, offer or {"pass": 1})).split()
        if what == "take":
            yield from self.taken(me, which[0])
            if which[0] != "joker":
                yield from self.another(me)
        elif what == "draw":
            yield from self.drawn(self.hands[me])
            yield from self.another(me)
        elif what == "get":
            yield from self.look_at_tickets(me, 1)
        elif what == "lay":
            route, colour, jokers = which
            length = ROUTES[route][1]
            spent = Counter({"joker": int(jokers), colour: length - int(jokers)})
            self.hands[me] -= spent
            self.used += spent
            self.owner[route] = me
            self.wagons[me] -= length
            self.points[me] += PAID[length]

    def longest(self, seat: int) -> int:
        """The length of the longest line, found by growing all lines route by route."""
        own = {route for route, owner in self.owner.items() if owner == seat}
        lines = {(town, frozenset[str]()) for town in TOWNS}
        seen = set(lines)
        while lines:
            longer = set()
            for town, ridden in lines:
                for route in own - ridden:
                    if town in ROUTES[route][0]:
                        (there,) = ROUTES[route][0] - {town}
                        longer.add((there, ridden | {route}))
            lines = longer - seen
            seen |= lines
        return max(sum(ROUTES[route][1] for route in ridden) for _, ridden in seen)

    def joined(self, seat: int, ticket: str) -> bool:
        start, goal = ticket.split()[0].split("-")
        net, grown = {start}, True
        while grown:
            more = {
                town
                for route, owner in self.owner.items()
                if owner == seat and ROUTES[route][0] & net
                for town in ROUTES[route][0]
            }
            grown = not more <= net
            net |= more
        return goal in net

    def play(self) -> Play:
        for seat in range(self.players):
            for _ in range(4):
                yield from self.drawn(self.hands[seat])
        for _ in range(5):
            yield from self.drawn(self.open)
        for seat in range(self.players):
            yield from self.look_at_tickets(seat, 2)
        me = 0
        while True:
            yield from self.turn(me)
            if self.wagons[me] <= 2:
                break
            me = (me + 1) % self.players
        for step in range(1, self.players + 1):
            yield from self.turn((me + step) % self.players)
        lines = [self.longest(seat) for seat in range(self.players)]
        for seat in range(self.players):
            for ticket in self.tickets[seat]:
                worth = int(ticket.split()[1])
                self.points[seat] += worth if self.joined(seat, ticket) else -worth
            if lines[seat] == max(lines):
                self.points[seat] += 10
        return best(self.points)


@pytest.mark.parametrize("games", seeds(3, 200))
def test_northern_rails_is_played_as_written_in_python(games: range) -> None:
    for seed in games:
        players = 2 + seed % 3
        check(Setting("rails", "", players), Rails(players).play(), drawn(seed))
