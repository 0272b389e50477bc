"""Records: a match written to a file as it is played, one JSON object per line, in UTF-8.

The first line, the header, says what is played and contains the text of the ruleset. One line follows for each answer, each
undo, each change of the seats at which people sit, and the end. Answers are written by name and arguments, so that people and
other versions of the ruleset can read a record:

    {"rulerun record": 1, "ruleset": "bluff", "digest": "9f…", "text": "…", "file": "bluff.yaml", "variant": "", …}
    {"people": ["Anne"], "bots": {"Ben": "good"}, "names": {"Anne": "Marta"}}
    {"nature": "king"}
    {"seat": "Anne", "choice": "bet"}
    {"undo": "Anne"}
    {"seat": "Anne", "choice": "check"}
    {"over": {"winners": ["Anne"], "scores": {"Anne": 2, "Ben": -2}}}

A header of version 1 has a seed and the number of the game. Where no seed was given the header is of version 2, and ends in the
keys of chance and of the bots, in hexadecimal: `"keys": {"nature": "…", "bots": "…"}`. Who reads them knows all that is hidden.
"""

from __future__ import annotations

import hashlib
import json
from binascii import hexlify, unhexlify
from pathlib import Path
from typing import Protocol, assert_never

from attrs import evolve, frozen

from ...dsl.text.source import Source
from ...program.harmless import harmless_json
from ...program.ir import Program
from ..core.chance import KEY, Keys, Randomness, Seed
from ..player_names import name_fault

SEEDED, KEYED = 1, 2
"""The versions of records: with a seed, and with keys."""
FIRST_KEY = "rulerun record"
RECORD_SUFFIX = ".rulerun"


class RecordError(Exception):
    """An error in a record: the message, and the line, counted from 1 (0: the record as a whole)."""

    def __init__(self, line: int, message: str) -> None:
        """The error in that line."""
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line
        self.message = message


@frozen
class Header:
    """The first line of a record: what is played.

    `extends` holds the names and texts of the files that the ruleset builds on, the nearest first; `digest` is the SHA-256 of
    all texts, joined by zero bytes, in hexadecimal. File names are without folders. `tables` holds the tables that these files
    name: the number of the file (0: the ruleset itself, 1: the first that it builds on), the table's name and its text.
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
    chance: Randomness
    tables: tuple[tuple[int, str, str], ...] = ()


@frozen
class Answer:
    """A seat chose an option; `choice` is its `option_text` without a language."""

    seat: str
    choice: str


@frozen
class Chance:
    """Nature chose the option with this text."""

    nature: str


@frozen
class Undo:
    """A seat took back its last answer, and everything after it."""

    seat: str


@frozen
class Over:
    """The match ended: the names of the winning seats, and the scores of the seats that have one."""

    winners: tuple[str, ...]
    scores: tuple[tuple[str, int], ...]


@frozen
class Seated:
    """From here on people sit at these seats, bots at all others: *bots* are those that do not choose at random, each with its
    seat. *names* are what those who sit there are called, each with its seat. A record without it does not say who sat where.
    """

    people: tuple[str, ...]
    bots: tuple[tuple[str, str], ...] = ()
    names: tuple[tuple[str, str], ...] = ()


Entry = Answer | Chance | Undo | Over | Seated


@frozen
class Record:
    """A record as read. `entries[i]` is on line i + 2.

    The first `whole` bytes hold the header and the entries; with `cut`, part of a line follows, left when writing was
    interrupted.
    """

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
    """The header for a match of *program*, which was compiled from *text* alone; *file* is the name of the ruleset's file."""
    return header_of(program, Source(file, text), seed, game)


def header_of(program: Program, source: Source, seed: int, game: int) -> Header:
    """The header for a match of *program*, which was compiled from *source*, with a seed."""
    return header_by(program, source, Seed(seed, game))


def header_by(program: Program, source: Source, chance: Randomness) -> Header:
    """The header for a match of *program*, which was compiled from *source*."""
    return Header(
        ruleset=program.ruleset,
        digest=digest_of(source),
        text=source.text,
        file=Path(source.name).name,
        extends=_bases(source),
        variant=program.variant,
        players=len(program.players),
        parameters=program.parameters,
        seats=tuple(seat.name for seat in program.seats),
        chance=chance,
        tables=_tables(source, 0),
    )


