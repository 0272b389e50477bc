"""After any edits the service tells what it tells of the text when it reads it anew."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from rulerun.dsl.sentences import by_grammar, parse
from rulerun.dsl.sentences.lines import Start
from rulerun.dsl.sentences.syntax import Parsed
from rulerun.dsl.text import outline, yaml_reader
from rulerun.dsl.text.files import BUNDLED, bundled
from rulerun.dsl.text.nodes import Node
from rulerun.dsl.text.source import Source
from rulerun.tools.service import Ruleset

from ..support.battery import some

TOP = Path(__file__).parents[2]
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
    for memo in (parse._parsed, parse._anywhere, outline.read, outline._section, outline._anywhere, outline._thing):
        memo.cache_clear()


@pytest.mark.parametrize(("name", "edits"), some(("cuckoo", 20), slow=(("pig", 100), ("change_horses", 15))))
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
def test_an_outline_by_sections_is_the_whole_one(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = path.read_text(encoding="utf-8")
    rng, text = random.Random(7), sound
    for _ in range(6):
        source = Source("a.yaml", text)
        kept = outline.read(source)
        with monkeypatch.context() as at_once:
            at_once.setattr(outline, "MOST_SECTIONS", 0)
            assert kept == outline.read.__wrapped__(source), text
        text = sound if rng.random() < 0.3 else edited(text, rng)


def test_a_line_that_moves_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    path = BUNDLED / "pig.yaml"
    text = path.read_text(encoding="utf-8")
    forget()
    ruleset = Ruleset(path, text)
    asked: list[str] = []
    taken, faultless = by_grammar.taken, yaml_reader.faultless

    def sentence(text: str, start: Start) -> Parsed | None:
        asked.append(text)
        return taken(text, start)

    def section(text: str) -> Node | None:
        asked.append(text.removeprefix("x:\n  ").split(":")[0])
        return faultless(text)

    monkeypatch.setattr(parse, "taken", sentence)
    monkeypatch.setattr(yaml_reader, "faultless", section)
    ruleset.change(f"# moved\n\n{text}")
    assert asked == []
    ruleset.change(text.replace("let pot = 0", "let pot = 1"))
    assert asked == ["turn (player me)", "phases", "let pot = 1"]


WITHOUT_LIBYAML = """
import random, sys
sys.modules["yaml._yaml"] = None
import yaml
assert not yaml.__with_libyaml__ and not hasattr(yaml, "CSafeLoader")
from rulerun.dsl.text import outline
from rulerun.tools.service import Ruleset
from rulerun.dsl.text.files import BUNDLED
from tests.tools.test_edits import edited

path = BUNDLED / "pig.yaml"
sound = text = path.read_text(encoding="utf-8")
ruleset, rng = Ruleset(path, sound), random.Random(5)
for _ in range(20):
    text = sound if rng.random() < 0.3 else edited(text, rng)
    ruleset.change(text)
    print(ruleset.problems, ruleset.diagnostics())
print(outline._anywhere.cache_info().misses < 40)
"""


@pytest.mark.slow
def test_without_libyaml_an_editor_is_told_the_same() -> None:
    ran = subprocess.run([sys.executable, "-c", WITHOUT_LIBYAML], capture_output=True, text=True, check=False, cwd=TOP)
    assert ran.stderr == ""
    path = BUNDLED / "pig.yaml"
    sound = text = path.read_text(encoding="utf-8")
    ruleset, rng, told = Ruleset(path, sound), random.Random(5), []
    for _ in range(20):
        text = sound if rng.random() < 0.3 else edited(text, rng)
        ruleset.change(text)
        told.append(f"{ruleset.problems} {ruleset.diagnostics()}")
    assert ran.stdout.splitlines() == [*told, "True"]
