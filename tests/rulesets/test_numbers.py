"""Numbers that a right engine reproduces exactly."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from attrs import frozen

from rulerun.interpreter import (
    NATURE,
    State,
    actors,
    advance,
    decision,
    find_option,
    initial,
    is_over,
    option_text,
    outcome,
    view,
)
from rulerun.program.ir import Program

from ..support.battery import Setting, compiled, game_of

# ------------------------------------------------------------------------------------------------------------ tic-tac-toe

CROSS, NOUGHT, NOBODY = 0, 1, 2


@frozen
class Counted:
    """From one position on: complete games by how many moves are left, and how likely each ending is at random."""

    games: tuple[int, ...]
    chances: tuple[Fraction, Fraction, Fraction]


def counted(program: Program, state: State, known: dict[tuple[int, ...], Counted]) -> Counted:
    """All games from here, every position worked out once."""
    if state.slots in known:
        return known[state.slots]
    if is_over(program, state):
        winners = outcome(game_of(program), state).winners
        ending = winners[0] if winners else NOBODY
        found = Counted((1,), (Fraction(ending == CROSS), Fraction(ending == NOUGHT), Fraction(ending == NOBODY)))
    else:
        (actor,) = actors(game_of(program), state)
        number = len(decision(game_of(program), state, actor).options)
        rest = [counted(program, advance(game_of(program), state, actor, index)[0], known) for index in range(number)]
        longest = max(len(each.games) for each in rest)
        games = [sum(each.games[left] for each in rest if left < len(each.games)) for left in range(longest)]
        chances = [sum((each.chances[ending] for each in rest), Fraction(0)) / number for ending in range(3)]
        found = Counted((0, *games), (chances[0], chances[1], chances[2]))
    known[state.slots] = found
    return found


def test_tic_tac_toe_has_its_games_and_chances() -> None:
    program = compiled(Setting("tic_tac_toe", "", 2))
    known: dict[tuple[int, ...], Counted] = {}
    found = counted(program, initial(game_of(program)), known)
    assert sum(found.games) == 255_168
    assert found.games == (0, 0, 0, 0, 0, 1_440, 5_328, 47_952, 72_576, 127_872)
    assert found.chances == (Fraction(737, 1260), Fraction(121, 420), Fraction(8, 63))
    # the vectors tell no two ways to one position apart
    assert len(known) == 5_478


# ------------------------------------------------------------------------------------------------------------------ Kuhn

ANTE_LOST = Fraction(-1, 18)
Strategy = dict[str, dict[str, Fraction]]
"""How likely each choice is, by what a seat knows: its card and the choices so far."""


@frozen
class Node:
    """A history: who is asked and what it knows (its card and the choices so far), where each choice leads, and what it pays."""

    actor: int
    knows: str
    branches: tuple[tuple[str, Node], ...]
    payoff: tuple[int, ...]


def tree(program: Program, state: State, choices: str, views: dict[tuple[int, object], set[str]]) -> Node:
    """The whole game as a tree; notes which histories each seat sees the same view in."""
    if is_over(program, state):
        return Node(NATURE, "", (), outcome(game_of(program), state).payoff)
    (actor,) = actors(game_of(program), state)
    asked = decision(game_of(program), state, actor)
    knows = ""
    if actor != NATURE:
        mine = view(game_of(program), state, actor)
        hand = next(zone.cards for zone in mine.zones if zone.index == (actor,))
        assert hand is not None
        knows = "JQK"[hand[0]] + choices
        views.setdefault((actor, mine), set()).add(knows)
    branches = []
    for index, option in enumerate(asked.options):
        text = option_text(game_of(program), asked, option)
        assert find_option(game_of(program), asked, text) == index
        after, _ = advance(game_of(program), state, actor, index)
        branches.append((text, tree(program, after, choices if actor == NATURE else choices + text[0], views)))
    return Node(actor, knows, tuple(branches), ())


def nodes(node: Node) -> Iterator[Node]:
    """All histories from here."""
    yield node
    for _, after in node.branches:
        yield from nodes(after)


def value(node: Node, strategies: tuple[Strategy, Strategy], seat: int) -> Fraction:
    """What the seat can expect."""
    if not node.branches:
        return Fraction(node.payoff[seat])
    parts = Fraction(0)
    for text, after in node.branches:
        chance = Fraction(1, len(node.branches)) if node.actor == NATURE else strategies[node.actor][node.knows][text]
        if chance:
            parts += chance * value(after, strategies, seat)
    return parts


def best(root: Node, strategies: tuple[Strategy, Strategy], seat: int) -> Fraction:
    """The most that the seat can expect when the other keeps its strategy, over all of its own pure strategies."""
    open_to: dict[str, tuple[str, ...]] = {
        node.knows: tuple(text for text, _ in node.branches) for node in nodes(root) if node.actor == seat
    }
    found = []
    for picks in product(*open_to.values()):
        pure: Strategy = {
            knows: {text: Fraction(text == pick) for text in open_to[knows]} for knows, pick in zip(open_to, picks, strict=True)
        }
        found.append(value(root, (pure, strategies[1]) if seat == 0 else (strategies[0], pure), seat))
    return max(found)


def either(first: str, second: str, chance: Fraction) -> dict[str, Fraction]:
    """The first choice with that chance, else the second."""
    return {first: chance, second: 1 - chance}


def equilibrium(alpha: Fraction) -> tuple[Strategy, Strategy]:
    """H. W. Kuhn, "A simplified two-person poker", 1950: the optimal strategies, alpha from 0 to 1/3."""
    zero, one, third = Fraction(0), Fraction(1), Fraction(1, 3)
    anne = {
        "J": either("bet", "check", alpha),
        "Q": either("bet", "check", zero),
        "K": either("bet", "check", 3 * alpha),
        "Jcb": either("call", "fold", zero),
        "Qcb": either("call", "fold", alpha + third),
        "Kcb": either("call", "fold", one),
    }
    ben = {
        "Jc": either("bet", "check", third),
        "Qc": either("bet", "check", zero),
        "Kc": either("bet", "check", one),
        "Jb": either("call", "fold", zero),
        "Qb": either("call", "fold", third),
        "Kb": either("call", "fold", one),
    }
    return anne, ben


def kuhn() -> tuple[Node, dict[tuple[int, object], set[str]]]:
    """The tree of Kuhn poker, and the views."""
    program = compiled(Setting("kuhn_poker", "", 2))
    views: dict[tuple[int, object], set[str]] = {}
    return tree(program, initial(game_of(program), listening=True), "", views), views


def test_kuhn_poker_has_its_histories_and_information_sets() -> None:
    root, views = kuhn()
    assert sum(1 for _ in nodes(root)) == 58
    assert sum(1 for node in nodes(root) if not node.branches) == 30
    # a view tells a seat exactly what it knows: neither two views for one knowledge nor one view for two
    assert len(views) == 12
    assert all(len(known) == 1 for known in views.values())
    assert len({(seat, *known) for (seat, _), known in views.items()}) == 12
    assert sorted({seat for seat, _ in views}) == [0, 1]
    assert sum(1 for seat, _ in views if seat == 0) == 6


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 7), Fraction(1, 3)])
def test_kuhn_poker_is_worth_what_kuhn_found(alpha: Fraction) -> None:
    root, _ = kuhn()
    strategies = equilibrium(alpha)
    assert value(root, strategies, 0) == ANTE_LOST
    assert best(root, strategies, 0) == ANTE_LOST
    assert best(root, strategies, 1) == -ANTE_LOST


def test_no_other_bluff_is_optimal() -> None:
    root, _ = kuhn()
    assert best(root, equilibrium(Fraction(1, 3)), 1) == -ANTE_LOST
    anne, ben = equilibrium(Fraction(1, 3))
    anne["J"] = either("bet", "check", Fraction(1, 2))
    assert best(root, (anne, ben), 1) > -ANTE_LOST
