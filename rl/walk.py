"""All statements of a Program."""

from __future__ import annotations

from collections.abc import Iterator

from ..dsl.ir import Ask, Block, Branch, ForEach, Later, Op, Repeat, Scope, Together


def every(ops: Block) -> Iterator[Op]:
    """These statements and all inside them, outer ones first, in the order of the rules."""
    for op in ops:
        yield op
        match op:
            case Branch(_, then, otherwise, _):
                yield from every(then)
                yield from every(otherwise)
            case ForEach(body=body) | Repeat(body=body) | Scope(body=body) | Together(body=body) | Later(body=body):
                yield from every(body)
            case Ask(alternatives=alternatives):
                for alternative in alternatives:
                    yield from every(alternative.body)
            case _:
                pass
