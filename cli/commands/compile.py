"""`rulerun compile`: makes the compiled code of a ruleset beforehand, so that nothing waits for it later."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

import click

from ..terminal import completing
from ..terminal.console import Refused, find, load, read
from ..terminal.setting_options import setting_options

PURPOSES = {
    "tally": "simulate, compare, sweep",
    "playout": "bench, whole games",
    "stepping": "solve, count, batches",
    "onward": "batches, played out",
    "listening": "bots, what a seat can know",
    "search": "bots that think",
    "learning": "environments for learning",
    "alphabeta": "the bot `alphabeta`",
}
"""What each form of the code is for, in the order in which they are made."""


@click.command("compile")
@click.argument("file", shell_complete=completing.games)
@setting_options("play", int)
@click.option(
    "--for", "forms", multiple=True, type=click.Choice(list(PURPOSES)), help="Only this form; may be given again. Else all."
)
def command(file: str, players: int | None, variant: str | None, pairs: Sequence[str], forms: Sequence[str]) -> None:
    """Compile the code of a ruleset for these settings, each form once, and keep it for all that play it later.

    What is kept already takes no time. A line is printed for each form when it is done.
    """
    from ...simulation import prepare
    from ...simulation.compile.loaded import COMPILES
    from ...simulation.emit.module import Form, forms_of

    if not COMPILES:
        raise Refused("nothing can be compiled without llvmlite: pip install 'rulerun[fast]'")
    program = load(read(find(file)), variant, players, pairs)
    engine, begun = prepare(program), perf_counter()
    there = [form.value for form in forms_of(program)]
    asked = [name for name in PURPOSES if name in (forms or there)]
    for number, name in enumerate(asked, 1):
        start = perf_counter()
        try:
            engine.optimised(Form(name))
        except ValueError as refused:
            raise Refused(f"{name}: {refused}") from None
        if not engine.compiled:
            raise SystemExit(1)  # the engine has said that it is too large, and which phase is the largest
        click.echo(f"{number}/{len(asked)}  {name:10} {perf_counter() - start:6.1f} s   {PURPOSES[name]}")
    click.echo(f"{program.title.plain}, {len(program.players)} players: compiled in {perf_counter() - begun:.1f} s")
