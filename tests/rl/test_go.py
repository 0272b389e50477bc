"""Go against OpenSpiel's: both are driven with the same moves.

A game in which a whole position comes back ends as a draw there; ours knows the ko rule only, so such games are left out.
"""

from __future__ import annotations

import pytest

from rulerun.interpreter import actors, advance, decision, initial, is_over, option_text, outcome

from ..support.battery import Choose, Setting, compiled, drawn, some

pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install open_spiel")


def spelled(seat: int, text: str) -> str:
    """There is no column i there."""
    place = text.removeprefix("play ")
    return f"{'BW'[seat]} {'PASS' if place == 'pass' else place.replace('i', 'j')}"


def lockstep(side: int, choose: Choose) -> int:
    """One game on both sides, which never differ; how many moves it had, 0 when it is left out."""
    program = compiled(Setting("go_9x9", "", 2, (("side", str(side)),)))
    ours, theirs = initial(program), pyspiel.load_game(f"go(board_size={side},komi=7.5)").new_initial_state()
    length = 0
    while not is_over(program, ours):
        if theirs.is_terminal():
            assert theirs.returns() == [0, 0]  # with half a point of komi nobody can have as much as the other
            return 0
        (actor,) = actors(program, ours)
        assert actor == theirs.current_player()
        now = decision(program, ours, actor)
        options = [spelled(actor, option_text(program, now, each)) for each in now.options]
        numbers = {theirs.action_to_string(actor, action): action for action in theirs.legal_actions()}
        assert sorted(options) == sorted(numbers)
        index = choose(len(options))
        ours, _ = advance(program, ours, actor, index)
        theirs.apply_action(numbers[options[index]])
        length += 1
    assert theirs.is_terminal()
    if theirs.returns() == [0, 0]:
        return 0
    winner = 0 if theirs.returns()[0] > 0 else 1
    assert outcome(program, ours).winners == (winner,)
    return length


@pytest.mark.parametrize("games", some(5, slow=(200,)))
@pytest.mark.parametrize("side", [5, 9])
def test_openspiel_plays_the_same_go(side: int, games: int) -> None:
    lengths = [lockstep(side, drawn(seed)) for seed in range(games)]
    assert sum(length > 0 for length in lengths) >= 0.8 * games
