"""The file of a ruleset, by its path or by the name of a bundled one."""

from __future__ import annotations

import os
from pathlib import Path

from .text.files import BUNDLED
from .text.suggestions import nearest


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
