"""Guildhall against the same game written in plain Python, as in `test_cards.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from math import comb

import pytest

from rulerun.interpreter import NATURE

from ..support.battery import Setting, drawn, seeds
from .test_cards import Asked, Ending, Play, check

TABLE = """
    penny treasure 0 0 0 0 1 0
    crown treasure 3 0 0 0 2 0
    bar treasure 6 0 0 0 3 0
    cottage land 2 0 0 0 0 1
    farm land 5 0 0 0 0 3
    manor land 8 0 0 0 0 6
    weed land 0 0 0 0 0 -1
    hamlet action 3 1 2 0 0 0
    forge action 4 3 0 0 0 0
    fair action 5 1 1 1 1 0
    reeve attack 4 0 0 0 2 0
    priory action 2 0 0 0 0 0
    mason action 3 0 0 0 0 0
    gate reaction 2 2 0 0 0 0
    attic action 2 0 1 0 0 0
    hag attack 5 2 0 0 0 0
    builder action 4 0 0 0 0 0
    echo action 4 0 0 0 0 0
    scholar action 5 0 0 0 0 0
    digger action 3 1 0 0 0 0
"""
SORT: dict[str, str] = {}
PRINT: dict[str, tuple[int, ...]] = {}
for name, sort, *numbers in map(str.split, TABLE.strip().splitlines()):
    SORT[name], PRINT[name] = sort, tuple(map(int, numbers))
CRAFTS = tuple(SORT)
PLAYED = ("action", "attack", "reaction")

Step = Generator[Asked, str, None]


def cost(card: str) -> int:
    return PRINT[card][0]


def each(what: str, cards: Counter[str], among: Iterable[str] = CRAFTS) -> dict[str, int]:
    """An option for each card, which weighs as much as there are of it."""
    return {f"{what} {card}": cards[card] for card in among if cards[card]}


class Guildhall:
    """The game, as one would play it at a table."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.supply = Counter(dict.fromkeys(CRAFTS, 10))
        self.supply.update(penny=30, crown=20, bar=10, cottage=3 * players - 2, farm=-2, manor=-2, weed=10 * (players - 2))
        self.hands, self.discards, self.stacks, self.played = ([Counter[str]() for _ in range(players)] for _ in range(4))
        self.tops: list[list[str]] = [[] for _ in range(players)]
        self.turns = [0] * players
        self.actions = self.buys = self.coins = 0

    def left(self, seat: int) -> int:
        """How many cards the seat can still draw."""
        return self.stacks[seat].total() + len(self.tops[seat]) + self.discards[seat].total()

    def draw(self, seat: int) -> Generator[Asked, str, str]:
        if self.tops[seat]:
            card = yield Asked(NATURE, {self.tops[seat][-1]: 1})
            self.tops[seat].pop()
        else:
            if not self.stacks[seat].total():
                self.stacks[seat], self.discards[seat] = self.discards[seat], Counter()
            card = yield Asked(NATURE, {card: self.stacks[seat][card] for card in CRAFTS if self.stacks[seat][card]})
            self.stacks[seat][card] -= 1
        self.hands[seat][card] += 1
        return card

    def deal(self, seat: int, most: int) -> Step:
        for _ in range(min(most, self.left(seat))):
            yield from self.draw(seat)

    def over(self) -> bool:
        return not self.supply["manor"] or sum(not self.supply[card] for card in CRAFTS) >= 3

    def land(self, seat: int) -> int:
        own = self.hands[seat] + self.stacks[seat] + self.discards[seat] + self.played[seat] + Counter(self.tops[seat])
        return sum(PRINT[card][5] * many for card, many in own.items())

    def lay_down(self, seat: int, least: int, most: int, goal: Counter[str], what: str = "card") -> Step:
        """From the least number of cards to the most are chosen in the order of the deck; every set of them is equally likely."""
        hand, last, taken = Counter(self.hands[seat]), "", 0
        for done in range(most):
            offer: dict[str, int] = {}
            for at, card in enumerate(CRAFTS):
                behind = sum(hand[other] for other in CRAFTS[at + 1 :])
                if last and at < CRAFTS.index(last):
                    continue
                had = taken if card == last else 0
                ways = sum(
                    comb(hand[card], j) * comb(behind, missing - (j - had))
                    for missing in range(max(1, least - done), most - done + 1)
                    for j in range(had + 1, had + missing + 1)
                )
                offer[f"{what} {card}"] = ways * (comb(hand[last], taken) if last and card != last else 1)
            if done >= least and least < most:
                offer["no more"] = comb(hand[last], taken)
            card = (yield Asked(seat, {option: ways for option, ways in offer.items() if ways})).removeprefix(f"{what} ")
            if card == "no more":
                return
            last, taken = card, taken + 1 if card == last else 1
            self.hands[seat][card] -= 1
            goal[card] += 1

    def may(self, seat: int, offer: dict[str, int], what: str) -> Generator[Asked, str, str]:
        """The card with which the seat does something, "" where it passes."""
        answer = yield Asked(seat, {**offer, "pass": 1})
        return "" if answer == "pass" else answer.removeprefix(what).strip()

    def gain(self, seat: int, most: int) -> Step:
        offer = each("gain", self.supply, [card for card in CRAFTS if cost(card) <= most])
        if offer:
            card = (yield Asked(seat, offer)).removeprefix("gain ")
            self.supply[card] -= 1
            self.discards[seat][card] += 1

    def perform(self, me: int, card: str) -> Step:
        _, cards, actions, buys, coins, _ = PRINT[card]
        yield from self.deal(me, cards)
        self.actions += actions
        self.buys += buys
        self.coins += coins
        effect = getattr(self, f"play_{card}", None)
        if effect is not None:
            yield from effect(me)
        if SORT[card] == "attack":
            for step in range(1, self.players):
                other = (me + step) % self.players
                shown = yield from self.may(other, each("show", self.hands[other], ["gate"]), "show")
                if not shown and card == "reeve":
                    many = max(0, self.hands[other].total() - 3)
                    yield from self.lay_down(other, many, many, self.discards[other])
                elif not shown and self.supply["weed"]:
                    self.supply["weed"] -= 1
                    self.discards[other]["weed"] += 1

    def play_priory(self, me: int) -> Step:
        yield from self.lay_down(me, 0, min(4, self.hands[me].total()), Counter(), "c")

    def play_mason(self, me: int) -> Step:
        yield from self.gain(me, 4)

    def play_attic(self, me: int) -> Step:
        before = self.hands[me].total()
        yield from self.lay_down(me, 0, before, self.discards[me])
        yield from self.deal(me, before - self.hands[me].total())

    def play_builder(self, me: int) -> Step:
        card = yield from self.may(me, each("rebuild", self.hands[me]), "rebuild")
        if card:
            self.hands[me][card] -= 1
            yield from self.gain(me, cost(card) + 2)

    def play_echo(self, me: int) -> Step:
        offer = each("repeat action", self.hands[me], [card for card in CRAFTS if SORT[card] in PLAYED])
        card = yield from self.may(me, offer, "repeat action")
        if card:
            self.hands[me][card] -= 1
            self.played[me][card] += 1
            yield from self.perform(me, card)
            yield from self.perform(me, card)

    def play_scholar(self, me: int) -> Step:
        aside = Counter[str]()
        while self.hands[me].total() < 7 and self.left(me):
            card = yield from self.draw(me)
            answer = yield Asked(me, {"lay it aside": 1, "pass": 1} if SORT[card] in PLAYED else {"pass": 1})
            if answer != "pass":
                self.hands[me][card] -= 1
                aside[card] += 1
        self.discards[me] += aside

    def play_digger(self, me: int) -> Step:
        card = yield from self.may(me, each("take", self.discards[me]), "take")
        if card:
            self.discards[me][card] -= 1
            self.tops[me].append(card)

    def turn(self, me: int) -> Step:
        self.turns[me] += 1
        self.actions, self.buys, self.coins = 1, 1, 0
        while self.actions:
            offer = each("play", self.hands[me], [card for card in CRAFTS if SORT[card] in PLAYED])
            card = yield from self.may(me, offer, "play")
            if not card:
                break
            self.actions -= 1
            self.hands[me][card] -= 1
            self.played[me][card] += 1
            yield from self.perform(me, card)
        self.coins += sum(PRINT[card][4] * many for card, many in self.hands[me].items() if SORT[card] == "treasure")
        while self.buys:
            offer = each("buy", self.supply, [card for card in CRAFTS if cost(card) <= self.coins])
            card = yield from self.may(me, offer, "buy")
            if not card:
                break
            self.coins -= cost(card)
            self.buys -= 1
            self.supply[card] -= 1
            self.discards[me][card] += 1
        self.discards[me] += self.played[me] + self.hands[me]
        self.played[me], self.hands[me] = Counter(), Counter()
        yield from self.deal(me, 5)

    def play(self) -> Play:
        for seat in range(self.players):
            self.supply.subtract(penny=7, cottage=3)
            self.discards[seat].update(penny=7, cottage=3)
            yield from self.deal(seat, 5)
        for me in [*range(self.players)] * 40:
            yield from self.turn(me)
            if self.over():
                break
        ranks = [(self.land(seat), -self.turns[seat]) for seat in range(self.players)]
        return Ending((None,) * self.players, tuple(seat for seat in range(self.players) if ranks[seat] == max(ranks)))


@pytest.mark.parametrize("games", seeds(3, 200))
def test_guildhall_is_played_as_written_in_python(games: range) -> None:
    for seed in games:
        players = 2 + seed % 3
        check(Setting("guildhall", "", players), Guildhall(players).play(), drawn(seed))
