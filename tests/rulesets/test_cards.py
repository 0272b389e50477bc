"""Games of seeds, dice and cards against the same games written in plain Python: both are driven with the same answers.

Each game below is a generator: it yields who is asked and what is on offer (with weights, for chance), is sent the answer,
and returns the scores and the winners. It shares nothing with the engine but the words of the options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable
from itertools import pairwise
from math import comb

import pytest
from attrs import frozen

from rulerun.interpreter import NATURE, actors, advance, decision, initial, is_over, option_text, outcome

from ..support.battery import Choose, Setting, compiled, drawn, game_of, some


@frozen
class Asked:
    """Who is asked, and what is on offer: the options as they are written, with their weights."""

    seat: int
    options: dict[str, int]


@frozen
class Ending:
    """The scores (None for games without) and the winners."""

    scores: tuple[int | None, ...]
    winners: tuple[int, ...]


Play = Generator[Asked, str, Ending]


def asked(seat: int, options: Iterable[str]) -> Asked:
    """The seat and its options, each once."""
    return Asked(seat, dict.fromkeys(options, 1))


def best(scores: list[int]) -> Ending:
    """The highest score wins."""
    return Ending(tuple(scores), tuple(seat for seat, score in enumerate(scores) if score == max(scores)))


def check(setting: Setting, play: Play, choose: Choose) -> int:
    """The engine offers the same all the way and ends the same; how many decisions that took."""
    program = compiled(setting)
    state = initial(game_of(program))
    length = 0
    expected = next(play)
    while True:
        seats = actors(game_of(program), state)
        assert seats[:1] == (expected.seat,)
        now = decision(game_of(program), state, expected.seat)
        offer = {option_text(game_of(program), now, option): option.weight for option in now.options}
        assert offer == expected.options, length
        index = choose(len(now.options))
        state, _ = advance(game_of(program), state, expected.seat, index)
        length += 1
        try:
            expected = play.send(list(offer)[index])
        except StopIteration as end:
            assert is_over(program, state)
            ending: Ending = end.value
            break
    found = outcome(game_of(program), state)
    assert found.scores == ending.scores
    assert found.winners == ending.winners
    return length


# ------------------------------------------------------------------------------------------------------------------ Kalah


@frozen
class Pits:
    """A position: the pits of the first player, its store, the pits of the second, its store; and who is to move."""

    holes: tuple[int, ...]
    seat: int

    @property
    def number(self) -> int:
        """How many pits each player has."""
        return len(self.holes) // 2 - 1

    def side(self, seat: int) -> range:
        """Where the pits of a player are."""
        return range(self.number) if seat == 0 else range(self.number + 1, 2 * self.number + 1)

    def store(self, seat: int) -> int:
        """Where the store of a player is."""
        return self.side(seat)[-1] + 1

    def moves(self) -> list[int]:
        """Which pits can be sown, from 1; none when the game is over."""
        if any(not any(self.holes[at] for at in self.side(seat)) for seat in (0, 1)):
            return []
        return [pit for pit, at in enumerate(self.side(self.seat), start=1) if self.holes[at]]

    def sown(self, pit: int) -> Pits:
        """The position behind a move."""
        holes = list(self.holes)
        way = [at for at in range(len(holes)) if at != self.store(1 - self.seat)]
        begun = way.index(self.side(self.seat)[pit - 1])
        hand, holes[way[begun]] = holes[way[begun]], 0
        for step in range(1, hand + 1):
            holes[way[(begun + step) % len(way)]] += 1
        last = way[(begun + hand) % len(way)]
        facing = 2 * self.number - last
        if last in self.side(self.seat) and holes[last] == 1 and holes[facing]:
            holes[self.store(self.seat)] += 1 + holes[facing]
            holes[last] = holes[facing] = 0
        return Pits(tuple(holes), self.seat if last == self.store(self.seat) else 1 - self.seat)

    def total(self, seat: int) -> int:
        """What a player owns: the store and the seeds on the own side."""
        return self.holes[self.store(seat)] + sum(self.holes[at] for at in self.side(seat))


def laid_out(pits: int, seeds: int) -> Pits:
    """The beginning."""
    return Pits(((seeds,) * pits + (0,)) * 2, 0)


def kalah(pits: int, seeds: int) -> Play:
    """Kalah with the capture that needs a full pit opposite."""
    at = laid_out(pits, seeds)
    while moves := at.moves():
        answer = yield asked(at.seat, [f"pit {pit}" for pit in moves])
        at = at.sown(int(answer.removeprefix("pit ")))
    found = [at.total(0), at.total(1)]
    return Ending(tuple(found), () if found[0] == found[1] else best(found).winners)


def dialled(**dials: int | str) -> tuple[tuple[str, str], ...]:
    """Parameters as a setting has them."""
    return tuple((name, str(value)) for name, value in dials.items())


@pytest.mark.parametrize(("pits", "seeds"), [(6, 4), (6, 6), (4, 3), (1, 2), (10, 1)])
def test_kalah_is_played_as_written_in_python(pits: int, seeds: int) -> None:
    setting = Setting("kalah", "", 2, dialled(pits=pits, seeds=seeds))
    for seed in range(8):
        check(setting, kalah(pits, seeds), drawn(seed))


def ways(at: Pits, depth: int) -> Counter[int]:
    """Histories by how many moves they have, up to *depth*."""
    found = Counter({0: 1})
    if depth:
        for pit in at.moves():
            found.update({length + 1: number for length, number in ways(at.sown(pit), depth - 1).items()})
    return found


@pytest.mark.parametrize("depth", some(4, slow=(6,)))
def test_kalah_has_as_many_histories_at_each_depth(depth: int) -> None:
    program = compiled(Setting("kalah", "", 2))
    frontier = [initial(game_of(program))]
    numbers = {0: 1}
    for length in range(1, depth + 1):
        after = []
        for state in frontier:
            for seat in actors(game_of(program), state):
                after += [
                    advance(game_of(program), state, seat, index)[0]
                    for index in range(len(decision(game_of(program), state, seat).options))
                ]
        frontier = after
        numbers[length] = len(frontier)
    assert numbers == ways(laid_out(6, 4), depth)


# ------------------------------------------------------------------------------------------------------------ liar's dice


def liars_dice(players: int, dice: int, sides: int, wild: int) -> Play:
    """Dice rolled in secret, one round; *wild* is the face that counts as any (0: none)."""
    cups: list[list[int]] = [[] for _ in range(players)]
    for seat in range(players):
        for _ in range(dice):
            answer = yield asked(NATURE, [f"die {face}" for face in range(1, sides + 1)])
            cups[seat].append(int(answer.removeprefix("die ")))
    ladder = [(number, face) for number in range(1, players * dice + 1) for face in range(1, sides + 1)]
    step, seat = -1, 0
    while True:
        offer = [f"bid {number} {face}" for number, face in ladder[step + 1 :]]
        answer = yield asked(seat, offer + ["liar"] * (step >= 0))
        if answer == "liar":
            break
        step, seat = len(ladder) - len(offer) + offer.index(answer), (seat + 1) % players
    number, face = ladder[step]
    true = sum(cup.count(face) + (cup.count(wild) if wild != face else 0) for cup in cups) >= number
    return Ending((None,) * players, ((seat - 1) % players if true else seat,))


@pytest.mark.parametrize(
    ("players", "dice", "sides", "wild"),
    [(2, 1, 6, "highest_face"), (2, 1, 3, "none"), (2, 3, 6, "ones"), (4, 2, 6, "highest_face"), (6, 5, 8, "ones")],
)
def test_liars_dice_is_played_as_written_in_python(players: int, dice: int, sides: int, wild: str) -> None:
    setting = Setting("liars_dice", "", players, dialled(dice=dice, sides=sides, wild=wild))
    face = {"highest_face": sides, "ones": 1, "none": 0}[wild]
    for seed in range(10):
        check(setting, liars_dice(players, dice, sides, face), drawn(seed))


# ---------------------------------------------------------------------------------------------------------------- Go Fish

NAMES = ("Anne", "Ben", "Chris", "Dana", "Emma", "Felix")


class Fishing:
    """The table of Go Fish: hands by rank, the stock by rank, books by seat."""

    def __init__(self, players: int) -> None:
        self.stock = Counter(dict.fromkeys(range(1, 14), 4))
        self.hands: list[Counter[int]] = [Counter() for _ in range(players)]
        self.books = [0] * players

    def draw(self, seat: int) -> Generator[Asked, str, int]:
        """The rank of the card that a seat draws."""
        rank = int((yield Asked(NATURE, {str(rank): number for rank, number in sorted(self.stock.items()) if number})))
        self.stock[rank] -= 1
        self.hands[seat][rank] += 1
        return rank

    def lay(self, seat: int) -> None:
        """Four of a rank leave the hand."""
        full = [rank for rank, number in self.hands[seat].items() if number == 4]
        for rank in full:
            del self.hands[seat][rank]
        self.books[seat] += len(full)

    def turn(self, me: int) -> Generator[Asked, str, bool]:
        """One question; whether the turn goes on."""
        hands = self.hands
        if not hands[me].total() and self.stock.total():
            yield from self.draw(me)
        others = [seat for seat in range(len(hands)) if seat != me and hands[seat].total()]
        ranks = [rank for rank in range(1, 14) if hands[me][rank]]
        if not others or not ranks:
            return False
        answer = yield asked(me, [f"ask {NAMES[other]} {rank}" for other in others for rank in ranks])
        _, name, wanted = answer.split()
        other, rank = NAMES.index(name), int(wanted)
        given = hands[other].pop(rank, 0)
        hands[me][rank] += given
        caught = bool(given) or (self.stock.total() > 0 and (yield from self.draw(me)) == rank)
        self.lay(me)
        return caught


def go_fish(players: int) -> Play:
    """Go Fish, seven cards each for two, five for more."""
    table = Fishing(players)
    for seat in range(players):
        for _ in range(7 if players == 2 else 5):
            yield from table.draw(seat)
    for seat in range(players):
        table.lay(seat)
    me = 0
    while sum(table.books) < 13:
        while (yield from table.turn(me)):
            pass
        me = (me + 1) % players
    return best(table.books)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_go_fish_is_played_as_written_in_python(players: int) -> None:
    for seed in range(5):
        check(Setting("go_fish", "", players), go_fish(players), drawn(seed))


# ----------------------------------------------------------------------------------------------------------- Crazy Eights

SUITS = ("clubs", "diamonds", "hearts", "spades")
SPOTS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
Card = tuple[str, str]


def text(card: Card) -> str:
    """A card as it is written."""
    return f"{card[0]} of {card[1]}"


def drawn_from(stock: list[Card]) -> Generator[Asked, str, Card]:
    """The card that chance takes from the stock."""
    answer = yield asked(NATURE, map(text, stock))
    return stock.pop([text(card) for card in stock].index(answer))


def eights_turn(
    hand: list[Card], me: int, stock: list[Card], discard: list[Card], suit: str, most: int
) -> Generator[Asked, str, str]:
    """One turn; the suit to be followed then, empty for a pass with nothing drawn."""
    drawn_now = 0
    while True:
        fitting = [card for card in hand if card[0] in ("eight", discard[-1][0]) or card[1] == suit]
        can_draw = drawn_now < most and len(stock) + len(discard) > 1
        answer = yield asked(me, [f"play {text(card)}" for card in fitting] or ["draw" if can_draw else "pass"])
        if answer == "pass":
            return suit if drawn_now else ""
        if answer != "draw":
            break
        if not stock:
            stock.extend(discard[:-1])
            del discard[:-1]
        hand.append((yield from drawn_from(stock)))
        drawn_now += 1
    card = next(card for card in hand if f"play {text(card)}" == answer)
    hand.remove(card)
    discard.append(card)
    if card[0] == "eight" and hand:
        named = yield asked(me, [f"name {each}" for each in SUITS])
        return named.removeprefix("name ")
    return card[1]


def eights_deal(players: int, starter: int, most: int) -> Generator[Asked, str, list[int]]:
    """One deal; what the cards left in hand cost."""
    stock = [(rank, suit) for suit in SUITS for rank in SPOTS]
    hands: list[list[Card]] = [[] for _ in range(players)]
    for hand in hands:
        for _ in range(7 if players == 2 else 5):
            hand.append((yield from drawn_from(stock)))
    while True:
        first = yield from drawn_from(stock)
        if first[0] != "eight":
            break
        stock.append(first)
    discard, suit = [first], first[1]
    me, passes = starter, 0
    while all(hands) and passes < players:
        followed = yield from eights_turn(hands[me], me, stock, discard, suit, most)
        suit = followed or suit
        passes = 0 if followed else passes + 1
        me = (me + 1) % players
    return [sum(50 if rank == "eight" else min(10, SPOTS.index(rank) + 1) for rank, _ in hand) for hand in hands]


def crazy_eights(players: int, deals: int, most: int) -> Play:
    """Some deals of Crazy Eights."""
    penalties = [0] * players
    for deal in range(deals):
        costs = yield from eights_deal(players, deal % players, most)
        penalties = [sum(pair) for pair in zip(penalties, costs, strict=True)]
    return Ending(tuple(penalties), tuple(seat for seat in range(players) if penalties[seat] == min(penalties)))


@pytest.mark.parametrize(("players", "deals", "most"), [(2, 1, 52), (3, 2, 52), (4, 1, 0), (5, 1, 2), (5, 2, 52)])
def test_crazy_eights_is_played_as_written_in_python(players: int, deals: int, most: int) -> None:
    setting = Setting("crazy_eights", "", players, dialled(deals=deals, most_drawn=most))
    for seed in range(6):
        check(setting, crazy_eights(players, deals, most), drawn(seed))


# ----------------------------------------------------------------------------------------------------------------- Hearts

COLOURS = ("clubs", "diamonds", "spades", "hearts")
RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
TWO, QUEEN = ("two", "clubs"), ("queen", "spades")


def cost(card: Card) -> int:
    """The penalty points on a card."""
    return 13 if card == QUEEN else int(card[1] == "hearts")


def playable(hand: list[Card], led: str, first: bool, broken: bool) -> list[Card]:
    """Which cards may be played: *led* is empty for who leads, *first* is the first trick."""
    if first and not led:
        return [TWO]
    if led:
        follow = [card for card in hand if card[1] == led]
        clean = [card for card in hand if not cost(card)] if first else []
        return follow or clean or hand
    return hand if broken else [card for card in hand if card[1] != "hearts"] or hand


def passed(hands: list[list[Card]], distance: int) -> Generator[Asked, str, None]:
    """Three cards each go so many seats to the left, named in the order of the deck; every three are equally likely."""
    given: list[list[Card]] = []
    for seat, dealt in enumerate(hands):
        hand = sorted(dealt, key=lambda card: (COLOURS.index(card[1]), RANKS.index(card[0])))
        picked: list[Card] = []
        for missing in (3, 2, 1):
            begin = hand.index(picked[-1]) + 1 if picked else 0
            offer = hand[begin : len(hand) - missing + 1]
            behind = {f"card {text(card)}": len(hand) - hand.index(card) - 1 for card in offer}
            answer = yield Asked(seat, {option: comb(more, missing - 1) for option, more in behind.items()})
            picked.append(next(card for card in offer if f"card {text(card)}" == answer))
        given.append(picked)
    for seat, cards in enumerate(given):
        hands[seat] = [card for card in hands[seat] if card not in cards]
        hands[(seat + distance) % 4] = hands[(seat + distance) % 4] + cards


def hearts_deal(distance: int, queen_breaks: bool) -> Generator[Asked, str, list[int]]:
    """One deal; the points of each seat."""
    stock = [(rank, suit) for suit in COLOURS for rank in RANKS]
    hands: list[list[Card]] = [[], [], [], []]
    for hand in hands:
        for _ in range(13):
            hand.append((yield from drawn_from(stock)))
    if distance:
        yield from passed(hands, distance)
    leader, broken, points = next(seat for seat in range(4) if TWO in hands[seat]), False, [0] * 4
    for trick in range(13):
        table: list[tuple[int, Card]] = []
        for seat in (leader, leader + 1, leader + 2, leader + 3):
            offer = playable(hands[seat % 4], table[0][1][1] if table else "", trick == 0, broken)
            answer = yield asked(seat % 4, [f"play {text(card)}" for card in offer])
            card = next(card for card in offer if f"play {text(card)}" == answer)
            hands[seat % 4].remove(card)
            table.append((seat % 4, card))
            broken = broken or card[1] == "hearts" or (queen_breaks and card == QUEEN)
        followed = [(RANKS.index(card[0]), seat) for seat, card in table if card[1] == table[0][1][1]]
        leader = max(followed)[1]
        points[leader] += sum(cost(card) for _, card in table)
    assert sum(points) == 26
    return [26 - each for each in points] if 26 in points else points


def hearts(target: int, passing: bool, queen_breaks: bool) -> Play:
    """Hearts until somebody has so many points."""
    points, deal = [0] * 4, 0
    while max(points) < target:
        distance = (1, 3, 2, 0)[deal % 4] if passing else 0
        more = yield from hearts_deal(distance, queen_breaks)
        points = [sum(pair) for pair in zip(points, more, strict=True)]
        deal += 1
    return Ending(tuple(points), tuple(seat for seat in range(4) if points[seat] == min(points)))


@pytest.mark.parametrize(
    ("target", "passing", "queen"), [(1, "rotates", "no"), (30, "rotates", "yes"), (60, "rotates", "no"), (20, "none", "yes")]
)
def test_hearts_is_played_as_written_in_python(target: int, passing: str, queen: str) -> None:
    setting = Setting("hearts", "", 4, dialled(target=target, passing=passing, queen_breaks=queen))
    for seed in range(2):
        check(setting, hearts(target, passing == "rotates", queen == "yes"), drawn(seed))


# ------------------------------------------------------------------------------------------------------------------ Meadow

FLOWERS = Counter({"daisy 1": 6, "daisy 2": 6, "daisy 3": 6, "poppy": 14, "clover": 14, "bee": 12})


def grown(meadow: Counter[str], most_bees: int) -> int:
    """What one meadow is worth, where somebody has that many bees."""
    petals = meadow["daisy 1"] + 2 * meadow["daisy 2"] + 3 * meadow["daisy 3"]
    return petals + meadow["poppy"] // 2 * 5 + meadow["clover"] // 3 * 10 + (6 if 0 < most_bees == meadow["bee"] else 0)


def meadow(players: int, seasons: int) -> Play:
    """Seasons of eight cards, one of which everybody takes at the same time before the hands go on."""
    points = [0] * players
    for season in range(1, seasons + 1):
        stock, hands = Counter(FLOWERS), [Counter[str]() for _ in range(players)]
        for hand in hands:
            for _ in range(8):
                flower = yield Asked(NATURE, dict(+stock))
                stock[flower] -= 1
                hand[flower] += 1
        meadows = [Counter[str]() for _ in range(players)]
        for _ in range(8):
            for seat, hand in enumerate(hands):
                answer = yield Asked(seat, {f"card {flower}": count for flower, count in (+hand).items()})
                hand[answer.removeprefix("card ")] -= 1
                meadows[seat][answer.removeprefix("card ")] += 1
            hands = [hands[-1], *hands[:-1]] if season % 2 else [*hands[1:], hands[0]]
        bees = max(each["bee"] for each in meadows)
        points = [mine + grown(each, bees) for mine, each in zip(points, meadows, strict=True)]
    return best(points)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_meadow_is_played_as_written_in_python(players: int) -> None:
    for seed in range(5):
        check(Setting("meadow", "", players), meadow(players, 3), drawn(seed))


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_hundred_meadows_are_played_as_written_in_python(players: int) -> None:
    for seed in range(5, 205):
        check(Setting("meadow", "", players, dialled(seasons=2)), meadow(players, 2), drawn(seed))


KING = 10


def cuckoo(players: int, lives: int) -> Play:
    """Deals of one card each, until no more than one is left; who has a king does not change, and the dealer changes last."""
    left, dealer = [lives] * players, 0
    while sum(life > 0 for life in left) > 1:
        stock, hand = Counter({str(rank): 4 for rank in range(1, KING + 1)}), dict[int, int]()
        for seat in range(players):
            if left[seat]:
                card = yield Asked(NATURE, dict(+stock))
                stock[card] -= 1
                hand[seat] = int(card)
        round_ = [seat % players for seat in range(dealer + 1, dealer + 1 + players) if left[seat % players]]
        for seat, other in pairwise(round_):
            answer = yield asked(seat, ["keep", "change"])
            if answer == "change" and hand[other] != KING:
                hand[seat], hand[other] = hand[other], hand[seat]
        answer = yield asked(dealer, ["keep", "change"])
        if answer == "change":
            card = int((yield Asked(NATURE, dict(+stock))))
            hand[dealer] = hand[dealer] if card == KING else card
        for seat, card in hand.items():
            left[seat] -= card == min(hand.values())
        dealer = next((seat for seat in (*range(dealer + 1, players), *range(dealer + 1)) if left[seat]), 0)
    return Ending((None,) * players, tuple(seat for seat in range(players) if left[seat]))


@pytest.mark.parametrize(("players", "lives"), [(3, 3), (4, 1), (5, 2), (8, 3)])
def test_cuckoo_is_played_as_written_in_python(players: int, lives: int) -> None:
    for seed in range(10):
        check(Setting("cuckoo", "", players, dialled(lives=lives)), cuckoo(players, lives), drawn(seed))


ITALIAN = ("coins", "cups", "swords", "clubs")
WORTH = {"two": 0, "four": 0, "five": 0, "six": 0, "seven": 0, "jack": 2, "knight": 3, "king": 4, "three": 10, "ace": 11}


def briscola(players: int) -> Play:
    """Whoever plays the highest trump, or else the highest card of the first one's suit, takes all, draws first, and leads."""
    stock = Counter({f"{rank} of {suit}": 1 for suit in ITALIAN for rank in WORTH})
    hands: list[list[str]] = [[] for _ in range(players)]
    for seat in [*range(players)] * 3:
        card = yield Asked(NATURE, dict(+stock))
        stock[card] -= 1
        hands[seat].append(card)
    last = yield Asked(NATURE, dict(+stock))
    stock[last] -= 1
    trump, leader, points = last.split()[-1], 0, [0] * players
    while any(hands):
        order, played = [(leader + step) % players for step in range(players)], {}
        for seat in order:
            played[seat] = yield asked(seat, (f"card {each}" for each in hands[seat]))
            played[seat] = played[seat].removeprefix("card ")
            hands[seat].remove(played[seat])
        suits = {card.split()[-1] for card in played.values()}
        ruling = trump if trump in suits else played[leader].split()[-1]
        leader = max(
            (seat for seat in order if played[seat].endswith(ruling)), key=lambda seat: [*WORTH].index(played[seat].split()[0])
        )
        for seat in (leader, *([(leader + 2) % 4] if players == 4 else [])):
            points[seat] += sum(WORTH[card.split()[0]] for card in played.values())
        for seat in [(leader + step) % players for step in range(players)]:
            if +stock:
                card = yield Asked(NATURE, dict(+stock))
                stock[card] -= 1
                hands[seat].append(card)
            elif last:
                hands[seat].append((yield Asked(NATURE, {last: 1})))
                last = ""
    return best(points)


