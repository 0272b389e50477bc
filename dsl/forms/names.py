"""The names that may stand in a line of a ruleset, each with what it is: what suggestions are made of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress

from attrs import evolve, field, frozen

from ..declarations.declare import NAMES, player_numbers
from ..diagnostics.diagnostic import DiagnosticError
from ..expressions.builtins import BUILTINS
from ..sentences import syntax as s
from ..sentences.by_grammar import taken
from ..sentences.lines import Start, reserved
from ..text.document import Document, bare
from ..text.nodes import Mapping, Node, Pair, Scalar, Sequence, words_in
from ..text.source import Source

(
    SEAT,
    NUMBER,
    CONDITION,
    ZONE,
    PILE,
    PIECE,
    CARD,
    SPACE,
    DECK,
    BOARD,
    PHASE,
    FUNCTION,
    VALUE,
    KIND,
    TEXT,
    POSITION,
    SET,
    ENUMERATION,
    ELEMENT,
) = (
    *("seat", "number", "condition", "zone", "pile", "piece", "card", "space", "deck", "board", "phase", "function", "value"),
    *("kind", "text", "position", "set", "enumeration", "element"),
)
"""What a name can be."""

KINDS = {"player": SEAT, "seat": SEAT, "automa": SEAT, "number": NUMBER, "truth": CONDITION, "space": SPACE, "card": CARD}
"""What a value of such a kind is."""

DIE = "die"
"""Of what a number is that was rolled."""
SCORE = "score"
"""Of what a number is that is declared as a score."""
EFFECT = "effect"
"""What a family of effects gives: the phase of each value."""

SETS = ("players", "seats", "everyone")
PARAMETER = re.compile(r"([^\W\d]\w*)\s+([^\W\d]\w*)(?:\s+of\s+[^\W\d]\w*)?\s*(?=[,)])")
GIVES_NAME = re.compile(r"\b(?:let|chooses?|random|draws?)\s+([^\W\d]\w*)")
MOST_ABOVE = 400
"""So many lines above a line are looked through for names that are known there."""


@frozen
class Known:
    """A name: what its value *is*, by what it is indexed or what it is given (*per*), and whether it is *changed* in play.

    It is *of* a kind of thing, or shown by a die; the texts of the ruleset have it *called* by single words. *gives* is what a
    function gives; *by_let*: `let` names it, so that it may change.
    """

    name: str
    is_: str
    per: tuple[str, ...] = ()
    changes: bool = False
    of: str = ""
    called: tuple[str, ...] = ()
    gives: str = ""
    by_let: bool = False


@frozen
class Names:
    """All names that are known in a place, the nearest first."""

    known: tuple[Known, ...]
    local: tuple[Known, ...] = ()
    by_name: dict[str, Known] = field(init=False, eq=False, repr=False)

    @by_name.default
    def _by_name(self) -> dict[str, Known]:
        return {each.name: each for each in reversed((*self.local, *self.known))}

    def that_are(self, *kinds: str) -> Iterator[Known]:
        """The names of these kinds, local ones first."""
        return (each for each in (*self.local, *self.known) if each.is_ in kinds)

    def seat(self, declared: bool = True) -> str:
        """A seat that can be named here: one that a phase or loop is about, else (if *declared*) the first of all."""
        seats = [each for each in (self.that_are(SEAT) if declared else self.local) if each.is_ == SEAT]
        acting = [each for each in seats if each.of and each in self.local]
        return next((each.name for each in (*acting, *seats)), "")


def declared(document: Document) -> Names:
    """What the sections of a ruleset declare, and the words of the language that can be names."""
    found: list[Known] = []
    seats = document.get("seats")
    found += [Known(name, SEAT) for name in (words_in(seats) if isinstance(seats, Sequence) else NAMES[: _most(document)])]
    for section, read in READERS.items():
        node = document.get(section)
        if isinstance(node, Mapping):
            for pair in node.pairs:
                found += read(pair)
    found += [Known(name, FUNCTION, ("value",) * each.least, gives=each.gives) for name, each in BUILTINS.items()]
    found += [Known("empty", VALUE), *(Known(name, KIND) for name in KINDS)] + [Known(name, SET) for name in SETS]
    called = _called(document)
    return Names(tuple(evolve(each, called=called[each.name]) if each.name in called else each for each in found))


def _called(document: Document) -> dict[str, tuple[str, ...]]:
    """The single words by which the ruleset's texts call its things."""
    texts = document.get("texts")
    if not isinstance(texts, Mapping):
        return {}
    told = {pair.key.text: pair.value.pairs for pair in texts.pairs if isinstance(pair.value, Mapping)}
    words = {name: [each.value for each in pairs] for name, pairs in told.items()}
    return {
        name: tuple(each.text.casefold() for each in several if isinstance(each, Scalar) and each.text.isalpha())
        for name, several in words.items()
    }


def _most(document: Document) -> int:
    """How many seats a ruleset without names for them has at most."""
    with suppress(DiagnosticError):
        return player_numbers(document)[-1]
    return len(NAMES)


