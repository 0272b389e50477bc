"""Reads nodes of the outline as what is expected of them: a text, a number, a list, a set of known keys."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from attrs import Factory, define, field

from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import Diagnostic, DiagnosticError, Guess, Note, Severity, guess
from ..diagnostics.report import error, misspelt
from .document import bare
from .nodes import Mapping, Node, Pair, Scalar, Sequence


@define
class Findings:
    """The diagnostics found so far, each once."""

    found: list[Diagnostic] = Factory(list)
    _known: set[Diagnostic] = field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        self._known = set(self.found)

    def add(self, diagnostic: Diagnostic) -> None:
        """Add the diagnostic, unless an equal one is there already."""
        if diagnostic not in self._known:
            self._known.add(diagnostic)
            self.found.append(diagnostic)

    @contextmanager
    def collecting(self) -> Iterator[None]:
        """Adds the diagnostic that is raised inside; what stands behind the block goes on."""
        try:
            yield
        except DiagnosticError as diagnostic:
            self.tell(diagnostic)

    def tell(self, diagnostic: DiagnosticError) -> None:
        """Add what a diagnostic says, without raising it."""
        self.add(diagnostic.diagnostic)

    def say(self, code: str, message: str, span: Span, help_: str = "", notes: tuple[Note, ...] = ()) -> None:
        """Add an error."""
        self.add(Diagnostic(code, message, span, help_, notes))

    @property
    def errors(self) -> bool:
        """Whether there is an error, so that the ruleset cannot be played."""
        return any(each.severity is Severity.ERROR for each in self.found)


def describe(node: Node) -> str:
    """What a node is, in words for messages."""
    match node:
        case Scalar(text=""):
            return "nothing"
        case Scalar(text=text):
            return f"`{text if len(text) <= 40 else text[:37] + '…'}`"
        case Mapping():
            return "keys"
        case Sequence():
            return "a list"


def text(node: Node, what: str) -> Scalar:
    """The node as a text that is not blank; *what* says what is expected. Raises DiagnosticError."""
    if isinstance(node, Scalar) and node.text.strip():
        return node
    raise shared.wrong_shape(what, describe(node), node.span)


def mapping(node: Node, what: str) -> Mapping:
    """The node as keys and values; nothing written counts as no keys. Raises DiagnosticError."""
    if isinstance(node, Mapping):
        return node
    if isinstance(node, Scalar) and not node.text and not node.quoted:
        return Mapping((), node.span)
    raise shared.wrong_shape(what, describe(node), node.span)


def sequence(node: Node, what: str) -> tuple[Node, ...]:
    """The items of the node as a list; nothing written counts as an empty list. Raises DiagnosticError."""
    if isinstance(node, Sequence):
        return node.items
    if isinstance(node, Scalar) and not node.text and not node.quoted:
        return ()
    raise shared.wrong_shape(what, describe(node), node.span)


def one_or_more(node: Node) -> tuple[Node, ...]:
    """The items of a list, or the node alone when it is no list."""
    return node.items if isinstance(node, Sequence) else (node,)


KEYS = {
    "kind": "type sort shape class tipo",
    "of": "deck cards_of from_deck board di",
    "on": "board where su sul",
    "default": "initial init value start",
    "starts as": "default begins_as begins_with starts_with starts_at start_value initial init value start begin begins parte_da",
    "starts on": "starts_as starts_at starts_in start position begins begins_on space place parte_da",
    "starts in": "starts_on starts_at start zone place pile",
    "seen by": "face face_up face_down visible visible_to visibility shown_to known_to hidden hidden_from open secret public "
    "private viewed_by seen visto_da visibile",
    "one per": "each_player per_player for_each each owner uno_per per",
    "per": "each_player per_player for_each each owner belongs_to for",
    "copies": "count amount number quantity times x how_many copie",
    "holds": "range values min max type numbers from contiene",
    "range": "values min max holds numbers from",
    "one of": "choices options values any_of",
    "cards": "content contents contains list",
    "total": "count size number amount number_of_cards totale",
    "refills from": "refill reshuffle refilled_from reshuffled_from",
    "columns": "width wide cols",
    "rows": "height high lines",
    "spaces": "length size squares fields",
    "capacity": "limit max most",
    "winners": "winner wins win who_wins vincitore vincitori vince",
    "ranking": "tie ties tie_break tie_breaker tiebreak tiebreaker in_case_of_a_tie order rank ranks classifica",
    "payoff": "reward rewards payoffs utility",
    "score": "points scoring total",
}
"""Keys, each with the names that it has elsewhere."""


def key_meant(key: str, known: Iterable[str]) -> Guess:
    """The one of some keys that was meant by one that is not known: it has another name elsewhere, or is misspelt."""
    words = list(known)
    plain = _plain(key)
    close = guess(key, words)
    if close.sole is not None:
        return close
    here = next((each for each in words if plain in KEYS.get(each, "").split()), None)
    return close if here is None else Guess(key, f"it is called `{here}`", here if here in SAME_VALUES else None)


SAME_VALUES = ("kind", "of", "default", "starts as", "copies", "winners")
"""Keys whose values are the same under another name."""


def _plain(key: str) -> str:
    return key.casefold().replace("_", " ").replace("-", " ").replace(" ", "_")


WHOLE = re.compile(r"([+-]?)(\d+)")
MOST_DIGITS = 20
"""A number of more digits is taken for one of this many: it is too large for everything, and Python refuses very long ones."""


def whole(word: str) -> int | None:
    """The whole number that *word* is, None when it is none."""
    found = WHOLE.fullmatch(word)
    if found is None:
        return None
    sign, digits = found.groups()
    value = int(digits) if len(digits) <= MOST_DIGITS else 10**MOST_DIGITS
    return -value if sign == "-" else value


def integer(node: Node, what: str) -> int:
    """The node as a whole number within ±(2**31 - 1). Raises DiagnosticError."""
    scalar = text(node, what)
    value = whole(scalar.text.replace("_", "").strip())
    if value is None:
        raise shared.wrong_shape(what, describe(node), node.span)
    if abs(value) > 2**31 - 1:
        raise error("too-large", node.span, f"expected a number within ±2147483647, found {scalar.text}")
    return value


@define
class Fields:
    """The keys of one declaration, read one by one; `finish` complains of those that were never read."""

    of: Mapping
    what: str
    findings: Findings
    known: list[str] = Factory(list)

    def get(self, key: str) -> Node | None:
        """The value of the key, or None when it is missing."""
        self.known.append(key)
        exact = next((pair.value for pair in self.of.pairs if pair.key.text == key), None)
        alike = (pair for pair in self.of.pairs if exact is None and _plain(pair.key.text) == _plain(key))
        return next((pair.value for pair in alike), exact)

    def pair(self, key: str) -> Pair | None:
        """The key, perhaps with names behind it (`starts as (space s)`), and its value; None when it is missing."""
        found = next((pair for pair in self.of.pairs if bare(pair.key.text) == key), None)
        self.known.append(key if found is None else found.key.text)
        return found

    def need(self, key: str) -> Node:
        """The value of the key. Raises DiagnosticError when it is missing."""
        node = self.get(key)
        if node is None:
            there = {pair.key.text for pair in self.of.pairs}
            elsewhere = KEYS.get(key, "").split() * (key not in there)
            called = next((pair.key for pair in self.of.pairs if _plain(pair.key.text) in elsewhere), None)
            if called is not None:
                likely = key_meant(called.text, (key,))
                raise misspelt("unknown-key", called.span, f"{self.what} has no `{called.text}:`", likely)
            raise error("missing-key", self.of.span, f"{self.what} needs `{key}:`")
        return node

    def text(self, key: str, what: str) -> Scalar | None:
        """The text of the key, or None when it is missing. Raises DiagnosticError when it is no text."""
        node = self.get(key)
        return None if node is None else text(node, what)

    def finish(self) -> None:
        """Add an error for each key that was never read."""
        for pair in self.of.pairs:
            if pair.key.text not in self.known:
                message = f"{self.what} has no `{pair.key.text}:`"
                self.findings.tell(misspelt("unknown-key", pair.key.span, message, key_meant(pair.key.text, self.known)))


def pairs(node: Node | None, what: str, findings: Findings) -> Iterator[Pair]:
    """The named things of a section, each with its name; a section of another shape gives an error and no things."""
    if node is None:
        return
    with findings.collecting():
        yield from mapping(node, what).pairs
