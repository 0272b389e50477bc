"""The forms of lines: the rules of the grammar as words and slots, in the order in which they are written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from attrs import frozen
from lark.grammar import Symbol, Terminal

from ..sentences.build import REFUSED
from ..sentences.by_grammar import grammar, ways_to_write
from ..sentences.lines import Start

EXPRESSIONS = (
    *("expression", "aggregate", "quantified", "condition", "conditional", "disjunction", "conjunction", "negation"),
    *("comparison", "range", "sum", "product", "factor", "operand", "tested", "few"),
)
"""The rules that read a value: a slot takes any of them."""

WHOLE = {"place": "place", "path": "place", "label": "label", "call": "call", "reason": "reason", "key": "key"}
"""Other rules that fill one slot, with the kind of the slot."""

TERMINALS = {"NAME": "name", "NUMBER": "number", "STRING": "string", "PHASE": "name"}
"""The terminals that fill a slot, with its kind."""

SPOKEN = re.compile(r'"[^"]*"|[^\W\d]\w*|\d+|[-+]=|!=|<=|>=|\.\.|\S')
"""The words and signs of a line."""

MOST_PARTS = 12
"""Longer forms repeat what shorter ones have."""


@frozen
class Word:
    """A word or sign of the grammar, in each spelling that it has here."""

    spellings: tuple[str, ...]


@frozen
class Slot:
    """What the author fills in: its *kind* is the rule or terminal that reads it, and *rule* the one in which it stands.

    *behind* are the words of the rule in front of it ("": none), *number* says how many slots of the rule stand before it.
    """

    kind: str
    rule: str
    behind: str
    number: int = 0


Part = Word | Slot


@frozen
class Form:
    """A way to write a line: the rule of the grammar, and its parts in order."""

    rule: str
    start: Start
    parts: tuple[Part, ...]


@cache
def forms(start: Start) -> tuple[Form, ...]:
    """The forms of all lines of that kind, those of the grammar's first rules first."""
    found: dict[tuple[Part, ...], Form] = {}
    if start is Start.EXPRESSION:
        rules = [rule for rule in grammar().rules if str(rule.origin.name) in EXPRESSIONS and len(rule.expansion) > 1]
    else:
        rules = [rule for rule in grammar().rules if str(rule.origin.name) == start.value]
    for rule in rules:
        name = str(rule.alias or rule.origin.name)
        for parts, inner in _ways(rule.expansion, name, 0):
            if len(parts) <= MOST_PARTS and (inner or name) not in REFUSED:
                found.setdefault(parts, Form(inner or name, start, parts))
    return tuple(found.values())


def _ways(expansion: Sequence[Symbol], rule: str, depth: int) -> list[tuple[tuple[Part, ...], str]]:
    """The ways to write an expansion, each with the innermost rule that it is alone in."""
    if depth > 6:
        return []
    found: list[tuple[tuple[Part, ...], str]] = [((), "")]
    for symbol in expansion:
        found = [
            ((*before, *parts), inner if len(expansion) == 1 else "")
            for before, _ in found
            for parts, inner in _symbol(symbol, rule, before, depth)
        ]
    return found


def _symbol(symbol: Symbol, rule: str, before: tuple[Part, ...], depth: int) -> list[tuple[tuple[Part, ...], str]]:
    name = str(symbol.name)
    if isinstance(symbol, Terminal):
        kind = TERMINALS.get(name)
        return [(parts, "") for parts in (spelt(name) if kind is None else ((_slot(kind, rule, before),),))]
    if name in EXPRESSIONS or name in WHOLE:
        return [((_slot(WHOLE.get(name, name), rule, before),), "")]
    inner = [each for each in grammar().rules if str(each.origin.name) == name and each.origin not in each.expansion]
    found = []
    for each in inner:
        own = rule if name.startswith("_") else str(each.alias or name)
        found += [(parts, deeper or own) for parts, deeper in _ways(each.expansion, own, depth + 1)]
    return found


def _slot(kind: str, rule: str, before: tuple[Part, ...]) -> Slot:
    return Slot(kind, rule, _said(before), sum(isinstance(each, Slot) for each in before))


def _said(parts: tuple[Part, ...]) -> str:
    """The words that stand last in front of what follows."""
    words: list[str] = []
    for part in reversed(parts):
        if isinstance(part, Slot):
            break
        words.insert(0, part.spellings[0])
    return " ".join(words)


@cache
def spelt(terminal: str) -> tuple[tuple[Word, ...], ...]:
    """The ways to write a terminal: one with several spellings of each word, or several of different lengths."""
    ways = [SPOKEN.findall(way) for way in ways_to_write(terminal)]
    by_length: dict[int, list[list[str]]] = {}
    for way in ways:
        by_length.setdefault(len(way), []).append(way)
    return tuple(
        tuple(Word(tuple(dict.fromkeys(each))) for each in zip(*same, strict=True))
        for length, same in by_length.items()
        if length
    )
