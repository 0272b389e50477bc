"""A ruleset, and a match if wanted, as the part of a link behind the `#`: it never leaves the browser of whoever opens it.

The text is JSON, deflated and written in base64url. A bundled game is its name and the lines that were changed.
"""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path

from attrs import evolve, frozen

from ..dsl.text.files import bundled
from ..dsl.text.source import Source
from ..interpreter.match.records import Record, RecordError, by_other_rules, digest, read_record
from ..program.budgets import MOST_CHARACTERS

VERSION = 1
"""Links of this version and of those before it can be read."""
LONGEST = 60_000
"""A link has at most so many characters: longer ones are cut by what they are sent with."""
LARGEST = 8 * MOST_CHARACTERS
"""The most bytes that a link may unfold to."""
OF_RULES = ("text", "digest", "file", "extends", "tables")
"""What the header of a record says of the rules, which the link says already."""
CUT = "this link is cut short or changed: ask for it again, as a file if it is long"


class WrongLink(ValueError):
    """A link cannot be made or read; the message says why, and what to do."""


@frozen
class Shared:
    """What a link holds: the name of the ruleset's file, its text, and the record of a match without its rules ("": none)."""

    file: str
    text: str
    match: str = ""


def pack(shared: Shared) -> str:
    """The part of a link behind the `#`. Raises WrongLink where it would be too long."""
    base = _bundled(shared.file)
    parts: dict[str, object] = {"v": VERSION, "file": shared.file}
    if base is None:
        parts["text"] = shared.text
    else:
        parts |= {"of": _edition(base), "edits": _edits(base, shared.text)}
    if shared.match:
        parts["match"] = shared.match
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    content = packer.compress(json.dumps(parts, ensure_ascii=False, separators=(",", ":")).encode()) + packer.flush()
    made = urlsafe_b64encode(content).decode().rstrip("=")
    if len(made) > LONGEST:
        raise WrongLink(f"a link of {len(made):,} characters would be cut on its way: save the ruleset as a file, and send that")
    return made


def unpack(written: str) -> Shared:
    """What a link holds. Raises WrongLink for one that is too long, cut short, of a newer version, or of no ruleset."""
    if len(written) > LONGEST:
        raise WrongLink(f"this link is too long: a link has at most {LONGEST:,} characters; ask for the ruleset as a file")
    try:
        content = urlsafe_b64decode(written.encode("ascii") + b"=" * (-len(written) % 4))
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
        unfolded = unpacker.decompress(content, LARGEST)
        if unpacker.unconsumed_tail:
            raise WrongLink("this link unfolds to more than a ruleset may be: do not trust whoever sent it")
        if not unpacker.eof:
            raise WrongLink(CUT)
        parts = json.loads(unfolded)
    except (Error, zlib.error, UnicodeError, json.JSONDecodeError, RecursionError):
        raise WrongLink(CUT) from None
    if not isinstance(parts, dict) or not isinstance(parts.get("v"), int):
        raise WrongLink("this link holds no ruleset")
    if parts["v"] > VERSION:
        raise WrongLink("this link was made by a newer workshop: open it there, or ask for the ruleset as a file")
    file, match = parts.get("file"), parts.get("match", "")
    text = _text_of(parts, file) if isinstance(file, str) else None
    if not isinstance(file, str) or text is None or not isinstance(match, str):
        raise WrongLink("this link holds no ruleset")
    return Shared(Path(file).name or "ruleset.yaml", text, match)


def _text_of(parts: Mapping[str, object], file: str) -> str | None:
    """The text of the ruleset; None where there is none. Raises WrongLink for edits of a game that is not here."""
    text, edits = parts.get("text"), parts.get("edits")
    if isinstance(text, str):
        return text
    if not isinstance(edits, list):
        return None
    base = _bundled(file)
    if base is None or _edition(base) != parts.get("of"):
        raise WrongLink(f"this link changes another edition of `{file}` than comes with this site: ask for the ruleset as a file")
    return _edited(base, edits)


def _bundled(file: str) -> str | None:
    """The text of the bundled game of that file; None where there is none."""
    path = next((each for each in bundled() if each.name == file), None)
    return None if path is None else path.read_text(encoding="utf-8")


def _edition(text: str) -> str:
    return digest(text.encode())[:12]


def _edits(before: str, after: str) -> list[tuple[int, int, str]]:
    """What was changed: from which line on how many lines become which."""
    old, new = before.split("\n"), after.split("\n")
    changes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [(low, high - low, "\n".join(["", *new[first:last]])) for tag, low, high, first, last in changes if tag != "equal"]


def _edited(before: str, edits: Sequence[object]) -> str | None:
    """The text with these edits; None where they are none."""
    lines, last = before.split("\n"), len(before)
    for edit in reversed(edits):
        match edit:
            case [int(start), int(count), str(text)] if 0 <= start <= start + count <= min(last, len(lines)):
                lines[start : start + count] = text.split("\n")[1:]
                last = start
            case _:
                return None
    return "\n".join(lines)


# ------------------------------------------------------------------------------------------------ a match without its rules


def without_rules(record: bytes) -> str:
    """The record of a match without what its link says already."""
    first, _, rest = record.decode().partition("\n")
    kept = {name: value for name, value in json.loads(first).items() if name not in OF_RULES}
    return json.dumps(kept, ensure_ascii=False) + "\n" + rest


def with_rules(match: str, source: Source) -> Record:
    """The record of a match by the rules in *source*. Raises RecordError where it is none."""
    first, _, rest = match.partition("\n")
    try:
        kept = json.loads(first)
    except (json.JSONDecodeError, RecursionError):
        kept = None
    if not isinstance(kept, dict):
        raise RecordError(1, "this is no record of a match")
    nothing = {"text": source.text, "digest": digest(source.text.encode()), "file": "ruleset.yaml", "extends": []}
    read = read_record((json.dumps({**kept, **nothing}) + "\n" + rest).encode())
    return evolve(read, header=by_other_rules(read.header, source))
