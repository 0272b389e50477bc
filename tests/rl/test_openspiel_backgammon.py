"""Backgammon against OpenSpiel's, which plays two checkers in one action: the positions at the ends of turns are compared.

Both are driven with the same dice and the same positions; in every turn the same ones can be reached, and the returns agree.
Two hundred games take a minute or two:

    python -m tests.rl.test_openspiel_backgammon

run at the top of the repository, with rulerun installed from it.
"""

from __future__ import annotations

from collections import Counter

import pytest

from rulerun.interpreter import NATURE, State, advance, decision, option_text, outcome
from rulerun.interpreter.game import Game
from rulerun.program.ir import Program
from rulerun.solver.explore import Explorer

from ..support.battery import Choose, Setting, compiled, drawn, slot

pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install open_spiel")

SCORINGS = {"plain": "winloss_scoring", "gammons": "enable_gammons", "backgammons": "full_scoring"}
BAR = 100
"""OpenSpiel's number of the bar."""

Men = tuple[tuple[int, ...], ...]
"""How many checkers each seat has on each space, from 0 to 25."""
Slots = tuple[int, ...]


# ------------------------------------------------------------------------------------------------------------------- ours


def our_men(program: Program, slots: Slots) -> Men:
    """Where the checkers stand in a position of ours."""
    checkers, sides = (slots[first : first + 26] for first in (slot(program, "checkers", 0), slot(program, "side", 0)))
    return tuple(tuple([n if side == seat else 0 for n, side in zip(checkers, sides, strict=True)]) for seat in (0, 1))


def our_turns(explorer: Explorer, slots: Slots) -> dict[Men, Slots]:
    """The positions in which a turn can end, with their slots."""
    level, ends = {explorer.pack(slots)}, {}
    while level:
        found = dict(zip(level, explorer.following_each(list(level)), strict=True))
        level = set()
        for packed, following in found.items():
            if following is None or following.actor == NATURE:
                now = explorer.unpack(packed)
                assert ends.setdefault(our_men(explorer.program, now), now) == now
            else:
                level.update(following.packed)
    return ends


def rolled(game: Game, slots: Slots, face: int, barred: int) -> Slots:
    """The position after one die; every face is as likely, but the *barred* one, which cannot come."""
    now = decision(game, State(slots, None), NATURE)
    told = [option_text(game, now, option) for option in now.options]
    assert told == [f"die {n}" for n in range(1, 7) if n != barred]
    assert {option.weight for option in now.options} == {1}
    return advance(game, State(slots, None), NATURE, told.index(f"die {face}"))[0].slots


# ----------------------------------------------------------------------------------------------------------------- theirs


def their_men(theirs) -> Men:
    """The same in a position of OpenSpiel's, which counts the points from the other end."""
    men = [[0] + [theirs.board(seat, 24 - point) for point in range(1, 25)] + [0] for seat in (0, 1)]
    men[0][25], men[1][0] = theirs.board(0, BAR), theirs.board(1, BAR)
    return tuple(map(tuple, men))


def their_turns(theirs) -> dict[Men, object]:
    """The positions in which a turn can end there; after a double it is two actions."""
    level, ends = {their_men(theirs): theirs}, {}
    while level:
        children = [at.child(action) for at in level.values() for action in at.legal_actions()]
        level = {}
        for child in children:
            over = child.is_terminal() or child.is_chance_node()
            (ends if over else level).setdefault(their_men(child), child)
    return ends


def their_roll(theirs, dice: tuple[int, int], opening: bool) -> None:
    """Gives them these dice; what they may roll, and who begins, is as likely as with us."""

    def name(text: str, second: bool) -> str:
        return ("XO"[second] if opening else "") + "".join(sorted(text))

    outcomes = theirs.chance_outcomes()
    texts = [theirs.action_to_string(action) for action, _ in outcomes]
    names = [name(text[-3:-1], "O starts" in text) for text in texts]
    ours = {(a, b): name(f"{a}{b}", a < b) for a in range(1, 7) for b in range(1, 7) if not opening or a != b}
    assert Counter(names) == Counter(ours.values())
    assert len({chance for _, chance in outcomes}) == 1
    theirs.apply_action(outcomes[names.index(ours[dice])][0])


# ------------------------------------------------------------------------------------------------------------ in lockstep


def lockstep(scoring: str, choose: Choose) -> None:
    """One game on both sides, which never differ."""
    program = compiled(Setting("backgammon", "", 2, (("scoring", scoring),)))
    explorer = Explorer(program, timeless=True)
    ours = explorer.start()
    theirs = pyspiel.load_game("backgammon", {"scoring_type": SCORINGS[scoring]}).new_initial_state()
    assert our_men(program, ours) == their_men(theirs)
    opening = True
    while not theirs.is_terminal():
        first = choose(6) + 1
        second = [face for face in range(1, 7) if not (opening and face == first)][choose(5 if opening else 6)]
        their_roll(theirs, (first, second), opening)
        ours = rolled(explorer.game, ours, first, 0)
        mine = our_turns(explorer, rolled(explorer.game, ours, second, first if opening else 0))
        others = their_turns(theirs)
        assert set(mine) == set(others)
        end = sorted(mine)[choose(len(mine))]
        ours, theirs = mine[end], others[end]
        opening = False
    assert list(map(float, outcome(explorer.game, State(ours, None)).payoff)) == theirs.returns()


def check(games: int) -> None:
    """So many games, which count wins in every way by turns."""
    for seed in range(games):
        lockstep(tuple(SCORINGS)[seed % 3], drawn(seed))


@pytest.mark.slow
def test_openspiel_can_end_every_turn_in_the_same_positions() -> None:
    check(6)


if __name__ == "__main__":
    check(200)