def together(several: list[Names]) -> Names:
    """All names of several documents."""
    return Names(tuple(dict.fromkeys(known for each in several for known in each.known)))


def with_locals(names: Names, source: Source, line: int, column: int = 1) -> Names:
    """The names that are known on that line from that column on: those of the key in front of it, and of the headings and
    sentences above it too, the nearest first.
    """
    before = source.line(line)[: column - 1]
    found = [Known(name, KINDS.get(kind, VALUE), of=kind) for kind, name in PARAMETER.findall(before)]
    depth = _depth(source.line(line))
    for number in range(line - 1, max(0, line - MOST_ABOVE), -1):
        text = source.line(number)
        content = text.strip()
        if not content or content.startswith("#") or _depth(text) > depth:
            continue
        above = _depth(text) < depth
        depth = min(depth, _depth(text))
        content = content.removeprefix("- ").split(" #")[0].strip()
        found += introduced(content, names, above)
        if depth <= 2:
            break
    return Names(names.known, tuple(found))


def introduced(text: str, names: Names, above: bool) -> list[Known]:
    """The names that a line gives to lines below it, or under it where it stands *above* them."""
    if text.endswith(":"):
        text = text[:-1]
        if not above:
            return []
    parameters = [Known(name, KINDS.get(kind, VALUE), of=kind) for kind, name in PARAMETER.findall(text)] if above else []
    line: object = taken(text, Start.HEADING) if above else None
    line = line or taken(text, Start.SENTENCE) or (taken(text, Start.OPTION) if above else None)
    match line:
        case s.ForEachHead(binder=binder):
            return [_bound(binder, names)]
        case s.TogetherHead(kind, name) | s.PassLine(_, kind, name):
            return [Known(name, KINDS.get(kind, VALUE), of=kind)]
        case s.RepeatHead(name=str(name)):
            return [Known(name, NUMBER)]
        case s.ChooseLine(domain=domain) | s.RandomLine(domain=domain):
            return [_chosen(domain, names)]
        case s.RollLine(throws=throws):
            return [Known(each.domain.name, NUMBER, of=DIE) for each in throws if isinstance(each, s.RandomLine)]
        case s.LetLine(name, value):
            return [Known(name, kind_of(value, names), by_let=True)]
        case s.DrawLine(name):
            return [Known(name, CARD)]
        case s.OptionHead(domains=domains) | s.MayHead(option=s.OptionHead(domains=domains)):
            return [_chosen(domain, names) for domain in domains]
        case None if not above or not parameters:
            return [Known(found[1], VALUE) for found in GIVES_NAME.finditer(text) if found[1] not in reserved()]
        case _:
            return parameters


def _bound(binder: s.Binder, names: Names) -> Known:
    if binder.kind is not None:
        own = names.by_name.get(binder.kind)
        is_ = CARD if own is not None and own.is_ == DECK else KINDS.get(binder.kind, VALUE)
        return Known(binder.name, is_, of=binder.kind)
    return _element(binder.name, binder.among, names)


def _chosen(domain: s.Domain, names: Names) -> Known:
    return _element(domain.name, domain.among, names)


def _element(name: str, among: s.Expression | None, names: Names) -> Known:
    """A name for an element of a set: a space is that of its board."""
    is_ = _element_of(among, names)
    of = among.name if isinstance(among, s.Name) else next((each.name for each in names.that_are(BOARD)), "")
    return Known(name, is_, of=of if is_ == SPACE else "")


def _element_of(among: s.Expression | None, names: Names) -> str:
    """What the elements of a set are."""
    match among:
        case s.FromTo():
            return NUMBER
        case s.Name(name="players") | s.Where(kind="players"):
            return SEAT
        case s.Invoke(name="neighbours" | "ray" | "between"):
            return SPACE
        case s.Name(name=name) | s.Element(name=name) | s.Where(kind=name):
            own = names.by_name.get(name)
            return {ZONE: CARD, PILE: CARD, DECK: CARD, BOARD: SPACE}.get("" if own is None else own.is_, VALUE)
        case _:
            return VALUE


def kind_of(value: object, names: Names) -> str:
    """What an expression is, as far as its form and its names tell."""
    match value:
        case s.Numeral() | s.Calculate() | s.Negative() | s.Sum() | s.Count() | s.Half() | s.CountOf():
            return NUMBER
        case s.Compare() | s.Logic() | s.Contrary() | s.Belongs() | s.Quantified() | s.Truth() | s.OptionsOf():
            return CONDITION
        case s.FromTo() | s.Where() | s.AllOf() | s.UpTo() | s.Connected() | s.Items() | s.SubsetsOf():
            return SET
        case s.Name(name=name) | s.Element(name=name):
            own = names.by_name.get(name)
            return VALUE if own is None else own.is_
        case s.Invoke(name=name) if name in ("count", "min", "max", "abs"):
            return NUMBER
        case s.Invoke(name="top" | "bottom"):
            return CARD
        case s.Invoke(name="next" | "previous"):
            return SEAT
        case _:
            return VALUE


