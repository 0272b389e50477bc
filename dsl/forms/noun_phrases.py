"""The nouns of a rulebook's sentence: what of the ruleset each names, how many, whose, and what its preposition makes of it."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, evolve, field, frozen

from ..expressions.builtins import BUILTINS
from . import rulebook_words as rulebook
from .names import (
    BOARD,
    CONDITION,
    DECK,
    DIE,
    ENUMERATION,
    FUNCTION,
    KIND,
    NUMBER,
    PHASE,
    PIECE,
    PILE,
    SCORE,
    SEAT,
    SET,
    SPACE,
    TEXT,
    VALUE,
    ZONE,
    Known,
    Names,
)
from .nouns import nouns_of
from .other_words import NUMERALS
from .parts import printed
from .readings import holes

CARD, PLAYER, PRINT = "card", "player", "print"
"""What a noun is that names nothing of its own: a card, a player; and what is printed on one."""

DULL = (KIND, PHASE, TEXT, DECK)
"""Names that are ordinary words of a sentence in somebody's own words."""


ROLLED = ("roll", "throw", "result", "die", "pips")
"""What is meant by `the roll`: the number that a die shows."""


@frozen
class Phrase:
    """A noun with what belongs to it.

    *value* is what it names in words of the language ("": nothing that has a name), *is_* what that is; *count* how many there
    are, with the comparison *bound*; *role* what its preposition makes of it; *who* says for a player which one is meant.
    """

    is_: str
    value: str = ""
    count: str = ""
    bound: str = ""
    role: str = ""
    who: str = ""
    marks: frozenset[str] = frozenset()
    whole: bool = False


@define
class Scene:
    """The ruleset and the place in it where a sentence stands."""

    names: Names
    given: dict[str, str] = field(init=False)
    nouns: dict[str, str] = field(init=False)
    me: str = field(init=False)
    conditions: dict[tuple[str, ...], str] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.given = holes(self.names)
        self.nouns = nouns_of(self.names, self.given)
        self.me = self.given["me"]

    def known(self, word: str) -> Known | None:
        """What of the ruleset a noun names."""
        return self.names.by_name.get(word) or self.names.by_name.get(self.nouns.get(word.casefold(), ""))

    def of(self, name: str, seat: str) -> str:
        """A name with the seat whose it is."""
        known = self.names.by_name.get(name)
        if known is None or known.per not in (("player",), ("seat",)) or not seat:
            return name
        return f"{name}({seat})" if known.is_ == FUNCTION else f"{name}[{seat}]"

    def hand(self, seat: str) -> str:
        """The zone of a player's own."""
        return self.of(self.given["hand"], seat) if self.given["hand"] else ""

    def zones(self, but: Sequence[str] = ()) -> list[str]:
        """The zones of nobody, piles first."""
        there = (each for each in self.names.that_are(PILE, ZONE) if not each.per and self.alike(each))
        found = sorted(there, key=lambda each: each.is_ != PILE)
        return [each.name for each in found if each.name not in but]

    def alike(self, zone: Known) -> bool:
        """Whether cards of the hand may lie in a zone."""
        hand = self.names.by_name.get(self.given["hand"])
        return hand is None or zone.of == hand.of

    def discard(self) -> str:
        """Where cards go that are out of play."""
        others = self.zones((self.given["stock"],))
        called = self.nouns.get("discard", "discard")
        return called if called in others else next(iter(others), "")

    def played(self, seat: str) -> str:
        """Where a player's cards go that are played."""
        theirs = (each for each in self.names.that_are(ZONE) if each.per == ("player",) and self.alike(each))
        own = [each.name for each in theirs if each.name != self.given["hand"]]
        return self.of(own[0], seat) if own else self.discard()

    def market(self) -> str:
        """Where cards lie open."""
        others = self.zones((self.given["stock"],))
        zones = [each.name for each in self.names.that_are(ZONE) if each.name in others]
        return next(iter(zones), "") or next(iter(others), "")

    def score(self, spent: bool = False) -> str:
        """The number of a player that grows, or with which one pays."""
        theirs = [each for each in self.names.that_are(NUMBER) if each.per == ("player",) and each.changes]
        scores = [each for each in theirs if each.of == SCORE]
        others = [each for each in theirs if each not in scores]
        return next((each.name for each in ((*others, *scores) if spent else (*scores, *others))), "")

    def leader(self) -> str:
        """A variable that holds a player."""
        return next((each.name for each in self.names.that_are(SEAT) if each.changes and not each.per), "")

    def owners(self, board: str) -> str:
        """The variable that holds a player for each space of a board."""
        per = (f"space of {board}",)
        return next((each.name for each in self.names.known if each.per == per and each.is_ == SEAT), "")

    def board_of(self, space: str) -> str:
        """The board whose space a name is."""
        own = self.names.by_name.get(space)
        if own is not None and own.of and self.is_(own.of) == BOARD:
            return own.of
        return next((each.name for each in self.names.that_are(BOARD)), "")

    def on_spaces(self, board: str = "") -> Known | None:
        """What lies on the spaces of a board: a variable with a value for each space."""
        several = [
            each for each in self.names.known if each.changes and len(each.per) == 1 and each.per[0].startswith("space of ")
        ]
        own = [each for each in several if each.per[0] == f"space of {board}"]
        return next(iter(own or several), None)

    def holding(self, enumeration: str) -> str:
        """The variable that holds a value of an enumeration."""
        found = (each for each in self.names.that_are(VALUE) if each.changes and not each.per and each.of == enumeration)
        return next((each.name for each in found), "")

    def number_printed(self) -> str:
        """What is printed on cards as a number."""
        deck = next(self.names.that_are(DECK), None)
        columns = [each for each in (() if deck is None else deck.per) if self.is_(each) != ENUMERATION]
        return next((each for each in columns if each in ("value", "worth", "points", "cost", "price")), "") or next(
            iter(columns), ""
        )

    def die(self) -> str:
        """What a die shows that was rolled."""
        return next((each.name for each in self.names.local if each.of == DIE), "")

    def told(self, words: Sequence[str]) -> Known | None:
        """The condition, or the function, that has one of some words in its name."""
        for each in self.names.that_are(CONDITION, FUNCTION):
            if each.per in ((), ("player",)) and each.name not in BUILTINS and set(each.name.split("_")) & set(words):
                return each
        return None

    def is_(self, name: str) -> str:
        """What a name is; "" where nothing is called so."""
        known = self.names.by_name.get(name)
        return "" if known is None else known.is_


