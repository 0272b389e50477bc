"""Matches played at random until somebody is asked, for what stands on trails."""

from __future__ import annotations

from rulerun.interpreter import NATURE, Trail, Trails, decision
from rulerun.program.ir import Program

from .battery import Choose, drawn, game_of


def answered(trails: Trails, most: int, choose: Choose) -> Trails:
    """The same trails after up to so many random answers more, each option as likely as another."""
    for _ in range(most):
        if not trails.asked:
            break
        actor = trails.asked[choose(len(trails.asked))] if len(trails.asked) > 1 else trails.asked[0]
        trails.answer(actor, choose(len(decision(game_of(trails.program), trails.state, actor).options)))
    return trails


def somewhere(program: Program, most: int, seed: int) -> Trail | None:
    """The trail of somebody who is asked, after about so many random answers; None where the match is over by then."""
    choose = drawn(seed)
    trails = answered(Trails.beginning(game_of(program)), most, choose)
    while trails.asked == (NATURE,):
        answered(trails, 1, choose)
    return trails.trail(trails.asked[choose(len(trails.asked))]) if trails.asked else None