def by_other_rules(header: Header, source: Source) -> Header:
    """The header of the same match, if it were played by the rules in *source*."""
    return evolve(
        header,
        digest=digest_of(source),
        text=source.text,
        file=Path(source.name).name,
        extends=_bases(source),
        tables=_tables(source, 0),
    )


def source_of(header: Header) -> Source:
    """The source of the ruleset that was played, with the files that it extends."""
    base: Source | None = None
    files = ((header.file, header.text), *header.extends)
    for number, (file, text) in reversed(tuple(enumerate(files))):
        base = Source(file, text, base, tuple((name, table) for owner, name, table in header.tables if owner == number))
    assert base is not None
    return base


def _tables(source: Source, number: int) -> tuple[tuple[int, str, str], ...]:
    """The tables of a ruleset, which is the file of that number, and of those that it builds on."""
    own = tuple((number, name, text) for name, text in source.tables)
    return own if source.base is None else (*own, *_tables(source.base, number + 1))


def _bases(source: Source) -> tuple[tuple[str, str], ...]:
    if source.base is None:
        return ()
    return ((Path(source.base.name).name, source.base.text), *_bases(source.base))


def digest_of(source: Source) -> str:
    """The digest of a ruleset with everything that it is made of, as headers have it."""
    texts = (source.text, *(text for _, text in _bases(source)), *(text for _, _, text in _tables(source, 0)))
    return digest("\0".join(texts).encode("utf-8", "surrogatepass"))


def is_same(header: Header, asked: Header) -> bool:
    """Whether a record with *header* is of the match that was asked for: without a seed, any chance will do."""
    return header == (evolve(asked, chance=header.chance) if isinstance(asked.chance, Keys) else asked)


# ------------------------------------------------------------------------------------------------------------ writing


def header_line(header: Header) -> bytes:
    """The first line of a record, with its line break."""
    seed: dict[str, object] = {}
    keys: dict[str, object] = {}
    match header.chance:
        case Seed(number, game):
            seed = {"seed": number, "game": game}
        case Keys(of_nature, of_bots):
            keys = {"keys": {"nature": hexlify(of_nature).decode(), "bots": hexlify(of_bots).decode()}}
        case _:
            assert_never(header.chance)
    return _line(
        {
            FIRST_KEY: KEYED if keys else SEEDED,
            "ruleset": header.ruleset,
            "digest": header.digest,
            "text": header.text,
            "file": header.file,
            "extends": [[file, text] for file, text in header.extends],
            "variant": header.variant,
            "players": header.players,
            "parameters": dict(header.parameters),
            "seats": list(header.seats),
            **seed,
            **({"tables": [list(table) for table in header.tables]} if header.tables else {}),
            **keys,
        }
    )


def entry_line(entry: Entry) -> bytes:
    """The line of an entry, with its line break."""
    match entry:
        case Answer(seat, choice):
            return _line({"seat": seat, "choice": choice})
        case Chance(nature):
            return _line({"nature": nature})
        case Undo(seat):
            return _line({"undo": seat})
        case Seated(people, bots, names):
            more = {key: dict(pairs) for key, pairs in (("bots", bots), ("names", names)) if pairs}
            return _line({"people": list(people), **more})
        case Over(winners, scores):
            return _line({"over": {"winners": list(winners), "scores": dict(scores)}})
        case _:
            assert_never(entry)


def serialise(header: Header, entries: tuple[Entry, ...]) -> bytes:
    """The whole record."""
    return header_line(header) + b"".join(entry_line(entry) for entry in entries)


class Recorder(Protocol):
    """Where the lines of a record go."""

    def append(self, line: bytes) -> None:
        """Takes one whole line. Raises OSError; it then keeps nothing of the line, as far as that is possible."""
        ...

    def close(self) -> None:
        """No line follows."""
        ...


def _line(value: dict[str, object]) -> bytes:
    return harmless_json(json.dumps(value, ensure_ascii=False)).encode() + b"\n"


# ------------------------------------------------------------------------------------------------------------ reading


MOST_BYTES = 1 << 27
"""The most bytes of a record; one of a million decisions has half as many."""


def content_of(path: Path) -> bytes:
    """The bytes of a record file. Raises RecordError for a pipe or a device, which may never end, and for what is too long, and
    OSError.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        raise RecordError(0, "this is no file; expected a record")
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise RecordError(0, f"this has more than {MOST_BYTES:,} bytes, and a record has not")
    return content


def read_record(content: bytes) -> Record:
    """The record in *content*, without a last line that is cut short.

    Raises RecordError, with the line, when *content* is otherwise not a valid record.
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
    """The JSON value of the line; None when it is not JSON."""
    try:
        value: object = json.loads(line.decode())
    except (ValueError, RecursionError):
        return None
    return value


