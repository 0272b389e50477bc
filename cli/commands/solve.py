"""`rulerun solve`: computes what a small game is worth to each player, and the best first choices."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

import click

from ..terminal.console import Refused, emit, fault_text, find, load, read

if TYPE_CHECKING:
    from ...dsl.text.source import Source
    from ...program.ir import Program
    from ...solver import Solution
    from ...solver.values import Payoffs, Worth

POSITIONS = 200_000
"""The default of `--positions`: at most this many positions are searched."""

HISTORIES = 20_000
"""The same for a game with hidden information, where histories are counted: each takes about a millisecond."""

NEAR = 1e-10
"""A number that is not exact is also shown as a small fraction when the two differ by less than this."""


@click.command("solve")
@click.argument("file", metavar="FILE")
@click.option("--players", type=int, metavar="N", help="How many play.")
@click.option("--variant", metavar="V", help="The variant to solve.")
@click.option("--set", "pairs", multiple=True, metavar="NAME=VALUE", help="Set a parameter; may be given again.")
@click.option(
    "--positions",
    type=click.IntRange(1),
    metavar="N",
    help=f"Look at no more positions than these ({POSITIONS:,}; where things are hidden, histories: {HISTORIES:,}).",
)
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object.")
def command(
    file: str, players: int | None, variant: str | None, pairs: Sequence[str], positions: int | None, as_object: bool
) -> None:
    """Say what a small game is worth to each player when all play for the most of their own, and what is best at first.

    Every position is looked at. A game of two in which things are hidden is solved as well, by OpenSpiel
    (`pip install 'rulerun[solve]'`).
    """
    from ...interpreter import PlayError
    from ...solver import Restless, TooLarge, Unsolved

    source = read(find(file))
    program = load(source, variant, players, pairs)
    try:
        solution = solved(program, source, positions)
    except PlayError as fault:
        raise Refused(fault_text(source, fault)) from None
    except TooLarge as fault:
        raise Refused(f"`{program.ruleset}` is too large to solve: {fault} (`--positions N` allows more)") from None
    except (Restless, Unsolved) as fault:
        raise Refused(str(fault)) from None
    if as_object:
        emit(as_json(program, solution))
    else:
        click.echo("\n".join(lines(program, solution)))


def solved(program: Program, source: Source, positions: int | None) -> Solution:
    """The solution: by search where nothing is hidden, else, for two players, from what each may know. Raises PlayError,
    TooLarge, Restless and Unsolved.
    """
    from ...solver import NotPerfect, Unsolved, solve

    try:
        return solve(program, positions or POSITIONS)
    except NotPerfect as fault:
        why = str(fault)
    from ...rl import Table, compiled
    from ...solver.hidden_information import Missing, solve_hidden

    table = Table(source, program.variant, len(program.players), program.parameters)
    try:
        return solve_hidden(compiled(table), positions or HISTORIES)
    except (Missing, Unsolved) as fault:
        raise Unsolved(f"not all is known to all ({why}); {fault}") from None


def as_json(program: Program, solution: Solution) -> dict[str, object]:
    """The solution as an object. Values are numbers; `value_text` has them as text, with exact fractions where they are exact."""
    return {
        "ruleset": program.ruleset,
        "players": len(program.players),
        "variant": program.variant,
        "parameters": dict(program.parameters),
        "positions": solution.positions,
        "method": solution.method,
        "exact": solution.exact,
        "cyclic": solution.cyclic,
        "longest_left_out": solution.limited,
        "value": named(program, solution, solution.worth),
        "value_text": {name: written(worth) for name, worth in zip(names(program, solution), solution.worth, strict=True)},
        "first": None if solution.actor is None else program.seats[solution.actor].name,
        "choices": [
            {"choice": choice.text, "value": named(program, solution, choice.worth), "best": choice.best}
            for choice in solution.choices
        ],
        "plans": [
            {"seat": program.seats[plan.seat].name, "knowing": plan.knowing, "mix": dict(plan.mix)} for plan in solution.plans
        ],
    }


def names(program: Program, solution: Solution) -> list[str]:
    """The names of the players."""
    return [program.seats[seat].name for seat in solution.players]


def named(program: Program, solution: Solution, worth: Payoffs) -> dict[str, int | float]:
    """The numbers by the names of the players."""
    return {
        name: value if isinstance(value, int) else float(value)
        for name, value in zip(names(program, solution), worth, strict=True)
    }


def lines(program: Program, solution: Solution) -> list[str]:
    """The solution as lines of text."""
    wide = max(len(name) for name in names(program, solution))
    found = [f"{name:<{wide}}  {written(worth)}" for name, worth in zip(names(program, solution), solution.worth, strict=True)]
    if solution.plans:
        found += plans(program, solution)
    elif solution.choices and solution.actor is not None:
        mine = solution.players.index(solution.actor)
        best = [choice for choice in solution.choices if choice.best]
        others = [choice for choice in solution.choices if not choice.best]
        found += ["", f"{program.seats[solution.actor].name} begins, best with"]
        found += [f"  {choice.text}" for choice in best]
        if others:
            long = max(len(choice.text) for choice in others)
            found += ["and not so well with"]
            found += [f"  {choice.text:<{long}}  {written(choice.worth[mine])}" for choice in others]
    what = "histories" if solution.method == "linear program" else "positions"
    found += ["", f"{solution.positions:,} {what}, {solution.method}"]
    return found + remarks(program, solution)


def plans(program: Program, solution: Solution) -> list[str]:
    """Lines that say how the first player to decide may play well, for each thing that it may know."""
    found = []
    for seat, mine in groupby(solution.plans, key=lambda plan: plan.seat):
        found += ["", f"{program.seats[seat].name} begins, one way to play well being"]
        for plan in mine:
            mix = ", ".join(f"{text} {chance:.3f}" for text, chance in plan.mix if chance)
            found.append(f"  {plan.knowing}: {mix}" if plan.knowing else f"  {mix}")
    return found


def remarks(program: Program, solution: Solution) -> list[str]:
    """Lines that say how the numbers are to be understood."""
    found = [] if solution.exact else ["the numbers are right to about nine places"]
    if solution.cyclic:
        found.append("play can come back to where it was; what never ends counts as 0")
    if solution.limited and program.longest is not None:
        found.append(f"the end after {program.longest.decisions:,} decisions (`longest:`) is left out of account")
    if len(solution.players) > 2:
        found.append("with more than two players it is one way to play well of several that may be")
    return found


def written(worth: Worth) -> str:
    """A value as text: exact ones as a whole number, or as a fraction with its decimals; others with decimals, and with a small
    fraction that is near.
    """
    if isinstance(worth, Fraction) and worth.denominator != 1:
        return f"{worth} = {float(worth):.6f}" if worth.denominator < 1_000_000 else f"{float(worth):.6f}"
    if isinstance(worth, float):
        near = Fraction(worth).limit_denominator(1_000)
        about = f" (about {near})" if near.denominator != 1 and abs(near - worth) < NEAR else ""
        return f"{worth:.6f}{about}"
    return str(worth)
