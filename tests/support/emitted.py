"""Rulesets on which emitted code is held against the interpreter, and how."""

from __future__ import annotations

import pytest

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import PlayError
from rulerun.interpreter.core.policy import Policy
from rulerun.program.ir import Program
from rulerun.simulation.engine import Engine
from rulerun.simulation.runtime.fault import Fault

from .lockstep import SEED, Numbers, Recount, ended, played_out, stepped_out, tallied
from .specs import Block


def same_end(program: Program, whole: Engine, games: range) -> None:
    """All forms leave the vector behind that the interpreter comes to with the same draws, and count the same; or all say that
    the rules fail.
    """
    recount, summed = Recount.of(program, whole.policy), [0] * whole.columns.counters
    for number in games:
        try:
            state = ended(program, number, whole.policy)
        except PlayError:
            for refuse in (played_out, stepped_out, tallied_alone):
                with pytest.raises((Fault, PlayError)):
                    refuse(whole, number)
            return
        if state is None:
            return
        assert played_out(whole, number) == state.slots, number
        assert stepped_out(whole, number) == state.slots, number
        try:
            expected = recount.row(number)
        except PlayError:  # the outcome is what fails
            with pytest.raises((Fault, PlayError)):
                tallied_alone(whole, number)
            return
        (row,), counters = tallied_alone(whole, number)
        assert row == expected, number
        summed = [before + more for before, more in zip(summed, counters, strict=True)]
        assert summed == recount.counters, number


def tallied_alone(whole: Engine, number: int) -> tuple[list[Numbers], Numbers]:
    return tallied(whole, number, 1)


ODD = {
    "a pile onto itself": (
        "repeat 3 times:",
        "    - draw card from stock on top of stock",
        "    - move all from stock to stock",
        "    - put top of stock in table",
    ),
    "both ends of a pile, and some that lie in it": (
        "repeat 4 times:",
        "    - draw card from stock on top of stock",
        "    - for each card c in stock where c.value = 6:",
        "        - put c from stock on the bottom of stock",
        "for each player p:",
        "    - reveal stock to p",
        "    - p chooses card from stock",
        "    - put card in hand[p]",
        "move all c from stock to table where c.value > 3",
        "gather numbers into stock",
    ),
    "the second highest of cards that are there twice": (
        "repeat 5 times:",
        "    - put top of stock in table",
        "    - pot = second highest of card.value for card in table, else 0",
        "    - pot += third lowest of card.value for card in table, else 10",
        "    - pot += second highest distinct of card.value for card in table, else 20",
    ),
    "menus of entries with few and many options": (
        "repeat 6 times:",
        "    - put top of stock in hand[Anne]",
        "    - put top of stock in hand[Ben]",
        "for each player p:",
        "    - p chooses one:",
        "        - play card c from hand[p] where c.value > coins[p]:",
        "            - points[p] += c.value",
        "        - pass",
        "        - give shade from colour, to from players:",
        "            - only if to != p",
        "            - only if coins[p] > 3",
        "            - owner[shade] = to",
        "    - p chooses one:",
        "        - keep n from 1..9:",
        "            - only if n > 8",
        "            - coins[p] = n",
        "        - spend all:",
        "            - only if coins[p] > 5",
        "            - coins[p] = 0",
        "together, each player me:",
        "    - me chooses one:",
        "        - rest",
        "        - bid n from 0..6:",
        "            - only if n <= coins[me]",
        "            - points[me] += n",
        "        - hope for c from hand[me]:",
        "            - points[me] += 7",
    ),
    "loops in loops, left in the middle": (
        "repeat 9 times as outer:",
        "    - for each player p:",
        "        - p chooses gain from 0..2",
        "        - repeat 3 times as inner:",
        "            - if gain = inner:",
        "                - leave the loop",
        "            - points[p] += outer",
        "        - if points[p] > 30:",
        "            - end the phase",
        "    - if outer = 8:",
        "        - end the game",
    ),
}
"""Sentences of the phase `game` that are seldom together."""


