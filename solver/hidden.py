"""Two players against each other who do not see everything: solved by a linear program over what they may know.

B. von Stengel, "Efficient computation of behavior strategies", 1996: the sequence form. What a player knows is what the
environments of `rl` call its information state.
"""

from __future__ import annotations

from attrs import Factory, frozen

from ..interpreter import NATURE, option_text
from ..rl import Game, Position, beginning
from ..rl.words import lines
from .explore import Explorer, TooLarge
from .linear import Rows, highest
from .perfect import Plan, Solution, Unsolved

HOPELESS = 100
"""A game is not even begun on when a sample finds so many times as many ways to play it as may be looked at."""

NOTHING_DONE = 0
"""The number of the empty sequence: no choice made yet."""


@frozen(eq=False)
class Knowing:
    """What a player may know when it is asked: the sequence of its own choices up to there, those that its options add, and
    how the options are written.
    """

    before: int
    sequences: tuple[int, ...]
    options: tuple[str, ...]
    shown: tuple[str, ...]


@frozen(eq=False)
class Sequences:
    """All that one player may know, and how many sequences of choices it has."""

    knowings: dict[bytes, Knowing] = Factory(dict)
    counted: list[int] = Factory(lambda: [1])

    def met(self, position: Position, seat: int, before: int) -> Knowing:
        """What the player knows there, new or met before."""
        key = position.trail(seat).digest
        known = self.knowings.get(key)
        if known is None:
            asked = position.decision(seat)
            program = position.game.program
            first = self.counted[0]
            self.counted[0] += len(asked.options)
            known = Knowing(
                before,
                tuple(range(first, self.counted[0])),
                tuple(option_text(program, asked, option) for option in asked.options),
                tuple(lines(program, position.view(seat))),
            )
            self.knowings[key] = known
        return known


@frozen(eq=False)
class Form:
    """A game of two in sequence form: what each may know, and what the first is paid by the sequences of both."""

    sides: tuple[Sequences, Sequences]
    payoffs: dict[tuple[int, int], float]
    histories: int
    first: int | None


def solve_hidden(game: Game, limit: int) -> Solution:
    """The value of a game of two and how to begin it, from at most *limit* histories.

    Raises Unsolved when it is not for two or one does not lose what the other wins, TooLarge, RuleFault.
    """
    if len(game.program.players) != 2:
        raise Unsolved("where things are hidden, only games of two are solved here (see `rulerun.rl.openspiel` for more)")
    games = Explorer(game.program, timeless=False).games()
    if games > HOPELESS * limit:
        raise TooLarge(limit, games, "histories")
    form = sequences(game, limit)
    worth, weights = best_response(form)
    plans = () if form.first is None else opening(form, weights)
    value = rounded(worth)
    seat = None if form.first is None else game.program.players[form.first]
    return Solution(
        game.program.players, (value, 0.0 - value), seat, (), plans, form.histories, "linear program", False, False, False
    )


def rounded(worth: float) -> float:
    """The number without the noise of the last places, and never minus nothing."""
    return round(worth, 12) + 0.0


def sequences(game: Game, limit: int) -> Form:
    """The sequence form, going through every history; those asked at once answer the lowest first."""
    program = game.program
    payoffs: dict[tuple[int, int], float] = {}
    sides = Sequences(), Sequences()
    pending: list[tuple[Position, int, int, float]] = [(beginning(game), NOTHING_DONE, NOTHING_DONE, 1.0)]
    histories, first = 0, None
    while pending:
        position, mine, theirs, chance = pending.pop()
        histories += 1
        if histories > limit:
            raise TooLarge(limit, Explorer(program, timeless=False).games(), "histories")
        if position.is_over:
            paid = position.payoff()
            if sum(paid):
                raise Unsolved("where things are hidden, only games are solved in which one loses what the other wins")
            payoffs[mine, theirs] = payoffs.get((mine, theirs), 0.0) + chance * paid[0]
            continue
        actor = position.actors[0]
        if actor == NATURE:
            options = position.decision(NATURE).options
            whole = sum(option.weight for option in options)
            for index, option in enumerate(options):
                pending.append((position.after(NATURE, index), mine, theirs, chance * option.weight / whole))
            continue
        side = program.players.index(actor)
        first = side if first is None else first
        known = sides[side].met(position, actor, theirs if side else mine)
        for index, sequence in enumerate(known.sequences):
            at = (mine, sequence) if side else (sequence, theirs)
            pending.append((position.after(actor, index), *at, chance))
    return Form(sides, payoffs, histories, first)


def best_response(form: Form) -> tuple[float, tuple[float, ...]]:
    """The value for the first player, and the weights of its sequences in a plan that secures it.

    The variables are these weights, then what the other can hold the first to from each of its knowings on (the last: from
    the start). They are related by what each sequence of the other allows it.
    """
    mine, theirs = form.sides
    many = mine.counted[0]
    start = many + len(theirs.knowings)
    plan, against = Rows(), Rows()
    plan.add({NOTHING_DONE: 1.0}, 1.0)
    for known in mine.knowings.values():
        plan.add({**dict.fromkeys(known.sequences, 1.0), known.before: -1.0}, 0.0)
    rows: list[dict[int, float]] = [{} for _ in range(theirs.counted[0])]
    rows[NOTHING_DONE][start] = 1.0
    for number, known in enumerate(theirs.knowings.values()):
        for sequence in known.sequences:
            rows[sequence][many + number] = 1.0
        rows[known.before][many + number] = -1.0
    for (sequence, other), paid in form.payoffs.items():
        rows[other][sequence] = rows[other].get(sequence, 0.0) - paid
    for row in rows:
        against.add(row, 0.0)
    found = highest(start, many, against, plan)
    return found[start], found[:many]


def opening(form: Form, weights: tuple[float, ...]) -> tuple[Plan, ...]:
    """How the first player begins, by what it sees then that it might not have seen; nothing where the other is asked first."""
    if form.first != 0:
        return ()
    known = [each for each in form.sides[0].knowings.values() if each.before == NOTHING_DONE]
    common = [line for line in known[0].shown if all(line in each.shown for each in known)]
    return tuple(
        Plan(
            ", ".join(line for line in each.shown if line not in common),
            tuple((text, rounded(weights[at])) for text, at in zip(each.options, each.sequences, strict=True)),
        )
        for each in known
    )
