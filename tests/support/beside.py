"""Matches that stand in both programs alike: ours, and OpenSpiel's by the table beside the ruleset."""

from __future__ import annotations

from rulerun.bots.core.beside import Beside, loaded
from rulerun.bots.core.moves import Move
from rulerun.bots.core.notation import HERE, notation
from rulerun.interpreter import actors, advance, decision, initial, is_over, option_text, outcome

from .battery import Choose, Setting, compiled, game_of


def lockstep(setting: Setting, choose: Choose) -> list[float]:
    """What each seat is paid at the end of a match of single choices without chance, in which both sides never differ.

    At every decision the same seat is asked and the same is on offer; at the end both pay the same.
    """
    program = compiled(setting)
    game, written = game_of(program), notation(program, "openspiel", HERE)
    ours, theirs = initial(game), Beside(written, loaded(written).new_initial_state())
    while not is_over(program, ours):
        (seat,) = actors(game, ours)
        now = decision(game, ours, seat)
        texts = [written.spelt(seat, option_text(game, now, option)) for option in now.options]
        actions = theirs.options(seat, (), texts)
        assert sorted(actions.values()) == list(range(len(texts)))
        index = choose(len(texts))
        ours, _ = advance(game, ours, seat, index)
        theirs.play(Move(seat, (texts[index],)), -1)
    theirs.passed()
    assert theirs.position.is_terminal()
    paid = [float(each) for each in outcome(game, ours).payoff]
    assert paid == theirs.position.returns()
    return paid
