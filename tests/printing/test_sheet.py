"""The page for a publisher: one page, figures of the lab, and commands that repeat them."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

pytest.importorskip("typst")
pytest.importorskip("scipy")

from pypdf import PdfReader

from rulerun.cli.commands.sheet import affordable
from rulerun.cli.main import root


def run(*words: object) -> tuple[int, str, str]:
    done = CliRunner().invoke(root, [str(word) for word in words])
    return done.exit_code, done.stdout, done.stderr


def page(path: Path) -> str:
    reader = PdfReader(path)
    assert len(reader.pages) == 1
    return " ".join(reader.pages[0].extract_text().split())


@pytest.mark.slow
def test_each_figure_has_the_command_that_repeats_it(tmp_path: Path) -> None:
    out = tmp_path / "a.pdf"
    assert run("sheet", "kuhn_poker", "--games", 300, "--skill-games", 20, "--workers", 1, "-o", out)[0] == 0
    text = page(out)
    assert "Players 2" in text
    assert "Minutes 2 as its author says" in text
    simulate, skill = (re.search(rf"rulerun {name} .*? --seed 0", text) for name in ("simulate", "skill"))
    assert simulate is not None
    assert skill is not None
    status, figures, _ = run(*shlex.split(simulate[0])[1:], "--workers", 1, "--json")
    assert status == 0
    found = json.loads(figures)
    wins = [seat["wins"]["rate"]["value"] for seat in found["seats"]]
    assert ", ".join(f"{seat['name']} {100 * rate:.0f}%" for seat, rate in zip(found["seats"], wins, strict=True)) in text
    assert f"each from {found['options']['value']:.0f} options" in text
    assert run(*shlex.split(skill[0])[1:], "--workers", 1, "--json")[0] == 0


def test_slow_games_are_fewer_but_never_too_few() -> None:
    assert [affordable(each) for each in (0.0, 0.1, 0.6, 1.0, 3.0, 600.0)] == [50, 50, 50, 30, 12, 12]


def test_who_waits_is_told_that_games_are_slow(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("rulerun.cli.commands.sheet.BUDGET", 0.0)
    out = tmp_path / "a.pdf"
    status, _, told = run("sheet", "tic_tac_toe", "--games", 50, "--workers", 1, "-o", out)
    assert status == 0
    assert "these games are slow: 12 for skill or luck; `--skill-games` says another number" in told
    assert "--games 12" in page(out)


@pytest.mark.parametrize("language", ["it", "es"])
def test_a_page_speaks_the_language_of_its_reader(language: str, tmp_path: Path) -> None:
    out = tmp_path / "a.pdf"
    assert run("sheet", "tic_tac_toe", "--games", 50, "--skill-games", 2, "--workers", 1, "--lang", language, "-o", out)[0] == 0
    assert {"it": "Abilità o fortuna", "es": "Habilidad o suerte"}[language] in page(out)


def test_wrong_words_are_told(tmp_path: Path) -> None:
    assert run("sheet", "chess", "--games", "no")[2].startswith("error: `--games` is a whole number")
    assert run("sheet", "chess", "-o", tmp_path / "a.html")[0] == 2
