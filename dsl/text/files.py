"""Finds and reads ruleset files, with the rulesets that they extend."""

from __future__ import annotations

import codecs
import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from attrs import frozen

from ...program.budgets import MOST_CHARACTERS
from ...program.span import NOWHERE
from ..diagnostics import shared
from ..diagnostics.diagnostic import Diagnostic, DiagnosticError
from ..diagnostics.report import error
from .source import Source
from .suggestions import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...program.span import Span
    from .nodes import Scalar

CARDS_FROM = "cards from"
"""The key of a deck that names the table of its cards."""

NAMES_TABLE = re.compile(rf"{CARDS_FROM}[\"']?\s*:")
"""Matches that key; a text without it need not be read for a table."""

BUNDLED = Path(__file__).parents[2] / "rulesets"
"""The folder of the rulesets that come with the package."""


NONE_OPEN: Mapping[Path, str] = MappingProxyType({})
"""No text is edited."""

LARGEST = 4 * MOST_CHARACTERS
"""The most bytes of a file: a character takes at most four."""


@frozen
class Search:
    """Where bases are looked for besides: in these *folders*, and among the texts that are edited and *unsaved*."""

    folders: tuple[Path, ...] = ()
    unsaved: Mapping[Path, str] = NONE_OPEN

    def has(self, path: Path, folder: Path) -> bool:
        """Whether there is such a ruleset in the folder itself, links followed."""
        return _lies_in(path, folder) or (self.edited(path) is not None and path.resolve().parent == folder.resolve())

    def edited(self, path: Path) -> str | None:
        """The text of a file as it is edited; None for others."""
        try:
            return self.unsaved.get(path.resolve()) if self.unsaved else None
        except (OSError, ValueError):
            return None


class RulesetNotFound(LookupError):
    """There is no such ruleset; the message says where it was looked for, and the nearest name."""


def bundled() -> tuple[Path, ...]:
    """The bundled rulesets, by name."""
    return tuple(sorted(BUNDLED.glob("*.yaml")))


def find(name: str) -> Path:
    """The file meant by *name*, with or without `.yaml`: in the working folder, else bundled. Raises RulesetNotFound."""
    tried = (Path(name), Path(f"{name}.yaml"), BUNDLED / name, BUNDLED / f"{name}.yaml")
    plain = Path(name).name == name
    for path in tried if plain else tried[:2]:
        # Unlike the method of a Path, this answers False for what can be no file's name.
        if os.path.isfile(path):
            return path
    if name and os.path.exists(name):
        raise RulesetNotFound(f"`{name}` is {_kind(os.stat(name).st_mode)}; expected a ruleset file")
    here = sorted(path.name for path in Path().glob("*.yaml"))
    known = [path.stem for path in bundled()] + here
    short = name if len(name) < 80 else f"{name[:60]}…"
    begun = [each for each in known if name and each.casefold().startswith(name.casefold())]
    meant = f"; did you mean `{begun[0]}`?" if len(begun) == 1 else nearest(name, known)
    raise RulesetNotFound(f"no ruleset `{short}` in the working folder or among the bundled ones{meant}")


def read_source(path: Path, folders: tuple[Path, ...] = ()) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """The text of a ruleset file, with the one it extends, and diagnostics about what could not be read.

    The text is None when the file itself cannot be read; it comes without its base when only that cannot be read. A base lies
    beside its ruleset, among the bundled rulesets, or in one of *folders*: nothing that a ruleset says makes another file be
    read, for its text would go into records.
    """
    return _read_file(path, Search(folders), ())


def _read_file(path: Path, search: Search, above: tuple[Path, ...]) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    unsaved = search.edited(path)
    if unsaved is not None:
        return _completed(_with_line_ends(unsaved), path, search, above)
    try:
        content = content_of(path, str(path), "a ruleset", NOWHERE)
    except DiagnosticError as fault:
        return None, (fault.diagnostic,)
    try:
        decoded = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        return None, (shared.not_text(str(path), _encoding(content), line, NOWHERE).diagnostic,)
    if "\0" in decoded[:2]:
        return None, (shared.not_text(str(path), _encoding(content), 1, NOWHERE).diagnostic,)
    return _completed(_with_line_ends(decoded), path, search, above)


