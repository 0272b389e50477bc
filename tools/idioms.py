"""Words of designers, and how the language says what they mean: each by lines of a page of `docs/idioms`, which is tested."""

from __future__ import annotations

import re

from attrs import frozen


@frozen
class Idiom:
    """What designers call by these *words*, how it is written, *lines* of that, and the *page* and *part* that has all of it."""

    words: tuple[str, ...]
    how: str
    lines: tuple[str, ...]
    page: str
    part: str = ""

    @property
    def address(self) -> str:
        """The page and its part, from the folder of the documentation."""
        slug = re.sub(r"[^\w -]", "", self.part.lower()).replace(" ", "-")
        return f"idioms/{self.page}.md" + (f"#{slug}" if slug else "")


TABLES = "turn_orders_and_tables"

IDIOMS = (
    Idiom(
        ("team", "teams", "partner", "partners", "alliance", "side"),
        "a function names the mate, and who has the same value in the ranking wins together",
        ("mate (player p): next(next(p))", "ranking (player p): highest stones[p] + stones[mate(p)]"),
        TABLES,
        "Partners and sealed bids",
    ),
    Idiom(
        ("auction", "sealed bid", "blind bid", "bid", "bidding", "lot"),
        "all choose together, so that nobody sees another's bid; the highest of them buys",
        ("together, each player me:", "let buyer = first player p where alone(p) in order of highest bid[p]"),
        TABLES,
        "Partners and sealed bids",
    ),
    Idiom(
        ("hand limit", "hand size", "discard down", "too many cards"),
        "a seat chooses as many cards as are too many; none too many is no decision",
        ("me chooses max(0, count(hand[me]) - 5) cards from hand[me] and put them in waste",),
        TABLES,
        "Back and forth, the last round, hand limit, market",
    ),
    Idiom(
        ("market", "display", "offer", "shop", "tableau", "refill"),
        "a zone that everybody sees, filled up from a pile",
        ("deal up to 4 - count(market) from stock to market", "stock: {of: berries, kind: pile, refills from: waste}"),
        TABLES,
        "Back and forth, the last round, hand limit, market",
    ),
    Idiom(
        ("reverse", "direction of play", "change direction", "counterclockwise", "turn order"),
        "a variable says which way round it goes, and a function who comes next",
        ("backwards = not backwards", "holder = do turn (holder)"),
        TABLES,
        "Reversed turns, and players who are out",
    ),
    Idiom(
        ("back and forth", "snake draft", "snake order", "first player", "start player", "dealer"),
        "the loop over the players has an order, or begins with a seat that moves on",
        (
            "for each player me in order of (player_number(me) if round mod 2 = 1 else -player_number(me)):",
            "for each player me starting with leader",
        ),
        TABLES,
        "Back and forth, the last round, hand limit, market",
    ),
    Idiom(
        ("elimination", "eliminated", "knocked out", "out of the game", "lives"),
        "the loop leaves out who has no life left when the turn comes",
        ("for each player me where lives[me] > 0",),
        TABLES,
        "Reversed turns, and players who are out",
    ),
    Idiom(
        ("last round", "final round", "end of the round", "end trigger", "race to a score"),
        "`until` is tested after each round, so that all have had as many turns",
        ("repeat 20 times as round until any player p has jam(p) >= 12:",),
        TABLES,
        "Back and forth, the last round, hand limit, market",
    ),
    Idiom(
        ("longest road", "longest route", "longest chain"),
        "a function goes one space further and uses itself from there",
        ("way (player p, space x), at most 6 deep:",),
        TABLES,
        "The longest route",
    ),
    Idiom(
        ("trick", "trick-taking", "follow suit", "lead", "trump"),
        "who leads is a variable; a condition of the option makes others follow; the strongest card takes the trick",
        (
            "can_follow (player p): any card c in hand[p] has c.suit = led",
            "leader = first player p in order of highest strength(p)",
        ),
        "tricks",
    ),
    Idiom(
        ("betting", "pot", "ante", "fold", "raise", "call", "showdown"),
        "options with what they cost; who has folded is a variable, and the payoff shares the pot",
        ("folded[me] = yes", "paid[me] += 1"),
        "betting",
    ),
    Idiom(
        ("bluff", "bluffing", "challenge", "doubt", "claim", "liar"),
        "a phase lets the others doubt, and gives whether the claim holds",
        ("let believed = do claim (me, s)", "q may doubt:", "give any c in hand[me] has c.sort = s"),
        "challenges",
    ),
    Idiom(
        ("draft", "drafting", "pass hands", "pass cards", "trade hands"),
        "all put a card down together, then each hand goes to the next seat",
        ("pass hand of each player p to next(p)", "swap hand[last] and hand[next(last)]"),
        "changing_hands",
    ),
    Idiom(
        ("simultaneous", "simultaneous action selection", "at the same time", "programming"),
        "all decide in one block, and nobody sees the choices until all have chosen",
        ("together, each player me:",),
        "changing_hands",
    ),
    Idiom(
        ("push your luck", "press your luck", "dice", "roll again", "bust"),
        "a menu in a loop: roll again, or stop and keep what was won",
        ("roll 1 die as face", "pot += face"),
        "dice",
        "Open dice: pushing one's luck",
    ),
    Idiom(
        ("action card", "card effect", "ability", "event card", "deck builder", "deck building", "power"),
        "cards have names, and each name a list of sentences under `effects:`",
        ("do play of card.craft (me)", "named by: craft"),
        "effects",
    ),
    Idiom(
        ("hint", "clue", "deduction", "cooperative"),
        "the owner does not see the cards; others are told which of them meet a condition",
        ("tell everyone which candle in row[other] has candle.flame = f",),
        "hints",
    ),
    Idiom(
        ("ask for cards", "take cards", "steal", "collect sets"),
        "all cards that meet a condition change hands",
        ("move all card from hand[other] to open where card.rank = wanted",),
        "hidden_hands",
        "Asking another player for cards",
    ),
    Idiom(
        ("network", "route building", "rails", "connection", "link"),
        "a board of links lies between the spaces of another, and a set holds all that is connected",
        ("waters (player p): connected to spring over c where owner[c] = p",),
        "routes",
        "Canals between towns",
    ),
    Idiom(
        ("tile laying", "tile placement", "edge matching", "rotate"),
        "values are printed in each direction, and turned with the tile",
        ("water (canal c, direction d, number n): c.water[turned(d, 4 - n)]",),
        "tiles",
    ),
    Idiom(
        ("area control", "group", "capture", "surround", "liberty", "territory"),
        "a set of connected spaces, and a condition on what lies around it",
        ("group (space x): connected to x through y where stone[y] = stone[x]",),
        "boards",
    ),
    Idiom(
        ("three in a row", "four in a row", "in a row", "pattern"),
        "a function asks each line of the board",
        ("complete (player p): any l in lines(grid, 3) has every s in l has mark[s] = p",),
        "lines",
    ),
    Idiom(
        ("roll and move", "race", "track", "chutes", "jump ahead"),
        "a piece on a track goes to a space, or by a number of spaces",
        ("place pawn[me] on reached(me, steps)", "move figure[s] by sum of card.value for card in front[s]"),
        "racing",
    ),
    Idiom(
        ("sowing", "mancala", "pits"),
        "a loop puts a seed into each hole on the way",
        ("repeat hand times:", "sown[at] += 1"),
        "sowing",
    ),
    Idiom(
        ("stalemate", "no legal move", "cannot move", "stuck", "zugzwang"),
        "a condition asks whether a phase has any option",
        ("if not any option of turn (me):",),
        "choices",
        "Who cannot move has lost",
    ),
    Idiom(
        ("threefold repetition", "repetition", "superko", "ko"),
        "a position is remembered, and counted",
        ("remember diagram[me]", "times diagram[me] was remembered = 3"),
        "repetition",
    ),
    Idiom(
        ("slide", "ray", "queen", "line of sight"),
        "a ray goes on in a direction up to what stands in its way",
        ("ray(x, d)",),
        "sliding",
    ),
    Idiom(
        ("house rule", "variant", "expansion", "scenario"),
        "a variant says only what differs",
        ("extends: ferrets",),
        "house_rules",
    ),
)
"""The idioms, in the order of the pages."""
