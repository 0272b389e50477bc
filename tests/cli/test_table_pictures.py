"""What a small screen shows of three matches, but for the narration and the prompt, and the picture of the README.

After a change that is meant, `python -m tests.cli.test_table_pictures` writes it down anew.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("textual")

from rulerun.cli.terminal.console import load, read
from rulerun.dsl.text.files import BUNDLED

from ..support.table_pictures import FONT, README, played, seen, written

SCREENS = Path(__file__).parent / "table_screens"
MATCHES = {"traxx": 20, "change_horses": 40, "hearts": 13}
"""The games, and after how many decisions they are looked at."""


def screen(game: str) -> str:
    """The screen of 80 columns and 24 lines."""
    source = read(BUNDLED / f"{game}.yaml")
    return asyncio.run(seen(played(load(source, None, None, ()), source, MATCHES[game]), source, (80, 24), True, written))


@pytest.mark.parametrize("game", MATCHES)
def test_a_small_screen_shows_the_match_as_written_down(game: str) -> None:
    assert screen(game) == (SCREENS / f"{game}.txt").read_text(encoding="utf-8")


def test_the_picture_of_the_readme_fetches_nothing() -> None:
    picture = README.read_text(encoding="utf-8")
    assert "TRÄXX" in picture
    assert not FONT.search(picture)
    assert "url(http" not in picture
    assert "href" not in picture


if __name__ == "__main__":
    for name in MATCHES:
        (SCREENS / f"{name}.txt").write_text(screen(name), encoding="utf-8")
