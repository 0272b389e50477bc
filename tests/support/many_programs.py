"""Plays many Programs one after the other; prints how many objects there are half-way and at the end, and how many are games."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

from rulerun.bots import Bot, answer, seated
from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import NATURE, view
from rulerun.interpreter.game import Game, at_once
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import header_of
from rulerun.program.ir import Program
from rulerun.simulation import prepare_plain
from rulerun.simulation.engine import Engine
from rulerun.table.model import scene_of
from rulerun.worlds.sample import Sampler

RULESETS = Path(__file__).parents[2] / "rulesets"

SEARCHED = 40
"""Of so many Programs one is searched, which takes long."""


def play(text: str, number: int) -> None:
    """Plays a ruleset of its own: cards that are hidden, bots that sample and search, and what a seat is shown."""
    source = Source(f"number_{number}.yaml", text.replace("ruleset: kuhn_poker", f"ruleset: number_{number}"))
    program = compile_ruleset(source, "", 2, {}).program
    assert program is not None
    game = Game(program, at_once)
    names = "greedy" if number % SEARCHED else "ismcts:simulations=20,worlds=2", "greedy"
    bots: list[Bot] = [seated(name, program) for name in names]
    match = Match(game, header_of(program, source, number, 0))
    match.seat_people((0,), {}, {0: "Zoe"})
    while match.open:
        seat = match.open[0].actor
        if seat == NATURE:
            match.nature()
        else:
            scene_of(match.game, view(match.game, match.state, seat), "en", own=True)
            answer(bots[seat], match, seat)
    prepare_plain(program).playouts(1, 0, 2)


def main(count: int) -> None:
    """Plays so many."""
    text = (RULESETS / "kuhn_poker.yaml").read_text(encoding="utf-8")
    objects = []
    for number in range(count):
        play(text, number)
        if number + 1 in (count // 2, count):
            gc.collect()
            objects.append(len(gc.get_objects()))
    left = sum(isinstance(each, (Program, Game, Engine, Sampler)) for each in gc.get_objects())
    print(*objects, left)


if __name__ == "__main__":
    main(int(sys.argv[1]))
