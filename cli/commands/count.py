"""`rulerun count`: counts the histories of a game, or its distinct positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ...dsl.text.suggestions import nearest
from ..terminal.console import Misused, Refused, complain, emit, fault_text, find, load, read

if TYPE_CHECKING:
    from ...dsl.text.source import Source
    from ...program.ir import Program
    from ...solver.count import Counts

LOOKED_AT = 1_000_000
"""The default of `--positions`: histories are counted by visiting at most this many positions."""

APPLIED = 1_000_000_000
"""The default of `--positions` with `--quick`, which visits a position in less than a microsecond."""


@click.command("count")
@click.argument("file", metavar="FILE")
@click.option("--depth", type=click.IntRange(0), required=True, metavar="N", help="Up to this many decisions.")
@click.option("--per", default="", metavar="PHASE", help="A depth is not a decision, but a time that this phase was done.")
@click.option("--from", "example", default="", metavar="EXAMPLE", help="Begin in the position in which this example begins.")
@click.option("--players", type=int, metavar="N", help="How many play.")
@click.option("--variant", metavar="V", help="The variant to count.")
@click.option("--set", "pairs", multiple=True, metavar="NAME=VALUE", help="Set a parameter; may be given again.")
@click.option(
    "--positions",
    type=click.IntRange(1),
    metavar="N",
    help=f"Go through no more positions than these to count histories ({LOOKED_AT:,}; with `--quick` {APPLIED:,}).",
)
@click.option("--quick", is_flag=True, help="Count all histories in compiled code, those of the last depth by their options.")
@click.option("--distinct", is_flag=True, help="Count the positions that differ, not the ways to them.")
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object.")
def command(
    file: str,
    depth: int,
    per: str,
    example: str,
    players: int | None,
    variant: str | None,
    pairs: Sequence[str],
    positions: int | None,
    quick: bool,
    distinct: bool,
    as_object: bool,
) -> None:
    """Count the histories of a game at each depth, what chance gives included, and the games that end there."""
    from ...interpreter import PlayError
    from ...solver import count

    if quick and distinct:
        raise Misused("`--quick` counts histories, and `--distinct` positions: one of the two")
    source = read(find(file))
    if example and (players is not None or pairs):
        raise Misused("an example says itself how many play and how parameters are set: leave out `--players` and `--set`")
    program = begun_in(source, variant, example, per) if example else load(source, variant, players, pairs, per)
    meter = meter_for(program, per) if per else 0
    try:
        if distinct:
            found = count.positions(program, depth, meter)
        elif quick:
            found = counted_quickly(program, depth, positions or APPLIED, per, meter)
        else:
            found = count.histories(program, depth, positions or LOOKED_AT, meter)
    except count.TooMany as fault:
        raise Refused(f"`{program.ruleset}` is too large to count to depth {depth}: {fault}") from None
    except PlayError as fault:
        raise Refused(fault_text(source, fault)) from None
    if as_object:
        emit(
            {
                "ruleset": program.ruleset,
                "players": len(program.players),
                "variant": program.variant,
                "parameters": dict(program.parameters),
                **({"from": example} if example else {}),
                **({"per": per} if per else {}),
                "depth": depth,
                "distinct" if distinct else "by_depth": found.by_depth,
                "ended": told(found),
            }
        )
        return
    show(found, "positions" if distinct else "histories", games=not distinct)


def counted_quickly(program: Program, depth: int, most: int, per: str, meter: int) -> Counts:
    """The numbers of histories, counted in compiled code, those of the last depth by their options where one choice makes it.

    Raises TooMany and PlayError.
    """
    from ...interpreter.core.policy import Policy
    from ...program.meter import single_choices
    from ...simulation import prepare
    from ...solver.walk import walked

    alone = single_choices(program, per) if meter else frozenset(range(1, program.stops + 1))
    return walked(prepare(program, Policy.FLAT), depth, most, meter, alone)


def told(found: Counts) -> tuple[int | None, ...]:
    """The numbers of ended games; None for the last depth where not all that ends there was looked at."""
    return (*found.ended[:-1], None) if found.leaves else found.ended


def show(found: Counts, what: str, games: bool) -> None:
    """Print a line for each depth, and with *games* how many games end in all."""
    wide = max(len(f"{max(found.by_depth):,}"), len(what))
    click.echo(f"depth  {what:>{wide}}  {'ended':>{wide}}")
    for level, (number, over) in enumerate(zip(found.by_depth, told(found), strict=True)):
        click.echo(f"{level:>5}  {number:>{wide},}  {'-' if over is None else f'{over:,}':>{wide}}")
    if games and not found.leaves:
        click.echo(f"{'games':>5}  {'':>{wide}}  {sum(found.ended):>{wide},}")


def begun_in(source: Source, variant: str | None, name: str, counted: str) -> Program:
    """The Program of a worked example, which begins in its position and counts how often the phase *counted* is done.

    Raises `Misused` when there is no such example; errors in the ruleset are printed and raise SystemExit.
    """
    from ...dsl.compile import compile_examples
    from ...dsl.text.diagnostics import Severity

    examples, diagnostics = compile_examples(source, counted)
    errors = [fault for fault in diagnostics if fault.severity is Severity.ERROR]
    if errors:
        complain(errors, source)
        raise SystemExit(1)
    known = {each.name: each.program for each in reversed(examples) if each.program.variant == (variant or "")}
    if name not in known:
        raise Misused(f"there is no example `{name}`{nearest(name, sorted(known))}")
    return known[name]


def meter_for(program: Program, phase: str) -> int:
    """The slots that count how often the phase is done. Raises `Misused` where it is not done, or by several at once."""
    from ...program.meter import done, done_at_once, meter_of

    meter = meter_of(program, phase)
    if meter is None:
        raise Misused(f"no phase `{phase}` is done{nearest(phase, sorted(program.phases[each].name for each in done(program)))}")
    if done_at_once(program, phase):
        raise Misused(f"the phase `{phase}` is done by several at the same time: none of them is the next")
    return meter
