"""After any edits the service tells what it tells of the text when it reads it anew."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulerun.dsl.sentences import parse
from rulerun.dsl.text import yaml_reader
from rulerun.dsl.text.by_section import Sections, by_section
from rulerun.dsl.text.files import BUNDLED, bundled
from rulerun.dsl.text.source import Source
from rulerun.tools.service import Ruleset

from ..support.battery import some

LETTERS = "abcdexyz []().:{}\"'#-|>&*!,?%\n\t"


def edited(text: str, rng: random.Random) -> str:
    """The text with one edit: a letter put in, some left out, a line left out, copied or moved in."""
    lines = text.split("\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    column = rng.randint(0, len(lines[at]))
    match rng.randrange(6):
        case 0 | 1:
            lines[at] = lines[at][:column] + rng.choice(LETTERS) + lines[at][column:]
        case 2:
            lines[at] = lines[at][:column] + lines[at][column + rng.randint(1, 3) :]
        case 3:
            del lines[at]
        case 4:
            lines.insert(at, lines[other])
        case _:
            lines[at] = " " * rng.randint(0, 4) + lines[at].lstrip()
    return "\n".join(lines)


def forget() -> None:
    """Forgets all that was read."""
    parse.forget(0)
    yaml_reader.read.cache_clear()


@pytest.mark.parametrize(("name", "edits"), some(("cuckoo", 80), slow=(("pig", 300), ("change_horses", 60))))
def test_an_edited_text_is_told_as_one_that_is_read_anew(name: str, edits: int) -> None:
    path = BUNDLED / f"{name}.yaml"
    sound = path.read_text(encoding="utf-8")
    ruleset, rng, text = Ruleset(path, sound), random.Random(5), sound
    for _ in range(edits):
        text = sound if rng.random() < 0.3 else edited(text, rng)
        ruleset.change(text)
        kept = ruleset.diagnostics()
        forget()
        fresh = Ruleset(path, text)
        assert kept == fresh.diagnostics(), text
        assert ruleset.problems == fresh.problems
        if fresh.checked.game is not None and ruleset.checked.game is not None:
            assert fresh.checked.game.named == ruleset.checked.game.named
            assert ruleset.names.uses == fresh.names.uses


@pytest.mark.parametrize("path", bundled(), ids=lambda path: path.stem)
def test_an_outline_by_sections_is_the_whole_one(path: Path) -> None:
    sound = path.read_text(encoding="utf-8")
    sections, rng, text = Sections(), random.Random(7), sound
    for _ in range(12):
        with by_section(sections):
            yaml_reader.read.cache_clear()
            kept = yaml_reader.read(Source("a.yaml", text))
        yaml_reader.read.cache_clear()
        assert kept == yaml_reader.read(Source("a.yaml", text)), text
        text = sound if rng.random() < 0.3 else edited(text, rng)
