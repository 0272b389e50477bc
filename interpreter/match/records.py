"""Records: a match written down as it goes, one JSON object to a line, in UTF-8.

The first line says what is played, with the whole text of the ruleset; then comes one line for each answer, each answer
taken back, each change of who are people, and the end. Answers are written by name and arguments, so a record can be read
by people and by another version of the ruleset:

    {"rulerun record": 1, "ruleset": "bluff", "digest": "9f…", "text": "…", "file": "bluff.yaml", "variant": "", …}
    {"people": ["Anne"]}
    {"nature": "king"}
    {"seat": "Anne", "choice": "bet"}
    {"undo": "Anne"}
    {"seat": "Anne", "choice": "check"}
    {"over": {"winners": ["Anne"], "scores": {"Anne": 2, "Ben": -2}}}
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import BinaryIO, assert_never

from attrs import frozen

from ...dsl.text.source import Source
from ...program.ir import Program

VERSION = 1
FIRST_KEY = "rulerun record"


class RecordError(Exception):
    """What is wrong with a record, and in which of its lines, counted from 1 (0: the record as a whole)."""

    def __init__(self, line: int, message: str) -> None:
        """The fault of that line."""
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line
        self.message = message


@frozen
class Header:
    """What is played: the first line of a record.

    `extends` are the files, with their texts, that the ruleset builds on, the nearest first; `digest` is that of all texts,
    with a zero byte between two. Files are named without their folders.
    """

    ruleset: str
    digest: str
    text: str
    file: str
    extends: tuple[tuple[str, str], ...]
    variant: str
    players: int
    parameters: tuple[tuple[str, str], ...]
    seats: tuple[str, ...]
    seed: int
    game: int


@frozen
class Answer:
    """A seat chose an option, written as `option_text` does in no language."""

    seat: str
    choice: str


@frozen
class Chance:
    """Nature chose."""

    nature: str


@frozen
class Undo:
    """A seat took back its last answer, and all that came after."""

    seat: str


@frozen
class Over:
    """The match ended: the names of those who won, and the scores of those who have one."""

    winners: tuple[str, ...]
    scores: tuple[tuple[str, int], ...]


@frozen
class Seated:
    """From here on people sit at these seats, bots at all others. A record without it does not say who sat where."""

    people: tuple[str, ...]


Entry = Answer | Chance | Undo | Over | Seated


@frozen
class Record:
    """A record as read. `entries[i]` stands in line i + 2; the first `whole` bytes are good, then comes what a kill left."""

    header: Header
    entries: tuple[Entry, ...]
    whole: int
    cut: bool

    @property
    def finished(self) -> bool:
        """True when the match came to its end."""
        return bool(self.entries) and isinstance(self.entries[-1], Over)


def digest(content: bytes) -> str:
    """The SHA-256 of *content*, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def header(program: Program, text: str, file: str, seed: int, game: int) -> Header:
    """The first line of the record of a match of *program*, compiled from *text* alone, which stands in *file*."""
    return header_of(program, Source(file, text), seed, game)


def header_of(program: Program, source: Source, seed: int, game: int) -> Header:
    """The first line of the record of a match of *program*, compiled from *source*."""
    return Header(
        ruleset=program.ruleset,
        digest=_digest_of(source),
        text=source.text,
        file=Path(source.name).name,
        extends=_bases(source),
        variant=program.variant,
        players=len(program.players),
        parameters=program.parameters,
        seats=tuple(seat.name for seat in program.seats),
        seed=seed,
        game=game,
    )


def source_of(header: Header) -> Source:
    """The ruleset that was played, with what it builds on."""
    base: Source | None = None
    for file, text in reversed(header.extends):
        base = Source(file, text, base)
    return Source(header.file, header.text, base)


def _bases(source: Source) -> tuple[tuple[str, str], ...]:
    if source.base is None:
        return ()
    return ((Path(source.base.name).name, source.base.text), *_bases(source.base))


def _digest_of(source: Source) -> str:
    texts = (source.text, *(text for _, text in _bases(source)))
    return digest("\0".join(texts).encode("utf-8", "surrogatepass"))


def other_ruleset(header: Header, source: Source) -> str | None:
    """A sentence for people when *source* is not the ruleset that was played, None when it is."""
    if _digest_of(source) == header.digest:
        return None
    return f"this match was played with another text of `{header.file}`; the record holds the one that was played"


# ------------------------------------------------------------------------------------------------------------ writing


def header_line(header: Header) -> bytes:
    """The first line of a record, with its end."""
    return _line(
        {
            FIRST_KEY: VERSION,
            "ruleset": header.ruleset,
            "digest": header.digest,
            "text": header.text,
            "file": header.file,
            "extends": [[file, text] for file, text in header.extends],
            "variant": header.variant,
            "players": header.players,
            "parameters": dict(header.parameters),
            "seats": list(header.seats),
            "seed": header.seed,
            "game": header.game,
        }
    )


def entry_line(entry: Entry) -> bytes:
    """The line of that entry, with its end."""
    match entry:
        case Answer(seat, choice):
            return _line({"seat": seat, "choice": choice})
        case Chance(nature):
            return _line({"nature": nature})
        case Undo(seat):
            return _line({"undo": seat})
        case Seated(people):
            return _line({"people": list(people)})
        case Over(winners, scores):
            return _line({"over": {"winners": list(winners), "scores": dict(scores)}})
        case _:
            assert_never(entry)


def serialise(header: Header, entries: tuple[Entry, ...]) -> bytes:
    """The whole record."""
    return header_line(header) + b"".join(entry_line(entry) for entry in entries)


