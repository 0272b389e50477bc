"""What sentences of rulebooks do with cards: drawn, dealt, shown, played, discarded, handed on."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field

from .clauses import FILL, Clause, Said, line
from .names import CARD as NAMED
from .names import NUMBER, PILE, SEAT, ZONE
from .noun_phrases import CARD, PLAYER, Phrase, Scene

HERE = (CARD, ZONE, PILE, "it")
"""What such a sentence is about."""

PICKED = frozenset(("choose", "chooses", "pick", "picks", "select", "selects"))
PLAYED = frozenset(("play", "plays", "lay", "lays", "lead", "leads"))
GIVEN = frozenset(("give", "gives", "hand", "hands"))
BARE = frozenset(("discard", "discards", "draw", "draws"))
"""Verbs that need no noun: they are about cards alone."""


@define
class Cards:
    """The cards of a clause: how many of which, and the zones from which and to which they go ("": not named)."""

    clause: Clause
    scene: Scene = field(init=False)
    seat: str = field(init=False)
    thing: Phrase = field(init=False)
    count: str = field(init=False)
    source: str = field(init=False)
    to: str = field(init=False)
    named: str = field(init=False)
    taker: Phrase | None = field(init=False)

    def __attrs_post_init__(self) -> None:
        clause, after = self.clause, self.clause.after
        self.scene, self.seat = clause.scene, clause.seat
        things = [each for each in after if each.is_ in HERE and each.role in ("", "of", "by", "with")]
        number = next((each for each in after if each.count), Phrase(""))
        self.thing = next((each for each in things if each.is_ == CARD), next(iter(things), number if self.bare else Phrase("")))
        self.count = self.thing.count
        self.taker = next((each for each in after if each.is_ in (PLAYER, SEAT) and each.role in ("to", "")), None)
        self.named = next((each.name for each in self.scene.names.local if each.is_ == NAMED), "")
        taken = ("from", "of", "in") if "draw" in clause.verbs and not clause.one(ZONE, PILE, role="from") else ("from", "of")
        zone = next((each for each in after if each.is_ in (ZONE, PILE) and each.role in taken), None)
        lying = self.thing.who if self.thing.is_ == CARD else ""
        theirs = self.scene.hand(lying) if self.scene.is_(lying) == SEAT else lying if self.is_zone(lying) else ""
        self.source = self.scene.of(zone.value, self.seat) if zone is not None else theirs
        goals = [each for each in after if each.is_ in (ZONE, PILE) and each is not zone]
        filled = [each for each in goals if not each.role] if clause.words & FILL else []
        goal = next((each for each in (*goals, *filled) if each.role in ("to", "in") or each in filled), None)
        self.to = "" if goal is None else self.scene.of(goal.value, self.seat)

    @property
    def bare(self) -> bool:
        """Whether the verb alone tells that cards are meant."""
        return bool(self.clause.words & BARE) and all(
            each.is_ == NUMBER and each.value == each.count for each in self.clause.after
        )

    @property
    def whole(self) -> bool:
        """Whether all cards of a zone are meant."""
        several = self.thing.is_ == CARD and bool(self.source) and "cards" in self.clause.words
        return self.thing.whole or ((several or self.thing.is_ in (ZONE, PILE)) and not self.count)

    @property
    def hand(self) -> str:
        """The hand of who does it."""
        return self.scene.hand(self.seat)

    @property
    def stock(self) -> str:
        """The pile from which cards are drawn."""
        return self.scene.given["stock"]

    @property
    def all_take(self) -> bool:
        """Whether every player gets some."""
        several = (
            bool(each.marks & {"each"}) if not each.is_ else each.is_ == PLAYER and (each.who == "each" or each.whole)
            for each in self.clause.after
        )
        return self.clause.everybody or any(several)

    @property
    def aside(self) -> str:
        """The function that gives the neighbour to whom they go; "" for none."""
        marks = {mark for each in self.clause.after for mark in each.marks}
        return "previous" if "right" in marks else "next" if marks & {"left", "clockwise"} else ""

    def is_zone(self, name: str) -> bool:
        """Whether a name, perhaps with its index, is a zone."""
        return self.scene.is_(name.partition("[")[0]) in (ZONE, PILE)

    def on(self, zone: str) -> str:
        """How a card is put there."""
        return "on top of" if self.scene.is_(zone.partition("[")[0]) == PILE else "in"

    def taking(self) -> str:
        """How so many cards are taken from a pile."""
        if self.count in ("", "1"):
            return "draw card"
        cards = " cards" * ("cards" in self.clause.words and not self.clause.verbs & {"show", "draw"})
        return f"draw {self.count}" if "draw" in self.clause.verbs and self.count.isdigit() else f"deal {self.count}{cards}"


def cards(clause: Clause) -> Said | None:
    """What is done with cards; None where the clause is not about cards."""
    found = Cards(clause)
    if not found.thing.is_ and not found.bare:
        return None
    return next((told for deed in DEEDS if (told := deed(found)) is not None), None)


def _picked(these: Cards) -> Said | None:
    """`chooses a card`"""
    if not these.clause.words & PICKED or these.source or "up" in these.clause.words or these.count not in ("", "1"):
        return None
    return line(f"{these.seat} chooses card from {these.hand}")


def _shown(these: Cards) -> Said | None:
    """`show your hand`, `reveal the card`, `turn up three cards`"""
    if "show" not in these.clause.verbs:
        return None
    thing, scene = these.thing, these.scene
    if not these.count and (thing.is_ in (ZONE, PILE) or thing.who == "own"):
        zone = thing.value or scene.given["hand"]
        all_show = these.clause.everybody or (thing.whole and scene.of(zone, these.seat) != zone)
        return line(f"reveal {zone} of everyone" if all_show else f"reveal {scene.of(zone, these.seat)}")
    if these.named and not these.count and "top" not in thing.marks:
        return line(f"reveal {these.named}")
    return line(f"{these.taking()} from {these.source or these.stock} to {these.to or scene.market()}")


def _filled(these: Cards) -> Said | None:
    """`refill your hand to five cards`, `fill the market with three cards`, `place three cards in the market`"""
    filling = bool(these.clause.words & FILL)
    count = these.count or next((each.count for each in these.clause.after if each.count), "") * filling
    if not these.to and not these.source and not these.scene.names.seat(False) and these.clause.words & {"lay", "place"}:
        these.to = these.scene.market()
    common = bool(these.to) and "[" not in these.to
    if not count or not (filling or (common and not these.scene.names.seat(False))):
        return None
    source = these.source or these.stock
    if not common:
        return line(f"deal up to ({count} - count({these.hand})) cards from {source} to {these.hand}")
    laid = filling or these.clause.verbs & {"discard", "place", "move"}
    return line(f"deal {count}{' cards' * ('cards' in these.clause.words)} from {source} to {these.to}") if laid else None


def _put(these: Cards) -> Said | None:
    """`take the card into your hand`"""
    one = these.thing.is_ in (CARD, "it") and not these.count and not these.whole and "cards" not in these.clause.words
    if not one or not these.named or not these.to or these.source or these.thing.marks & {"top", "bottom"}:
        return None
    return line(f"put {these.named} {these.on(these.to)} {these.to}")


def _taken(these: Cards) -> Said | None:
    """`draw a card`, `deal five cards to each player`, `take all cards of the market`"""
    clause, scene = these.clause, these.scene
    if not clause.verbs & {"draw", "deal"} or (clause.before and clause.words & GIVEN):
        return None
    source = these.source or these.stock
    if these.all_take:
        given = these.to.partition("[")[0] if "[" in these.to else scene.given["hand"]
        spelt = " cards" * ("draw" not in clause.verbs and "cards" in clause.words)
        return line(f"deal {these.count or 1}{spelt} from {source} to {given} of each player")
    dealt = these.taker if "deal" in clause.verbs and not clause.before else None
    to = these.to or (these.hand if dealt is None else scene.hand(clause.player(dealt)))
    if these.thing.bound in ("<=", "down"):
        return line(f"deal up to {these.count} cards from {source} to {to}")
    if these.whole:
        return line(f"move all from {these.source or scene.of(these.thing.value, these.seat)} to {to}")
    return line(f"{these.taking()} from {source} to {to}")


def _passed(these: Cards) -> Said | None:
    """`pass your hand to the left`"""
    zone = these.thing.value
    if not these.aside or these.to or these.count or these.scene.of(zone, "p") == zone:
        return None
    return line(f"pass {zone} of each player p to {these.aside}(p)")


def _put_away(these: Cards) -> Said | None:
    """`discard two cards`, `discard down to three`, `play a card`, `give a card to the next player`"""
    clause, scene, seat, count = these.clause, these.scene, these.seat, these.count
    if not clause.verbs & {"discard", "place", "move", "pass", "lose"}:
        return None
    to, held = these.to, these.source or these.hand
    if not to and these.taker is not None:
        to = scene.hand(clause.player(these.taker))
    elif not to and these.aside and count:
        to = scene.hand(f"{these.aside}({seat})")
    elif not to:
        played = not these.source and clause.words & PLAYED
        to = (scene.played(seat) if played else scene.discard()) or scene.played(seat)
    if these.thing.bound == "down" and count:
        rest = f"{seat} chooses (count({held}) - {count}) cards from {held} and put them in {to}"
        return line(f"if count({held}) > {count}", rest, below=True)
    if these.whole:
        zone = scene.of(these.thing.value, seat) if these.thing.is_ in (ZONE, PILE) else held
        return line(f"move all from {zone} to {to}")
    if not count and these.named and "cards" not in clause.words:
        return line(f"put {these.named} {these.on(to)} {to}")
    if count in ("1", ""):
        return line(f"{seat} chooses card from {held}", f"put card {these.on(to)} {to}")
    if scene.is_(held.partition("[")[0]) == PILE:
        return line(f"deal {count} from {held} to {to}")
    counts = f"0..{count}" if these.thing.bound == "<=" else count
    return line(f"{seat} chooses {counts} cards from {held} and put them in {to}")


DEEDS: tuple[Callable[[Cards], Said | None], ...] = (_picked, _shown, _filled, _put, _taken, _passed, _put_away)
"""What is done with cards, what is told by fewer words last."""
