"""`rulerun study FILE --records`: what recorded matches show together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING

from ... import __version__
from ..terminal import run_options
from ..terminal.console import Misused, Refused, record_bytes
from ..terminal.interrupts import NOTHING, stoppable

if TYPE_CHECKING:
    from ...dsl.text.source import Source
    from ...interpreter.match.records import Record
    from ...lab.runs.recorded import Gathered, Settings
    from ...lab.statistics.recorded import RecordsFigures
    from ...program.ir import Program

WILD = "*?["


def study_records(
    file: str,
    names: Sequence[str],
    variant: str | None,
    players: str | None,
    pairs: Sequence[str],
    as_object: bool,
    page: Path | None,
) -> None:
    """Print what the matches in these files show together. Raises `Refused` and `Misused`."""
    from ...interpreter.game import Game
    from ...lab.report.records_report import report
    from ...lab.runs.recorded import gathered

    with stoppable("the records were being read", NOTHING):
        source, refused = run_options.ruleset(file), list[tuple[str, str]]()
        records = list(read(files_of(names), refused))
        program, wanted = settled(source, [record for _, record in records], variant, players, pairs)
        found = gathered(records, wanted, Game(program))
    refused += found.refused
    if not found.matches:
        told = "\n".join(f"  `{name}`: {why}" for name, why in refused)
        raise Refused(f"none of these records can be counted:\n{told}")
    shown = figures(file, source, program, found, names, refused)
    run_options.show(shown, report(shown), as_object, page)


def files_of(names: Sequence[str]) -> list[Path]:
    """The records of these names: a folder stands for those in it, a pattern for those that it fits. Raises `Misused`."""
    if not names:
        raise Misused("`--records` needs records: `rulerun study FILE --records *.rulerun`")
    found: list[Path] = []
    for name in names:
        path = Path(name)
        if path.is_dir():
            inside = sorted(path.glob(f"*{run_options.RECORD}"))
            if not inside:
                raise Refused(f"there is no record in the folder `{name}`")
            found += inside
        elif not path.exists() and any(sign in name for sign in WILD):
            inside = sorted(Path(each) for each in glob(name))
            if not inside:
                raise Refused(f"no record fits `{name}`")
            found += inside
        else:
            found.append(path)
    return list(dict.fromkeys(found))


def read(paths: Sequence[Path], refused: list[tuple[str, str]]) -> Iterator[tuple[str, Record]]:
    """The records in these files, each with its name; those that are none are added to *refused*. Raises `Refused` for a file
    that cannot be read.
    """
    from ...interpreter.match.records import RecordError, read_record

    for path in paths:
        try:
            yield str(path), read_record(record_bytes(path))
        except RecordError as fault:
            refused.append((str(path), str(fault)))


def settled(
    source: Source, records: Sequence[Record], variant: str | None, players: str | None, pairs: Sequence[str]
) -> tuple[Program, Settings]:
    """The rules that are counted: as the options say or, without any, as most records of this ruleset have it. Raises `Misused`;
    errors in the ruleset are printed and end the command.
    """
    from ...interpreter.match.records import digest_of
    from ...lab.runs.recorded import Settings

    digest = digest_of(source)
    own = Counter(Settings.of(record.header) for record in records if record.header.digest == digest)
    if own and not variant and players is None and not pairs:
        ((usual, _),) = own.most_common(1)
        variant, players = usual.variant or None, str(usual.players)
        pairs = [f"{name}={value}" for name, value in usual.parameters]
    program = run_options.settled(source, variant, players, pairs)
    return program, Settings(program.ruleset, digest, program.variant, len(program.players), program.parameters)


def figures(
    file: str, source: Source, program: Program, found: Gathered, names: Sequence[str], refused: Sequence[tuple[str, str]]
) -> RecordsFigures:
    """What the matches show."""
    from ...lab.runs.commands import command_of_records
    from ...lab.runs.describe import place_in
    from ...lab.statistics.estimates import RunDescription
    from ...lab.statistics.recorded import RecordsFigures
    from ...lab.statistics.summary import summary
    from ...simulation.emit.schema import columns

    run = RunDescription(
        ruleset=program.ruleset,
        title=program.title.say(""),
        variant=program.variant,
        players=len(program.players),
        parameters=program.parameters,
        altered=tuple(pair for pair in program.parameters if pair not in run_options.defaults(source)),
        seats=tuple(seat.name for seat in program.seats),
        automa=tuple(seat.automa for seat in program.seats),
        bots=("people",) * len(program.players),
        seed=0,
        games=found.tally.games,
        finished=True,
        version=__version__,
        digest=program.digest,
        command=command_of_records(file, program, names),
    )
    whole = summary(program, columns(program), found.tally, run, place_in(source.place))
    return RecordsFigures(whole, found.matches, tuple(refused))
