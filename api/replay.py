"""A record played again, with the ruleset that it holds or with another."""

from __future__ import annotations

import os
from pathlib import Path

from attrs import frozen

from ..dsl.compile import compile_ruleset
from ..interpreter.match import replay as replaying
from ..interpreter.match.records import Header, content_of, source_of
from ..program.ir import Program
from .match import Match
from .ruleset import Ruleset, broken


@frozen
class Replayed:
    """A record played again, as far as it goes.

    `match` stands where that is. `line` is the line of the record (counted from 1) at which the record and the rules part, or
    at which chance gave something else than the seed or the key gives; None where neither happens. `message` says why, `offered`
    is what was on offer there instead.
    """

    match: Match
    line: int | None
    message: str
    offered: tuple[str, ...]

    @property
    def same(self) -> bool:
        """Whether the record comes out as it was written."""
        return self.line is None


def replay(record: bytes | str | os.PathLike[str], ruleset: Ruleset | None = None) -> Replayed:
    """The match of a record (its path, or its bytes), played again on the ruleset that it holds, or held against *ruleset*.

    Raises RecordError (with `line`) for what is no record, RulesetError where the ruleset in it is not sound, PlayError, and
    OSError where the file cannot be read.
    """
    content = record if isinstance(record, bytes) else content_of(Path(record))

    def compiled(header: Header) -> Program:
        return _compiled(header) if ruleset is None else ruleset.program

    played = replaying.replay(content, compiled)
    source = source_of(played.record.header) if ruleset is None else ruleset.source
    match = Match(played.match, source, "" if ruleset is None else ruleset.language)
    if played.parting is not None:
        return Replayed(match, played.parting.line, played.parting.message, played.parting.offered)
    if played.strayed is not None:
        told = f"chance gave something else here than {played.record.header.chance.called} gives"
        return Replayed(match, played.strayed, told, ())
    return Replayed(match, None, "", ())


def _compiled(header: Header) -> Program:
    source = source_of(header)
    compilation = compile_ruleset(source, header.variant, header.players, dict(header.parameters))
    if compilation.program is None:
        raise broken(compilation.diagnostics, source)
    return compilation.program
