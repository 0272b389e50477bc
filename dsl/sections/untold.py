"""Finds texts of rules in the author's own words that are silent about a parameter by which these rules differ."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from attrs import Factory, define

from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import DiagnosticError, Note
from ..sentences import syntax as s
from ..sentences.function_bodies import function_body
from ..sentences.parse import Start, parse
from ..sentences.walk import parts
from ..symbols.effects import calls
from ..symbols.symbols import FunctionSymbol, ParameterSymbol, Symbols
from ..symbols.translations import tongues
from ..text.braces import codes
from ..text.document import OUTCOME, RULES, Document, bare
from ..text.fields import Findings, one_or_more, pairs
from ..text.nodes import Pair, Scalar

WHOLE = "game"
"""The phase whose text tells of everything that has no text of its own."""
WORD = re.compile(r"[^\W\d]\w*")


def untold(document: Document, game: Symbols, findings: Findings) -> None:
    """Warn of texts of rules that read a parameter, where no text that tells of these rules mentions it; those of the base are
    left in peace.

    A text tells of a phase, and of the phases that this one does and that have no text of their own. That of the game tells of
    everything: what it mentions is mentioned for all, and of what it tells itself any text may speak.
    """
    told = pairs(document.get("told"), "texts for the rules page by name", Findings())
    texts = {pair.key.text[len(RULES) :].strip(): pair for pair in told if pair.key.text.startswith(RULES)}
    rules = _Rules(document, game)
    readers: dict[str, dict[str, Span]] = {}
    for name in texts:
        for dial, place in rules.read_by(name, texts).items():
            readers.setdefault(dial, {})[name] = place
    mentioned = {name: rules.mentioned(pair) for name, pair in texts.items()}
    languages = dict.fromkeys(tongue for each in mentioned.values() for tongue in each if tongue) or {"": None}
    silent: dict[str, dict[str, list[str]]] = {}
    for dial, places in readers.items():
        there = [mentioned[name] for name in (texts if WHOLE in places else (*places, WHOLE)) if name in mentioned]
        spoken = [tongue for tongue in languages if any(mentioned[name].keys() & {tongue, ""} for name in places)]
        lacking = [tongue for tongue in spoken if not any(dial in each.get(tongue, each.get("", ())) for each in there)]
        if lacking:
            silent.setdefault(next(iter(places)), {})[dial] = lacking if len(lacking) < len(spoken) else []
    for name, dials in silent.items():
        span = texts[name].key.span
        if span.line <= game.source.length:
            notes = tuple(Note(f"`{dial}` is read here", readers[dial][name]) for dial in dials)
            findings.tell(shared.rules_without_parameter(dials, span, notes[:2]))


@define
class _Rules:
    """The rules of a document; *of_function* has the parameters that a function reads, each with a place where it does."""

    document: Document
    game: Symbols
    of_function: dict[str, dict[str, Span]] = Factory(dict)

    def read_by(self, name: str, texts: dict[str, Pair]) -> dict[str, Span]:
        """The parameters that the rules read of which the text *name* tells."""
        found: dict[str, Span] = {}
        if name == OUTCOME or (name == WHOLE and OUTCOME not in texts):
            found |= self._read(tuple(self._outcome()))
        if name == OUTCOME:
            return found
        left, seen = [name], {name, *texts}
        while left:
            phase = self.game.phases.get(left.pop())
            if phase is not None:
                done = dict.fromkeys(call.name for call in calls(phase.body, self.game))
                left += [called for called in done if called not in seen]
                seen |= done.keys()
                found = {**self._read(phase.body), **found}
        return found

    def mentioned(self, text: Pair) -> dict[str, frozenset[str]]:
        """The parameters that a text mentions in each language, by itself or by a function."""
        found = {}
        for tongue, scalar in tongues(text.value):
            words = {word for code in codes(scalar.text) for word in WORD.findall(scalar.text[code.start : code.stop])}
            found[tongue] = frozenset(dial for word in words for dial in self._of(word, text.key.span))
        return found

    def _outcome(self) -> Iterator[s.Parsed]:
        for pair in pairs(self.document.get("outcome"), "who wins", Findings()):
            start = Start.KEY if bare(pair.key.text) == "ranking" else Start.EXPRESSION
            yield from (parse(item, start) for item in one_or_more(pair.value) if isinstance(item, Scalar))

    def _read(self, node: object) -> dict[str, Span]:
        """The parameters that sentences and expressions read, in their order."""
        found: dict[str, Span] = {}
        for part in parts(node):
            if isinstance(part, s.Name | s.Element | s.Invoke):
                found = {**self._of(part.name, part.span), **found}
        return found

    def _of(self, name: str, span: Span) -> dict[str, Span]:
        """The parameter of that name, which stands there; or those that the function of that name reads."""
        match self.game.symbols.get(name):
            case ParameterSymbol():
                return {name: span}
            case FunctionSymbol(body=body):
                if name not in self.of_function:
                    self.of_function[name] = {}
                    with suppress(DiagnosticError):  # told where the function is used
                        self.of_function[name] = self._read(function_body(body, self.game.source))
                return self.of_function[name]
            case _:
                return {}
