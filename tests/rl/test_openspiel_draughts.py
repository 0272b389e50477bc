"""English draughts against OpenSpiel's checkers: the same jumps and moves are on offer at every decision, and the same side wins.

There the side below begins, so that its board is ours turned round; and forty moves without a capture are a draw, where we go on.
A thousand games take a minute or two:

    python -m tests.rl.test_openspiel_draughts

run at the top of the repository, with rulerun installed from it.
"""

from __future__ import annotations

import pytest

from rulerun.interpreter import actors, advance, decision, initial, option_text, outcome

from ..support.battery import Choose, Setting, compiled, drawn, game_of

pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install open_spiel")


def turned(space: str) -> str:
    """The space opposite."""
    return "hgfedcba"["abcdefgh".index(space[0])] + str(9 - int(space[1]))


def lockstep(choose: Choose) -> bool:
    """One game on both sides, which never differ; whether a side has won."""
    game = game_of(compiled(Setting("draughts", "", 2)))
    ours, theirs = initial(game), pyspiel.load_game("checkers").new_initial_state()
    here = ""
    while not theirs.is_terminal():
        (seat,) = actors(game, ours)
        assert seat == 1 - theirs.current_player()
        steps = []
        for option in decision(game, ours, seat).options:
            word, *spaces = option_text(game, decision(game, ours, seat), option).split()
            start, end = spaces if word != "onward" else (here, *spaces)
            steps.append((turned(start) + turned(end), end))
        actions = {theirs.action_to_string(action): action for action in theirs.legal_actions()}
        assert sorted(text for text, _ in steps) == sorted(actions)
        index = choose(len(steps))
        text, here = steps[index]
        ours, _ = advance(game, ours, seat, index)
        theirs.apply_action(actions[text])
    if not any(theirs.returns()):
        return False
    assert not actors(game, ours)
    assert [*map(float, outcome(game, ours).payoff)] == theirs.returns()[::-1]
    return True


def check(games: int) -> int:
    """Plays so many games; how many were won."""
    return sum(lockstep(drawn(seed)) for seed in range(games))


@pytest.mark.slow
def test_openspiel_offers_the_same_jumps_and_moves() -> None:
    assert check(30) > 10


if __name__ == "__main__":
    check(1000)
