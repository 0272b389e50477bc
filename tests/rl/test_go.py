"""Go against OpenSpiel's, where a game ends as a draw when a whole position comes back: both are driven with the same moves."""

from __future__ import annotations

import pytest

from ..support.battery import Choose, Setting, drawn, some
from ..support.beside import lockstep

pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install open_spiel")


def came_back(side: int, choose: Choose) -> bool:
    """One game on both sides, which never differ; whether a position came back."""
    black, white = lockstep(Setting("go_9x9", "", 2, (("side", str(side)), ("superko", "draw"))), choose)
    return black == white  # with half a point of komi nobody can have as much as the other


@pytest.mark.slow
@pytest.mark.parametrize("games", some(5, slow=(200,)))
@pytest.mark.parametrize("side", [5, 9])
def test_openspiel_plays_the_same_go(side: int, games: int) -> None:
    assert sum(came_back(side, drawn(seed)) for seed in range(games)) <= games / 10


def pressing(seed: int) -> Choose:
    """Seldom a pass, which is the last option, so that boards fill, are taken and fill again."""
    draw = drawn(seed)
    return lambda count: draw(count - 1) if count > 1 and draw(8) else count - 1


def test_openspiel_plays_the_same_go_where_positions_come_back_often() -> None:
    assert sum(came_back(3, pressing(seed)) for seed in range(100)) >= 5
