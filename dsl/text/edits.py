"""Merges what a variant changes inside one thing: options of a phase, cards of a deck, values of an enumeration, other keys."""

from __future__ import annotations

import re

from attrs import evolve

from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import meant
from ..diagnostics.report import amount, error
from .card_lines import edited_deck
from .document import ADD, CHANGE, CHANGES, NAMED, WITHOUT, bare
from .fields import Fields, Findings, describe, mapping, one_or_more, sequence, text
from .nodes import Mapping, Node, Pair, Scalar, Sequence
from .source import Source

REPLACED_WHOLE = frozenset({"variants", "examples"})
"""The sections whose things are only replaced whole: what looks like a change there is their own."""

MENU = re.compile(r"(.*\s)?chooses?\s+one", re.DOTALL)
BETWEEN = re.compile(r"\s*(only\s+if\b|let\s+[^\W\d]\w*\s*=(?!=))")
"""What a condition, or a name, between the options of a menu begins with."""
MAY = re.compile(r"\S.*?\s+may\s+(\S.*)", re.DOTALL)
OPTION = re.compile(
    r"(?:otherwise\s+(?=\w))?(?P<label>[^\W\d]\w*(?:\s+[^\W\d]\w*)*?)(?P<asks>\s+from\b|\s+\d.*\bdifferent\b|$)", re.DOTALL
)


def edits(section: str, above: Pair) -> bool:
    """Whether a thing, as a variant has it, keeps the base's and says what differs in it."""
    if section not in NAMED - REPLACED_WHOLE or not isinstance(above.value, Mapping):
        return False
    return section == "phases" or any(pair.key.text in CHANGES for pair in above.value.pairs)


def edited(section: str, below: Pair, above: Pair, source: Source, findings: Findings) -> Pair:
    """The thing of the base with what *above* says differs in it. Mistakes go into *findings*; raises DiagnosticError for
    others.
    """
    change = above.value
    assert isinstance(change, Mapping)
    if "(" in above.key.text and above.key.text.split() != below.key.text.split():
        raise error("changed-names", above.key.span, f"this changes `{below.key.text}`, and cannot give it other names")
    match section:
        case "phases":
            node = _phase(below, change, findings)
        case "decks":
            node = edited_deck(below, change, source)
        case _:
            node = _keys(below, change, findings)
    return Pair(below.key, evolve(node, span=above.key.span))


def option_name(line: str) -> str:
    """The name of an option, read off its line; "" where it is none. What it asks for first is no part of its name."""
    found = OPTION.match(line.strip())
    if found is None:
        return ""
    words = found["label"].split()
    return " ".join(words[:-1] if len(words) > 1 and found["asks"].split() == ["from"] else words)


# --------------------------------------------------------------------------------------------------------------- keys


def _keys(below: Pair, change: Mapping, findings: Findings) -> Mapping | Sequence:
    """A thing of keys, or an enumeration of values, with some of them changed, added or left out."""
    name = bare(below.key.text)
    fields = Fields(change, f"a change of `{name}`", findings)
    changed, added, left = (fields.get(key) for key in CHANGES)
    fields.finish()
    if isinstance(below.value, Scalar):
        raise error("no-parts", change.span, f"`{name}` has no parts that could differ", help="write it anew")
    listed = isinstance(below.value, Sequence)
    parts = {_part(part): part for part in (below.value.items if isinstance(below.value, Sequence) else below.value.pairs)}
    if changed is not None and listed:
        raise error("values-do-not-change", changed.span, f"`{name}` is a list: values are added or left out")
    for pair in () if changed is None else mapping(changed, f"keys of `{name}` with what they are now").pairs:
        if _part(pair) not in parts:
            findings.tell(
                error(
                    "no-part-to-change",
                    pair.key.span,
                    f"`{name}` has no `{_part(pair)}` to change",
                    help=meant(_part(pair), parts) or "what is new stands under `add:`",
                )
            )
        else:
            parts[_part(pair)] = pair
    for part in () if added is None else one_or_more(added) if listed else mapping(added, f"new keys of `{name}`").pairs:
        if _part(part) in parts:
            message = f"`{name}` has `{_part(part)}` already"
            findings.tell(error("duplicate-name", _place(part), message, help="it stands under `change:`"))
        parts[_part(part)] = part
    for node in () if left is None else one_or_more(left):
        word = text(node, "a name").text
        if parts.pop(word, None) is None:
            findings.tell(
                error("no-part-to-leave-out", node.span, f"`{name}` has no `{word}` to leave out", help=meant(word, parts))
            )
    if listed:
        return Sequence(tuple(part for part in parts.values() if not isinstance(part, Pair)), change.span, merged=True)
    return Mapping(tuple(part for part in parts.values() if isinstance(part, Pair)), change.span, merged=True)


def _part(part: Node | Pair) -> str:
    """What a part is called: its key, or the value itself."""
    match part:
        case Pair(key=key):
            return bare(key.text)
        case Scalar():
            return part.text
        case _:
            return describe(part)