def _variable(pair: Pair) -> list[Known]:
    holds = _words(pair.value, "holds") or ["number"]
    is_ = KINDS.get(holds[0], NUMBER if holds[0][:1].isdigit() or holds[0].startswith("-") else VALUE)
    of = holds[0] if is_ == VALUE else holds[-1] if is_ == SPACE else ""
    return [Known(pair.key.text, is_, _per(pair.value, "per"), True, of)]


def _zone(pair: Pair) -> list[Known]:
    kind = PILE if _words(pair.value, "kind") == ["pile"] else ZONE
    return [Known(pair.key.text, kind, _per(pair.value, "per"), of="".join(_words(pair.value, "of")))]


def _enumeration(pair: Pair) -> list[Known]:
    values = pair.value
    match values:
        case Sequence(items=items):
            words = [item.text for item in items if isinstance(item, Scalar)]
        case Mapping(pairs=pairs):
            words = [each.key.text for each in pairs]
        case _:
            words = []
    return [Known(pair.key.text, ENUMERATION), *(Known(word, ELEMENT, of=pair.key.text) for word in words)]


def _given(pair: Pair, is_: str) -> list[Known]:
    """A phase or a function, with the kinds of what it is given."""
    return [Known(bare(pair.key.text), is_, tuple(kind for kind, _ in PARAMETER.findall(pair.key.text)))]


def _parameter(pair: Pair) -> list[Known]:
    truth = _words(pair.value, "default") in (["yes"], ["no"])
    return [Known(pair.key.text, CONDITION if truth else NUMBER)]


def _deck(pair: Pair) -> list[Known]:
    """A deck, and as functions what is printed on its cards."""
    match (
        next((each.value for each in pair.value.pairs if each.key.text == "cards"), None)
        if isinstance(pair.value, Mapping)
        else None
    ):
        case Sequence(items=(Mapping(pairs=pairs), *_)):
            printed = [each.key.text for each in pairs if each.key.text != "copies"]
        case Scalar(text=text) if "\n" in text:
            printed = [each for each in text.strip().split("\n")[0].split() if each != "copies" and each.isidentifier()]
        case Scalar(text=text):
            printed = re.findall(r"\bas (\w+)", text)
        case _:
            printed = []
    return [Known(pair.key.text, DECK, tuple(printed))]


def _board(pair: Pair) -> list[Known]:
    """A board with its spaces: those of a grid are called `a1`, others have names."""
    match _words(pair.value, "kind"):
        case ["grid" | "hexagon"]:
            columns, rows = (_size(_words(pair.value, key)) for key in ("columns", "rows"))
            spaces = [f"{letter}{row}" for letter in "abcdefghijklmnopqrstuvwxyz"[:columns] for row in range(1, rows + 1)]
        case ["graph" | "lanes"]:
            spaces = [*dict.fromkeys(words_in(pair.value))]
        case _:
            spaces = []
    return [Known(pair.key.text, BOARD), *(Known(space, SPACE) for space in spaces)]


def _size(words: list[str]) -> int:
    """How many columns or rows a grid has, or may have."""
    return min(int(words[0]), MOST_ROWS) if words and words[0].isdecimal() else MOST_ROWS


MOST_ROWS = 12
"""Of larger boards so many columns and rows are enough for examples."""

READERS: dict[str, Callable[[Pair], list[Known]]] = {
    "variables": _variable,
    "scores": lambda pair: [evolve(each, of=SCORE) for each in _variable(pair)],
    "zones": _zone,
    "pieces": lambda pair: [
        Known(pair.key.text, PIECE, _per(pair.value, "one per") or _per(pair.value, "per"), of="".join(_words(pair.value, "on")))
    ],
    "decks": _deck,
    "boards": _board,
    "parameters": _parameter,
    "enumerations": _enumeration,
    "functions": lambda pair: _given(pair, FUNCTION),
    "phases": lambda pair: _given(pair, PHASE),
    "effects": lambda pair: [evolve(each, gives=EFFECT) for each in _given(pair, PHASE)],
    "positions": lambda pair: [Known(pair.key.text, POSITION, _per(pair.value, "per"))],
    "texts": lambda pair: [Known(pair.key.text, TEXT)],
}
"""What each section declares."""


def _words(node: Node, key: str) -> list[str]:
    """The words behind a key: `player`, `space of river`, `0..9`."""
    found = next((each.value for each in node.pairs if each.key.text == key), None) if isinstance(node, Mapping) else None
    return found.text.split() if isinstance(found, Scalar) else []


def _per(node: Node, key: str) -> tuple[str, ...]:
    """By what something is indexed: the kinds behind `per:`."""
    found = next((each.value for each in node.pairs if each.key.text == key), None) if isinstance(node, Mapping) else None
    match found:
        case Scalar(text=text) if text:
            return (text,)
        case Sequence(items=items):
            return tuple(each.text for each in items if isinstance(each, Scalar))
        case _:
            return ()


def _depth(text: str) -> int:
    """How far in a line stands; a dash belongs to it."""
    return len(text) - len(text.lstrip())
