"""Which spaces the open options name, so that a board can show their numbers."""

from __future__ import annotations

from collections.abc import Iterator

from ..dsl.ir import Ask, Block, Branch, ForEach, Later, Program, Repeat, Scope, Together
from ..interpreter import Decision


def offered_spaces(program: Program, asked: Decision | None, domain: int) -> dict[int, list[int]]:
    """By space (an element of *domain*) the numbers, counted from 1, of the options that name it last."""
    found: dict[int, list[int]] = {}
    if asked is None:
        return found
    ask = ask_at(program, asked.stop)
    if ask is None:
        return found
    for number, option in enumerate(asked.options, 1):
        parameters = ask.alternatives[option.alternative].parameters
        spaces = [
            argument for parameter, argument in zip(parameters, option.arguments, strict=True) if parameter.domain == domain
        ]
        if spaces:
            found.setdefault(spaces[-1], []).append(number)
    return found


def ask_at(program: Program, stop: int) -> Ask | None:
    """The question that is put at a stop."""
    return next((ask for ask in asks(program.body) if ask.stop == stop), None)


def asks(block: Block) -> Iterator[Ask]:
    """Every question that a block may put."""
    for op in block:
        match op:
            case Ask(alternatives=alternatives):
                yield op
                for alternative in alternatives:
                    yield from asks(alternative.body)
            case Branch(then=then, otherwise=otherwise):
                yield from asks(then)
                yield from asks(otherwise)
            case ForEach(body=body) | Repeat(body=body) | Scope(body=body) | Later(body=body) | Together(body=body):
                yield from asks(body)
            case _:
                pass
