"""Go against OpenSpiel's, where a game ends as a draw when a whole position comes back: both are driven with the same moves."""

from __future__ import annotations

import pytest

from rulerun.interpreter import actors, advance, decision, initial, is_over, option_text, outcome

from ..support.battery import Choose, Setting, compiled, drawn, game_of, some

pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install open_spiel")


def spelled(seat: int, text: str) -> str:
    """There is no column i there."""
    place = text.removeprefix("play ")
    return f"{'BW'[seat]} {'PASS' if place == 'pass' else place.replace('i', 'j')}"


def lockstep(side: int, choose: Choose) -> bool:
    """One game on both sides, which never differ; whether a position came back."""
    program = compiled(Setting("go_9x9", "", 2, (("side", str(side)), ("superko", "draw"))))
    ours, theirs = initial(game_of(program)), pyspiel.load_game(f"go(board_size={side},komi=7.5)").new_initial_state()
    while not is_over(program, ours):
        assert not theirs.is_terminal()
        (actor,) = actors(game_of(program), ours)
        assert actor == theirs.current_player()
        now = decision(game_of(program), ours, actor)
        options = [spelled(actor, option_text(game_of(program), now, each)) for each in now.options]
        numbers = {theirs.action_to_string(actor, action): action for action in theirs.legal_actions()}
        assert sorted(options) == sorted(numbers)
        index = choose(len(options))
        ours, _ = advance(game_of(program), ours, actor, index)
        theirs.apply_action(numbers[options[index]])
    assert theirs.is_terminal()
    black, white = theirs.returns()
    assert outcome(game_of(program), ours).winners == tuple(seat for seat, won in enumerate((black, white)) if won > 0)
    return black == white  # with half a point of komi nobody can have as much as the other


@pytest.mark.slow
@pytest.mark.parametrize("games", some(5, slow=(200,)))
@pytest.mark.parametrize("side", [5, 9])
def test_openspiel_plays_the_same_go(side: int, games: int) -> None:
    assert sum(lockstep(side, drawn(seed)) for seed in range(games)) <= games / 10


def pressing(seed: int) -> Choose:
    """Seldom a pass, which is the last option, so that boards fill, are taken and fill again."""
    draw = drawn(seed)
    return lambda count: draw(count - 1) if count > 1 and draw(8) else count - 1


def test_openspiel_plays_the_same_go_where_positions_come_back_often() -> None:
    assert sum(lockstep(3, pressing(seed)) for seed in range(100)) >= 5
