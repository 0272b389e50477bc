"""Laying out changes blanks and empty lines alone, and nothing when it is done again."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner, Result

from rulerun.cli.main import root
from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.files import bundled
from rulerun.dsl.text.source import Source
from rulerun.program import ir
from rulerun.program.span import NOWHERE
from rulerun.tools.layout import NotLaidOut, formatted

VARIANTS = sorted((Path(__file__).parents[1] / "variants").glob("*.yaml"))

MESSY = """\
ruleset:   mess\r
title: {en: Mess ,it:  "Il  caos"}   \r
players : 2



scores:
    points : {per: player,   holds: 0..10}
#remarks stay
phases:
# the match
    game:
    -   repeat  3 times:
        # each turn
        - for each player me:    # in order
              -  me chooses   one:
                  - take  two:
                     -  points[me]  +=  2      # two
                  - take one:
                    - points[me] += 1
              # behind the choice
    # behind the phase
outcome:
  ranking (player p):
  - highest points[p]
texts:
  points:
    en: "a  point"
    it: |
          punto
             a destra

table: {first:
          points}


"""

NEAT = """\
ruleset: mess
title: {en: Mess, it: "Il  caos"}
players: 2

scores:
  points: {per: player, holds: 0..10}

# remarks stay
phases:
  # the match
  game:
    - repeat 3 times:
        # each turn
        - for each player me:    # in order
            - me chooses one:
                - take two:
                    - points[me] += 2          # two
                - take one:
                    - points[me] += 1
            # behind the choice
    # behind the phase

outcome:
  ranking (player p):
    - highest points[p]

texts:
  points:
    en: "a  point"
    it: |
      punto
         a destra

table: {first:
          points}
"""


def rulerun(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(root, list(words), input=typed)


def program(text: str) -> ir.Program:
    """The Program of a text, without places and blanks."""
    made = compile_ruleset(Source("mess.yaml", text)).program
    assert made is not None
    sentences = tuple(evolve(each, span=NOWHERE, text=" ".join(each.text.split())) for each in made.sentences)
    return evolve(made, digest="", sentences=sentences)


@pytest.mark.parametrize("path", [*bundled(), *VARIANTS], ids=lambda path: path.stem)
def test_the_bundled_rulesets_are_laid_out(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert formatted(text) == text


@pytest.mark.parametrize("path", bundled(), ids=lambda path: path.stem)
def test_more_blanks_and_empty_lines_are_laid_out_alike(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if "|" in text:
        pytest.skip("a drawing has its own columns")
    lines = [line for line in text.split("\n") if not line.lstrip().startswith("#")]
    wanted = [line.partition("  #")[0].split() for line in formatted("\n".join(lines)).split("\n")]
    mangled = ["   " + line.rstrip().replace(", ", " ,   ") + "   " if '"' not in line else "   " + line for line in lines]
    laid = formatted("\n\n".join(mangled))
    found = [line.partition("  #")[0].replace(" ,", ",").split() for line in laid.split("\n")]
    assert [line for line in found if line] == [line for line in wanted if line]
    assert formatted(laid) == laid


def test_a_messy_text_is_laid_out() -> None:
    assert formatted(MESSY) == NEAT
    assert formatted(NEAT) == NEAT
    assert program(MESSY) == program(NEAT)


@pytest.mark.parametrize("text", ["", "- a\n", "a: [1\n", "a: &x 1\n", "? a\n: b\n", "a: >\n  b\n", "a: 1\na: 2\n", "\x00"])
def test_what_is_no_ruleset_stays_as_it_is(text: str) -> None:
    with pytest.raises(NotLaidOut):
        formatted(text)


def test_the_command_writes_checks_and_reads_what_is_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mess.yaml").write_bytes(MESSY.encode())
    assert rulerun("format", "mess.yaml", "--check").exit_code == 1
    assert Path("mess.yaml").read_bytes() == MESSY.encode()
    assert rulerun("format", "mess.yaml").output == "mess.yaml: laid out anew\n"
    assert Path("mess.yaml").read_bytes() == NEAT.encode()
    assert rulerun("format", "mess.yaml", "--check").exit_code == 0
    assert rulerun("format", "-", typed=MESSY).output == NEAT
    assert [path.name for path in tmp_path.iterdir()] == ["mess.yaml"]


def test_the_ends_of_lines_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    windows = MESSY.replace("\r\n", "\n").replace("\n", "\r\n")
    Path("mess.yaml").write_bytes(windows.encode())
    assert rulerun("format", "mess.yaml").output == "mess.yaml: laid out anew\n"
    assert Path("mess.yaml").read_bytes() == NEAT.replace("\n", "\r\n").encode()
    assert rulerun("format", "mess.yaml").output == "mess.yaml: as it was\n"
    assert rulerun("format", "-", typed=windows).stdout_bytes == NEAT.replace("\n", "\r\n").encode()


def test_the_command_names_the_line_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.yaml").write_text("ruleset: bad\nphases: [\n", encoding="utf-8")
    refused = rulerun("format", "bad.yaml")
    assert refused.exit_code == 1
    assert "bad.yaml:" in refused.output
    assert rulerun("format", "nowhere.yaml").exit_code == 1
