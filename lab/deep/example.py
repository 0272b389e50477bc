"""A game as a worked example, ready to paste into its ruleset."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from ...interpreter import NATURE, option_text
from ...interpreter.game import Game
from ...interpreter.match.examples import NATURE_NAME
from .games import Choice, DeepGame

PLAIN = re.compile(r"[^\W_][\w '/+()-]*\Z")
"""A text that YAML takes as it stands, wherever it is written here."""


def example_lines(game: Game, parameters: Mapping[str, str], played: DeepGame, name: str) -> list[str]:
    """The lines of the example, from its name on, each level two blanks further in; the parameters are those that were set."""
    lines = [f"{written(name)}:", f"  players: {len(game.program.players)}"]
    if parameters:
        lines.append(f"  parameters: {{{', '.join(f'{each}: {written(value)}' for each, value in parameters.items())}}}")
    if not played.choices:
        return [*lines, "  run: game"]
    return [*lines, "  answers:", *(f"    - {_answer(game, choice)}" for choice in played.choices)]


def _answer(game: Game, choice: Choice) -> str:
    program = game.program
    actor = NATURE_NAME if choice.actor == NATURE else program.seats[choice.actor].name
    return f"{written(actor)}: {written(option_text(game, choice.stop, choice.option))}"


def written(text: str) -> str:
    """The text as YAML has it: in quotes where it would mean something else without them."""
    return text if PLAIN.match(text) and text == text.strip() else json.dumps(text, ensure_ascii=False)
