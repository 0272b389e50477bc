"""Reads `about:` and `told:`: what a game is, and how the rules page tells what the ruleset names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ...program import ir
from ..expressions.messages import BRACES
from ..sentences import syntax as s
from ..sentences.parse import Start, parse
from ..symbols.symbols import FunctionSymbol, Game, PhaseSymbol, PlaceSymbol, ZoneSymbol
from ..symbols.translations import title_of, tongues
from ..text.diagnostics import Complaint, meant
from ..text.fields import complain, pairs
from ..text.yaml_reader import Scalar

if TYPE_CHECKING:
    from ..text.document import Document
    from ..text.fields import Findings
    from ..text.yaml_reader import Pair

CONTRARY = "not "
"""What stands before a condition whose contrary has its own words."""


@frozen
class Wording:
    """How something is told: the names that stand in braces, and the text by language ("": for all)."""

    names: tuple[str, ...]
    texts: tuple[tuple[str, str], ...]

    def text(self, language: str) -> str | None:
        """The text in that language; None when there is none."""
        found = dict(self.texts)
        return found.get(language, found.get(""))


Wordings = dict[tuple[str, bool], Wording]
"""By name, and whether it tells the contrary of a condition."""


def about(document: Document) -> ir.Words | None:
    """What the game is, in a few sentences; None where the ruleset does not say it. Raises Complaint."""
    node = document.get("about")
    return None if node is None else title_of("", node)


def wordings(document: Document, game: Game, findings: Findings) -> Wordings:
    """How the rules page tells what the ruleset names; wrong ones are reported and left out."""
    found: Wordings = {}
    for pair in pairs(document.get("told"), "texts for the rules page by name", findings):
        try:
            _wording(pair, game, found)
        except Complaint as complaint:
            findings.add(complaint.diagnostic)
    return found


def _wording(pair: Pair, game: Game, found: Wordings) -> None:
    contrary = pair.key.text.startswith(CONTRARY)
    words = " " * len(CONTRARY) + pair.key.text[len(CONTRARY) :] if contrary else pair.key.text
    signature = parse(Scalar(words, words, False, pair.key.span), Start.SIGNATURE)
    assert isinstance(signature, s.Signature)
    wanted = _given(signature.name, game, pair)
    if len(signature.parameters) != wanted:
        message = f"`{signature.name}` is given {wanted} things, here {len(signature.parameters)}"
        raise complain("wrong-count", message, pair.key.span)
    names = tuple(name for _, name, _ in signature.parameters)
    texts = tongues(pair.value)
    for _, scalar in texts:
        unknown = next((each for each in BRACES.findall(scalar.text) if each not in names), None)
        if unknown is not None:
            raise complain(
                "unknown-name", f"there is no `{unknown}` in the brackets of the name", scalar.span, meant(unknown, names)
            )
    found[signature.name, contrary] = Wording(names, tuple((tongue, scalar.text) for tongue, scalar in texts))


def _given(name: str, game: Game, pair: Pair) -> int:
    """How many things what has this name is given. Raises Complaint when nothing has it."""
    match game.symbols.get(name) or game.phases.get(name):
        case FunctionSymbol(signature=signature) | PhaseSymbol(signature=signature):
            return len(signature.parameters)
        case ZoneSymbol(extents=extents) | PlaceSymbol(extents=extents):
            return len(extents)
        case _:
            known = [*game.phases, *game.symbols]
            message = f"there is no function, phase, zone or value `{name}`"
            raise game.missed(name, complain("unknown-name", message, pair.key.span, meant(name, known)))
