"""Looking through sentences before they are read: can play stop here, what is changed, does the game end after a phase?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..sentences import syntax as s

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..symbols.symbols import Game

ASKING = (
    *(s.ChooseLine, s.ChooseCards, s.MenuBlock, s.RandomLine, s.RandomInto),
    *(s.DealLine, s.DrawLine, s.PutTop, s.TogetherBlock),
)


def each(statements: tuple[s.Statement, ...]) -> Iterator[s.Statement]:
    """Every sentence and heading, those inside headings after the heading."""
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
                    yield from each(option.body)
            case _:
                pass


def names(statements: tuple[s.Statement, ...]) -> Iterator[str]:
    """The names that sentences and headings give."""
    for statement in each(statements):
        match statement:
            case s.LetLine(name=name) | s.LetRow(name=name) | s.DrawLine(name=name):
                yield name
            case s.ChooseLine(domain=domain) | s.RandomLine(domain=domain):
                yield domain.name
            case s.ForEachBlock(head=head):
                yield head.binder.name
            case s.RepeatBlock(head=head) if head.name is not None:
                yield head.name
            case s.TogetherBlock(head=around):
                yield around.name
            case s.MenuBlock(options=options):
                yield from (domain.name for option in options for domain in option.head.domains)
            case _:
                pass


def asks(statements: tuple[s.Statement, ...], game: Game) -> bool:
    """Whether play can stop for a decision of a seat or of nature."""
    seen: list[str] = []
    pending = [statements]
    while pending:
        for statement in each(pending.pop()):
            if isinstance(statement, ASKING):
                return True
            if isinstance(statement, s.DoLine) and statement.call.name in game.phases and statement.call.name not in seen:
                seen.append(statement.call.name)
                pending.append(game.phases[statement.call.name].body)
    return False


def changed(statements: tuple[s.Statement, ...]) -> frozenset[str]:
    """The names whose values are changed after they were given."""
    return frozenset(
        statement.target.name
        for statement in each(statements)
        if isinstance(statement, s.Change) and isinstance(statement.target, s.Name | s.Element)
    )


def ends_after(statements: tuple[s.Statement, ...]) -> bool:
    """Whether `end the game after this phase` stands somewhere."""
    return any(isinstance(statement, s.EndGameLine) and statement.after for statement in each(statements))


def reached(names: tuple[str, ...], game: Game) -> frozenset[str]:
    """These phases, and those that they do."""
    found: set[str] = set()
    left = [name for name in names if name in game.phases]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            calls = (line.call.name for line in each(game.phases[name].body) if isinstance(line, s.DoLine))
            left += [call for call in calls if call in game.phases]
    return frozenset(found)
