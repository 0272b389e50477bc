"""Which phases are told where they are done, and which in a part of their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import Factory, define

from ..sentences import syntax as s
from ..sentences.function_bodies import function_body
from ..sentences.walk import each, parts
from ..symbols.symbols import FunctionSymbol, Game, PhaseSymbol
from .telling import Telling

ASKING = (s.ChooseLine, s.ChooseCards, s.MenuBlock, s.ChooseBlock)


@define
class Story:
    """The phases of a game as they are told: *parts* are those that are told in a part of their own, in that order.

    *around* is the phase that is told now. *calls* counts how often each phase is done by a sentence of another.
    """

    to: Telling
    phases: dict[str, PhaseSymbol]
    calls: dict[str, int]
    parts: dict[str, None] = Factory(dict)
    around: str = "game"

    def inlined(self, name: str) -> bool:
        """Whether a phase is told where it is done: a single sentence does it, and no condition asks about it."""
        return self.calls.get(name, 0) <= 1

    def mention(self, name: str) -> None:
        """Have a phase told in a part of its own."""
        self.parts.setdefault(name)

    def phase_noun(self, name: str) -> str:
        """The name of a phase, in the words of the ruleset where these need not say what it is given."""
        found = self.to.wordings.get((name, False))
        own = None if found is None else found.text(self.to.spoken)
        return self.to.label(name) if own is None or "{" in own else own

    def asks(self, body: tuple[s.Statement, ...], seen: frozenset[str] = frozenset()) -> bool:
        """Whether somebody chooses in a list, or in a phase that it does."""
        for statement in each(body):
            if isinstance(statement, ASKING):
                return True
            name = statement.call.name if isinstance(statement, s.DoLine) else ""
            if name in self.phases and name not in seen and self.asks(self.phases[name].body, seen | {name}):
                return True
        return False

    @contextmanager
    def inside(self, phase: PhaseSymbol, arguments: tuple[s.Expression, ...] | None) -> Iterator[None]:
        """Inside the `with` block the phase's own names are known: as what it is given, or by their kind."""
        before, to = self.around, self.to
        told = [(to.value(one), to.kind_of(one)) for one in arguments or ()]
        mine = None
        if arguments is not None:
            for (_, name, _), one in zip(phase.signature.parameters, arguments, strict=False):
                if isinstance(one, s.Name) and one.name == to.own:
                    mine = name
        outer, own = to.names, to.own
        to.names, to.own = {}, mine or ""
        self.around = phase.name
        try:
            for at, (kind, name, _) in enumerate(phase.signature.parameters):
                kinds = [each_kind for each_kind, other, _ in phase.signature.parameters if other != "me"]
                known = to.name(name, kind, lettered=kinds.count(kind) > 1)
                plain = arguments is not None and at < len(arguments) and isinstance(arguments[at], s.Name | s.Numeral)
                if plain:
                    to.names[name] = type(known)(told[at][0], known.kind, known.truth)
                if name == "me" and arguments is None:
                    to.own = name
            yield
        finally:
            self.around, to.names, to.own = before, outer, own


def given(story: Story, phase: PhaseSymbol, arguments: tuple[s.Expression, ...]) -> str:
    """What a phase is given, in words; who is on turn goes without saying."""
    to = story.to
    told = [to.value(one) for one in arguments]
    shown = [
        text if kind in ("player", "seat") or len(name) <= 2 else f"{to.noun(name)}: {text}"
        for (kind, name, _), text, one in zip(phase.signature.parameters, told, arguments, strict=False)
        if not (isinstance(one, s.Name) and one.name == to.own)
    ]
    return ", ".join(shown)


def counted(game: Game) -> dict[str, int]:
    """How many sentences do each phase, and how many conditions try it; a phase that is tried is never done just once."""
    found: dict[str, int] = {}
    for phase in game.phases.values():
        for statement in each(phase.body):
            if isinstance(statement, s.DoLine):
                found[statement.call.name] = found.get(statement.call.name, 0) + 1
    functions = [symbol for symbol in game.symbols.values() if isinstance(symbol, FunctionSymbol)]
    bodies: list[object] = [phase.body for phase in game.phases.values()]
    for part in parts((*bodies, *(function_body(function.body, game.source) for function in functions))):
        if isinstance(part, s.After | s.OptionsOf):
            found[part.call.name] = found.get(part.call.name, 0) + 2
    return found