def phrases(words: Sequence[str], scene: Scene) -> tuple[list[Phrase], int]:
    """The nouns among some words, and how many words say nothing that is known."""
    found: list[Phrase] = []
    blank = Phrase("")
    now = blank
    unknown = at = 0
    last = -1
    while at < len(words):
        behind = last == at and bool(found)
        word, pair = words[at].casefold(), tuple(each.casefold() for each in words[at : at + 2])
        noun, end = _noun(words, at, scene)
        if pair in rulebook.PAIRS:
            now, at = evolve(now, role=rulebook.PAIRS[pair]), at + 2
        elif pair in rulebook.BOUNDS and words[at + 2 : at + 3] and (words[at + 2].isdigit() or _noun(words, at + 2, scene)[0]):
            now, at = evolve(now, bound=rulebook.BOUNDS[pair]), at + 2
        elif pair[0] == "or" and pair[1:] and pair[1] in rulebook.BEHIND:
            bound = rulebook.BEHIND[pair[1]]
            if now.count:
                now = evolve(now, bound=bound)
            elif found:
                found[-1] = evolve(found[-1], bound=bound)
            at += 2
        elif word == "'" and words[at + 1 : at + 2] == ["s"]:
            now, at = evolve(now, who=found.pop().value if found else ""), at + 2
        elif word == "per":
            now, at = evolve(now, role="per"), at + 1
        elif (word in ("of", "by", "with", "for") or rulebook.PREPOSITIONS.get(word)) and (
            word not in scene.names.by_name or now.role == ""
        ):
            now, at = evolve(now, role=rulebook.PREPOSITIONS.get(word) or word), at + 1
        elif word in ("a", "an"):
            now, at = evolve(now, count="1"), at + 1
        elif word in rulebook.OWN or word in rulebook.SILENT:
            now, at = evolve(now, who=now.who or "own" * (word in rulebook.OWN)), at + 1
        elif noun is not None and not (word in rulebook.MARKS and noun.is_ == "round"):
            if now.role == "of" and found and _belongs(found[-1], noun):
                held = noun.is_ == CARD and now.count and found[-1].is_ in (ZONE, PILE, "round")
                found[-1] = evolve(noun, count=now.count) if held else _joined(found[-1], noun, scene)
            elif noun.is_ == CARD and behind and found[-1].is_ in (ZONE, PILE) and not now.role:
                found[-1] = evolve(found[-1], is_=CARD, value="", who=scene.of(found[-1].value, scene.me))
            elif (
                found and found[-1].is_ == PLAYER and found[-1].who == "next" and now.role in ("of", "from") and noun.is_ == SEAT
            ):
                found[-1] = evolve(found[-1], value=noun.value)
            else:
                mine = noun if now.who in ("", "own") else evolve(noun, value=scene.of(noun.value, now.who))
                found.append(
                    evolve(
                        mine,
                        count=now.count,
                        bound=now.bound,
                        role=now.role,
                        who=mine.who or now.who,
                        marks=now.marks | mine.marks,
                        whole=bool(now.marks & {"all", "each", "every", "whole", "entire", "both", "remaining"}),
                    )
                )
            now, at = blank, end
            last = end
        elif word.isdigit() or word in NUMERALS:
            if now.count:
                found.append(evolve(now, is_=NUMBER, value=now.count))
            now, at = evolve(now, count=NUMERALS.get(word, word)), at + 1
        elif word in rulebook.MARKS:
            now, at = evolve(now, marks=now.marks | {word}), at + 1
        else:
            unknown += now.role not in ("from", "to", "in")
            at += 1
    if now.count or now.marks:
        found.append(evolve(now, is_=NUMBER if now.count else "", value=now.count))
    return found, unknown


