"""Matches played at random until somebody is asked, for what stands on histories."""

from __future__ import annotations

from rulerun.interpreter import NATURE, ObservationHistory, Observer, decision
from rulerun.program.ir import Program

from .battery import Choose, drawn, game_of


def answered(histories: Observer, most: int, choose: Choose) -> Observer:
    """The same histories after up to so many random answers more, each option as likely as another."""
    for _ in range(most):
        if not histories.asked:
            break
        actor = histories.asked[choose(len(histories.asked))] if len(histories.asked) > 1 else histories.asked[0]
        histories.answer(actor, choose(len(decision(game_of(histories.program), histories.state, actor).options)))
    return histories


def somewhere(program: Program, most: int, seed: int) -> ObservationHistory | None:
    """The history of somebody who is asked, after about so many random answers; None where the match is over by then."""
    choose = drawn(seed)
    histories = answered(Observer.beginning(game_of(program)), most, choose)
    while histories.asked == (NATURE,):
        answered(histories, 1, choose)
    return histories.history(histories.asked[choose(len(histories.asked))]) if histories.asked else None
