"""Two games compared through the front door."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

import rulerun
from rulerun.cli.main import root

pytest.importorskip("numpy")
pytest.importorskip("scipy")
pytest.importorskip("polars")


def test_it_says_what_the_command_says() -> None:
    quick = rulerun.load("pig", parameters={"target": 30})
    found = rulerun.compare("pig", quick, games=200, seed=3, workers=1)
    words = found.command.split()[1:]
    said = json.loads(CliRunner().invoke(root, [*words, "--workers", "1", "--json"]).stdout)
    told = {(one["group"], one["name"]): one["difference"] for one in said["differences"]}
    for group, figure, value in found.figures["group", "figure", "difference"].rows():
        gap = told[group, figure]
        assert (gap is None) == (value is None)
        assert gap is None or gap["value"] == pytest.approx(value)
    assert "most of all" in found.headline
    assert any(each.startswith("Compared: A is Pig, target=100, B is Pig, target=30") for each in found.findings)


def test_a_game_compared_with_itself_differs_in_nothing() -> None:
    found = rulerun.compare("tic_tac_toe", rulerun.load("tic_tac_toe"), games=50, workers=1)
    assert found.headline == "A and B are the same game: every figure is the same in both."
    assert set(found.figures["verdict"]) == {"the same"}


def test_what_would_have_shown_is_said_where_nothing_did() -> None:
    found = rulerun.compare("pig", rulerun.load("pig", parameters={"target": 99}), games=30, workers=1)
    assert re.fullmatch(
        r"None of \d+ figures differ beyond chance \(a difference of about \d+ points in wins would show\)\.", found.headline
    )


@pytest.mark.parametrize(
    ("settings", "error"),
    [({"games": 0}, ValueError), ({"until": 2}, ValueError), ({"seed": -1}, ValueError), ({"bots": "nobody"}, LookupError)],
)
def test_what_cannot_be_is_refused(settings: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        rulerun.compare("pig", "pig", **settings)  # type: ignore[arg-type]