def _noun(words: Sequence[str], at: int, scene: Scene) -> tuple[Phrase | None, int]:
    """What the word there names, and where that ends."""
    word = words[at].casefold()
    known = scene.names.by_name.get(words[at])
    if known is not None and known.is_ == FUNCTION and words[at] in BUILTINS and words[at + 1 : at + 2] != ["("]:
        return None, at
    if known is None or known.is_ in DULL or (word in rulebook.PLAYERS and known.is_ == SET):
        known = None if word in rulebook.GENERIC or word in rulebook.PLAYERS or word in rulebook.SILENT else scene.known(word)
        if known is not None and known.is_ in DULL:
            known = None
    if known is not None:
        end = _end(words, at)
        value = known.name + printed([word, *words[at + 1 : end]])[len(word) :]
        if end > at + 1 and words[at + 1] == ".":
            return Phrase(PRINT, value), end
        return Phrase(known.is_, value), end
    if word in ROLLED and at and words[at - 1].casefold() in ("the", "your", "this", "his", "their") and scene.die():
        return Phrase(NUMBER, scene.die()), at + 1
    if word in rulebook.PLAYERS:
        return Phrase(PLAYER, who=rulebook.PLAYERS[word]), at + 1
    if word in rulebook.GENERIC:
        return Phrase(rulebook.GENERIC[word]), at + 1
    return None, at


def _end(words: Sequence[str], at: int) -> int:
    """Where a name ends, with its index, its argument or what is printed on it."""
    end = at + 1
    if words[end : end + 1] in (["["], ["("]):
        close = {"[": "]", "(": ")"}[words[end]]
        end = next((to + 1 for to in range(end, len(words)) if words[to] == close), end)
    if words[end : end + 1] == ["."] and words[end + 1 : end + 2]:
        end += 2
    return end


def _belongs(one: Phrase, other: Phrase) -> bool:
    """Whether `of` makes the other a part of what the one names."""
    return one.is_ in ("value", CARD, NUMBER, ZONE, PILE, PIECE, PLAYER, CONDITION, FUNCTION, SPACE, "enumeration", "round")


def _joined(one: Phrase, other: Phrase, scene: Scene) -> Phrase:
    """`the value of the card`, `the top card of the stock`, `the coins of Anne`."""
    match one.is_, other.is_:
        case "value", _ if other.is_ in (CARD, "it"):
            number = scene.number_printed()
            return evolve(one, is_=PRINT, value=f"card.{number}" if number else "")
        case "enumeration", _ if other.is_ in (CARD, "it"):
            return evolve(one, is_=PRINT, value=f"card.{one.value}")
        case "value", _ if other.value:
            return evolve(other, role=one.role, count=one.count)
        case _ if other.is_ == SEAT:
            return evolve(one, value=scene.of(one.value, other.value), who=other.value)
        case _ if one.is_ == CARD and other.is_ in (ZONE, PILE):
            return evolve(one, who=other.value)
        case _ if one.is_ == PLAYER and other.is_ == SPACE and scene.owners(scene.board_of(other.value)):
            return evolve(one, is_=SEAT, value=f"{scene.owners(scene.board_of(other.value))}[{other.value}]")
        case _ if one.is_ == PLAYER and other.is_ == SEAT:
            return evolve(one, value=other.value)
        case _:
            return one
