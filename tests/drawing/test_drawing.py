"""Scenes drawn: everything inside the picture, nothing over anything else, every text escaped, only ids that the scene has."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import rulerun
from rulerun.api.match import Match
from rulerun.cli.main import root
from rulerun.drawing.board import UNIT, board_svg
from rulerun.drawing.markup import as_html, as_svg, element
from rulerun.drawing.table import table_html
from rulerun.table.scene import as_json
from rulerun.table.spots import spot_at
from rulerun.table.styles import readable_on

from ..support.battery import Setting, of_each, smallest

ANSWERS = 12


def played(setting: Setting, seed: int = 4) -> Match:
    """A match of random play, behind some answers."""
    dials = {name: int(value) if value.isdecimal() else value for name, value in setting.parameters}
    match = rulerun.load(setting.file, variant=setting.variant, players=setting.players, parameters=dials).match(seed=seed)
    draw = Random(seed)
    for _ in range(ANSWERS):
        if match.over:
            break
        seat = draw.choice(match.asked)
        match.advance(draw.randrange(len(match.options(seat))), seat)
    return match


def numbers(made: ElementTree.Element, *names: str) -> list[float]:
    """The attributes of these names as numbers."""
    return [float(made.get(name, "0")) for name in names]


def discs(svg: ElementTree.Element) -> Iterator[tuple[float, float, float]]:
    """Middle and radius of everything that stands on a board."""
    for each in svg.iter("g"):
        if each.get("class") == "token":
            for disc in each.iter("circle"):
                x, y, r = numbers(disc, "cx", "cy", "r")
                yield x, y, r


@of_each(smallest())
def test_everything_lies_inside_and_nothing_over_anything_else(setting: Setting) -> None:
    shown = played(setting).scene(0)
    for board in shown.boards:
        svg = ElementTree.fromstring(as_svg(board_svg(board, shown)).replace(' xmlns="http://www.w3.org/2000/svg"', ""))
        _, _, wide, high = map(float, svg.get("viewBox", "").split())
        for each in svg.iter():
            for across, down in (("x", "y"), ("x1", "y1"), ("x2", "y2"), ("cx", "cy")):
                x, y = numbers(each, across, down)
                assert 0 <= x <= wide
                assert 0 <= y <= high
        placed = list(discs(svg))
        for (x, y, r), (a, b, s) in combinations(placed, 2):
            assert (x - a) ** 2 + (y - b) ** 2 >= (r + s) ** 2 * 0.98
        middles = {(round(space.at[0] * UNIT), round(space.at[1] * UNIT)) for space in board.spaces}
        assert len(middles) == len(board.spaces)


@of_each(smallest())
def test_only_ids_of_the_scene_are_drawn_and_each_can_be_read_back(setting: Setting) -> None:
    match = played(setting)
    for seat in (*match.program.players, None):
        shown = match.scene(seat)
        known = as_json(shown)
        for each in table_html(shown).iter():
            spot = each.get("data-spot")
            if spot is not None:
                assert f'"{spot}"' in known
                spot_at(match.program, spot)


def test_no_text_of_a_ruleset_becomes_markup() -> None:
    evil = "<script>alert(1)</script>&\"'\x1b[2J"
    made = as_html(element("p", evil, element("b", evil), evil, title=evil.replace("\x1b", "")))
    assert "<script" not in made
    assert "\x1b" not in made
    assert made.count("&lt;script&gt;") >= 3


@pytest.mark.parametrize("colour", ["#ffffff", "#000000", "#e8c600", "#3f7fe0", "#d7373f", "#808080", "#3da74e"])
def test_text_has_contrast_on_its_ground(colour: str) -> None:
    def light(hexadecimal: str) -> float:
        parts = [int(hexadecimal[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    one, other = sorted((light(colour), light(readable_on(colour))))
    assert (other + 0.05) / (one + 0.05) >= 3


def test_a_replay_is_a_page_to_step_through_without_a_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = CliRunner()
    assert run.invoke(root, ["play", "kuhn_poker", "--bots", "--seed", "3", "--record", "match.rulerun"]).exit_code == 0
    assert run.invoke(root, ["replay", "match.rulerun", "--html", "match.html"]).exit_code == 0
    page = Path("match.html").read_text(encoding="utf-8")
    steps = page.count('class="step"')
    assert steps >= 3
    assert f'href="#step-{steps - 1}"' in page
    assert "<script" not in page
    assert "http" not in page.replace("http://www.w3.org", "")
    assert run.invoke(root, ["replay", "match.rulerun", "--html", "nowhere/match.html"]).exit_code == 1


def test_a_replay_shows_no_card_that_was_never_turned_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = CliRunner()
    pages = []
    for seed in range(12):
        name = f"m{seed}"
        run.invoke(root, ["play", "kuhn_poker", "--bots", "--bot", "first", "--seed", str(seed), "--record", f"{name}.rulerun"])
        run.invoke(root, ["replay", f"{name}.rulerun", "--html", f"{name}.html"])
        page = Path(f"{name}.html").read_text(encoding="utf-8")
        before, _, _ = page.rpartition('class="step"')  # the last step is the end, where cards are turned up
        pages.append(before.replace(f"seed {seed}", ""))
    assert len(set(pages)) == 1


def test_notebooks_are_given_the_public_table() -> None:
    match = rulerun.load("kuhn_poker").match(seed=2)
    made = match._repr_html_()
    assert made == rulerun.load("kuhn_poker").match(seed=3)._repr_html_()
    assert "<style>" in made
    assert "<table" in rulerun.load("kuhn_poker")._repr_html_()
