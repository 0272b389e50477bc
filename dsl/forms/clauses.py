"""Clauses of rulebooks: who does what with what, and the sentences of the language that they are."""

from __future__ import annotations

from attrs import define, field, frozen

from .names import BOARD, NUMBER, PILE, SEAT, SPACE, ZONE
from .noun_phrases import CARD, PLAYER, PRINT, Phrase, Scene

FILL = frozenset(("refill", "refills", "replenish", "replenishes", "fill", "fills"))
"""Words for drawing until one has so many cards."""


@frozen
class Said:
    """A line in words of the language: the lines that it is, and whether the second stands *below* the first.

    It is *whole* where all that is named in it is named in the line.
    """

    lines: tuple[str, ...]
    below: bool = False
    whole: bool = False


@define
class Clause:
    """Who does what: the verbs that a word can be, the nouns in front of it, and those behind."""

    scene: Scene
    verbs: frozenset[str]
    before: list[Phrase]
    after: list[Phrase]
    words: frozenset[str]
    told: str = ""
    everybody: bool = field(init=False)
    seat: str = field(init=False)

    def __attrs_post_init__(self) -> None:
        who = next((each for each in self.before if each.is_ in (PLAYER, SEAT)), None)
        self.everybody = who is not None and (who.who == "each" or (who.is_ == PLAYER and who.whole))
        self.seat = self.player(who) if who is not None and not self.everybody else self.scene.me
        if self.everybody:
            self.seat = "p"

    def player(self, who: Phrase) -> str:
        """The seat that a noun means."""
        if who.value:
            return who.value
        if who.who == "role":
            return self.scene.leader() or self.scene.me
        if who.marks & {"next", "left"}:
            return f"next({self.scene.me})"
        if who.marks & {"previous", "right"}:
            return f"previous({self.scene.me})"
        return self.scene.me

    def one(self, *kinds: str, role: str | None = None) -> Phrase | None:
        """The first noun behind the verb that is of these kinds."""
        return next((each for each in self.after if each.is_ in kinds and role in (None, each.role)), None)

    def amount(self) -> str:
        """How many are gained or lost: a number, what is printed, or so many times what is counted."""
        per = next((each for each in self.after if each.role == "per"), None)
        number = next((each for each in self.after if each.is_ in (NUMBER, "token") and each.count and each is not per), None)
        value = next(
            (each.value for each in self.after if each.is_ == PRINT or (each.is_ == NUMBER and each.value and each.role == "by")),
            "",
        )
        if any(each.is_ == PRINT and not each.value for each in self.after):
            return ""
        count = number.count if number is not None else value or "1"
        if per is None:
            return count
        counted = self.counted(per)
        return "" if not counted else counted if count == "1" else f"{count} * {counted}"

    def counted(self, per: Phrase) -> str:
        """How many there are of what a number is multiplied by."""
        zone = next((each for each in self.after if each.is_ in (ZONE, PILE)), None)
        if per.is_ in (CARD, ZONE, PILE, "it"):
            value = zone.value if zone is not None else self.scene.hand(self.seat)
            return f"count({self.scene.of(value, self.seat)})" if value else ""
        if per.is_ == NUMBER:
            return self.scene.of(per.value, self.seat)
        if per.is_ in (BOARD, "space", SPACE):
            board = per.value if per.is_ == BOARD else self.scene.given["board"]
            owners = self.scene.owners(board)
            return f"(number of s in {board} where {owners}[s] = {self.seat})" if owners else ""
        return ""

    def number(self, spent: bool = False) -> str:
        """The number that is gained or lost."""
        own = [
            each for each in self.after if each.is_ == NUMBER and each.value and each.role != "per" and not each.value.isdigit()
        ]
        own = own or [
            each for each in self.after if each.is_ == NUMBER and each.value and not each.value.isdigit() and each.role == "per"
        ]
        name = own[0].value if own else self.scene.score(spent)
        known = self.scene.names.by_name.get(name.partition("[")[0])
        return self.scene.of(name, self.seat) if known is not None and (known.changes or known.by_let) else ""


def line(*lines: str, below: bool = False) -> Said | None:
    """Lines that say it; None where something in them has no name."""
    return (
        Said(lines, below)
        if all(lines) and not any("[]" in each or "  " in each or each.endswith(" ") for each in lines)
        else None
    )


def is_variable(phrase: Phrase, scene: Scene) -> bool:
    """Whether a noun names what changes in play."""
    known = scene.names.by_name.get(phrase.value.partition("[")[0])
    return known is not None and known.changes
