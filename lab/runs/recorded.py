"""Counts recorded matches: emitted code repeats what people, bots and chance chose, so the figures mean what they mean
elsewhere.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from ...interpreter import NATURE, Decision, PlayError
from ...interpreter.core.policy import Policy
from ...interpreter.core.rng import Use
from ...interpreter.game import Game
from ...interpreter.match.records import Header, Record, RecordError
from ...interpreter.match.replay import played
from ...interpreter.observations import Answered
from ...program.ir import Program
from ...simulation import Chunk, prepare_plain
from ...simulation.emit.module import Form
from ..statistics.recorded import RecordedMatch
from ..statistics.tally import Tally
from .playing import Table


@frozen
class Told:
    """Takes the place of a random stream: for each draw the number that is to come, and the bound of the draw."""

    numbers: Iterator[tuple[int, int]]


class Counting:
    """Counts matches of a Program whose answers are known."""

    def __init__(self, program: Program) -> None:
        """Makes the code ready, in plain Python."""
        # the flat policy draws once for each choice, from which any option can come
        self._game = Game(program)
        self._engine = prepare_plain(program, Policy.FLAT)
        self.columns = self._engine.columns
        functions = self._engine.form(Form.TALLY).functions
        self._streams: dict[Use, Told] = {}
        functions.update(stream=self._begun, below=self._drawn)

    def match(self, answers: Sequence[Answered]) -> Chunk:
        """The row and the counters of the match with these answers, which is over. Raises PlayError."""
        draws: dict[Use, list[tuple[int, int]]] = {Use.NATURE: [], Use.BOTS: []}
        for asked, index in self._in_turn(answers):
            weights = [option.weight for option in asked.options]
            # a number for which a weighted draw gives that option
            draws[Use.NATURE if asked.actor == NATURE else Use.BOTS].append((sum(weights[:index]), sum(weights)))
        self._streams = {use: Told(iter(numbers)) for use, numbers in draws.items()}
        return self._engine.run(0, 0, 1)

    def _in_turn(self, answers: Sequence[Answered]) -> Iterator[tuple[Decision, int]]:
        """The decisions of the match with their answers, those that are made together in the order of the seats."""
        waiting = defaultdict[int, deque[int]](deque)
        for each in answers:
            waiting[each.asked.actor].append(each.index)
        table = Table(self._game)
        while (asked := table.asked) is not None:
            index = waiting[asked.actor].popleft()
            yield asked, index
            table.answer(asked.actor, index)

    def _begun(self, seed: int, game: int, use: int) -> Told:
        return self._streams[Use(use)]

    def _drawn(self, now: Told, bound: int) -> tuple[Told, int]:
        number, whole = next(now.numbers)
        if whole != bound:
            raise ArithmeticError(f"a choice among {whole} was counted as one among {bound}")
        return now, number


@frozen
class Settings:
    """What a record must be of to be counted: the ruleset by its name and the digest of its texts, the variant, the number of
    players, the parameters.
    """

    ruleset: str
    digest: str
    variant: str
    players: int
    parameters: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, header: Header) -> Settings:
        """Those of a record."""
        return cls(header.ruleset, header.digest, header.variant, header.players, header.parameters)

    def unlike(self, other: Settings) -> str:
        """Why a record with other settings is not counted; empty where it has these."""
        if other.ruleset != self.ruleset:
            return f"of another ruleset, `{other.ruleset}`"
        if other.digest != self.digest:
            return f"of another version of `{self.ruleset}`, with another text"
        if other.variant != self.variant:
            return f"of {_variant(other)}, not of {_variant(self)}"
        if other.players != self.players:
            return f"{other.players} played, not {self.players}"
        differing = [f"{name} {value}" for name, value in other.parameters if (name, value) not in self.parameters]
        return f"played with {', '.join(differing)}" if differing else ""


def _variant(one: Settings) -> str:
    return f"the variant `{one.variant}`" if one.variant else "the ruleset without a variant"


@frozen(eq=False)
class Gathered:
    """The matches that are counted: each by its name, with the tally of all, and the names of files that are not, each with
    why.
    """

    matches: tuple[RecordedMatch, ...]
    tally: Tally
    refused: tuple[tuple[str, str], ...]


def gathered(records: Iterable[tuple[str, Record]], wanted: Settings, game: Game) -> Gathered:
    """The records of finished matches with these settings, counted together. Raises nothing where one cannot be played: it is
    refused by name.
    """
    counting, matches = Counting(game.program), list[RecordedMatch]()
    tally, refused, met = Tally.none(game.program, counting.columns.counters), list[tuple[str, str]](), dict[object, str]()
    for name, record in records:
        why = wanted.unlike(Settings.of(record.header)) or _same(record, met, name)
        if not why:
            found = _counted(name, record, game, counting, tally)
            if isinstance(found, RecordedMatch):
                matches.append(found)
                continue
            why = found
        refused.append((name, why))
    return Gathered(tuple(matches), tally, tuple(refused))


def _same(record: Record, met: dict[object, str], name: str) -> str:
    """Whether the same match was there before, so that it does not count twice; by its choices and its chance."""
    first = met.setdefault((record.header.chance, record.entries), name)
    return "" if first == name else f"the same match as `{first}`"


def _counted(name: str, record: Record, game: Game, counting: Counting, tally: Tally) -> RecordedMatch | str:
    """The match, which is added to the tally; why it is not, where it cannot be counted."""
    try:
        again = played(record, game)
    except (RecordError, PlayError) as fault:
        return str(fault)
    if again.parting is not None:
        return f"line {again.parting.line}: {again.parting.message}"
    if again.strayed is not None:
        return f"line {again.strayed}: chance gave something else here than {record.header.chance.called} gives"
    answers = again.match.observer.answers
    choices = [each.asked.actor != NATURE for each in answers]
    if not again.match.is_over:
        return f"breaks off after choice {sum(choices)}"
    chunk, columns, program = counting.match(answers), counting.columns, game.program
    tally.add(Tally.of(program, columns, chunk.rows, chunk.counters))
    (row,) = chunk.rows.tolist()
    open_ = row[columns.last_open]
    return RecordedMatch(
        name,
        tuple(seat.name for at, seat in enumerate(program.seats) if row[columns.winner(at)]),
        row[columns.asked],
        row[columns.lead_changes] if open_ >= 0 else None,
        sum(choices[:open_]) if open_ >= 0 else None,
        again.match.people,
    )
