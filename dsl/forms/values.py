"""What words of a line can be a value, and what it costs to take them for one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import define, field

from ..sentences import syntax as s
from ..sentences.by_grammar import taken
from ..sentences.lines import Start, reserved
from ..sentences.walk import FIELDS
from . import other_words
from .costs import (
    ARTICLES,
    BEGINNING,
    FILLER,
    IMPOSSIBLE,
    INSIDE,
    LITTLE,
    LITTLE_WORDS,
    MEANT,
    MISSING,
    MOVED,
    NAMED,
    OPPOSITE,
    OWNERS,
    SOLE,
    SYNONYM,
    TAKEN,
    UNDECLARED,
    UNFIT,
    UNKNOWN,
    UNLIKELY,
    USED_ELSEWHERE,
    no_names,
    synonyms,
    verb,
    vocabulary,
)
from .grammar_forms import Slot
from .names import Known, Names, kind_of
from .parts import RELATIONS, TOKEN, Item, inside_brackets, printed
from .readings import names_given
from .roles import FITTING, NEW, role_of

THINGS = ("zone", "pile", "piece", "deck", "board", "number", "condition")
"""What a line that names it is about: it is never left out."""

CARD_NAMES = (
    "domain",
    "binder_in",
    "draw",
    "draw_on_top",
    "draw_on_bottom",
    "draw_bottom",
    "several_such",
    "tell_all",
    "tell_one",
)
"""The rules in which a name may be `card`, though that is a kind of thing."""

CARDS = ("card", "cards")
"""What a deck may be called that is no thing of its own in a line."""

DECLARED = ("seat", "zone", "pile", "piece", "deck", "board", "phase", "text")
"""The roles of what the ruleset declares: a value of another kind is unlikely there."""

NO_NUMBERS = ("zone", "pile", "card", "seat", "deck", "condition", "phase", "set")
"""What certainly is no number."""

NO_ZONES = ("seat", "number", "card", "piece", "condition", "phase", "kind", "board")
"""What certainly holds no cards."""

NO_PIECES = ("zone", "pile", "card", "number", "seat", "deck", "condition", "phase", "kind")
"""What certainly is no piece on a board."""

OPERANDS = (s.Numeral, s.Quoted, s.Nothing, s.Truth, s.Name, s.Element, s.Attribute, s.Invoke, s.Items)

LOOSE = (s.Sum, s.Count, s.Extreme, s.FirstOf, s.Where, s.Connected, s.AllOf, s.UpTo, s.After)

LOGIC = (s.Compare, s.Logic, s.Contrary, s.Belongs, s.Quantified, s.Choice)

BETWEEN = frozenset(
    (
        *RELATIONS,
        *("+", "*", "/", ",", ".", "..", "+=", "-="),
        *("and", "or", "in", "is", "div", "mod", "of", "to"),
        *("from", "where", "has", "if", "else", "then", "by"),
    )
)
"""Signs and words that stand between two others."""

NOT_FIRST = BETWEEN | {")", "]", "as", "on"}

NOT_LAST = BETWEEN | {"-", "(", "[", "not"}


@define
class Values:
    """A line with the names that are known in it, and what its parts can be as values."""

    text: str
    names: Names
    items: tuple[Item, ...] = field(init=False)
    within: bool = False
    owned_by_another: bool = field(init=False)
    given: frozenset[str] = field(init=False)
    read: dict[tuple[str, Start], s.Parsed | None] = field(factory=dict)
    prices: dict[tuple[str, str, str, str], float] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.items = tuple(Item(found[0], found.span()) for found in TOKEN.finditer(self.text))
        known = [self.names.by_name.get(each.text) for each in self.items]
        words = {each.text.casefold() for each in self.items}
        self.given = frozenset(names_given([each.text for each in self.items], self.names))
        self.owned_by_another = any(each is not None and each.is_ == "seat" for each in known) or bool(words & OWNERS)

    def parsed(self, text: str, start: Start) -> s.Parsed | None:
        """The syntax of a line, None where it is wrong."""
        key = text, start
        if key not in self.read:
            self.read[key] = taken(text, start)
        return self.read[key]

    def reads(self, text: str, start: Start) -> bool:
        """Whether the grammar reads a line, all of whose names are known."""
        return self.parsed(text, start) is not None and self.unknown(text, start) == 0

    def price(self, slot: Slot, run: tuple[Item, ...]) -> float:
        """What it costs to take some items for the value of a slot."""
        if not can_be_value(run):
            return IMPOSSIBLE
        rule = slot.rule if slot.kind in ("name", "label") else ""
        key = " ".join([each.text for each in run]), slot.kind, role_of(slot), rule
        if key not in self.prices:
            self.prices[key] = self.priced_anew(slot, run)
        return self.prices[key]

    def priced_anew(self, slot: Slot, run: tuple[Item, ...]) -> float:
        """The same, for items that were not asked about before."""
        text = printed([each.text for each in run])
        role = role_of(slot)
        one = run[0].text if len(run) == 1 else ""
        is_name = bool(one) and (one[0].isalpha() or one[0] == "_") and one not in reserved() and one not in ARTICLES
        match slot.kind:
            case "name":
                if not is_name:
                    return IMPOSSIBLE
                known = self.names.by_name.get(one)
                if role == NEW:
                    if known is None:
                        return TAKEN if verb(one) or one in vocabulary() or one in no_names() else 0.0
                    if one == "card" and slot.rule in CARD_NAMES:
                        return FILLER
                    if known in self.names.local:
                        return MOVED
                    return IMPOSSIBLE if known.is_ in THINGS or known.changes else TAKEN
                return self.unfit(role, "" if known is None else known.is_)
            case "number":
                return 0.0 if one.isdigit() else IMPOSSIBLE
            case "string":
                return 0.0 if one[:1] == '"' else IMPOSSIBLE
            case "label" if slot.rule == "call":
                known = self.names.by_name.get(text)
                return 0.0 if known is not None and known.is_ == "phase" else IMPOSSIBLE
            case "label":
                head = self.parsed(text, Start.OPTION) if all(each.text[0].isalpha() for each in run) else None
                if not isinstance(head, s.OptionHead) or head.domains or len(run) > 3:
                    return IMPOSSIBLE
                named = sum(each.text in self.names.by_name for each in run)
                return UNLIKELY * named + sum(SYNONYM if each.text in reserved() and len(run) > 1 else FILLER for each in run)
            case "reason":
                known = self.names.by_name.get(one)
                if len(run) > 1 and all(each.text[0] in '"+,' or each.text in self.names.by_name for each in run):
                    return SYNONYM
                return 0.0 if one[:1] == '"' or (known is not None and known.is_ == "text") else 1.2
            case "key":
                return self.priced(self.parsed(text, Start.KEY), role)
            case "call":
                return self.priced(self.parsed(text, Start.CALL), role)
            case kind:
                node = self.parsed(text, Start.EXPRESSION)
                if node is None or not reads_as(kind, node, text):
                    return IMPOSSIBLE
                return self.priced(node, role)

    def priced(self, node: s.Parsed | None, role: str) -> float:
        """What a value costs in that role: for what it is, and for names in it that nothing declares."""
        if node is None:
            return IMPOSSIBLE
        strange = [name for name in names_in(node) if name not in self.names.by_name]
        if any(name in ARTICLES for name in strange):
            return IMPOSSIBLE
        if isinstance(node, s.SortKey):
            return UNDECLARED * len(strange) + self.unfit("number", kind_of(node.value, self.names))
        is_ = self.is_(node)
        if is_ in ("kind", "phase", "text", "deck", "enumeration") and role in ("", "value", "number", "condition"):
            return UNFIT
        strange = [name for name in strange if name not in self.given]
        cost = sum(TAKEN if name in vocabulary() else UNDECLARED for name in strange[:2]) + UNFIT * self.misfits(node)
        return cost + (0.0 if strange and isinstance(node, s.Name) else self.unfit(role, is_))

    def misfits(self, node: object) -> int:
        """How many parts of a value are of a kind that cannot stand there."""
        wrong = 0
        match node:
            case s.Binder(kind=None, among=s.Name() as among):
                wrong = int(self.of_kind(among, "phase", "number", "text", "condition", "seat", "kind"))
            case s.Binder(kind=str(kind)):
                known = self.names.by_name.get(kind)
                wrong = int(known is None or known.is_ not in FITTING["kind"])
            case s.Change(target=s.Name(name=name)) | s.ChangeAll(target=s.Name(name=name)):
                known = self.names.by_name.get(name)
                wrong = int(known is not None and (bool(known.per) or known.is_ in ("phase", "kind", "text", "deck", "set")))
            case s.Change(value=s.Quoted()):
                wrong = 1
            case s.Change(target=target, how="=", value=value) if self.of_kind(target, "number"):
                wrong = int(self.of_kind(value, *NO_NUMBERS, "space", "element"))
            case s.Change(target=target, how="=", value=value) if self.of_kind(target, "condition"):
                wrong = int(self.of_kind(value, "number", "zone", "pile", "seat", "element", "card"))
            case s.Change(target=s.Name(name=name), how="=", value=s.Name(name=same)) if name == same:
                wrong = 1
            case s.Change(target=target, how="+" | "-", value=value) | s.AddAll(target=target, value=value):
                wrong = self.of_kind(target, "zone", "pile", "piece") + self.of_kind(value, *NO_NUMBERS)
            case s.PlaceOn(piece=piece, space=space):
                wrong = self.of_kind(piece, *NO_PIECES) + self.of_kind(space, "zone", "pile", "card", "piece")
            case s.MoveCards(target=target) | s.PutLine(target=target) | s.DealLine(target=target) | s.DrawLine(target=target):
                wrong = int(self.of_kind(target, *NO_ZONES))
            case s.GiveLine(value=value):
                wrong = int(self.of_kind(value, "zone", "pile", "deck", "piece", "set"))
            case s.MoveBy(steps=s.FirstOf() | s.Where()):
                wrong = 1
            case s.MoveBy(piece=piece) | s.TakeOff(piece=piece):
                wrong = int(self.of_kind(piece, *NO_PIECES))
            case s.Quantified(test=test):
                wrong = int(self.of_kind(test, "number", "zone", "pile", "piece", "seat", "phase"))
            case s.Element(name=name, indices=indices):
                known = self.names.by_name.get(name)
                theirs = known is not None and known.per == ("player",)
                wrong = sum(theirs and self.of_kind(index, "zone", "pile", "number", "card", "piece") for index in indices)
            case s.Logic(parts=parts):
                wrong = sum(isinstance(part, s.Truth) for part in parts)
                wrong += sum(self.of_kind(part, "number", "seat", "zone", "pile", "piece", "card") for part in parts)
            case s.Contrary(value=value):
                wrong = int(self.of_kind(value, "number", "seat", "zone", "pile", "piece", "card"))
            case s.Calculate(left=left, right=right):
                wrong = sum(self.of_kind(part, "seat", "zone", "pile", "condition", "card") for part in (left, right))
            case s.Compare(parts=parts, relations=relations):
                if set(relations) & {"<", "<=", ">", ">="}:
                    wrong += sum(self.of_kind(part, "seat", "board", "zone", "pile", "condition") for part in parts)
                wrong += sum(self.of_kind(part, "kind", "phase", "set", "board") and _name(part) != "card" for part in parts)
                wrong += sum(self.is_bare(part, "zone", "pile") for part in parts)
                numbers = any(self.of_kind(part, "number") for part in parts)
                kinds = {kind_of(part, self.names) for part in parts}
                wrong += "piece" in kinds and not kinds.isdisjoint(("zone", "pile", "card", "seat", "condition"))
                wrong += len({"card", "element"} & kinds) == 2
                wrong += numbers and any(self.of_kind(part, "zone", "pile", "seat", "card", "condition") for part in parts)
            case s.Name(name=name):
                known = self.names.by_name.get(name)
                wrong = int(known is not None and known.is_ == "function" and bool(known.per))
            case s.SortKey(value=value):
                wrong = int(self.is_bare(value))
            case s.Invoke(name=name):
                known = self.names.by_name.get(name)
                wrong = int(known is None or known.is_ != "function")
            case _:
                pass
        inner = node if isinstance(node, tuple) else [getattr(node, name) for name in FIELDS.get(type(node), ())]
        return wrong + sum(self.misfits(part) for part in inner)

    def of_kind(self, node: s.Expression, *kinds: str) -> bool:
        """Whether a value is certainly of one of these kinds."""
        return kind_of(node, self.names) in kinds

    def is_bare(self, node: s.Expression, *besides: str) -> bool:
        """Whether a value that belongs to players stands there without the one whose it is."""
        known = self.names.by_name.get(_name(node))
        return known is not None and bool(known.per) and known.is_ in ("number", "condition", "value", *besides)

    def is_(self, node: s.Parsed) -> str:
        """What a value is."""
        if isinstance(node, s.Call):
            return "phase" if self.names.by_name.get(node.name, Known("", "")).is_ == "phase" else "value!"
        return kind_of(node, self.names)

    def unfit(self, role: str, is_: str) -> float:
        """What it costs that a value is of this kind in that role."""
        fitting = FITTING.get(role)
        if role in DECLARED and is_ == "value":
            return UNLIKELY
        if role == "variable":
            return 0.0 if is_ in ("number", "condition", "value", "") else UNFIT
        if role == "pile" and is_ == "zone":
            return LITTLE
        if fitting is None or is_ in ("", "value") or is_ in fitting:
            return 0.0 if fitting is None or is_ != "" else UNDECLARED
        return UNFIT

    def left_out(self, items: tuple[Item, ...], at: int, wanted: frozenset[str] = frozenset()) -> float:
        """What it costs to leave an item out."""
        word = items[at].text
        if word in other_words.NEGATIONS:
            return OPPOSITE
        if at and inside_brackets(items, at):
            return INSIDE
        known = self.names.by_name.get(word)
        kinds = {"number"} if word.isdigit() else set() if known is None else {known.is_}
        if known is not None and known.changes:
            kinds.add("variable")
        if kinds & wanted:
            return USED_ELSEWHERE
        if "condition" in wanted and (word in RELATIONS or (at and items[at - 1].text in RELATIONS)):
            return FILLER
        if kinds and kinds <= {"phase", "function", "text", "kind"} and word.casefold() in other_words.FILLERS:
            return FILLER
        if at == 0 and kinds == {"seat"}:
            return LITTLE
        if kinds == {"deck"} and word.casefold() in CARDS:
            return FILLER
        if kinds or word[0] == '"':
            return NAMED
        word = word.casefold()
        if word in other_words.FILLERS:
            return FILLER
        if word in LITTLE_WORDS or not word[0].isalpha():
            return LITTLE
        if word in s.BEGINNINGS or word in vocabulary():
            return BEGINNING
        return MEANT if word in synonyms() else UNKNOWN

    def missing(self, slot: Slot) -> float:
        """What it costs that nothing is there for a slot."""
        role = role_of(slot)
        kinds = FITTING.get(role, ())[:1]
        if (
            role in (NEW, "set")
            or (role == "zone" and self.owned_by_another)
            or (kinds and len(list(self.names.that_are(*kinds))) == 1)
        ):
            return SOLE
        return MISSING

    def said(self, text: str) -> str:
        """What is said: a text in quotes, or its name; a value stands in braces."""
        if re.fullmatch(r'"[^"]*"', text) or getattr(self.names.by_name.get(text), "is_", "") == "text":
            return text
        found = ""
        quoted = '"' in text
        for part in re.findall(r'"[^"]*"|[^"+]+', text):
            node = None if part[0] == '"' else self.parsed(part.strip(" ,.!"), Start.EXPRESSION)
            if node is not None and all(name in self.names.by_name for name in names_in(node)):
                found += "{" + part.strip(" ,.!") + "}"
            elif part[0] == '"' or not quoted:
                found += part.strip('"') if part[0] == '"' else part.strip(" ,.!")
        return f'"{found}"'

    def rightly_given(self, call: s.Call | s.Invoke) -> bool:
        """Whether a phase or a function is given as much as it takes."""
        known = self.names.by_name.get(call.name)
        if known is None or known.is_ not in ("phase", "function") or (isinstance(call, s.Call) and call.of is not None):
            return True
        more = known.is_ == "function" and set(known.per) == {"value"} and len(call.arguments) > len(known.per)
        return len(call.arguments) == len(known.per) or more

    def unknown(self, text: str, start: Start) -> int:
        """How many names of a line nothing declares."""
        node = self.parsed(text, start)
        return sum(name not in self.names.by_name for name in names_in(node)) if node is not None else 0


def _name(node: s.Expression) -> str:
    return node.name if isinstance(node, s.Name) else ""


def can_be_value(run: tuple[Item, ...]) -> bool:
    """Whether a value can begin and end with these items, and its brackets are closed: most runs are not."""
    first, last = run[0].text, run[-1].text
    if first in NOT_FIRST or last in NOT_LAST:
        return False
    depth = 0
    for item in run:
        depth += (item.text in ("(", "[")) - (item.text in (")", "]"))
        if depth < 0:
            return False
    return depth == 0


def torn(line: tuple[Item, ...], first: int, end: int, gap: tuple[int, int]) -> bool:
    """Whether a run begins or ends inside a name with its index; the *gap* is what stands between two words of a form."""
    begin, last = gap
    for at in (first, end):
        if begin < at < last and line[at].text in ("[", "(") and line[at].at[0] == line[at - 1].at[1]:
            return True
    return first > begin and line[first].text != "(" and inside_brackets(line[begin:], first - begin)


def reads_as(kind: str, node: s.Parsed, text: str) -> bool:
    """Whether a rule of the grammar reads this value without parentheses."""
    grouped = text[0] == "(" and text[-1] == ")"
    match kind:
        case "place":
            return isinstance(node, s.Name | s.Element)
        case "operand" | "factor":
            return grouped or isinstance(node, OPERANDS)
        case "sum" | "product" | "few":
            return grouped or not isinstance(node, (*LOOSE, *LOGIC, s.FromTo, s.SubsetsOf))
        case "range":
            return grouped or not isinstance(node, (*LOOSE, *LOGIC))
        case "conditional" | "disjunction" | "conjunction" | "negation":
            return grouped or not isinstance(node, (*LOOSE, s.Quantified))
        case _:
            return True


def names_in(node: object) -> Iterator[str]:
    """The names that a line uses, without those that it gives."""
    given = set[str]()
    used = list[str]()

    def walk(part: object) -> None:
        match part:
            case tuple():
                for each in part:
                    walk(each)
                return
            case s.Name(name=name) | s.Element(name=name) | s.Invoke(name=name) | s.Call(name=name):
                used.append(name)
            case s.Binder(kind=kind, name=name):
                given.add(name)
                used.extend(() if kind is None else (kind,))
            case s.Domain(name=name) | s.Several(name=name) | s.UpTo(name=name) | s.Connected(name=name) | s.LetLine(name=name):
                given.add(name)
            case s.TogetherHead(kind=kind, name=name) | s.PassLine(kind=kind, name=name):
                given.add(name)
                used.append(kind)
            case s.Where(kind=kind, name=name):
                given.add(name)
                used.append(kind)
            case s.TellLine(name=name) | s.DrawLine(name=name) | s.MoveCards(name=name) | s.MoveSoMany(name=name):
                given.add(name)
            case s.RepeatHead(name=str(name)) | s.LetRow(name=name):
                given.add(name)
            case s.GatherLine(deck=name) | s.DealLine(each=str(name)):
                used.append(name)
            case _:
                pass
        for name in FIELDS.get(type(part), ()):
            walk(getattr(part, name))

    walk(node)
    return (name for name in used if name not in given)


def calls_in(part: object) -> Iterator[s.Call | s.Invoke]:
    """The phases and functions that a line names with what they are given."""
    if isinstance(part, tuple):
        for each in part:
            yield from calls_in(each)
    else:
        if isinstance(part, s.Call | s.Invoke):
            yield part
        for name in FIELDS.get(type(part), ()):
            yield from calls_in(getattr(part, name))
