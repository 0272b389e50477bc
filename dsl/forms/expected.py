"""What may stand behind the beginning of a line: words of the grammar, and those names that fit into its forms.

All rules that can be meant are followed side by side, as an Earley parser does it. A form is given up where a name stands in it
that cannot be meant there, so that `Anne …` waits for `chooses`, and `deal 3 from …` for piles.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product

from attrs import astuple, define, field, frozen
from lark.grammar import Rule, Symbol, Terminal

from ..sentences.build import REFUSED
from ..sentences.by_grammar import grammar
from ..sentences.lines import Start, reserved
from ..sentences.spellings import LOOKAHEAD
from . import names as n
from .grammar_forms import EXPRESSIONS, SPOKEN, TERMINALS, WHOLE, Slot, spelt
from .names import EFFECT, KINDS, Known, Names
from .roles import BY_KIND, FITTING, KEY, LABEL, NEW, NUMERAL, SINGLE, VARIABLE, role_of

EMPTY = "empty"
"""The word that stands behind `is` alone."""

NOTHING, PRINT, RANGE = "nothing", "print", "range"
"""What a value can be besides what a name is: `nothing`, what is printed on a card or a space, numbers from one to another."""

SEATS, SURE, EXTENT, WHOLE_OF = "seats", "known before play", "extent", "whole"
"""Roles that only whole lines have: one seat or several, a number that is known before play, what something is for each of, and
the board or deck of something.
"""

PARTS = frozenset((*EXPRESSIONS, "operand", "place", "path", "call", "label", "reason"))
"""The rules that may begin with what can also stand alone."""

OF_ANY = (n.SEAT, n.NUMBER, n.CONDITION, n.ZONE, n.PILE, n.PIECE, n.CARD, n.SPACE, n.VALUE, n.SET, n.ELEMENT, NOTHING, PRINT)
"""What a value can be."""

TAKES: dict[str, tuple[str, ...]] = {
    **{role: (*fitting, n.VALUE) for role, fitting in FITTING.items()},
    **{role: FITTING[role] for role in (n.ZONE, n.PILE, n.PIECE, n.DECK, n.BOARD, n.PHASE, n.TEXT, n.POSITION)},
    n.NUMBER: (n.NUMBER, n.VALUE, PRINT),
    n.CONDITION: (n.CONDITION, n.VALUE, PRINT),
    n.SPACE: (n.SPACE, n.NUMBER, n.PIECE, n.VALUE, PRINT, NOTHING),
    n.KIND: (n.KIND, n.ENUMERATION),
    EXTENT: (n.KIND, n.ENUMERATION, n.DECK),
    WHOLE_OF: (n.BOARD, n.DECK),
    SEATS: (n.SET, n.SEAT, n.VALUE),
    n.SET: (n.SET, RANGE, n.ZONE, n.PILE, n.ENUMERATION, n.BOARD, n.DECK, n.VALUE),
    n.ELEMENT: (n.ELEMENT, n.VALUE, PRINT),
    SINGLE: (n.NUMBER, n.CONDITION, n.SEAT, n.CARD, n.SPACE, n.PIECE, n.ELEMENT, n.VALUE, PRINT, NOTHING),
    KEY: (n.NUMBER, n.CONDITION, n.SPACE, n.ELEMENT, n.CARD, n.VALUE, PRINT),
    VARIABLE: (),
    **dict.fromkeys((NEW, LABEL, NUMERAL), ()),
    "": (*OF_ANY, RANGE, n.ENUMERATION, n.BOARD, n.DECK),
}
"""What fits into each role."""

CALLS = ("invoke", "invoke_of", "count_options")
"""The rules of values that begin with a function."""

COUNTS = (n.NUMBER, n.VALUE, PRINT)
TRUE = (n.CONDITION, n.VALUE, PRINT)
LEFT: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("times", "div", "over", "mod"), COUNTS),
    "range_of": (n.NUMBER, n.VALUE),
    **dict.fromkeys(("plus", "minus"), (*COUNTS, n.SET)),
    **dict.fromkeys(("and_", "or_"), TRUE),
    **dict.fromkeys(("compare", "in_", "not_in"), OF_ANY),
    "up_to": (n.SET, n.VALUE),
    "attribute": (n.CARD, n.SPACE, n.PIECE, n.VALUE),
    "filtered": (n.SET, n.ENUMERATION, n.BOARD, n.DECK),
    **dict.fromkeys(CALLS, (n.FUNCTION,)),
}
"""What the first part of a longer value can be, by its rule; in others, anything."""

GIVES = {
    **dict.fromkeys(("number", "times", "div", "over", "mod", "negative", "half_up", "half_down"), n.NUMBER),
    **dict.fromkeys(("count_of", "sum_of", "number_of", "count_options", "times_remembered"), n.NUMBER),
    **dict.fromkeys(("and_", "or_", "not_", "compare", "in_", "not_in", "any", "every", "no", "after"), n.CONDITION),
    **dict.fromkeys(("yes", "no_", "any_option"), n.CONDITION),
    "range_of": RANGE,
    **dict.fromkeys(("subsets_of", "all_of", "connected", "connected_over", "up_to", "listed"), n.SET),
    **dict.fromkeys(("extreme_of", "first", "grouped", "string"), n.VALUE),
    "attribute": PRINT,
    "nothing": NOTHING,
}
"""What a value is, by its rule; a rule that is not here gives what its first part is."""

OWN = {
    ("asked", ""): n.PHASE,
    ("extent_kind", ""): EXTENT,
    ("extent_of", ""): n.KIND,
    ("extent_of", "of"): WHOLE_OF,
    ("extent_range", ""): SURE,
    ("extent_range", ".."): SURE,
    ("every_value", "every"): n.ENUMERATION,
    ("every_pair", "every pair of"): n.ENUMERATION,
    ("count_of", "count of"): "",
    ("compare", ""): "",
    ("attribute", "."): NEW,
    ("add_all", "+="): n.NUMBER,
    ("subtract_all", "-="): n.NUMBER,
    **{(rule, ""): LABEL for rule in ("option", "option_with", "option_different", "signature")},
    **dict.fromkeys((("not_", "not"), ("and_", "and"), ("or_", "or")), n.CONDITION),
}
"""Roles that are asked for here alone, by the rule and the words in front."""

OF_KIND = {
    "binder_kind": ("player", "seat", "automa", "space", "card"),
    "binder_of": ("space",),
    **dict.fromkeys(("together", "pass_on", "deal", "deal_up_to", "extent_kind"), ("player", "seat")),
    "extent_of": ("space", "card"),
}
"""The kinds of things that a rule knows; others know all."""

BLANKS = re.compile(r"\s*")
NAME = re.compile(r"[^\W\d]\w*")
ONE = re.compile(r"([^\W\d]\w*)(?:\[[^\[\]]*\])?\s*$")
"""A name, or an element of what has one, alone."""


@frozen
class Expected:
    """What may follow: *words* of the grammar and *names*; behind a dot, what is printed on *printed* ("": on anything).

    *begun* are the words that stand there already of a name of several.
    """

    words: tuple[str, ...]
    names: tuple[Known, ...]
    printed: str | None = None
    begun: str = ""


@frozen
class Item:
    """A rule that is followed from that place of the text on, up to one of its parts."""

    number: int
    dot: int
    origin: int

    @property
    def rule(self) -> Rule:
        """The rule itself."""
        return _numbered()[self.number]

    @property
    def next(self) -> Symbol | None:
        """What it waits for; None at its end."""
        return self.rule.expansion[self.dot] if self.dot < len(self.rule.expansion) else None

    @property
    def name(self) -> str:
        """The rule as the author's forms have it; that of its parent where the grammar only repeats something."""
        return str(self.rule.alias or self.rule.origin.name)

    @property
    def passes(self) -> bool:
        """Whether what it waits for may be all of it, or the beginning of a longer value."""
        made, parts = str(self.rule.origin.name), self.rule.expansion
        if made.startswith("__") and parts[0] == self.rule.origin:
            return self.dot <= 1
        if made in ("asked", "extent") or (made != "call" and str(parts[self.dot].name) == "label"):
            return False
        return self.dot == 0 and (made in PARTS or len(parts) == 1)