FAULTS = {
    "division by zero": ("coins[Anne] -= 3", "pot += 6 div coins[Anne]"),
    "out of range": ("repeat 9 times:", "    - coins[Ben] += 1"),
    "nothing to choose": ("Anne chooses gain from 0..3 where gain > pot + 5",),
    "no card left": ("repeat 13 times:", "    - put top of stock in table"),
    "nothing is no number": ("pot += number of player p where p != leader and points[leader] = 0",),
    "nothing on top": ("move all from stock to table", "put top of stock in table"),
    "two faults of a division": ("leader = nothing", "pot = coins[leader] div pot"),
    "only now and then": ("random toss from 0..2", "pot += 6 div toss"),
    "only when one is chosen from a menu": (
        "repeat 2 times:",
        "    - Anne chooses one:",
        "        - wait n from 1..6",
        "        - leap:",
        "            - coins[Anne] += 9",
    ),
    "out of range while all decide": (
        "together, each player me:",
        "    - me chooses gain from 3..4",
        "    - repeat gain times as turn:",
        "        - coins[me] = turn * 3",
    ),
    "put off, and then out of range": (
        "together, each player me:",
        "    - me chooses gain from 3..4",
        "    - pot += gain * 9",
    ),
    "a loop without an end": ("repeat until pot > 10:", "    - pot += 0"),
}
"""What goes wrong, and sentences of the phase `game` that do it."""


def standard(sentences: tuple[str, ...]) -> Program:
    """The standard game of the specs with these sentences as its phase `game`."""
    lines = tuple(line if line.startswith(" ") else f"- {line}" for line in sentences)
    found = compile_ruleset(Block("standard", 0, "", "phase", lines).source, "", 2, {})
    assert found.program is not None, found.diagnostics
    return found.program


def expected_fault(program: Program, policy: Policy) -> tuple[int, PlayError]:
    """The first game that goes wrong, and how the interpreter says it."""
    for number in range(20):
        try:
            ended(program, number, policy)
        except PlayError as fault:
            return number, fault
    raise AssertionError("nothing goes wrong")


def check_fault(program: Program, whole: Engine) -> None:
    """The engine says the same as the interpreter, and which game it was."""
    number, expected = expected_fault(program, whole.policy)
    assert whole.playouts(SEED, 0, number) >= 0
    with pytest.raises(PlayError) as found:
        whole.playouts(SEED, 0, 20)
    assert found.value.sentence == expected.sentence
    assert found.value.message == f"{expected.message} (game {number} of seed {SEED})"
    with pytest.raises(Fault):
        tallied(whole, 0, 20)


LARGE = """\
ruleset: large
players: 2
variables:
  big: {per: player, holds: 0..2000000000, starts as: NUMBER}
scores:
  points: {per: player}
phases:
  game:
    - for each player p:
        - p chooses gain from 0..1
        - points[p] += gain
    - if TEST:
        - points[Anne] += 5
outcome:
  winners: players p where points[p] > 0
"""


def large(number: int, test: str) -> Program:
    """A game with large numbers, in which something is asked of them."""
    found = compile_ruleset(Source("large.yaml", LARGE.replace("NUMBER", str(number)).replace("TEST", test)), "", 2, {})
    assert found.program is not None, found.diagnostics
    return found.program


LARGE_TESTS = [
    "big[Anne] * big[Anne] + big[Ben] * big[Ben] > 10",
    "(sum of big[p] * big[p] for p in players) > 10",
    "0 - big[Anne] * big[Anne] - big[Ben] * big[Ben] < 0 - 10",
    "(highest of big[p] * big[p] for p in players) = big[Ben] * big[Ben]",
]
LARGEST_ROOT = 32_767
"""Twice its square is still a number, and three times is none."""

TOO_LARGE_TESTS = [
    "(sum of big[Ben] * big[Ben] for n in 1..3) > 10",
    "big[Anne] * big[Anne] * big[Anne] > 10",
    "0 - big[Anne] * big[Anne] - big[Ben] * big[Ben] - big[Ben] * big[Ben] < 0 - 10",
]


HUGE = (2**62, 2**62 - 1, 2**64 // 5 + 1, 3 * 2**60 + 1)
"""Bounds of which some leave a fifth of all words to be rejected."""
