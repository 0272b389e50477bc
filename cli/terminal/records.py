"""Records at the command line: the Program that a match was played with, and its result."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from .console import Refused, fault_text, print_diagnostics, record_bytes

if TYPE_CHECKING:
    from ...dsl.text.source import Source
    from ...interpreter.match.match import Match
    from ...interpreter.match.records import Header
    from ...program.ir import Program


def compile_header(header: Header) -> Program:
    """The Program that a record was played with. Errors in its ruleset are printed and raise `Refused`."""
    from ...dsl.compile import compile_ruleset
    from ...interpreter.match.records import source_of

    source = source_of(header)
    compilation = compile_ruleset(source, header.variant, header.players, dict(header.parameters))
    if compilation.program is None:
        print_diagnostics(compilation.diagnostics, source)
        raise Refused("the ruleset in this record cannot be played")
    return compilation.program


def replayed(path: Path) -> tuple[Match, Source]:
    """The match in the record at *path*, as far as it goes, and the ruleset that it holds. A last line that was cut short is left
    out. Raises `Refused` when it is no record, or cannot be replayed.
    """
    from ...interpreter import PlayError
    from ...interpreter.match.records import RecordError, read_record, source_of
    from ...interpreter.match.replay import replay

    content = record_bytes(path)
    try:
        record = read_record(content)
        source = source_of(record.header)
        again = replay(content[: record.whole], compile_header)
    except RecordError as fault:
        raise Refused(f"{path}: {fault}") from None
    except PlayError as fault:
        raise Refused(fault_text(source, fault)) from None
    if again.parting is not None:
        raise Refused(f"{path}: line {again.parting.line}: {again.parting.message}")
    return again.match, source


def summary(match: Match) -> dict[str, object]:
    """The result of the match, for `--json`."""
    from ...interpreter import outcome
    from ...interpreter.match.history import standing
    from ...interpreter.match.records import digest, serialise
    from ...table.narration import scores

    game = match.game
    program = match.program
    end = outcome(game, match.state)
    told = scores(program, end.scores, end.payoff)
    names = [seat.name for seat in program.seats]
    return {
        "ruleset": program.ruleset,
        "players": len(program.players),
        "variant": program.variant,
        "parameters": dict(program.parameters),
        "seed": match.header.chance.seed,
        "scores": {name: float(score) if isinstance(score, Fraction) else score for name, score in told},
        "winners": [names[seat] for seat in end.winners],
        "decisions": len(standing(match.entries)),
        "record_digest": digest(serialise(match.header, tuple(match.entries))),
    }
