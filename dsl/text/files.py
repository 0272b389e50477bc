"""Finds and reads ruleset files, with the rulesets that they extend."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from ...program.budgets import MOST_CHARACTERS
from ...program.span import NOWHERE
from .diagnostics import Diagnostic
from .source import Source
from .suggestions import nearest

if TYPE_CHECKING:
    from .yaml_reader import Scalar

CARDS_FROM = "cards from"
"""The key of a deck that names the table of its cards."""

BUNDLED = Path(__file__).parents[2] / "rulesets"
"""The folder of the rulesets that come with the package."""


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
    if name and os.path.isdir(name):
        raise RulesetNotFound(f"`{name}` is a folder; expected a ruleset file")
    here = sorted(path.name for path in Path().glob("*.yaml"))
    known = [path.stem for path in bundled()] + here
    short = name if len(name) < 80 else f"{name[:60]}…"
    raise RulesetNotFound(f"no ruleset `{short}` in the working folder or among the bundled ones{nearest(name, known)}")


def read_source(path: Path, folders: tuple[Path, ...] = ()) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """The text of a ruleset file, with the one it extends, and diagnostics about what could not be read.

    The text is None when the file itself cannot be read; it comes without its base when only that cannot be read. A base lies
    beside its ruleset, among the bundled rulesets, or in one of *folders*: nothing that a ruleset says makes another file be
    read, for its text would go into records.
    """
    return _read_file(path, folders, ())


def _read_file(path: Path, folders: tuple[Path, ...], above: tuple[Path, ...]) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    def trouble(code: str, message: str) -> tuple[None, tuple[Diagnostic, ...]]:
        return None, (Diagnostic(code, message, NOWHERE),)

    try:
        if path.is_dir():
            return trouble("not-a-file", f"expected a ruleset, found the folder `{path}`")
        if path.stat().st_size > 4 * MOST_CHARACTERS:  # a character takes at most four bytes
            return trouble(
                "too-large", f"a ruleset has at most {MOST_CHARACTERS:,} characters, `{path}` has {path.stat().st_size:,} bytes"
            )
        content = path.read_bytes()
    except FileNotFoundError:
        return trouble("no-such-file", f"there is no file `{path}`")
    except OSError as error:
        return trouble("unreadable", f"`{path}` cannot be read: {error.strerror or error}")
    except ValueError:
        return trouble("no-such-file", "this cannot be the name of a file")
    try:
        decoded = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        return trouble("not-text", f"`{path}` is not text in UTF-8: line {line} has a byte that no letter has")
    plain = Source(str(path), decoded.replace("\r\n", "\n"))
    tables, faults = _tables_of(plain, path)
    if faults:
        return plain, faults
    source = Source(plain.name, plain.text, None, tables)
    name = _extended(source)
    if name is None:
        return source, ()
    return _with_base(source, name, path, folders, above)


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
    if CARDS_FROM not in source.text:
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
            return (), (Diagnostic("too-large", message, name.span),)
    return tuple(found.items()), ()


def _table_text(path: Path, name: Scalar) -> str | Diagnostic:
    """The text of a table, or what is wrong with it."""
    try:
        if path.stat().st_size > 4 * MOST_CHARACTERS:
            message = f"a table has at most {MOST_CHARACTERS:,} characters, `{name.text}` has {path.stat().st_size:,} bytes"
            return Diagnostic("too-large", message, name.span)
        content = path.read_bytes()
    except OSError as error:
        return Diagnostic("unreadable", f"`{name.text}` cannot be read: {error.strerror or error}", name.span)
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        help_ = "save it as CSV in UTF-8"
        return Diagnostic("not-text", f"`{name.text}` is not text in UTF-8: line {line}", name.span, help_)


def _lies_in(path: Path, folder: Path) -> bool:
    """Whether there is such a file, and it lies in the folder itself, links followed."""
    try:
        return path.is_file() and path.resolve().parent == folder.resolve()
    except (OSError, ValueError):
        return False


def _with_base(
    source: Source, name: Scalar, path: Path, folders: tuple[Path, ...], above: tuple[Path, ...]
) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    wanted = name.text if name.text.endswith((".yaml", ".yml")) else f"{name.text}.yaml"
    allowed = (path.parent, *folders, BUNDLED)
    found = next((folder / wanted for folder in allowed if _lies_in(folder / wanted, folder)), None)
    if found is None:
        return source, (
            Diagnostic(
                "no-such-file",
                f"there is no ruleset `{name.text}` to extend",
                name.span,
                "it is looked for beside this file, then among the bundled rulesets; "
                "`rulerun --extends-from FOLDER …` allows another folder",
            ),
        )
    if found.resolve() in (*above, path.resolve()):
        return source, (Diagnostic("recursion", f"`{name.text}` extends itself in the end", name.span),)
    base, problems = _read_file(found, folders, (*above, path.resolve()))
    if base is None or problems:
        reason = problems[0].message if problems else ""
        return source, (Diagnostic("broken-base", f"the ruleset to extend cannot be read: {reason}", name.span),)
    return Source(source.name, source.text, base, source.tables), ()
