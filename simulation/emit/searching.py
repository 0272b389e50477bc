"""The search form: steps and random play from a position of a game, how its players stand, and the loops of
`runtime/searching.py`.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from decimal import Decimal
from functools import cache, lru_cache
from math import isqrt, log, sqrt
from pathlib import Path

from ...interpreter.adversarial import obstacle
from ...interpreter.machine.simultaneous import places
from ...interpreter.standing import ONE
from ...program.ir import Ask, Cards, Pick, Program, Together, Visibility
from ...program.ops import everywhere, nodes
from ..runtime import searching as loops
from .context import Module
from .evaluation import evaluation
from .onward import onward
from .selections import spread
from .standing import standing
from .writer import Writer

LOOPS = Path(__file__).parents[1] / "runtime" / "searching.py"
MARK = "# ---- from here on\n"
"""The line behind which the loops begin."""


def searching(module: Module) -> list[list[str]]:
    """The functions of the form, each as its lines."""
    functions = [*onward(module), *standing(module), _waiting(module.program), packed(module), _value(module.program)]
    module.tables["CHANCES"] = chances()
    module.tables["SQRT_LOG"], module.tables["INVERSE_SQRT"] = sqrt_logs(), inverse_roots()
    module.tables["TOLD"], module.tables["PLAYER"] = told(module.program), players_by_seat(module.program)
    numbers = {"SLOTS": module.program.slots, "SEATS": len(module.program.seats), "BESIDE": beside(module)}
    longest = module.program.longest
    numbers["CLOCK"], numbers["LONGEST"] = (module.program.slots, 0) if longest is None else (longest.clock, longest.decisions)
    return [*functions, *written(LOOPS, vars(loops), numbers)]


def _value(program: Program) -> list[str]:
    """The function that judges a position by weights, where two play against each other and see all; else one that does not."""
    if program.cached(obstacle):
        return ["def evaluate(s: Slots, q: Numbers, wt: Numbers) -> int:", "    return 0"]
    return evaluation(program).value_text().splitlines()


def _waiting(program: Program) -> list[str]:
    """The function that counts who waits for an answer where several are asked together."""
    writer = Writer()
    with writer.block("def waiting(s: Slots) -> int:"):
        writer.line("count = 0")
        for op in everywhere(program):
            if isinstance(op, Together):
                seats = places(op.source, len(program.seats))
                with writer.block(f"if s[0] == {op.stop}:"), writer.block(f"for i in range({seats}):"):
                    writer.line(f"count += 1 if s[U({op.positions} + i)] != 0 else 0")
        writer.line("return count")
    return writer.lines


def beside(module: Module) -> int:
    """How many words tell the same as the vector."""
    return sum(board.length for board in module.boards)


def players_by_seat(program: Program) -> tuple[int, ...]:
    """The number of the player in each seat; 0 where no player sits."""
    players = program.players
    return tuple(players.index(seat) if seat in players else 0 for seat in range(len(program.seats)))


def packed(module: Module) -> list[str]:
    """The function that takes up in words what a vector has."""
    return ["def packed(s: Slots, z: Words) -> None:", *(f"    {spread(board)}" for board in module.boards), "    return"]


def told(program: Program) -> tuple[int, ...]:
    """For each stop, 1 where everybody hears the whole answer. Which card is chosen from a zone that somebody does not see into
    is not told; what is drawn shows itself by where it comes to lie.
    """
    found = [0] * (program.stops + 1)
    for op in everywhere(program):
        match op:
            case Ask(stop=stop, secret=False, alternatives=several):
                sources = tuple(parameter.source for one in several for parameter in one.parameters)
                zones = [node.zone.zone for node in nodes(sources) if isinstance(node, Cards)]
                found[stop] = int(all(program.zones[zone].sight is Visibility.EVERYONE for zone in zones))
            case Pick(stop=stop):
                found[stop] = 1
    return tuple(found)


def written(path: Path, constants: Mapping[str, object], own: Mapping[str, int]) -> list[list[str]]:
    """The functions of a file of `runtime/`, each as its lines; numbers stand for its constants, those of the game from *own*."""
    numbers = {name: found for name, found in constants.items() if name.isupper() and isinstance(found, int)} | dict(own)
    return [list(_numbered(text, tuple(numbers.items()))) for text in _loops(path)]


@lru_cache(256)
def _numbered(text: str, numbers: tuple[tuple[str, int], ...]) -> tuple[str, ...]:
    """The lines of a function with these numbers in it: the same for most games, and for most edits of one."""
    return tuple(ast.unparse(_Constants(dict(numbers)).visit(ast.parse(text))).splitlines())


@cache
def _loops(path: Path) -> tuple[str, ...]:
    """The functions of such a file, each with its decorator."""
    parts = path.read_text(encoding="utf-8").partition(MARK)[2].strip("\n").split("\n\n\n")
    return tuple(parts)


class _Constants(ast.NodeTransformer):
    """Puts numbers where their names stand."""

    def __init__(self, numbers: dict[str, int]) -> None:
        self.numbers = numbers

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A name that is one of a constant becomes its number."""
        if node.id not in self.numbers:
            return node
        return ast.parse(repr(self.numbers[node.id]), mode="eval").body


@cache
def sqrt_logs() -> tuple[int, ...]:
    """What `sqrt_log` looks up: for each shift 64 numbers, the first time from 0 on, else from 64 on."""
    found = [0, *(_root_of_log(number) for number in range(1, 128))]
    for shift in range(1, 48):
        found += [_root_of_log(high << shift) for high in range(64, 128)]
    return tuple(found)


def _root_of_log(number: int) -> int:
    # none of these lies so near to a half that the last bits of a logarithm would matter
    return round(sqrt(log(number) * 2**24))


@cache
def chances() -> tuple[int, ...]:
    """What `estimated` looks up: how the first player stands, by the logarithm of the odds."""
    values = range(-loops.FURTHEST, loops.FURTHEST + 1, 2**loops.STEP)
    return tuple([int((ONE / (1 + (Decimal(-value) / 1000).exp())).to_integral_value()) for value in values])


@cache
def inverse_roots() -> tuple[int, ...]:
    """What `inverse_sqrt` looks up."""
    return (2**20, *(isqrt(2**40 // number) for number in range(1, 4096)))
