"""The games that can be picked by name or title: those of the working folder, and those that come along."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from ..dsl.text.files import bundled, read_source

if TYPE_CHECKING:
    from ..dsl.describe import Survey

NAMED = re.compile(r"^ruleset:", re.MULTILINE)

MOST_HERE = 50
"""At most so many files of the working folder are looked into."""


@frozen
class CatalogueEntry:
    """A ruleset that can be played: its file, and what it offers."""

    path: Path
    survey: Survey

    @property
    def titles(self) -> tuple[str, ...]:
        """Its title, in all languages."""
        return tuple(dict.fromkeys([self.survey.title.plain, *(text for _, text in self.survey.title.translations)]))


@lru_cache(maxsize=1)
def bundled_games() -> tuple[CatalogueEntry, ...]:
    """The games that come along, by name."""
    return tuple(_games(bundled()))


def games_here() -> tuple[CatalogueEntry, ...]:
    """The games in the working folder, by name of the file; files that are no ruleset, or a broken one, are left out."""
    return tuple(_games(sorted(Path().glob("*.yaml"))[:MOST_HERE]))


def folded(name: str) -> str:
    """The letters and digits of a name, without accents, in lower case: `Hide & Seek!` and `hide_seek` are the same."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(sign for sign in plain if sign.isalnum())


def titled(name: str) -> Path | None:
    """The one ruleset whose file or title is called so, whatever the case and the signs between words; None where none is, or
    several are.
    """
    wanted = folded(name)
    if not wanted or Path(name).name != name:
        return None
    here, along = sorted(Path().glob("*.yaml")), bundled()
    for paths in (here, along):
        found = [path for path in paths if wanted == folded(path.stem)]
        if len(found) == 1:
            return found[0]
    for games in (games_here(), bundled_games()):
        found = [game.path for game in games if wanted in map(folded, game.titles)]
        if len(found) == 1:
            return found[0]
    return None


def _games(paths: Iterable[Path]) -> Iterable[CatalogueEntry]:
    return filter(None, map(entry, paths))


def entry(path: Path) -> CatalogueEntry | None:
    """The game in a file; None where there is none, or a broken one."""
    from ..dsl.describe import survey

    source, faults = read_source(path)
    if source is None or faults or not NAMED.search(source.text):
        return None
    found = survey(source)
    return CatalogueEntry(path, found) if found.name and not found.problems else None