def _place(part: Node | Pair) -> Span:
    """Where a part begins."""
    match part:
        case Pair(key=key) | Mapping(pairs=(Pair(key=key), *_)):
            return key.span
        case _:
            return part.span


# -------------------------------------------------------------------------------------------------------------- phases


def _phase(below: Pair, change: Mapping, findings: Findings) -> Mapping | Sequence:
    """The sentences of the base's phase with those before and behind them, and with options changed, added or left out."""
    name = bare(below.key.text)
    fields = Fields(change, f"a change of the phase `{name}`", findings)
    first, last, changed, added = (_items(fields.get(key)) for key in ("begins with", "ends with", CHANGE, ADD))
    left = fields.get(WITHOUT)
    fields.finish()
    body = Sequence(sequence(below.value, "the sentences of the phase"), change.span, merged=True)
    menus = _menus(body)
    names = [found for menu in menus for option in menu.items if (found := _option(option))]
    apart = _behind_may(body)
    instead: dict[str, tuple[Node, ...]] = {}
    for option in changed:
        instead[_meant_option(names, apart, _option(option), _place(option), name)] = (option,)
    for each in () if left is None else one_or_more(left):
        instead[_meant_option(names, apart, text(each, "the name of an option").text, each.span, name)] = ()
    if added and len(menus) != 1:
        raise shared.not_one_menu(name, len(menus), _place(added[0]))
    for option in added:
        if _option(option) in names and instead.get(_option(option)) != ():
            message = f"the phase `{name}` has the option `{_option(option)}` already"
            findings.tell(error("duplicate-name", _place(option), message, help="what takes its place stands under `change:`"))
    made = _with_options(body, instead, added)
    assert isinstance(made, Sequence)
    return Sequence((*first, *made.items, *last), change.span, merged=True)


def _items(node: Node | None) -> tuple[Node, ...]:
    return () if node is None else sequence(node, "a list, each item after `- `")


def _meant_option(names: list[str], apart: list[str], name: str, span: Span, phase: str) -> str:
    """The name, if exactly one option of the phase has it, and none *apart* from menus. Raises DiagnosticError."""
    if names.count(name) == 1:
        return name
    if name in names:
        raise error(
            "options-of-one-name",
            span,
            f"the phase `{phase}` has {amount(names.count(name), 'option')} `{name}`",
            help="write the phase anew",
        )
    if name in apart:
        message = f"in the phase `{phase}` the option `{name}` stands behind `may`, and is no part of a menu"
        raise error("no-such-option", span, message, help="write the phase anew")
    raise error("no-such-option", span, f"the phase `{phase}` has no option `{name}`", help=meant(name, names))


def _option(option: Node) -> str:
    """The name of an option; "" for a condition, or a name, between options."""
    match option:
        case Scalar(text=line) if BETWEEN.match(line):
            return ""
        case Scalar(text=line) | Mapping(pairs=(Pair(key=Scalar(text=line)),)):
            return option_name(line)
        case _:
            return ""


def _menus(node: Node) -> list[Sequence]:
    """The lists of options in a list of sentences, however deep."""
    match node:
        case Mapping(pairs=pairs):
            return [menu for pair in pairs for menu in (*_menu(pair), *_menus(pair.value))]
        case Sequence(items=items):
            return [menu for item in items for menu in _menus(item)]
        case _:
            return []


def _behind_may(node: Node) -> list[str]:
    """The names of the options that stand behind `may` in a list of sentences, however deep."""
    match node:
        case Mapping(pairs=pairs):
            found = [option_name(may[1]) for pair in pairs if (may := MAY.fullmatch(pair.key.text.strip())) is not None]
            return found + [name for pair in pairs for name in _behind_may(pair.value)]
        case Sequence(items=items):
            return [name for item in items for name in _behind_may(item)]
        case _:
            return []


def _menu(pair: Pair) -> tuple[Sequence, ...]:
    return (pair.value,) if isinstance(pair.value, Sequence) and MENU.fullmatch(pair.key.text.strip()) else ()


def _with_options(node: Node, instead: dict[str, tuple[Node, ...]], added: tuple[Node, ...]) -> Node:
    """The same sentences; in their menus, other options *instead* of those of these names, and *added* ones behind."""
    if not _menus(node):
        return node
    match node:
        case Mapping(pairs=pairs):
            made = []
            for pair in pairs:
                value = _with_options(pair.value, instead, added)
                if _menu(pair):
                    assert isinstance(value, Sequence)
                    options = [new for old in value.items for new in instead.get(_option(old), (old,))]
                    value = Sequence((*options, *added), value.span, merged=True)
                made.append(Pair(pair.key, value))
            return Mapping(tuple(made), node.span, merged=True)
        case Sequence(items=items):
            return Sequence(tuple(_with_options(item, instead, added) for item in items), node.span, merged=True)
        case _:
            return node
