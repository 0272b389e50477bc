"""Records at the command line: the Program that a match was played with, and its result."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from .console import Refused, complain

if TYPE_CHECKING:
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
        complain(compilation.diagnostics, source)
        raise Refused("the ruleset in this record cannot be played")
    return compilation.program


def summary(match: Match) -> dict[str, object]:
    """The result of the match, for `--json`."""
    from ...interpreter import outcome
    from ...interpreter.match.history import standing
    from ...interpreter.match.records import digest, serialise
    from ...table.narration import scores

    program = match.program
    end = outcome(program, match.state)
    told = scores(program, end.scores, end.payoff)
    names = [seat.name for seat in program.seats]
    return {
        "ruleset": program.ruleset,
        "players": len(program.players),
        "variant": program.variant,
        "parameters": dict(program.parameters),
        "seed": match.header.seed,
        "scores": {name: float(score) if isinstance(score, Fraction) else score for name, score in told},
        "winners": [names[seat] for seat in end.winners],
        "decisions": len(standing(match.entries)),
        "record_digest": digest(serialise(match.header, tuple(match.entries))),
    }
