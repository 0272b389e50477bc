"""Tables of what the codes of actions mean; the seats and nature have separate codes."""

from __future__ import annotations

from itertools import product

from attrs import frozen

from ..interpreter import Option, option_text
from ..interpreter.game import Game
from ..program.chances import chances
from ..program.ir import Ask, Draw, Pick, Program
from ..program.ops import statements


@frozen
class Action:
    """One action: its code, the name of the alternative, the arguments, and its text."""

    code: int
    name: str
    arguments: tuple[int, ...]
    text: str


def action_table(program: Program) -> tuple[Action, ...]:
    """Every action of the seats, ascending by `Option.code`; codes that no sentence uses are left out."""
    game, found = Game(program), dict[int, Action]()
    for op in statements(program):
        if not isinstance(op, Ask):
            continue
        for number, alternative in enumerate(op.alternatives):
            if alternative.code in found:
                continue
            ranges = [range(each.low, each.low + each.size) for each in alternative.parameters]
            for code, arguments in enumerate(product(*ranges), alternative.code):
                option = Option(alternative.name.plain, arguments, code, 1, number)
                found[code] = Action(code, option.name, arguments, option_text(game, op.stop, option))
    return tuple(found[code] for code in sorted(found))


def chance_table(program: Program) -> tuple[Action, ...]:
    """Every outcome of nature, ascending by its code. Raises ValueError as `chances` does."""
    game, found = Game(program), dict[int, Action]()
    names = {op.stop: op.name if isinstance(op, Pick) else "" for op in statements(program) if isinstance(op, Draw | Pick)}
    for chance in chances(program):
        for step in range(chance.size):
            code, arguments = chance.first + step, (chance.low + step,)
            if code not in found:
                text = option_text(game, chance.stop, Option("", arguments, arguments[0], 1, 0))
                found[code] = Action(code, names[chance.stop], arguments, text)
    return tuple(found[code] for code in sorted(found))
