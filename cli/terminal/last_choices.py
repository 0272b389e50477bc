"""What was chosen before the last match, kept for the next one. Where it cannot be read or written nothing is lost but that."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from ...dsl.text import sealed
from ...session.setup import Key, Start

MOST_BYTES = 100_000
"""A larger file is none of ours."""


def place() -> Path:
    """The file: `rulerun/last_choices.json` in `XDG_STATE_HOME`, or in `~/.local/state`. Raises RuntimeError without a home."""
    base = os.environ.get("XDG_STATE_HOME", "")
    return (Path(base) if base else Path.home() / ".local" / "state") / "rulerun" / "last_choices.json"


def last_choices() -> dict[str, dict[str, str]]:
    """The last answers of every game by its name, and under "" the game; what is broken is left out."""
    found: object = None
    with suppress(OSError, ValueError, RuntimeError, RecursionError):
        content = sealed.own(place()) or b""
        found = json.loads(content) if len(content) <= MOST_BYTES else None
    if not isinstance(found, dict):
        return {}
    return {
        str(game): {str(key): value for key, value in answers.items() if isinstance(value, str)}
        for game, answers in found.items()
        if isinstance(answers, dict)
    }


def keep(start: Start) -> None:
    """Keep the answers for the next time."""
    game = start.game
    if game is None:
        return
    key = Key.GAME.value
    answers = {name: value for name, value in start.answers.items() if name != key}
    choices: dict[str, Mapping[str, str]] = {**last_choices(), "": {key: start.answers[key]}, game.survey.name: answers}
    with suppress(OSError, RuntimeError):
        sealed.put(place(), json.dumps(choices, ensure_ascii=False).encode())
