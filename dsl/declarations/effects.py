"""Effects: families of phases, one for each value of an enumeration that has one."""

from __future__ import annotations

from attrs import evolve

from ..diagnostics.diagnostic import DiagnosticError, guess
from ..diagnostics.report import error, misspelt
from ..sentences.parse import parse_signature
from ..sentences.statement_lists import statements
from ..symbols.symbols import FamilySymbol, PhaseSymbol, Sort, Symbols
from ..text.document import Document, bare
from ..text.fields import Findings, mapping, pairs
from ..text.nodes import Pair, Scalar


def declare_effects(document: Document, game: Symbols, findings: Findings) -> None:
    """Declare the families of effects: each effect is a phase, `play of reeve`. Mistakes are added to *findings*."""
    for pair in pairs(document.get("effects"), "families of effects by name", findings):
        with game.declaring(bare(pair.key.text), findings):
            _family(pair, game, findings)


def _family(pair: Pair, game: Symbols, findings: Findings) -> None:
    signature = parse_signature(pair.key, circular=True)
    name = signature.name
    if name in game.families:
        raise error("taken-name", pair.key.span, f"the effects `{name}` are declared twice")
    listed = mapping(pair.value, "lists of sentences by the values that have an effect").pairs
    if not listed:
        raise error("no-effects", pair.key.span, f"`{name}` has no effects", help="below it, write a value and its sentences")
    domain = _domain([each.key for each in listed], game)
    family = game.families[name] = FamilySymbol(name, signature, domain, {}, pair.key.span)
    for each in listed:
        with findings.collecting():
            value = next((at for at, type_ in game.constants.get(each.key.text, ()) if type_.domain == domain), None)
            if value is None:
                raise _no_value(each.key, domain, name, game)
            phase = f"{name} of {each.key.text}"
            if phase in game.phases:
                raise error("taken-name", each.key.span, f"the phase `{phase}` is declared twice")
            body = statements(each.value, findings)
            game.phases[phase] = PhaseSymbol(phase, evolve(signature, name=phase), body, each.key.span)
            family.effects[value] = phase


def _domain(keys: list[Scalar], game: Symbols) -> int:
    """The enumeration that has most of these values. Raises DiagnosticError where none has any, or several have all."""
    found: dict[int, int] = {}
    for key in keys:
        for _, type_ in game.constants.get(key.text, ()):
            if type_.domain is not None and game.domains[type_.domain].sort is Sort.VALUE:
                found[type_.domain] = found.get(type_.domain, 0) + 1
    if not found:
        raise game.missed(keys[0].text, _unknown(keys[0], [domain.index for domain in game.domains], game))
    best = [domain for domain, count in found.items() if count == max(found.values())]
    if len(best) > 1 and found[best[0]] == len(keys):
        raise error("ambiguous-name", keys[0].span, f"`{keys[0].text}` belongs to several enumerations")
    return best[0]


def _no_value(key: Scalar, domain: int, family: str, game: Symbols) -> DiagnosticError:
    if any(
        type_.domain is not None and game.domains[type_.domain].sort is Sort.VALUE
        for _, type_ in game.constants.get(key.text, ())
    ):
        wanted = game.domains[domain].name
        return error("effects-of-two-kinds", key.span, f"`{family}` has effects of `{wanted}`, and `{key.text}` is none of these")
    return _unknown(key, [domain], game)


def _unknown(key: Scalar, domains: list[int], game: Symbols) -> DiagnosticError:
    values = [
        name
        for name, found in game.constants.items()
        if any(type_.domain in domains and game.domains[type_.domain].sort is Sort.VALUE for _, type_ in found)
    ]
    message = f"an effect belongs to a value of an enumeration, and there is no value `{key.text}`"
    return misspelt("effect-of-no-value", key.span, message, guess(key.text, values))