def expected(text: str, starts: Iterable[Start], names: Names, role: str = "") -> Expected:
    """What may stand behind *text*, the beginning of a line of one of these kinds, where these names are known.

    *role* is that of a line that is a value ("": any).
    """
    reading = Reading(text.rstrip(), names, role)
    reading.follow(starts)
    return reading.expected()


@define
class Reading:
    """The rules that can be followed through a text, by the place where they wait for something."""

    text: str
    names: Names
    role: str = ""
    rows: dict[int, dict[Item, None]] = field(factory=dict)
    waiting: dict[int, dict[str, list[Item]]] = field(factory=dict)
    reached: dict[tuple[object, ...], bool] = field(factory=dict)

    def follow(self, starts: Iterable[Start]) -> None:
        """Follow all rules of these kinds of line to the end of the text."""
        begin = self._behind(0)
        self.rows[begin] = {Item(rule, 0, begin): None for start in starts for rule in _rules()[start.value]}
        done: set[int] = set()
        while there := [at for at in self.rows if at not in done]:
            self._row(min(there))
            done.add(min(there))

    def _behind(self, at: int) -> int:
        blank = BLANKS.match(self.text, at)
        return at if blank is None else blank.end()

    def _row(self, at: int) -> None:
        row, wait = self.rows[at], self.waiting.setdefault(at, {})
        queue = list(row)
        scanned: dict[str, list[Item]] = {}
        while queue:
            item = queue.pop()
            symbol = item.next
            new: list[Item] = []
            if symbol is None:
                new = [Item(one.number, one.dot + 1, one.origin) for one in self._completed(item, at)]
            elif isinstance(symbol, Terminal):
                scanned.setdefault(str(symbol.name), []).append(item)
            else:
                name = str(symbol.name)
                if name not in wait:
                    new = [Item(rule, 0, at) for rule in _rules().get(name, ())]
                wait.setdefault(name, []).append(item)
            for each in new:
                if each not in row:
                    row[each] = None
                    queue.append(each)
        self._scan(scanned, at)

    def _scan(self, scanned: dict[str, list[Item]], at: int) -> None:
        """Go on behind the terminals that stand there; what a form has as a word of its own is no name."""
        word = NAME.match(self.text, at)
        others = (_whole(name).match(self.text, at) for name in scanned if name not in TERMINALS)
        taken = word is not None and any(other is not None and other.end() >= word.end() for other in others)
        for name, items in scanned.items():
            if name == "NAME" and (word is None or taken):
                continue
            found = _pattern(name).match(self.text, at)
            if found is None or (found[0][-1:].isalpha() and NAME.match(self.text[found.end() : found.end() + 1])):
                continue
            end = self._behind(found.end())
            row = self.rows.setdefault(end, {})
            for item in items:
                label = item.name.startswith("__label")
                if TERMINALS.get(name) != "name" or label or (found[0] not in reserved() and self._may_be(item, found[0])):
                    row[Item(item.number, item.dot + 1, item.origin)] = None

    def _completed(self, item: Item, at: int) -> Iterator[Item]:
        """The items that waited for what is complete, where it can be meant there."""
        for one in self.waiting[item.origin].get(str(item.rule.origin.name), ()):
            alone = ONE.fullmatch(self.text, item.origin, at)
            if alone is None or item.rule.origin.name not in ("place", "operand", *EXPRESSIONS) or self._fits(one, alone[1]):
                yield one

    def _fits(self, item: Item, name: str) -> bool:
        """Whether a name alone can be the value that an item waits for."""
        known = self.names.by_name.get(name)
        if known is None:
            return item.passes or self._role(item) != n.SEAT
        if known.is_ in (n.FUNCTION, n.VALUE):
            return True
        if item.passes:
            return len(item.rule.expansion) == 1 or known.is_ in LEFT.get(item.name, (known.is_,))
        return self._takes(item, known, known.is_)

    def _may_be(self, item: Item, name: str) -> bool:
        """Whether a name can stand for itself where an item waits for one."""
        known = self.names.by_name.get(name)
        if known is None:
            return True
        if known.is_ == n.KIND and name not in OF_KIND.get(item.name, (name,)):
            return False
        if item.passes:
            return known.is_ in LEFT.get(item.name, (known.is_,))
        return self._role(item) == NEW or self._takes(item, known, known.is_)

    # ------------------------------------------------------------------------------------------------------ roles

    def _role(self, item: Item) -> str:
        """The role of what an item waits for."""
        name = self._rule(item)
        symbol = item.next
        assert symbol is not None
        kind = TERMINALS.get(str(symbol.name)) or WHOLE.get(str(symbol.name), str(symbol.name))
        behind, number = _before(item.rule, item.dot)
        own = OWN.get((name, behind))
        if own is not None:
            return own
        if kind in BY_KIND and kind == "call":
            return n.PHASE
        return role_of(Slot(kind, name, behind, number))

    def _rule(self, item: Item) -> str:
        if not item.name.startswith("__"):
            return item.name
        above = self.waiting[item.origin].get(item.name, ())
        return next((self._rule(one) for one in above if one.name != item.name), item.name)

    def _takes(self, item: Item, known: Known | None, kind: str) -> bool:
        """Whether something of that kind fits where an item waits."""
        rule = self._rule(item)
        behind = _before(item.rule, item.dot)[0]
        if rule in ("element", "invoke", "invoke_of", "call") and behind in ("[", "(", ",", "of"):
            return self._fits_index(item, known, kind)
        role = self._role(item)
        if role == SURE:
            return known is not None and known.is_ == n.NUMBER and not known.changes
        if role == VARIABLE:
            return known is not None and (known.changes or known.by_let)
        return kind in TAKES.get(role, (role,))

    def _fits_index(self, item: Item, known: Known | None, kind: str) -> bool:
        """Whether something can be an index or an argument there."""
        opened = item.origin
        if item.name.startswith("__"):
            above = [one for one in self.waiting[item.origin].get(item.name, ()) if one.name != item.name]
            opened = above[0].origin if above else opened
        owner = NAME.match(self.text, opened)
        own = None if owner is None else self.names.by_name.get(owner[0])
        written = self.text[opened:] if owner is None else self.text[owner.end() :]
        at = _commas(written)
        if own is None or at >= len(own.per):
            return kind in TAKES[""]
        of = own.per[at].split(" ")
        if of[0] == "value":
            return kind in TAKES[""]
        if KINDS.get(of[0]) is not None:
            return kind in TAKES[KINDS[of[0]]]
        if self.names.by_name.get(of[0], Known("", "")).is_ == n.ENUMERATION:
            return kind in TAKES[n.ELEMENT] and (known is None or known.of in ("", of[0]))
        return kind in (TAKES[n.NUMBER] if of[0][:1].isdigit() else TAKES[""])

    def _reaches(self, item: Item, known: Known | None, kind: str) -> bool:
        """Whether what begins in an item there, and is of that kind, can be meant: alone, or as the beginning of more."""
        seen: set[tuple[Item, str]] = set()
        queue = [(item, kind)]
        while queue:
            one, is_ = queue.pop()
            if (one, is_) in seen:
                continue
            seen.add((one, is_))
            if not one.passes:
                if self._takes(one, known if one == item or is_ == kind else None, is_):
                    return True
                continue
            alone = len(one.rule.expansion) == 1 or one.name.startswith("__") or one.name in ("call", "label")
            if not alone and one.name not in CALLS and is_ not in LEFT.get(one.name, (is_,)):
                continue
            gives = is_ if alone or one.dot > 0 else GIVES.get(one.name, is_)
            above = self.waiting[one.origin].get(str(one.rule.origin.name), ())
            if not above:
                if gives in TAKES[self.role]:
                    return True
                continue
            queue += [(each, gives) for each in above]
        return False

    # --------------------------------------------------------------------------------------------------- expected

    def expected(self) -> Expected:
        """What the rules wait for that have been followed to the end."""
        end = len(self.text)
        words: dict[str, None] = {}
        signs: dict[str, None] = {}
        found: dict[Known, None] = {}
        printed: str | None = None
        begun = ""
        for item in self.rows.get(end, {}):
            symbol = item.next
            if not isinstance(symbol, Terminal):
                continue
            kind = TERMINALS.get(str(symbol.name))
            if kind == "name" and item.name == "attribute":
                printed = self._owner(item)
            elif kind == "name":
                here = [known for known in (*self.names.local, *self.names.known) if self._can_begin(item, known)]
                if item.name.startswith("__") and item.dot > 0 and here:
                    begun = self.text[item.origin : end]
                    here = [known for known in here if known.name.startswith(begun)]
                found |= dict.fromkeys(here)
            elif kind is None and self._word_fits(item):
                for way in _spelled(str(symbol.name)):
                    (words if way[:1].isalpha() else signs)[way] = None
        words |= self._half_said(end)
        if not words and not found:
            words = {sign: None for sign in signs if not set(sign) - set("=+-<>!")}
        return Expected(tuple(words), tuple(found), printed, begun)

    def _owner(self, item: Item) -> str:
        """The deck or the like of the name in front of a dot; "" where that is unknown."""
        owner = NAME.match(self.text, item.origin)
        known = None if owner is None else self.names.by_name.get(owner[0])
        return "" if known is None else known.of

    def _can_begin(self, item: Item, known: Known) -> bool:
        """Whether a name can stand where an item waits for one."""
        called = item.name in CALLS
        if (known.is_ == n.FUNCTION) != called or item.name == "count_options":
            return False
        if known.name == EMPTY and not self.text.endswith(("is", "is not")):
            return False
        if known.is_ == n.TEXT and NAME.fullmatch(known.name) is None:
            return False
        key = (item, *astuple(known)[1:])
        if key not in self.reached:
            self.reached[key] = self._reaches(item, known, known.gives if called else known.is_)
        return self.reached[key] and self._may_be(item, known.name)

    def _word_fits(self, item: Item) -> bool:
        """Whether a word can stand where an item waits for it: as a part of a value, that of a kind that is asked for."""
        if item.name == "count_options":
            return self.text[item.origin :].startswith("count")
        if item.name == "call" and item.dot == 1 and item.next == Terminal("_OF_VALUE"):
            return any(each.gives == EFFECT and self.text[item.origin :].strip() == each.name for each in self.names.known)
        above = self.waiting[item.origin].get(str(item.rule.origin.name), ())
        if item.name.startswith("__"):
            return any(self._word_fits(one) for one in above if one.name != item.name)
        gives = GIVES.get(item.name)
        if item.rule.origin.name not in PARTS or gives is None:
            return True
        return any(self._reaches(one, None, gives) for one in above) if above else gives in TAKES[self.role]

    def _half_said(self, end: int) -> dict[str, None]:
        """The rest of words that belong together, of which the first stand there."""
        found: dict[str, None] = {}
        for at, row in self.rows.items():
            begun = SPOKEN.findall(self.text[at:end])
            if not begun or at == end:
                continue
            for name in {str(item.next.name) for item in row if isinstance(item.next, Terminal)}:
                for way in spelt(name) if name not in TERMINALS else ():
                    if len(way) > len(begun) and all(word in part.spellings for word, part in zip(begun, way, strict=False)):
                        found[" ".join(part.spellings[0] for part in way[len(begun) :])] = None
        return found