def _header(value: object) -> Header:
    match value:
        case {"rulerun record": int(version)} if version not in (SEEDED, KEYED):
            raise RecordError(1, f"a record of version {version}, and this rulerun reads the versions {SEEDED} and {KEYED}")
        case {
            "rulerun record": int(version),
            "ruleset": str(ruleset),
            "digest": str(sum_of_text),
            "text": str(text),
            "file": str(file),
            "extends": list(extends),
            "variant": str(variant),
            "players": int(players),
            "parameters": dict(parameters),
            "seats": list(seats),
            **more,
        } if more.keys() - {"tables"} == ({"keys"} if version == KEYED else {"seed", "game"}):
            bases, set_to = tuple(map(_base, extends)), _texts(parameters)
            tables = _table_entries(more.get("tables", []))
            names, chance = _names(seats), _randomness(more)
            found = Header(ruleset, sum_of_text, text, file, bases, variant, players, set_to, names, chance, tables)
        case {"rulerun record": _}:
            raise RecordError(1, "the first line of a record lacks something, or has too much")
        case _:
            raise RecordError(1, "not a record: the first line is no record's")
    if digest_of(source_of(found)) != found.digest:
        raise RecordError(1, "the ruleset in this record was changed after the match: its digest differs")
    return found


def _randomness(more: dict[object, object]) -> Randomness:
    match more:
        case {"seed": int(seed), "game": int(game)}:
            if not (0 <= seed < 2**64 and 0 <= game < 2**64):
                raise RecordError(1, "the seed or the number of the game is not within 0..2**64 - 1")
            return Seed(seed, game)
        case {"keys": {"nature": str(nature), "bots": str(bots), **others}} if not others:
            return Keys(_key(nature), _key(bots))
        case _:
            raise RecordError(1, "the seed, or the keys, in the first line are none")


def _key(text: str) -> bytes:
    try:
        found = unhexlify(text)
    except ValueError:
        found = b""
    if len(found) != KEY:
        raise RecordError(1, f"a key in the first line is not {2 * KEY} hexadecimal digits")
    return found


def _base(value: object) -> tuple[str, str]:
    match value:
        case [str(file), str(text)]:
            return file, text
        case _:
            raise RecordError(1, "what the ruleset extends is not a file and its text")


def _table_entries(value: object) -> tuple[tuple[int, str, str], ...]:
    found = []
    for each in value if isinstance(value, list) else [None]:
        match each:
            case [int(number), str(name), str(text)]:
                found.append((number, name, text))
            case _:
                raise RecordError(1, "what the ruleset's tables are is not a file's number, a name and a text")
    return tuple(found)


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
        case {"people": list(people), **more} if more.keys() <= {"bots", "names"}:
            sitting = tuple(_seat(number, str(name), seats) for name in people)
            bots = _bots(number, more.get("bots", {}), sitting, seats)
            return Seated(sitting, bots, _called(number, more.get("names", {}), seats))
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


def _bots(number: int, bots: object, people: tuple[str, ...], seats: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    for seat, bot in bots.items() if isinstance(bots, dict) else [("", None)]:
        if not isinstance(bot, str):
            raise RecordError(number, "the bots are not names by seat")
        if seat in people:
            raise RecordError(number, f"a person and a bot sit at `{seat}`")
        found.append((_seat(number, str(seat), seats), bot))
    return tuple(found)


def _called(number: int, names: object, seats: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    found: dict[str, str] = {}
    for seat, name in names.items() if isinstance(names, dict) else [("", None)]:
        if not isinstance(name, str):
            raise RecordError(number, "the names of those who play are not names by seat")
        found[_seat(number, str(seat), seats)] = name
    fault = name_fault({seat: (seat,) for seat in seats}, found)
    if fault is not None:
        raise RecordError(number, fault)
    return tuple(found.items())


def _over_winners(number: int, winners: list[object], seats: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_seat(number, str(winner), seats) for winner in winners)


def _over_scores(number: int, scores: dict[object, object], seats: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    found: list[tuple[str, int]] = []
    for seat, score in scores.items():
        if not isinstance(score, int):
            raise RecordError(number, f"the score of `{seat}` is no number")
        found.append((_seat(number, str(seat), seats), score))
    return tuple(found)
