"""Which phases a call may do: the one of its name, or the effects of a family, of which a value selects one."""

from __future__ import annotations

from collections.abc import Iterator

from ...program.span import Span
from ..sentences import syntax as s
from ..sentences.walk import each
from .symbols import FamilySymbol, Symbols


def effects_of(call: s.Call, game: Symbols) -> tuple[FamilySymbol, s.Expression] | None:
    """The family whose effects a call does, and the value that selects one; None where it does the phase of its name.

    A phase that is called `play of n` goes before the effect of `n`.
    """
    name, value = call.name, call.of
    if value is None and name not in game.phases:
        name, _, word = name.rpartition(" of ")
        first = call.span.column + len(call.name) - len(word)
        value = s.Name(word, span=Span(call.span.line, first, call.span.line, first + len(word)))
    return None if value is None or name not in game.families else (game.families[name], value)


def calls_of(call: s.Call, game: Symbols) -> tuple[s.Call, ...]:
    """The call itself, or those of all effects that it may do."""
    found = effects_of(call, game)
    return (call,) if found is None else tuple(s.Call(name, call.arguments, span=call.span) for name in found[0].effects.values())


def calls(statements: tuple[s.Statement, ...], game: Symbols) -> Iterator[s.Call]:
    """All calls of phases in these sentences, those of all effects among them."""
    return (call for line in each(statements) if isinstance(line, s.DoLine) for call in calls_of(line.call, game))