def content_of(path: Path, name: str, what: str, span: Span) -> bytes:
    """The bytes of a file, which is called by that *name*, and *what* it should be. Raises DiagnosticError, at the *span*.

    Only files are read: a pipe could be read once and many commands read twice, and a device may never end. Of a file that does
    not say its size no more than `LARGEST` bytes are read, and one more.
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise error(
                "not-a-file",
                span,
                f"expected {what}, found {_kind(found.st_mode)}: `{name}`",
                help="write the text into a file first",
            )
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise error("no-such-file", span, f"there is no file `{name}`") from None
    except OSError as unread:
        raise error("unreadable", span, f"`{name}` cannot be read: {unread.strerror or unread}") from None
    except ValueError:
        raise error("no-such-file", span, "this cannot be the name of a file") from None
    if len(content) > LARGEST:
        size = max(found.st_size, len(content))
        raise error("too-large", span, f"{what} has at most {MOST_CHARACTERS:,} characters, `{name}` has {size:,} bytes")
    return content


def _kind(mode: int) -> str:
    """What lies in a file system and is no file."""
    kinds = ((stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"))
    return next((word for test, word in kinds if test(mode)), "a device")


def with_text(
    path: Path, text: str, folders: tuple[Path, ...] = (), unsaved: Mapping[Path, str] = NONE_OPEN
) -> tuple[Source, tuple[Diagnostic, ...]]:
    """A ruleset whose text is not read from its file, as while it is edited there; tables and bases are read as for others.

    *unsaved* are the texts of bases that are edited too, by the files that they are of, links followed.
    """
    source, problems = _completed(_with_line_ends(text.removeprefix("\ufeff")), path, Search(folders, unsaved), ())
    assert source is not None
    return source, problems


OF_LINES = ("syntax", "yaml", "duplicate-key")
"""Diagnostics about one line, whatever the rest of a ruleset is."""


def not_caused(found: Iterable[Diagnostic], problems: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """What was found in a ruleset, without what may follow from *problems*: from a base or a table that could not be read."""
    return tuple(each for each in found if not problems or each.code in OF_LINES)


def _with_line_ends(text: str) -> str:
    """The text with the line ends of Unix."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _encoding(content: bytes) -> str:
    """What a file that is not in UTF-8 is written in, "" where that cannot be told."""
    if content.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "UTF-32"
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or 0 in content[:2]:
        return "UTF-16"
    return ""


def _completed(text: str, path: Path, search: Search, above: tuple[Path, ...]) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """The text with its tables and the ruleset that it extends."""
    plain = Source(str(path), text)
    tables, faults = _tables_of(plain, path)
    if faults:
        return plain, faults
    source = Source(plain.name, plain.text, None, tables)
    name = _extended(source)
    if name is None:
        return source, ()
    return _with_base(source, name, path, search, above)


def _extended(source: Source) -> Scalar | None:
    """The name of the ruleset that this one extends. A text without that word, or a backslash to write it with, is not read."""
    if "extends" not in source.text and "\\" not in source.text:
        return None
    from .merge import extended

    return extended(source)


def _tables_of(source: Source, path: Path) -> tuple[tuple[tuple[str, str], ...], tuple[Diagnostic, ...]]:
    """The tables that a ruleset names and that lie beside it, each with its text; and what is wrong with them.

    Of a table that is not there the deck complains that needs it.
    """
    if not NAMES_TABLE.search(source.text):
        return (), ()
    from .merge import tables_named

    found: dict[str, str] = {}
    for name in tables_named(source):
        beside = path.parent / name.text
        if name.text in found or not name.text.lower().endswith(".csv") or not _lies_in(beside, path.parent):
            continue
        text = _table_text(beside, name)
        if isinstance(text, Diagnostic):
            return (), (text,)
        found[name.text] = text
        if sum(map(len, found.values())) > MOST_CHARACTERS:
            message = f"the tables of a ruleset have at most {MOST_CHARACTERS:,} characters together"
            return (), (error("too-large", name.span, message).diagnostic,)
    return tuple(found.items()), ()


def _table_text(path: Path, name: Scalar) -> str | Diagnostic:
    """The text of a table, or what is wrong with it."""
    try:
        content = content_of(path, name.text, "a table", name.span)
    except DiagnosticError as fault:
        return fault.diagnostic
    try:
        return _with_line_ends(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        return shared.not_text(name.text, _encoding(content), line, name.span).diagnostic


def _lies_in(path: Path, folder: Path) -> bool:
    """Whether there is such a file, and it lies in the folder itself, links followed."""
    try:
        return path.is_file() and path.resolve().parent == folder.resolve()
    except (OSError, ValueError):
        return False


def _with_base(
    source: Source, name: Scalar, path: Path, search: Search, above: tuple[Path, ...]
) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    wanted = name.text if name.text.endswith((".yaml", ".yml")) else f"{name.text}.yaml"
    allowed = (path.parent, *search.folders, BUNDLED)
    found = next((folder / wanted for folder in allowed if search.has(folder / wanted, folder)), None)
    if found is None:
        return source, (shared.no_such_base(name.text, name.span).diagnostic,)
    if found.resolve() in (*above, path.resolve()):
        return source, (shared.extends_itself(name.text, name.span).diagnostic,)
    base, problems = _read_file(found, search, (*above, path.resolve()))
    if any(each.code == "extends-itself" for each in problems):
        return source, (shared.extends_itself(name.text, name.span).diagnostic,)
    if base is None or problems:
        reason = problems[0].message if problems else ""
        return source, (error("unreadable-base", name.span, f"the ruleset to extend cannot be read: {reason}").diagnostic,)
    return Source(source.name, source.text, base, source.tables), ()
