"""`rulerun solve`: computes what a small game is worth to each player, and the best first choices."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

import click

from ..terminal import completing
from ..terminal.beginnings import Beginning, Where, beginning_options, begun
from ..terminal.console import Refused, emit, fault_text, find, read
from ..terminal.setting_options import setting_options

if TYPE_CHECKING:
    from ...dsl.text.source import Source
    from ...program.ir import Program
    from ...solver import Choice, Opening, Solution
    from ...solver.values import Payoffs, Worth

POSITIONS = 200_000
"""The default of `--positions`: at most this many positions are searched."""

HISTORIES = 20_000
"""The same for a game with hidden information, where histories are counted: each takes about a millisecond."""

LATER = "; `--from` and `--after` begin later in the game"
"""What can be done about a game that is too large."""

MOST_OPENINGS = 40
"""Of the positions that chance may give first, so many are printed; `--json` has all."""

NEAR = 1e-10
"""A number that is not exact is also shown as a small fraction when the two differ by less than this."""


@click.command("solve")
@click.argument("file", metavar="FILE", shell_complete=completing.games)
@setting_options("solve", int)
@click.option(
    "--positions",
    type=click.IntRange(1),
    metavar="N",
    help=f"Look at no more positions than these ({POSITIONS:,}; where things are hidden, histories: {HISTORIES:,}).",
)
@beginning_options
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object.")
def command(
    file: str,
    players: int | None,
    variant: str | None,
    pairs: Sequence[str],
    positions: int | None,
    place: str,
    decision: int | None,
    after: tuple[str, ...],
    as_object: bool,
) -> None:
    """Say what a small game is worth to each player when all play for the most of their own, and what is best at first.

    With `--from` or `--after` it is what is left of a game from a position on.

    Every position is looked at. A game of two in which things are hidden is solved as well, by OpenSpiel
    (`pip install 'rulerun[solve]'`).
    """
    from ...interpreter import PlayError
    from ...solver import Restless, TooHeavy, TooLarge, Unsolved

    source = read(find(file))
    where = Where(place, decision, after)
    try:
        start = begun(source, variant, players, pairs, where)
        solution = solved(start, source, positions, where)
    except PlayError as fault:
        raise Refused(fault_text(source, fault)) from None
    except TooLarge as fault:
        help_ = f"`--positions N` allows more{LATER}"
        raise Refused(f"`{start.program.ruleset}` is too large to solve: {fault} ({help_})") from None
    except TooHeavy as fault:
        raise Refused(f"`{start.program.ruleset}` is too large to solve: {fault}{LATER}") from None
    except (Restless, Unsolved) as fault:
        raise Refused(str(fault)) from None
    if as_object:
        emit(as_json(start, solution, place))
    else:
        click.echo("\n".join(lines(start.program, solution, "begins" if where.whole else "chooses")))


def solved(start: Beginning, source: Source, positions: int | None, where: Where) -> Solution:
    """The solution: by search where nothing is hidden, else, for two players, from what each may know. Raises PlayError,
    TooLarge, TooHeavy, Restless and Unsolved.
    """
    from ...solver import NotPerfect, Unsolved, solve

    game = start.game
    program = start.program
    try:
        return solve(game, positions or POSITIONS, start.slots)
    except NotPerfect as fault:
        why = str(fault)
    if not where.whole:
        raise Unsolved(f"not all is known to all ({why}); such a game is solved only as a whole, without `--from` and `--after`")
    from ...rl import Table, compiled
    from ...solver.hidden_information import Missing, solve_hidden

    table = Table(source, program.variant, len(program.players), program.parameters)
    try:
        return solve_hidden(compiled(table), positions or HISTORIES)
    except (Missing, Unsolved) as fault:
        raise Unsolved(f"not all is known to all ({why}); {fault}") from None


def as_json(start: Beginning, solution: Solution, place: str) -> dict[str, object]:
    """The solution as an object. Values are numbers; `value_text` has them as text, with exact fractions where they are exact."""
    program = start.program
    return {
        "ruleset": program.ruleset,
        "players": len(program.players),
        "variant": program.variant,
        "parameters": dict(program.parameters),
        **({"from": place} if place else {}),
        **({"after": start.told} if start.told else {}),
        "positions": solution.positions,
        "information_sets": dict(zip(names(program, solution), solution.known, strict=True)) if solution.known else None,
        "method": solution.method,
        "exact": solution.exact,
        "cyclic": solution.cyclic,
        "longest_left_out": solution.limited,
        "value": named(program, solution, solution.worth),
        "value_text": {name: written(worth) for name, worth in zip(names(program, solution), solution.worth, strict=True)},
        "first": None if solution.actor is None else program.seats[solution.actor].name,
        "choices": chosen(program, solution, solution.choices),
        "openings": [
            {
                "chance": each.chance,
                "ways": each.ways,
                "probability": float(each.probability),
                "value": named(program, solution, each.worth),
                "first": None if each.actor is None else program.seats[each.actor].name,
                "choices": chosen(program, solution, each.choices),
            }
            for each in solution.openings
        ],
        "plans": [
            {"seat": program.seats[plan.seat].name, "knowing": plan.knowing, "mix": dict(plan.mix)} for plan in solution.plans
        ],
    }


def chosen(program: Program, solution: Solution, choices: Sequence[Choice]) -> list[dict[str, object]]:
    """The options of a decision, with what they are worth."""
    return [{"choice": each.text, "value": named(program, solution, each.worth), "best": each.best} for each in choices]


def names(program: Program, solution: Solution) -> list[str]:
    """The names of the players."""
    return [program.seats[seat].name for seat in solution.players]


def named(program: Program, solution: Solution, worth: Payoffs) -> dict[str, int | float]:
    """The numbers by the names of the players."""
    return {
        name: value if isinstance(value, int) else float(value)
        for name, value in zip(names(program, solution), worth, strict=True)
    }


def lines(program: Program, solution: Solution, does: str) -> list[str]:
    """The solution as lines of text; *does* says what the first who decides does."""
    wide = max(len(name) for name in names(program, solution))
    found = [f"{name:<{wide}}  {written(worth)}" for name, worth in zip(names(program, solution), solution.worth, strict=True)]
    if solution.plans:
        found += plans(program, solution)
    elif solution.choices and solution.actor is not None:
        mine = solution.players.index(solution.actor)
        best = [choice for choice in solution.choices if choice.best]
        others = [choice for choice in solution.choices if not choice.best]
        found += ["", f"{program.seats[solution.actor].name} {does}, best with"]
        found += [f"  {choice.text}" for choice in best]
        if others:
            long = max(len(choice.text) for choice in others)
            found += ["and not so well with"]
            found += [f"  {choice.text:<{long}}  {written(choice.worth[mine])}" for choice in others]
    elif solution.openings:
        found += first_after_chance(program, solution, does)
    what = "histories" if solution.method == "linear program" else "positions"
    known = ", ".join(f"{name} {number:,}" for name, number in zip(names(program, solution), solution.known, strict=False))
    found += ["", f"{solution.positions:,} {what}, {f'information sets: {known}; ' if known else ''}{solution.method}"]
    return found + remarks(program, solution)


def first_after_chance(program: Program, solution: Solution, does: str) -> list[str]:
    """Lines that say what is best behind what chance gives first, with the value for whoever decides."""
    shown = solution.openings[:MOST_OPENINGS]
    rows = [(chance_text(each), f"{float(each.probability):.2%}", *best_of(program, solution, each)) for each in shown]
    wide = [max(len(row[at]) for row in rows) for at in range(4)]
    found = ["", f"chance {does}; then best with"]
    found += ["  " + "  ".join(f"{cell:<{width}}" for cell, width in zip(row, wide, strict=True)).rstrip() for row in rows]
    left = len(solution.openings) - len(shown)
    return found + ([f"  and {left:,} more (`--json` has all)"] if left else [])


def chance_text(opening: Opening) -> str:
    """What chance gave, in words, and how many other ways lead to the same position."""
    others = f" (or {opening.ways - 1:,} other way{'s' if opening.ways > 2 else ''})" if opening.ways > 1 else ""
    return ", ".join(opening.chance) + others


def best_of(program: Program, solution: Solution, opening: Opening) -> tuple[str, str]:
    """The best choices behind what chance gave, and what they are worth to whoever makes them."""
    if opening.actor is None:
        worths = zip(names(program, solution), opening.worth, strict=True)
        return "the game is over", ", ".join(f"{name} {written(worth)}" for name, worth in worths)
    best = " or ".join(each.text for each in opening.choices if each.best)
    worth = opening.worth[solution.players.index(opening.actor)]
    return f"{program.seats[opening.actor].name}: {best}", written(worth)


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
