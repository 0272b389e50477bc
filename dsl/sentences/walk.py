"""Walks through parsed sentences: all those inside headings, their expressions, the names that they introduce and change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import UnionType

from attrs import fields, has

from ...program.span import Span
from . import syntax as s

FIELDS: dict[Callable[..., object], tuple[str, ...]] = {
    each: tuple(field.name for field in fields(each))
    for each in vars(s).values()
    if isinstance(each, type) and has(each) and each is not Span
}
"""The fields of each class of the syntax."""


def each(statements: tuple[s.Statement, ...]) -> Iterator[s.Statement]:
    """Every sentence and heading, each heading before what stands under it."""
    for statement in statements:
        yield statement
        match statement:
            case s.ForEachBlock() | s.RepeatBlock() | s.TogetherBlock():
                yield from each(statement.body)
            case s.IfBlock():
                for _, body in statement.branches:
                    yield from each(body)
            case s.MenuBlock():
                for option in statement.options:
                    yield from each((*lets(option.guards), *option.body))
                yield from each(statement.instead or ())
            case s.ChooseBlock(guards=guards, body=body):
                yield from each((*lets(guards), *body))


def leaving(statements: tuple[s.Statement, ...]) -> Iterator[s.LeaveLine]:
    """The sentences that leave the loop in whose list these stand; those in loops inside leave these."""
    inner = {
        id(line) for loop in each(statements) if isinstance(loop, s.ForEachBlock | s.RepeatBlock) for line in each(loop.body)
    }
    return (line for line in each(statements) if isinstance(line, s.LeaveLine) and id(line) not in inner)


def parts(node: object) -> Iterator[s.Expression]:
    """All expressions in sentences, or an expression and all expressions inside it."""
    if isinstance(node, tuple):
        for inner in node:
            yield from parts(inner)
    else:
        if isinstance(node, s.Expression):
            yield node
        for name in FIELDS.get(type(node), ()):
            yield from parts(getattr(node, name))


def lets(guards: tuple[s.Guard, ...]) -> tuple[s.LetLine, ...]:
    """The lines above conditions that give names: they are sentences too, which come first where the option is chosen."""
    return tuple(line for line in guards if isinstance(line, s.LetLine))


def names(statements: tuple[s.Statement, ...]) -> Iterator[str]:
    """The names that sentences and headings introduce."""
    for statement in each(statements):
        match statement:
            case s.LetLine(name=name) | s.LetRow(name=name) | s.DrawLine(name=name):
                yield name
            case s.DoLine(name=name) if name:
                yield name
            case s.ChooseLine(domain=domain) | s.RandomLine(domain=domain):
                yield domain.name
            case s.RollLine(throws=throws):
                yield from names(throws)
            case s.ChooseBlock(head=chosen):
                yield chosen.domain.name
            case s.ForEachBlock(head=head):
                yield head.binder.name
            case s.RepeatBlock(head=head) if head.name is not None:
                yield head.name
            case s.TogetherBlock(head=around):
                yield around.name
            case s.MenuBlock(options=options):
                yield from (domain.name for option in options for domain in option.head.domains)


def changed(statements: tuple[s.Statement, ...]) -> frozenset[str]:
    """The names whose values a sentence changes with `=`, `+=` or `-=`."""
    return frozenset(
        statement.target.name
        for statement in each(statements)
        if isinstance(statement, s.Change | s.ChangeAll | s.AddAll | s.DoLine)
        and isinstance(statement.target, s.Name | s.Element)
    )


def gives(statements: tuple[s.Statement, ...]) -> bool:
    """Whether a phase with these sentences gives a value."""
    return any(isinstance(statement, s.GiveLine) for statement in each(statements))


def always_gives(statements: tuple[s.Statement, ...]) -> bool:
    """Whether these sentences give a value on every way through them, or end the game."""
    if any(isinstance(statement, s.EndPhaseLine) for statement in each(statements)):
        return False
    return _always(statements, s.GiveLine)


def always_leaves(statements: tuple[s.Statement, ...]) -> bool:
    """Whether nothing behind these sentences, in their list, is ever done."""
    return _always(statements, s.GiveLine | s.LeaveLine | s.EndPhaseLine)


def _always(statements: tuple[s.Statement, ...], line: type | UnionType) -> bool:
    """Whether such a line stands on every way through sentences, or one that ends the game."""

    def on_every_way(statement: s.Statement) -> bool:
        match statement:
            case s.EndGameLine(after=False):
                return True
            case s.IfBlock(branches=branches):
                return branches[-1][0].test is None and all(_always(body, line) for _, body in branches)
            case s.MenuBlock(options=options, instead=instead):
                return all(_always(option.body, line) for option in options) and (instead is None or _always(instead, line))
            case s.ChooseBlock(body=body):
                return _always(body, line)
            case _:
                return isinstance(statement, line)

    return any(on_every_way(statement) for statement in statements)


def filled_by(statement: s.Statement) -> frozenset[str]:
    """The names of the zones into which a sentence itself brings cards."""
    found: tuple[s.Expression, ...] = ()
    match statement:
        case s.DealLine(target=target) | s.DrawLine(target=target) | s.PutLine(target=target) | s.PutTop(target=target):
            found = (target,)
        case (
            s.MoveCards(target=target) | s.MoveSoMany(target=target) | s.ChooseCards(target=target) | s.GatherLine(target=target)
        ):
            found = (target,)
        case s.SwapLine(one, other):
            found = (one, other)
        case s.PassLine(zone):
            found = (zone,)
    return frozenset(zone.name for zone in found if isinstance(zone, s.Name | s.Element))


def ways_of_cards(statements: tuple[s.Statement, ...]) -> Iterator[tuple[str, str]]:
    """The zones into which sentences bring cards, each with the zone from where ("": the cards may come from any)."""
    for statement in each(statements):
        match statement:
            case s.DealLine() | s.DrawLine() | s.PutTop() | s.MoveCards() | s.MoveSoMany():
                source = statement.source.name if isinstance(statement.source, s.Name | s.Element) else ""
            case _:
                source = ""
        for target in filled_by(statement):
            yield target, source


def drawn(statements: tuple[s.Statement, ...]) -> frozenset[str]:
    """The names that chance sets: those of `random` and `roll`."""
    found = set()
    for statement in each(statements):
        for line in statement.throws if isinstance(statement, s.RollLine) else (statement,):
            match line:
                case s.RandomInto(name=name) | s.RandomLine(domain=s.Domain(name=name)):
                    found.add(name)
    return frozenset(found)


def ends_after(statements: tuple[s.Statement, ...]) -> bool:
    """Whether `end the game after this phase` is among them."""
    return any(isinstance(statement, s.EndGameLine) and statement.after for statement in each(statements))