@pytest.mark.parametrize("players", [2, 4])
def test_briscola_is_played_as_written_in_python(players: int) -> None:
    for seed in range(10):
        check(Setting("briscola", "", players), briscola(players), drawn(seed))


MANY: dict[str, tuple[Setting, Callable[[], Play]]] = {
    "kalah": (Setting("kalah", "", 2), lambda: kalah(6, 4)),
    "go_fish": (Setting("go_fish", "", 3), lambda: go_fish(3)),
    "crazy_eights": (Setting("crazy_eights", "", 4), lambda: crazy_eights(4, 1, 52)),
    "hearts": (Setting("hearts", "", 4), lambda: hearts(100, True, False)),
    "briscola": (Setting("briscola", "", 4), lambda: briscola(4)),
    "cuckoo": (Setting("cuckoo", "", 4), lambda: cuckoo(4, 3)),
}


@pytest.mark.slow
@pytest.mark.parametrize("game", MANY)
def test_many_games_are_played_as_written_in_python(game: str) -> None:
    setting, play = MANY[game]
    for seed in range(10, 40):
        check(setting, play(), drawn(seed))


def dealt_out(choose: Choose) -> tuple[int | None, ...]:
    """The points behind one deal of Hearts in which nobody passes."""
    program = compiled(Setting("hearts", "", 4, dialled(target=1, passing="none")))
    state = initial(game_of(program))
    while not is_over(program, state):
        seat = actors(game_of(program), state)[0]
        state, _ = advance(game_of(program), state, seat, choose(len(decision(game_of(program), state, seat).options)))
    return outcome(game_of(program), state).scores


def test_a_deal_of_hearts_gives_26_points_or_78() -> None:
    for seed in range(3):
        assert sum(score or 0 for score in dealt_out(drawn(seed))) in (26, 78)
    # the first seat is dealt all clubs, and nobody else ever takes a trick
    assert dealt_out(lambda most: 0) == (0, 26, 26, 26)
    check(Setting("hearts", "", 4, dialled(target=1, passing="none")), hearts(1, False, False), lambda most: 0)