class RecordWriter:
    """Writes a record line by line; each line is handed to the operating system before `write` returns."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        """A writer that goes on at the end of *file*."""
        self.path = path
        self._file = file

    @classmethod
    def create(cls, path: Path, header: Header) -> RecordWriter:
        """A writer of a new record, its first line written. Raises FileExistsError where *path* is taken."""
        writer = cls(path, path.open("xb", buffering=0))
        writer._put(header_line(header))
        return writer

    @classmethod
    def restart(cls, path: Path, header: Header) -> RecordWriter:
        """A writer of a record of which a kill left at most a part of the first line."""
        writer = cls(path, path.open("wb", buffering=0))
        writer._put(header_line(header))
        return writer

    @classmethod
    def reopen(cls, path: Path, record: Record) -> RecordWriter:
        """A writer that goes on behind the last whole line of *record*, which *path* holds; what was cut is dropped."""
        file = path.open("r+b", buffering=0)
        file.truncate(record.whole)
        file.seek(max(record.whole - 1, 0))
        writer = cls(path, file)
        if file.read(1) != b"\n":
            writer._put(b"\n")
        return writer

    def write(self, entry: Entry) -> None:
        """Appends one line."""
        self._put(entry_line(entry))

    def close(self) -> None:
        """Ends the writing; the record may be reopened later."""
        self._file.close()

    def _put(self, line: bytes) -> None:
        while line:
            line = line[self._file.write(line) :]


def _line(value: dict[str, object]) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


# ------------------------------------------------------------------------------------------------------------ reading


def read_record(content: bytes) -> Record:
    """The record in *content*, without a last line that a kill cut short.

    Raises RecordError with the line for anything else that is no record.
    """
    *lines, rest = content.split(b"\n")
    if rest and _value(rest) is not None:
        lines.append(rest)
        rest = b""
    if not lines:
        raise RecordError(1, "not a record: the first line is missing or cut short")
    header = _header(_value(lines[0]))
    entries = tuple(_entry(number, line, header.seats) for number, line in enumerate(lines[1:], start=2))
    return Record(header, entries, len(content) - len(rest), bool(rest))


def _value(line: bytes) -> object:
    """What the line says; None when it is no JSON."""
    try:
        value: object = json.loads(line.decode())
    except (ValueError, RecursionError):
        return None
    return value


def _header(value: object) -> Header:
    match value:
        case {"rulerun record": int(version)} if version != VERSION:
            raise RecordError(1, f"a record of version {version}, and this rulerun reads version {VERSION}")
        case {
            "rulerun record": int(),
            "ruleset": str(ruleset),
            "digest": str(sum_of_text),
            "text": str(text),
            "file": str(file),
            "extends": list(extends),
            "variant": str(variant),
            "players": int(players),
            "parameters": dict(parameters),
            "seats": list(seats),
            "seed": int(seed),
            "game": int(game),
            **more,
        } if not more:
            if not (0 <= seed < 2**64 and 0 <= game < 2**64):
                raise RecordError(1, "the seed or the number of the game is not within 0..2**64 - 1")
            bases, set_to = tuple(map(_base, extends)), _texts(parameters)
            found = Header(
                ruleset, sum_of_text, text, file, bases, variant, players, set_to, _names(seats), seed, game
            )
        case {"rulerun record": _}:
            raise RecordError(1, "the first line of a record lacks something, or has too much")
        case _:
            raise RecordError(1, "not a record: the first line is no record's")
    if _digest_of(source_of(found)) != found.digest:
        raise RecordError(1, "the ruleset in this record was changed after the match: its digest differs")
    return found


def _base(value: object) -> tuple[str, str]:
    match value:
        case [str(file), str(text)]:
            return file, text
        case _:
            raise RecordError(1, "what the ruleset extends is not a file and its text")


def _texts(parameters: dict[object, object]) -> tuple[tuple[str, str], ...]:
    pairs = tuple((name, value) for name, value in parameters.items() if isinstance(name, str) and isinstance(value, str))
    if len(pairs) < len(parameters):
        raise RecordError(1, "a parameter in the first line is no text")
    return pairs


def _names(seats: list[object]) -> tuple[str, ...]:
    names = tuple(seat for seat in seats if isinstance(seat, str))
    if len(names) < len(seats):
        raise RecordError(1, "a seat in the first line is no text")
    return names


def _entry(number: int, line: bytes, seats: tuple[str, ...]) -> Entry:
    value = _value(line)
    match value:
        case {"seat": str(seat), "choice": str(choice), **more} if not more:
            return Answer(_seat(number, seat, seats), choice)
        case {"nature": str(nature), **more} if not more:
            return Chance(nature)
        case {"undo": str(seat), **more} if not more:
            return Undo(_seat(number, seat, seats))
        case {"people": list(people), **more} if not more:
            return Seated(tuple(_seat(number, str(name), seats) for name in people))
        case {"over": {"winners": list(winners), "scores": dict(scores), **extra}, **more} if not more and not extra:
            return Over(_over_winners(number, winners, seats), _over_scores(number, scores, seats))
        case None:
            raise RecordError(number, "no JSON")
        case _:
            raise RecordError(number, "neither an answer nor anything else that stands in a record")


def _seat(number: int, seat: str, seats: tuple[str, ...]) -> str:
    if seat not in seats:
        raise RecordError(number, f"there is no seat `{seat}`; the seats are {', '.join(seats)}")
    return seat


def _over_winners(number: int, winners: list[object], seats: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_seat(number, str(winner), seats) for winner in winners)


def _over_scores(number: int, scores: dict[object, object], seats: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    found: list[tuple[str, int]] = []
    for seat, score in scores.items():
        if not isinstance(score, int):
            raise RecordError(number, f"the score of `{seat}` is no number")
        found.append((_seat(number, str(seat), seats), score))
    return tuple(found)
