"""`rulerun replay`: replays a record, and checks that it gives the same match."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..terminal.console import Refused, emit, fault_text, record_bytes

if TYPE_CHECKING:
    from ...interpreter.match.replay import Replay


@click.command("replay")
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object.")
@click.option(
    "--html",
    "page",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="PAGE",
    help="Write the match as a page to step through, as all may see it: nobody's hidden cards, whatever the record holds.",
)
@click.option("--lang", "language", default="", metavar="LANG", help="The language of the page.")
def command(record: Path, as_object: bool, page: Path | None, language: str) -> None:
    """Play a record again with the ruleset that it holds; every choice is checked. Exit code 1 where the two part."""
    from ...interpreter import PlayError
    from ...interpreter.match.records import RecordError, read_record, source_of
    from ...interpreter.match.replay import replay
    from ..terminal.records import compile_header

    content = record_bytes(record)
    try:
        again = replay(content, compile_header)
    except RecordError as fault:
        raise Refused(f"{record}: {fault}") from None
    except PlayError as fault:
        raise Refused(fault_text(source_of(read_record(content).header), fault)) from None
    if page is not None:
        write_page(again, page, language)
    if as_object:
        emit(report(again))
    else:
        say(again, record)
    if again.parting is not None or again.strayed is not None:
        sys.exit(1)


def write_page(again: Replay, page: Path, language: str) -> None:
    """Write the match as a page. Raises `Refused` where that cannot be written."""
    from ...drawing.replay import replay_page
    from ...session.steps import steps
    from ...table.narration import result_lines, title_line
    from ...table.story import plain
    from ..terminal.play_options import language_of

    match, spoken = again.match, language_of(again.match.program, language)
    told = [(step.scene, [plain(line) for line in step.lines]) for step in steps(match, spoken)]
    result = list(result_lines(match, spoken)) if match.is_over else []
    try:
        page.write_text(replay_page(title_line(match, spoken), spoken, told, result), encoding="utf-8")
    except OSError as fault:
        raise Refused(f"{page}: {fault.strerror or fault}") from None


def say(again: Replay, record: Path) -> None:
    """Print every choice of the record, those of seats with the numbers that `play --from` takes, then the result."""
    from ...interpreter.match.history import numbered
    from ...interpreter.match.records import Answer, Chance, Over, Seated, Undo
    from ...table.narration import result_lines, title_line

    print(title_line(again.match, ""))
    entries = again.match.entries
    numbers = [*numbered(entries)]
    shown_as = {seat.name: again.match.program.seat_name(at, "en") for at, seat in enumerate(again.match.program.seats)}
    wide = len(str(max(filter(None, numbers), default=0)))
    for number, entry in zip(numbers, entries, strict=True):
        shown = f"{number or '':>{wide}}  "
        match entry:
            case Answer(seat, choice):
                print(f"{shown}{shown_as[seat]}: {choice}")
            case Chance(nature):
                print(f"{shown}chance: {nature}")
            case Undo(seat):
                print(f"{shown}{shown_as[seat]} takes the last choice back")
            case Over() | Seated():
                pass
    if again.parting is not None:
        print(f"line {again.parting.line}: {again.parting.message}")
        if again.parting.offered:
            print(f"  offered: {', '.join(again.parting.offered)}")
    elif again.strayed is not None:
        print(f"line {again.strayed}: chance gave something else here than {again.record.header.chance.called} gives")
    elif again.record.finished:
        for line in result_lines(again.match, "en"):
            print(line)
    else:
        words = ["rulerun", "play", str(record), *([] if again.match.people else ["--bots"])]
        print(f"the match is not finished; to go on: {shlex.join(words)}")


def report(again: Replay) -> dict[str, object]:
    """The result of the replay, for `--json`."""
    from ..terminal.records import summary

    parting = again.parting
    return {
        **summary(again.match),
        "ok": parting is None and again.strayed is None,
        "finished": again.record.finished,
        "line": parting.line if parting is not None else again.strayed,
        "message": parting.message if parting is not None else None,
        "offered": list(parting.offered) if parting is not None else [],
    }
