"""`rulerun count`: counts the histories of a game, or its distinct positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ...dsl.text.suggestions import nearest
from ..terminal import completing
from ..terminal.beginnings import Where, beginning_options, begun
from ..terminal.console import Misused, Refused, emit, fault_text, find, read
from ..terminal.setting_options import setting_options

if TYPE_CHECKING:
    from ...program.ir import Program
    from ...solver.count import Counts, Origin
    from ...solver.information import Informed

LOOKED_AT = 1_000_000
"""The default of `--positions`: histories are counted by visiting at most this many positions."""

APPLIED = 1_000_000_000
"""The default of `--positions` with `--quick`, which visits a position in less than a microsecond."""


TRAILS = 50_000
"""The default of `--positions` with `--information-sets`, where each history takes about half a millisecond."""


@click.command("count")
@click.argument("file", metavar="FILE", shell_complete=completing.games)
@click.option("--depth", type=click.IntRange(0), required=True, metavar="N", help="Up to this many decisions.")
@click.option("--per", default="", metavar="PHASE", help="A depth is not a decision, but a time that this phase was done.")
@beginning_options
@setting_options("count", int)
@click.option(
    "--positions",
    type=click.IntRange(1),
    metavar="N",
    help=f"Go through no more positions than these to count histories ({LOOKED_AT:,}; with `--quick` {APPLIED:,}, "
    f"with `--information-sets` {TRAILS:,}).",
)
@click.option("--quick", is_flag=True, help="Count all histories in compiled code, those of the last depth by their options.")
@click.option("--distinct", is_flag=True, help="Count the positions that differ, not the ways to them.")
@click.option("--information-sets", "informed", is_flag=True, help="Count what the seats that are asked can have lived through.")
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object.")
def command(
    file: str,
    depth: int,
    per: str,
    place: str,
    decision: int | None,
    after: tuple[str, ...],
    players: int | None,
    variant: str | None,
    pairs: Sequence[str],
    positions: int | None,
    quick: bool,
    distinct: bool,
    informed: bool,
    as_object: bool,
) -> None:
    """Count the histories of a game at each depth, what chance gives included, and the games that end there."""
    from ...interpreter import PlayError
    from ...solver import count
    from ...solver.information import information_sets

    if informed and (quick or distinct or per or place or after):
        others = "without `--quick`, `--distinct`, `--per`, `--from` and `--after`"
        raise Misused(f"`--information-sets` counts by decisions from the start of a match, {others}")
    if quick and distinct:
        raise Misused("`--quick` counts histories, and `--distinct` positions: one of the two")
    source = read(find(file))
    sets: Informed | None = None
    try:
        start = begun(source, variant, players, pairs, Where(place, decision, after), per)
        game = start.game
        program = start.program
        meter = meter_for(program, per) if per else 0
        origin = unmetered(start.slots, meter)
        if informed:
            sets = information_sets(game, depth, positions or TRAILS)
            found = sets.histories
        elif distinct:
            found = count.positions(program, depth, meter, origin)
        elif quick:
            found = counted_quickly(program, depth, positions or APPLIED, per, meter, origin)
        else:
            found = count.histories(program, depth, positions or LOOKED_AT, meter, origin)
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
                **({"from": place} if place else {}),
                **({"after": start.told} if start.told else {}),
                **({"per": per} if per else {}),
                "depth": depth,
                "distinct" if distinct else "by_depth": found.by_depth,
                "ended": told(found),
                **(by_seat(program, sets) if sets is not None else {}),
            }
        )
    elif sets is not None:
        show_sets(program, sets)
    else:
        show(found, "positions" if distinct else "histories", games=not distinct)


def unmetered(origin: Origin, meter: int) -> Origin:
    """The slots, in which the phase that a *meter* (0: none) counts was not completed yet."""
    if origin is None or not meter:
        return origin
    return (*origin[: meter + 1], 0, *origin[meter + 2 :])


def counted_quickly(program: Program, depth: int, most: int, per: str, meter: int, origin: Origin) -> Counts:
    """The numbers of histories, counted in compiled code, those of the last depth by their options where one choice makes it.

    Raises TooMany and PlayError.
    """
    from ...interpreter.core.policy import Policy
    from ...program.meter import single_choices
    from ...simulation import prepare
    from ...solver.walk import walked

    alone = single_choices(program, per) if meter else frozenset(range(1, program.stops + 1))
    return walked(prepare(program, Policy.FLAT), depth, most, meter, alone, origin)


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


def show_sets(program: Program, found: Informed) -> None:
    """Print a line for each depth: the histories there, and the information sets of each player."""
    names = [program.seats[seat].name for seat in program.players]
    heads = ["depth", "histories", "ended", *names]
    rows = [
        [f"{level:,}", *(f"{number:,}" for number in (reached, ended, *sets))]
        for level, (reached, ended, sets) in enumerate(
            zip(found.histories.by_depth, found.histories.ended, found.by_depth, strict=True)
        )
    ]
    rows.append(["in all", "", f"{sum(found.histories.ended):,}", *(f"{number:,}" for number in found.in_all)])
    wide = [max(len(row[at]) for row in [heads, *rows]) for at in range(len(heads))]
    for row in [heads, *rows]:
        click.echo("  ".join(f"{cell:>{width}}" for cell, width in zip(row, wide, strict=True)))


def by_seat(program: Program, found: Informed) -> dict[str, object]:
    """The information sets of each player by depth, and in all."""
    names = [program.seats[seat].name for seat in program.players]
    return {
        "information_sets": {name: [level[at] for level in found.by_depth] for at, name in enumerate(names)},
        "information_sets_in_all": dict(zip(names, found.in_all, strict=True)),
    }


def meter_for(program: Program, phase: str) -> int:
    """The slots that count how often the phase is done. Raises `Misused` where it is not done, or by several at once."""
    from ...program.meter import done, done_at_once, meter_of

    meter = meter_of(program, phase)
    if meter is None:
        raise Misused(f"no phase `{phase}` is done{nearest(phase, sorted(program.phases[each].name for each in done(program)))}")
    if done_at_once(program, phase):
        raise Misused(f"the phase `{phase}` is done by several at the same time: none of them is the next")
    return meter