@cache
def _numbered() -> tuple[Rule, ...]:
    return tuple(grammar().rules)


@cache
def _rules() -> dict[str, tuple[int, ...]]:
    """The numbers of the grammar's rules by what they make, without those that it refuses with a message of their own."""
    found: dict[str, list[int]] = {}
    for number, rule in enumerate(_numbered()):
        if not {str(rule.alias or rule.origin.name), *(str(each.name) for each in rule.expansion)} & set(REFUSED):
            found.setdefault(str(rule.origin.name), []).append(number)
    return {name: tuple(rules) for name, rules in found.items()}


@cache
def _pattern(terminal: str) -> re.Pattern[str]:
    """What a terminal takes, whatever may be still to come behind it."""
    pattern = next(each.pattern for each in grammar().terminals if each.name == terminal)
    if pattern.type == "str":
        return re.compile(re.escape(pattern.value))
    return re.compile(LOOKAHEAD.sub(lambda ahead: "" if ahead[0].startswith("(?=") else ahead[0], pattern.value))


@cache
def _whole(terminal: str) -> re.Pattern[str]:
    """What a terminal takes, with what must stand behind it."""
    return re.compile(next(each.pattern.to_regexp() for each in grammar().terminals if each.name == terminal))


@cache
def _spelled(terminal: str) -> tuple[str, ...]:
    """A terminal in each spelling."""
    return tuple(" ".join(words) for way in spelt(terminal) for words in product(*(part.spellings for part in way)))


@cache
def _before(rule: Rule, dot: int) -> tuple[str, int]:
    """The words in front of a part of a rule, and how many slots are."""
    words: list[str] = []
    number = 0
    for symbol in rule.expansion[:dot]:
        if isinstance(symbol, Terminal) and str(symbol.name) not in TERMINALS:
            words += [part.spellings[0] for part in spelt(str(symbol.name))[0]]
        else:
            words, number = [], number + 1
    return " ".join(words), number


def _commas(text: str) -> int:
    """How many commas stand in the brackets that are open first in a text, not in further ones."""
    depth, found = 0, 0
    for letter in re.sub(r'"[^"]*"?', "", text):
        depth += (letter in "([") - (letter in ")]")
        found += letter == "," and depth == 1
    return found
