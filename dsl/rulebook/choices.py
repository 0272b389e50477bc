"""Tells what seats choose and what chance settles, with the conditions on it."""

from __future__ import annotations

from typing import assert_never

from ...program.span import NOWHERE
from ..expressions.messages import expression_of
from ..sentences import syntax as s
from ..symbols.translations import tongues
from ..text.braces import Calculation, Choice, Pieces, taken_apart
from ..text.nodes import Scalar
from .changes import let_line
from .nouns import capital
from .page import Step
from .sets import choice_from
from .telling import Telling


def choose(to: Telling, node: s.ChooseLine) -> Step:
    """`me chooses card from hand[me] where …`"""
    what, conditions = domain(to, node.domain)
    if node.actor is None:
        return Step(to.phrase("choose", what), conditions)
    name = "chooses secretly" if node.secret else "chooses"
    return Step(capital(to.phrase(name, to.value(node.actor), what)), conditions)


def domain(to: Telling, node: s.Domain, lettered: bool = False) -> tuple[str, tuple[Step, ...]]:
    """What is chosen, and the conditions on it; its name is known from then on."""
    choice = choice_from(to, node.among)
    kind = to.kind_of(node.among)
    label = node.name.replace("_", " ") if to.language == "en" else to.label(node.name)
    to.name(node.name, kind, lettered=lettered)
    if lettered and len(node.name) <= 2:
        choice = to.phrase("labelled", choice, node.name)
    elif len(node.name) > 2 and label not in (to.kind(kind), kind) and label.strip("«»") not in choice:
        choice = to.phrase(
            "labelled", choice, label if label[:1] in "«“" else "“" + label + "”" if to.language == "en" else "«" + label + "»"
        )
    if node.where is None or to.truth(node.where) is not None:
        return choice, ()
    if node.because is None:
        return to.phrase("where chosen", choice, to.condition(node.where)), ()
    return choice, (because(to, node.where, node.because),)


def because(to: Telling, test: s.Expression, reason: s.Reason | None) -> Step:
    """A condition with the author's words for it, where there are some."""
    if reason is None:
        return Step(to.phrase("allowed", to.condition(test)))
    return Step(to.phrase("because", capital(reason_text(to, reason)), to.condition(test)))


def guards(to: Telling, lines: tuple[s.Guard, ...]) -> tuple[Step, ...]:
    """The conditions of an option or a choice, and the names above them."""
    found: list[Step] = []
    for line in lines:
        match line:
            case s.LetLine():
                found.append(Step(capital(let_line(to, line))))
            case s.OnlyIf(test=test, because=reason):
                if to.truth(test) is None:
                    found.append(because(to, test, reason))
            case s.Unreadable():
                pass
    return tuple(found)


def on_offer(to: Telling, lines: tuple[s.Guard, ...]) -> bool:
    """Whether an option can be on offer at all, with these players and parameters."""
    return not any(isinstance(line, s.OnlyIf) and to.truth(line.test) is False for line in lines)


def option(to: Telling, head: s.OptionHead) -> Step:
    """The name of an option and what it asks for, with the conditions on that."""
    label = capital(to.label(head.label).strip("«»"))
    found: list[str] = []
    conditions: tuple[Step, ...] = ()
    kinds = [to.kind_of(each.among) for each in head.domains]
    for each, kind in zip(head.domains, kinds, strict=True):
        what, more = domain(to, each, kinds.count(kind) > 1)
        found.append(what)
        conditions += more
    if head.last_resort:
        found.append(to.phrase("last resort"))
    return Step("; ".join(found), conditions, label)


def told(to: Telling, node: s.ChooseCards | s.RandomLine | s.RandomInto | s.RollLine) -> str:
    """A choice of several cards, or what chance settles."""
    match node:
        case s.ChooseCards(actor=who, number=number, source=source, target=target):
            many = to.value(number)
            many = many if len(many) <= 4 else to.phrase("as many", many)
            rest = many, to.value(source), to.value(target)
            return to.phrase("choose cards", *rest) if who is None else to.phrase("chooses cards", to.value(who), *rest)
        case s.RandomLine(domain=found, weight=weight):
            what, _ = domain(to, s.Domain(found.name, found.name_span, found.among, found.where, None, found.span))
            return to.phrase("random", _weighed(to, what, weight))
        case s.RandomInto():
            target = s.Element(node.name, node.name_span, node.indices, node.span)
            given = to.value(target)
            what = choice_from(to, node.among)
            if node.where is not None:
                what = to.phrase("where chosen", what, to.condition(node.where))
            return to.phrase("random for", given, _weighed(to, what, node.weight))
        case s.RollLine(number=many, throws=throws):
            dice = to.joined([_die(to, each) for each in throws])
            return to.phrase("roll one", dice) if many == 1 else to.phrase("roll", many, dice)


def _weighed(to: Telling, what: str, weight: s.Expression | None) -> str:
    return what if weight is None else to.phrase("weighing", what, to.value(weight))


def _die(to: Telling, node: s.RandomLine | s.RandomInto) -> str:
    match node:
        case s.RandomLine(domain=found):
            faces = to.elements(found.among)
            to.name(found.name, "number")
            return to.phrase("die", to.names[found.name].text, faces)
        case s.RandomInto(name=name, name_span=span, indices=indices, among=among):
            return to.phrase("die", to.value(s.Element(name, span, indices, node.span)), to.elements(among))


def reason_text(to: Telling, reason: s.Reason) -> str:
    """The author's words, with the values in braces told by their names."""
    text = Scalar(reason.text, reason.text, True, NOWHERE)
    if reason.named:
        node = to.game.texts.get(reason.text)
        spoken = dict(tongues(node)) if node is not None else {}
        text = spoken.get(to.spoken) or spoken.get("") or next(iter(spoken.values()), text)
    return _told_pieces(to, taken_apart(text))


def _told_pieces(to: Telling, pieces: Pieces) -> str:
    """These pieces as a text; where only play tells which words are said, all are told."""
    text = ""
    for piece in pieces:
        match piece:
            case str():
                text += piece
            case Calculation():
                text += _brace(to, piece, text)
            case Choice(cases, otherwise):
                ways = [(to.truth(expression_of(test)), words) for test, words in cases]
                ways.append((True, otherwise))
                known = next((at for at, (holds, _) in enumerate(ways) if holds), len(cases))
                told = [_told_pieces(to, words) for holds, words in ways[: known + 1] if holds is not False]
                text += " / ".join(each for each in told if each)
            case _:
                assert_never(piece)
    return text


def _brace(to: Telling, written: Calculation, before: str) -> str:
    """What stands in braces, told without its article behind a word that has its place: `no {step.colour}`."""
    node = expression_of(written)
    if not isinstance(node, s.Name | s.Element | s.Attribute):
        return "…"
    *_, last = before.split() or [""]
    told = to.value(node)
    return to.bare(told) if last.casefold() in DETERMINERS[to.language] else told


DETERMINERS = {
    "en": ("the", "a", "an", "no", "any", "each", "every", "your", "another"),
    "it": ("il", "lo", "la", "i", "gli", "le", "un", "uno", "una", "nessun", "nessuna", "ogni", "tuo", "tua", "altro", "altra"),
    "es": ("el", "la", "los", "las", "un", "una", "ningún", "ninguna", "cada", "tu", "otro", "otra"),
}
"""Words behind which a noun has no article."""
