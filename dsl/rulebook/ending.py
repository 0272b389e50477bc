"""Tells how a match ends and who wins, and what the functions mean that were told by their names."""

from __future__ import annotations

from collections.abc import Iterator

from ..declarations.constants import reader
from ..sections.outcome import can_win
from ..sections.outcome import outcome as read_outcome
from ..sentences import syntax as s
from ..sentences.parse import Start, parse
from ..symbols.symbols import FunctionSymbol
from ..text.document import Document, bare
from ..text.fields import Findings, one_or_more, pairs, text
from ..text.nodes import Pair
from .nouns import an, capital, quoted
from .page import Step
from .telling import Telling
from .values import quoted_name


def ending(to: Telling, document: Document) -> Iterator[Step]:
    """Who wins, by what ties are broken, what is paid and scored, and how long a match can be."""
    read = reader(to.game, Findings())
    read_outcome(document, read, Findings())  # names `leaders`
    found = {bare(pair.key.text): pair for pair in pairs(document.get("outcome"), "who wins", Findings())}
    if "ranking" in found:
        yield from _ranking(to, found["ranking"], "winners" in found)
    if "winners" in found:
        yield from _winners(to, found["winners"])
    automas = [seat for seat in can_win(document, read) if to.game.seats[seat].automa]
    if automas:
        names = to.joined([to.game.words(to.game.seats[seat].name).say(to.spoken) for seat in automas])
        yield Step(to.phrase("automa wins" if len(automas) == 1 else "automas win", names))
    for name in ("payoff", "score"):
        if name in found:
            yield from _of_each(to, found[name], name)
    yield from _longest(to, document)


def _ranking(to: Telling, pair: Pair, only_ranked: bool) -> Iterator[Step]:
    with to.scope():
        _given(to, pair)
        nodes = [parse(text(item, "a key"), Start.KEY) for item in one_or_more(pair.value)]
        for at, key in enumerate(node for node in nodes if isinstance(node, s.SortKey)):
            name = ("tie " if at else "ranked ") + ("highest" if key.highest else "lowest")
            yield Step(to.phrase(name, to.value(key.value)))
    if not only_ranked:
        yield Step(to.phrase("tie left"))


def _winners(to: Telling, pair: Pair) -> Iterator[Step]:
    node = parse(text(pair.value, "winners"), Start.EXPRESSION)
    with to.scope():
        match node:
            case s.Where(kind="leaders", test=test) if to.truth(test) is True:
                yield Step(to.phrase("win shared"))
            case s.Where(kind="leaders" | "players" | "player" | "seats" | "seat" as kind, name=name, test=test):
                to.name(name, "seat" if kind.startswith("seat") else "player")
                clause = to.subject(test, name, to.phrase("whoever"))
                if clause is not None:
                    yield Step(to.phrase("winners", clause))
                elif kind == "leaders":
                    yield Step(to.phrase("leaders where", to.condition(test)))
                else:
                    noun = to.kind("seat" if kind.startswith("seat") else "player")
                    yield Step(capital(to.phrase("winners where", an(noun, to.language), to.condition(test))))
            case _:
                assert isinstance(node, s.Expression)
                yield Step(to.phrase("winners", to.elements(node)))


def _of_each(to: Telling, pair: Pair, name: str) -> Iterator[Step]:
    node = parse(text(pair.value, "a number"), Start.EXPRESSION)
    assert isinstance(node, s.Expression)
    with to.scope():
        kind = _given(to, pair)
        told = to.value(node)
        yield Step(to.phrase("payoff", to.kind(kind), told) if name == "payoff" else to.phrase("score", told))


def _given(to: Telling, pair: Pair) -> str:
    """Makes the name in `payoff (player p)` known; its kind."""
    signature = parse(pair.key, Start.SIGNATURE)
    assert isinstance(signature, s.Signature)
    for kind, name, _ in signature.parameters:
        to.name(name, kind)
        return kind
    return "player"


def _longest(to: Telling, document: Document) -> Iterator[Step]:
    limit = {pair.key.text: pair.value for pair in pairs(document.get("longest"), "the longest match", Findings())}
    if "decisions" in limit:
        node = parse(text(limit["decisions"], "a number"), Start.EXPRESSION)
        assert isinstance(node, s.Expression)
        ranked = "then" in limit and text(limit["then"], "a word").text == "ranking"
        yield Step(to.phrase("longest ranking" if ranked else "longest draw", to.value(node)))


# -------------------------------------------------------------------------------------------------------------- terms


def terms(to: Telling) -> tuple[Step, ...]:
    """What each function means that was told by its name, and those that this tells; each once."""
    found: list[Step] = []
    told: set[str] = set()
    while any(name not in told for name in to.met):
        name = next(name for name in to.met if name not in told)
        told.add(name)
        function = to.function(name)
        if function is not None:
            found.append(_term(to, function))
    return tuple(found)


def _term(to: Telling, function: FunctionSymbol) -> Step:
    body = to.body(function)
    with to.scope():
        to.names, to.own = {}, ""
        kinds = [kind for kind, _, _ in function.signature.parameters]
        given = [to.name(name, kind, lettered=kinds.count(kind) > 1) for kind, name, _ in function.signature.parameters]
        holds = to.is_condition(body)
        name = _head(to, function, [each.text for each in given])
        cases = _cases(to, body)
        if len(cases) > 1:
            return Step(capital(f"{name}:"), tuple(Step(each) for each in cases))
        while isinstance(body, s.Choice) and to.truth(body.test) is not None:
            body = body.then if to.truth(body.test) else body.otherwise
        return Step(
            capital(to.phrase("means if", name, to.condition(body)) if holds else to.phrase("means", name, to.value(body)))
        )


def _head(to: Telling, function: FunctionSymbol, given: list[str]) -> str:
    own = to.wording(function.name, given)
    if own is not None:
        return quoted(own, to.language)
    name = quoted_name(to, function.name)
    if not given:
        return name
    return to.phrase("of", name, given[0]) if len(given) == 1 else to.phrase("call", name, ", ".join(given))


def _cases(to: Telling, body: s.Expression) -> list[str]:
    """The values of a function by condition, where there are at least three."""
    found: list[str] = []
    node = body
    while isinstance(node, s.Choice):
        holds = to.truth(node.test)
        told = to.condition(node.then) if to.is_condition(node.then) else to.value(node.then)
        if holds is True:
            found.append(told)
            return found if len(found) > 2 else []
        if holds is None:
            found.append(to.phrase("case", to.condition(node.test), told))
        node = node.otherwise
    told = to.condition(node) if to.is_condition(node) else to.value(node)
    found.append(to.phrase("otherwise case", told))
    return found if len(found) > 2 else []
