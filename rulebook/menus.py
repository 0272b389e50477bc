"""What can be chosen: each option with its words, and the author's reasons why it may not be allowed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from ..dsl.expressions.messages import expression_of
from ..dsl.sentences import syntax as s
from ..dsl.sentences.walk import each
from ..dsl.symbols.effects import calls
from ..dsl.symbols.symbols import PhaseSymbol
from ..dsl.symbols.translations import tongues
from ..dsl.text.braces import Calculation, Choice, Pieces, taken_apart
from ..dsl.text.nodes import Scalar
from ..program.span import NOWHERE
from .context import Context
from .nouns import capital
from .page import Step

SHORTEST = 2
"""A name inside a phase that has no more letters, and no words of its own, says nothing to those who read the rules."""

Names = Mapping[str, str]
"""How names inside a phase are said."""


def menus(to: Context) -> Iterator[Step]:
    """The options of each phase in which there are some that have names or reasons."""
    together = frozenset(_together(to))
    for phase in to.game.phases.values():
        found = tuple(_options(to, phase))
        if phase.name == "game":
            yield from found
        elif found:
            yield Step(to.phrase("together") if phase.name in together else "", found, phase_noun(to, phase.name))


def _together(to: Context) -> Iterator[str]:
    """The phases in which all choose at the same time: those with such a block, and those that are done in one."""
    for phase in to.game.phases.values():
        for block in (statement for statement in each(phase.body) if isinstance(statement, s.TogetherBlock)):
            yield from [phase.name, *(call.name for call in calls(block.body, to.game))]


def phase_noun(to: Context, name: str) -> str:
    """The name of a phase, in the words of the ruleset where these need not say what it is given."""
    effect = effect_noun(to, name)
    if effect:
        return capital(effect)
    found = to.wordings.get((name, False))
    own = None if found is None else found.text(to.spoken)
    return capital(to.label(name) if own is None or "{" in own else own)


def effect_noun(to: Context, name: str) -> str:
    """The value whose effect the phase of this name is, with the family where it has several effects; "" for any other phase."""
    for family in to.game.families.values():
        for value, phase in family.effects.items():
            if phase == name:
                noun = to.game.domains[family.domain].ir.labels[value].say(to.spoken).replace("_", " ")
                same = [each for each in to.game.families.values() if each.domain == family.domain and value in each.effects]
                return f"{noun} ({to.label(family.name)})" if len(same) > 1 else noun
    return ""


def _options(to: Context, phase: PhaseSymbol) -> Iterator[Step]:
    for statement in each(phase.body):
        match statement:
            case s.MenuBlock(options=options):
                for option in options:
                    if not any(isinstance(guard, s.OnlyIf) and to.never(guard.test) for guard in option.guards):
                        yield _option(to, phase, option)
            case s.ChooseBlock(head=head, guards=guards):
                yield from _choice(to, phase, head.domain, guards)
            case s.ChooseLine(domain=domain):
                yield from _choice(to, phase, domain, ())
            case s.ChooseCards() if effect_noun(to, phase.name):
                yield Step("", (), capital(to.kind("card")))


def _option(to: Context, phase: PhaseSymbol, option: s.Option) -> Step:
    asked = [to.label(domain.name) for domain in option.head.domains if _says(to, domain.name)]
    if option.head.last_resort:
        asked.append(to.phrase("last resort"))
    names = _local_names(to, phase, option.head.domains)
    reasons = (reason for domain in option.head.domains for reason in _reasons(to, names, domain, ()))
    below = (*reasons, *_of_guards(to, names, option.guards))
    return Step("; ".join(asked), below, capital(to.label(option.head.label).strip("«»").rstrip(" :")))


def _choice(to: Context, phase: PhaseSymbol, domain: s.Domain, guards: tuple[s.Guard, ...]) -> Iterator[Step]:
    """A choice outside a list, where its author gives reasons; in an effect, any."""
    below = tuple(_reasons(to, _local_names(to, phase, (domain,)), domain, guards))
    if below or effect_noun(to, phase.name):
        yield Step("", below, capital(to.label(domain.name).strip("«»")))


def _local_names(to: Context, phase: PhaseSymbol, chosen: Sequence[s.Domain]) -> Names:
    """How a reason says what the phase is given, by its kind, and what is *chosen*, by its name."""
    given = {name: to.the(to.kind(kind)) for kind, name, _ in phase.signature.parameters if kind in ("player", "seat")}
    return given | {each.name: to.the(to.label(each.name)) for each in chosen if _says(to, each.name)}


def _says(to: Context, name: str) -> bool:
    return len(name) > SHORTEST or bool(to.game.words(name).translations)


def _reasons(to: Context, names: Names, domain: s.Domain, guards: tuple[s.Guard, ...]) -> Iterator[Step]:
    if domain.because is not None:
        yield Step(to.phrase("not allowed", _reason_text(to, names, domain.because)))
    yield from _of_guards(to, names, guards)


def _of_guards(to: Context, names: Names, guards: tuple[s.Guard, ...]) -> Iterator[Step]:
    for guard in guards:
        if isinstance(guard, s.OnlyIf) and guard.because is not None:
            yield Step(to.phrase("not allowed", _reason_text(to, names, guard.because)))


def _reason_text(to: Context, names: Names, reason: s.Reason) -> str:
    """The author's words: those for the rules page, else those of the table. There, what stands in braces is said by its value
    where it is known before play, else by its name; `…` stands for a name inside the phase that is none of *names*.
    """
    if reason.named and (told := to.wording(reason.text)):
        return told
    text = Scalar(reason.text, reason.text, True, NOWHERE)
    if reason.named:
        node = to.game.texts.get(reason.text)
        spoken = dict(tongues(node)) if node is not None else {}
        text = spoken.get(to.spoken) or spoken.get("") or next(iter(spoken.values()), text)
    return _told(to, names, taken_apart(text))


def _told(to: Context, names: Names, pieces: Pieces) -> str:
    """These pieces as a text; where only play tells which words are said, all are told."""
    text = ""
    for piece in pieces:
        match piece:
            case str():
                text += piece
            case Calculation():
                text += _value(to, names, expression_of(piece))
            case Choice(cases, otherwise):
                ways = [words for test, words in cases if not to.never(expression_of(test))]
                text += " / ".join(told for words in (*ways, otherwise) if (told := _told(to, names, words)))
            case _:
                assert_never(piece)
    return text


def _value(to: Context, names: Names, node: s.Expression) -> str:
    known = to.known(node)
    if known is not None:
        return known
    match node:
        case s.Name(name=name) if name in names:
            return names[name]
        case s.Name(name=name) if name not in to.game.symbols and name not in to.game.texts:
            return "…"
        case s.Element(name=name, indices=indices):
            return to.wording(name, [_value(to, names, each) for each in indices]) or to.noun(name)
        case s.Name(name=name) | s.Attribute(name=name):
            return to.wording(name) or to.noun(name)
        case _:
            return "…"
