"""How strong the searching bots are: against OpenSpiel's searches, at Pig, and in one seat against others.

    python benchmarks/strength.py speed [--seconds N] [GAME …]
    python benchmarks/strength.py tree [--games N] [--simulations N] [GAME …]
    python benchmarks/strength.py hidden [--games N] [--simulations N] [--bot BOT] [--final visits|most] [GAME …]
    python benchmarks/strength.py pig [--games N] [--first N] [--scatter N] BOT …
    python benchmarks/strength.py seats [--bot BOT] [--against BOT] [--games N] [--seed N] [GAME:PLAYERS …]
    python benchmarks/strength.py pace [--seconds N] [--plies N] BOT GAME …
    python benchmarks/strength.py late [--games N] [--plies N] BOT GAME …
    python benchmarks/strength.py kept [--bot BOT] [--positions N] [--plies N] [GAME …]
    python benchmarks/strength.py pairs [--bot BOT] [--against BOT] [--games N] [--plies N] [--to FILE] [GAME …]

*speed*: simulations per second of `mcts` and of OpenSpiel's search from the same positions, alternately, on one thread.

*tree*: both play each other with equal simulations, either beginning every other game. OpenSpiel searches in C++, with random
rollouts, its solver on, and the constant of its own example (2, for values from -1 to 1; ours is 1, for values from 0 to 1).

*hidden*: information-set searches against each other and against random play. Every deal is played twice with seats exchanged. A
figure is the mean payoff of a game, with Student's 95 % interval over the deals. OpenSpiel's `ISMCTSBot` is the one in Python:
that in C++ cannot be told how to sample liar's dice. It samples a state for every simulation and explores with the constant of
its own tests (5). It answers as often as it tried (*visits*, as it does in C++), or with the option that it tried most (*most*).

*pig*: the share of games won at Pig against a player who holds at 20, beginning every other game. The best reply is exact (value
iteration), so each choice gives away a known amount. The rate of the best reply less the mean of these sums is the share won,
with a far narrower interval (95 %). *--scatter N* tells by how much ten points more raise the mean of N random playouts, and the
standard deviation of a playout, where playouts are cut after the given numbers of decisions.

*seats*: one bot in a seat drawn at random, another in all others. Its part of the wins is held against its even share until the
whole 99 % interval lies above or below that. The interval is a confidence sequence, which holds however often one looks (Ian
Waudby-Smith and Aaditya Ramdas, "Estimating means of bounded random variables by betting", 2024). A game for one player has its
mean score instead, with Student's 95 % interval.

*pace*: BOT with as many nodes or simulations for a choice as take so many seconds of processor time, in the mean of positions
behind openings as in *pairs*. A match of bots with such limits is the same on a busy machine, and when it is played again.

*late*: the seconds from a question to BOT's answer, by the clock on the wall, at some choices of *N* games of random play behind
so many others: the median, the 99th percentile and the longest.

*kept*: how often a bot's choice keeps the value of a position: won, drawn or lost under perfect play. The positions are those
after so many random choices in which options differ in value, where a search with `MOST_NODES` nodes for each option proves them.

*pairs*: one bot against another at games for two. Each opening, so many random choices, is played twice with seats exchanged and
the same draws of chance. A figure is what the first has of the wins (half for a draw), with Student's 95 % interval over the
openings. With *--to* every game is written to a file when it is over, a line of JSON each, and those that stand there already
are not played again. A game may be a variant: `draughts:brazilian`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from time import perf_counter, process_time, thread_time

import numpy
import pyspiel
from attrs import frozen
from measure import alternating, compiled
from numpy.typing import NDArray
from open_spiel.python.algorithms.ismcts import ISMCTSBot, ISMCTSFinalPolicyType
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from rulerun.bots import Bot, Draw, chosen, seated
from rulerun.bots.core.beside import Beside, SpielGame, loaded
from rulerun.bots.core.learned import numbers_of
from rulerun.bots.core.moves import Move
from rulerun.bots.core.notation import HERE, notation
from rulerun.bots.core.search import MOST, USUAL, Searcher
from rulerun.interpreter import NATURE, Decision, State, actors, advance, decision, initial, is_over, option_text, outcome
from rulerun.interpreter.core.rng import Stream, Use, stream, weighted
from rulerun.interpreter.game import Game
from rulerun.lab.runs.playing import Table
from rulerun.lab.runs.tournament_game import play_game
from rulerun.lab.statistics.intervals import mean
from rulerun.lab.statistics.tournament import parts_of_a_win
from rulerun.program.ir import Program
from rulerun.simulation.emit.module import Form
from rulerun.simulation.engine import engine_of
from rulerun.simulation.runtime.alphabeta import NOBODY
from rulerun.simulation.search.alphabeta import AlphaBeta, Limits
from rulerun.simulation.search.found import CONFIDENCE
from rulerun.simulation.search.kinds import Kind
from rulerun.simulation.search.search import Search

AT_ONCE = 2_000
"""Simulations of one search whose time is measured."""

TURNS = 5
"""How often each search is measured."""

MOST_NODES = 20_000_000
"""A value that takes more nodes counts as unknown."""

PACED = 16
"""In so many positions a pace is measured."""

EVERY = 6
"""After each so many choices of a game a bot is asked, to see how long it takes."""


# ----------------------------------------------------------------------------------------------------------- speed, tree


TREE_GAMES = ("tic_tac_toe", "connect_four", "breakthrough", "kalah")
"""Games whose tables (`rulesets/engines/`) tell how OpenSpiel writes them."""


def beside(program: Program) -> tuple[SpielGame, Beside]:
    """OpenSpiel's game of the same rules, and a match of it at its start."""
    written = notation(program, "openspiel", HERE)
    game = loaded(written)
    return game, Beside(written, game.new_initial_state())


def searched(program: Program, state: State, simulations: int, seed: int) -> int:
    """The index of the option that our search takes."""
    rules = program.cached(Game)
    seat = actors(rules, state)[0]
    codes = [option.code for option in decision(rules, state, seat).options]
    search = Search(engine_of(program.cached(Game)))
    return search.run([state.slots], seat, codes, Kind.MCTS, simulations, 1.0, seed=seed).best


def theirs(game: SpielGame, simulations: int, seed: int) -> pyspiel.MCTSBot:
    """OpenSpiel's search."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, True, seed, False)


def speed(games: Sequence[str], seconds: float) -> None:
    """Simulations per second of both, from the start of each game."""
    for name in games:
        program = compiled(name, 2)
        engine_of(program.cached(Game)).optimised(Form.SEARCH)
        game, other = beside(program)
        state, bot = initial(program.cached(Game)), theirs(game, AT_ONCE, 1)
        runs = [lambda: searched(program, state, AT_ONCE, 1), lambda: bot.step(other.position)]  # noqa: B023
        mine, rate = (AT_ONCE * rate for rate in alternating(runs, seconds, TURNS))
        print(f"{name:16} {mine:12,.0f} ours {rate:12,.0f} OpenSpiel {mine / rate:8.2f} times as many", flush=True)


def tree(games: Sequence[str], count: int, simulations: int) -> None:
    """What both win against each other."""
    for name in games:
        program, total, begun = compiled(name, 2), 0.0, perf_counter()
        engine_of(program.cached(Game)).optimised(Form.SEARCH)
        for number in range(count):
            total += tree_match(program, number, simulations)
        share(f"{name}, {simulations} simulations each", total, count, perf_counter() - begun)


def tree_match(program: Program, number: int, simulations: int) -> float:
    """What our search has of a game: 1 for a win, 1/2 for a draw."""
    rules = program.cached(Game)
    state, (game, other) = initial(rules), beside(program)
    bot, seat, made = theirs(game, simulations, number), number % 2, 0
    while not is_over(program, state):
        asked = decision(rules, state, actors(rules, state)[0])
        spelt = [other.notation.spelt(asked.actor, option_text(rules, asked.stop, option)) for option in asked.options]
        actions = other.options(asked.actor, (), spelt)
        if asked.actor == seat:
            index = searched(program, state, simulations, 1000 * number + made)
        else:
            index = actions[bot.step(other.position)]
        state, _ = advance(rules, state, asked.actor, index)
        other.play(Move(asked.actor, (spelt[index],)), actors(rules, state)[0] if not is_over(program, state) else NATURE)
        made += 1
    return (1 + other.position.returns()[seat]) / 2


def share(what: str, total: float, count: int, seconds: float) -> None:
    """Prints a share with its 95 % interval."""
    found = total / count
    half = 1.96 * sqrt(max(found * (1 - found), 0.25 / count) / count)
    print(f"{what}: {found:.1%} ± {half:.1%} of {count} games ({seconds:.0f} s)", flush=True)


# ---------------------------------------------------------------------------------------------------------------- hidden


HIDDEN_GAMES = ("kuhn_poker", "liars_dice")
"""Games of two whose options and chances OpenSpiel lists in the same order."""

FINAL = {"visits": ISMCTSFinalPolicyType.NORMALIZED_VISITED_COUNT, "most": ISMCTSFinalPolicyType.MAX_VISIT_COUNT}

CONSTANT = 5.0


@frozen
class Match:
    """A game that stands in both programs alike."""

    table: Table
    position: pyspiel.State

    def answer(self, asked: Decision, index: int) -> None:
        """Answers with the option of that index, in both."""
        self.position.apply_action(self.position.legal_actions()[index])
        self.table.answer(asked.actor, index)


Player = Callable[[Match, Decision], int]
"""Chooses the index of an option."""


def bot_of(program: Program, name: str, draw: Draw) -> Player:
    """A bot of ours, which is given what its seat has lived through."""
    bot = seated(name, program)
    return lambda match, asked: bot.choose(match.table.given(bot, asked), draw)


def hidden_search(game: str, simulations: int, final: ISMCTSFinalPolicyType, seed: int) -> Player:
    """OpenSpiel's search."""
    chance = numpy.random.RandomState(seed)
    evaluator = RandomRolloutEvaluator(1, chance)
    bot = ISMCTSBot(pyspiel.load_game(game), evaluator, CONSTANT, simulations, random_state=chance, final_policy_type=final)
    if game == "liars_dice":
        bot.set_resampler(lambda position, seat: rolled_again(position, seat, int(chance.randint(6))))
    return lambda match, asked: match.position.legal_actions().index(bot.step(match.position))


def rolled_again(position: pyspiel.State, seat: int, face: int) -> pyspiel.State:
    """The same position of liar's dice with another face of the die that the seat does not see: OpenSpiel imagines none there."""
    found = position.get_game().new_initial_state()
    for at, action in enumerate(position.history()):
        found.apply_action(face if at == 1 - seat else action)
    return found


def at_random(chance: Random) -> Player:
    """Somebody to whom all options are alike."""
    return lambda match, asked: chance.randrange(len(asked.options))


def payoff(program: Program, game: str, players: tuple[Player, Player], chance: Random) -> float:
    """What the first player is paid, in half of two games with the same chance: it sits in either seat once."""
    rules = program.cached(Game)
    dealt, total = chance.getrandbits(60), 0.0
    for swapped in (False, True):
        match, nature = Match(Table(rules), pyspiel.load_game(game).new_initial_state()), Random(dealt)
        while (asked := match.table.asked) is not None:
            if asked.actor == NATURE:
                match.answer(asked, nature.randrange(len(asked.options)))
            else:
                match.answer(asked, players[asked.actor ^ swapped](match, asked))
        paid = outcome(rules, match.table.state).payoff
        assert [float(each) for each in paid] == match.position.returns()
        total += float(paid[int(swapped)])
    return total / 2


def paid_in(program: Program, game: str, what: str, players: tuple[Player, Player], deals: int) -> None:
    """Prints the mean payoff of the first player."""
    chance, begun = Random(1), perf_counter()
    found = [round(2 * payoff(program, game, players, chance)) for _ in range(deals)]
    paid = mean(deals, sum(found), sum(each * each for each in found))
    interval = f"{paid.value / 2:+.3f} ({paid.low / 2:+.3f} to {paid.high / 2:+.3f})"
    print(f"{game}, {what}: {interval} of {2 * deals} games, {perf_counter() - begun:.0f} s", flush=True)


# ------------------------------------------------------------------------------------------------------------------- pig


TARGET, HELD, FACES = 100, 20, range(2, 7)
ROLL, HOLD = 0, 1
SLOTS = 8

Think = Callable[[tuple[int, ...], int, int], int]
"""What is chosen at a vector, by the seat, with a seed."""


class Reply:
    """The best reply to holding at 20: what it wins where it is *asked*, with so many points, those of the other and the pot, and
    where the other *begins* a turn.
    """

    def __init__(self) -> None:
        turns = [_gains(other) for other in range(TARGET)]
        self.begins = numpy.zeros((TARGET, TARGET))
        self.asked = numpy.zeros((TARGET, TARGET, TARGET + 1))
        apart = 1.0
        while apart > 1e-10:
            before = self.asked[:, :, 0].copy()
            for other, gains in enumerate(turns):
                self.begins[:, other] = sum(part * before[:, other + won] for won, part in gains.items() if other + won < TARGET)
            for own in range(TARGET):
                for pot in range(TARGET - own - 1, -1, -1):
                    rolled = self.rolled(own, slice(None), pot)
                    self.asked[own, :, pot] = rolled if not pot else numpy.maximum(rolled, self.begins[own + pot])
            apart = float(numpy.abs(self.asked[:, :, 0] - before).max())

    def rolled(self, own: int, other: int | slice, pot: int) -> NDArray[numpy.float64]:
        """What is won behind a roll."""
        high = [1.0 if own + pot + face >= TARGET else self.asked[own, other, pot + face] for face in FACES]
        return numpy.asarray((self.begins[own, other] + sum(high)) / 6)

    @property
    def rate(self) -> float:
        """How often it wins, beginning every other game."""
        return float(self.asked[0, 0, 0] + self.begins[0, 0]) / 2


def _gains(points: int) -> dict[int, float]:
    """With what probability a turn of one who holds at 20 brings how much."""
    found: dict[int, float] = {0: 0.0}
    pots = {0: 1.0}
    while pots:
        rolled: dict[int, float] = {}
        for pot, part in pots.items():
            found[0] += part / 6
            for face in FACES:
                to = found if pot + face >= HELD or points + pot + face >= TARGET else rolled
                to[pot + face] = to.get(pot + face, 0.0) + part / 6
        pots = rolled
    return found


def given_away(reply: Reply, think: Think, game: int) -> float:
    """What the choices of that game give away in all."""
    random, points, me, turn, clock, lost = Random(game), [0, 0], game % 2, 0, 0, 0.0
    while max(points) < TARGET:
        pot = 0
        while points[turn] + pot < TARGET:
            choice = HOLD if pot >= HELD else ROLL
            if turn == me and pot:
                own, other = points[me], points[1 - me]
                choice = think((1, *points, clock, turn, turn, pot, 0), me, random.getrandbits(60))
                worths = float(reply.rolled(own, other, pot)), float(reply.begins[own + pot, other])
                lost += max(worths) - worths[choice]
            clock += 1
            if choice == HOLD:
                break
            face = random.randrange(1, 7)
            clock += 1
            if face == 1:
                pot = 0
                break
            pot += face
        points[turn] += pot
        turn = 1 - turn
    return lost


def thinker(program: Program, name: str) -> Think:
    """What the search of that name chooses."""
    bot, search = seated(name, program), Search(engine_of(program.cached(Game)))
    assert isinstance(bot, Searcher)
    most = bot.simulations or (USUAL if bot.time is None else MOST)

    def think(slots: tuple[int, ...], seat: int, seed: int) -> int:
        return search.run([slots], seat, [ROLL, HOLD], bot.kind, most, bot.tries_worse, bot.time, seed, bot.rollout).best

    return think


def scatter(program: Program, plays: int, cut: int | None) -> None:
    """What ten points more are worth in random play from where a turn begins, and how far its results scatter."""
    search, found = Search(engine_of(program.cached(Game))), list[tuple[float, float]]()
    for own, other in ((30, 30), (40, 30)):
        slots = 1, own, other, 0, 0, 0, 0, 0
        (tried,) = search.run([slots], 0, [ROLL], Kind.FLAT, plays, seed=own, cut=cut).options
        assert tried.worth is not None, "random play was tried"
        found.append((tried.worth, (tried.error or 0.0) / CONFIDENCE * sqrt(plays)))
    (before, apart), (after, _) = found
    print(f"rollout={cut}: ten points more raise it by {after - before:.3f}, a play lies {apart:.3f} off", flush=True)


# ----------------------------------------------------------------------------------------------------------------- seats


SEATS = (
    "why_first:3",
    "why_first:4",
    "why_first:6",
    "traxx:2",
    "traxx:4",
    "change_horses:3",
    "change_horses:5",
    "hearts:4",
    "crazy_eights:2",
    "traxx:1",
)

LEVEL = 0.99

MEANS = numpy.linspace(0.0005, 0.9995, 1000)
"""The means that are held against what was found."""

STAKES = numpy.arange(0.05, 1, 0.1)
"""Parts of its wealth that a bet against a mean stakes."""


class Sequential:
    """What is known of the mean of numbers from 0 to 1 that come one after the other.

    Against each possible mean bets are made, half of the wealth on more and half on less; if that is the true mean, its wealth
    grows a hundredfold with a probability of 1 % at most, however long it goes on.
    """

    def __init__(self) -> None:
        self.count, self.total = 0, 0.0
        self._more = numpy.zeros((len(STAKES), len(MEANS)))
        self._less = numpy.zeros((len(STAKES), len(MEANS)))

    def add(self, number: float) -> None:
        """Takes the next number."""
        self.count += 1
        self.total += number
        self._more += numpy.log1p(STAKES[:, None] * (number - MEANS) / MEANS)
        self._less += numpy.log1p(STAKES[:, None] * (MEANS - number) / (1 - MEANS))

    def interval(self) -> tuple[float, float]:
        """The lowest and the highest mean that are not ruled out."""
        wealth: NDArray[numpy.float64] = numpy.logaddexp.reduce(numpy.concatenate((self._more, self._less)), axis=0)
        left = MEANS[wealth - numpy.log(2 * len(STAKES)) < -numpy.log(1 - LEVEL)]
        return float(left[0]), float(left[-1])


def against(program: Program, name: str, bots: tuple[Bot, Bot], most: int, seed: int) -> None:
    """What the first bot has of the wins against the other in all other seats."""
    rules = program.cached(Game)
    players, parts = len(program.players), parts_of_a_win(program)
    drawn, found, begun = Random(seed), Sequential(), perf_counter()
    spent, choices, low, high = 0.0, 0, 0.0, 1.0
    while found.count < most and low <= 1 / players <= high:
        seat = drawn.randrange(players)
        game = play_game(rules, bots, seed, (found.count, tuple(int(at != seat) for at in range(players))))
        if game.failure is not None:
            raise SystemExit(f"{name}: {game.failure.message}")
        found.add(game.shares[seat] / parts)
        spent, choices = spent + game.seconds[seat], choices + game.choices[seat]
        low, high = found.interval()
        if found.count % 10 == 0:
            print(f"    {name}: {found.total / found.count:.3f} of {found.count} games so far", flush=True)
    verdict = "above" if low > 1 / players else "BELOW" if high < 1 / players else "not told from"
    share = found.total / found.count
    print(f"{name}: {share:.3f} ({low:.3f} to {high:.3f}) of {found.count} games, {verdict} {1 / players:.3f}", end="")
    print(f"; {spent / max(1, choices):.3f} s a choice, {perf_counter() - begun:.0f} s", flush=True)


def alone(program: Program, name: str, bot: Bot, count: int, seed: int) -> None:
    """The mean score of a bot that plays by itself."""
    rules = program.cached(Game)
    begun, scores = perf_counter(), list[int]()
    for number in range(count):
        game = play_game(rules, (bot,), seed, (number, (0,)))
        if game.failure is not None:
            raise SystemExit(f"{name}: {game.failure.message}")
        scores.append(game.scores[0] or 0)
        if len(scores) % 10 == 0:
            print(f"    {name}: {sum(scores) / len(scores):.1f} in {len(scores)} games so far", flush=True)
    found = mean(count, sum(scores), sum(score * score for score in scores))
    print(f"{name}: {found.value:.2f} ({found.low:.2f} to {found.high:.2f}) of {count} games, {perf_counter() - begun:.0f} s")


# ----------------------------------------------------------------------------------------------------------------- pairs


PAIRS = ("chess", "reversi", "nine_mens_morris", "kalah", "breakthrough", "connect_four", "draughts", "hex", "go_9x9")


def opened(rules: Game, opening: int, plies: int) -> Table:
    """A match after so many random choices, which is not over; the same for the same number."""
    chance = Random(opening)
    while True:
        table = Table(rules)
        for _ in range(plies):
            if (asked := table.asked) is None:
                break
            table.answer(asked.actor, chance.randrange(len(asked.options)))
        if table.asked is not None:
            return table


def pace(games: Sequence[str], name: str, seconds: float, plies: int) -> None:
    """Prints the bot with what it does in so many seconds of processor time."""
    for game in games:
        ruleset, _, variant = game.partition(":")
        program = compiled(ruleset, 2, variant=variant)
        rules, kind, done = program.cached(Game), name.partition(":")[0], 1_000
        limit = "nodes" if kind == "alphabeta" else "simulations"
        engine_of(rules).optimised(Form.ALPHABETA if kind == "alphabeta" else Form.SEARCH)
        tables = [opened(rules, opening, plies) for opening in range(PACED)]
        asked = [(table, table.asked) for table in tables if table.asked is not None and table.asked.actor != NATURE]
        spent = 0.0
        for warm in (False, *[True] * 20):
            bot, begun = seated(f"{name}{',' if ':' in name else ':'}{limit}={done}", program), thread_time()
            for table, decision_ in asked:
                bot.choose(table.given(bot, decision_), Stream(1).below)
            spent = (thread_time() - begun) / len(asked)
            if warm and spent > seconds / 2:
                break
            done *= 1 + warm
        print(f"{game} {name}{',' if ':' in name else ':'}{limit}={round(done * seconds / spent)}", flush=True)


def late(games: Sequence[str], name: str, matches: int, plies: int) -> None:
    """Prints how long a bot takes to answer."""
    for game in games:
        ruleset, _, variant = game.partition(":")
        program, times = compiled(ruleset, 2, variant=variant), list[float]()
        rules, bot = program.cached(Game), seated(name, program)
        for form in (Form.ALPHABETA, Form.SEARCH, Form.LISTENING):
            engine_of(rules).optimised(form)
        for match in range(matches):
            table, chance, made = Table(rules), Random(match), 0
            while (asked := table.asked) is not None:
                if made >= plies and made % EVERY == 0 and asked.actor != NATURE:
                    begun = perf_counter()
                    bot.choose(table.given(bot, asked), Stream(made).below)
                    times.append(perf_counter() - begun)
                table.answer(asked.actor, chance.randrange(len(asked.options)))
                made += 1
        shares = numpy.quantile(times, (0.5, 0.99, 1.0))
        print(f"{game} {name}: {len(times)} answers, {', '.join(f'{each:.3f}' for each in shares)} s", flush=True)


def kept(games: Sequence[str], name: str, positions: int, plies: int) -> None:
    """Prints in how many positions the bot keeps the value."""
    for game in games:
        ruleset, _, variant = game.partition(":")
        program = compiled(ruleset, 2, variant=variant)
        rules, bot, good, looked_at, found = program.cached(Game), seated(name, program), 0, 0, 0
        engine_of(rules).optimised(Form.ALPHABETA)
        search, begun = AlphaBeta(engine_of(rules), numbers_of(program, "")), perf_counter()
        while found < positions:
            table = opened(rules, looked_at, plies)
            looked_at += 1
            if table.asked is None or (values := proven(search, table.state, table.asked)) is None or len({*values}) == 1:
                continue
            found += 1
            good += values[chosen(bot, table.given(bot, table.asked), Stream(looked_at).below)] == max(values)
        print(
            f"{game}, {name}: {good} of {found} positions after {plies} choices ({looked_at} looked at), "
            f"{perf_counter() - begun:.0f} s",
            flush=True,
        )


def proven(search: AlphaBeta, state: State, asked: Decision) -> list[int] | None:
    """The value of each option for the seat that is asked: 1, 0 or -1; None where one is not proven."""
    values = []
    for option in asked.options:
        after, next_ = search.after(state.slots, option.code)
        if next_ == NOBODY:
            value, own = search.estimate(after), search.program.players.index(asked.actor) == 0
        else:
            thought, own = search.think(after, Limits(nodes=MOST_NODES)), next_ == asked.actor
            if not thought.proven:
                return None
            value = thought.value
        values.append(((value > 0) - (value < 0)) * (1 if own else -1))
    return values


def half_of_a_pair(rules: Game, bots: tuple[Bot, Bot], opening: int, plies: int, first: int) -> float:
    """What the first bot has of the game from that opening in which it plays for the player of that number."""
    table, draw, program = opened(rules, opening, plies), Stream(2 * opening + first).below, rules.program
    seats, nature = {seat: bots[at ^ first] for at, seat in enumerate(program.players)}, stream(opening, 0, Use.NATURE).below
    while (asked := table.asked) is not None:
        if asked.actor == NATURE:
            table.answer(NATURE, weighted([option.weight for option in asked.options], nature))
            continue
        bot = seats[asked.actor]
        table.answer(asked.actor, chosen(bot, table.given(bot, asked), draw))
    winners = [at ^ first for at, seat in enumerate(program.players) if seat in outcome(rules, table.state).winners]
    return 0.5 if len(winners) != 1 else float(winners[0] == 0)


def pairs(games: Sequence[str], names: tuple[str, str], openings: int, plies: int, to: Path | None) -> None:
    """Prints what the first bot has of the wins against the second."""
    over = {}
    if to is not None and to.exists():
        for line in to.read_text(encoding="utf-8").splitlines():
            *which, share_ = json.loads(line)
            over[tuple(which)] = share_
    for game in games:
        ruleset, _, variant = game.partition(":")
        program, found, begun = compiled(ruleset, 2, variant=variant), list[float](), perf_counter()
        rules = program.cached(Game)
        bots = seated(names[0], program), seated(names[1], program)
        for opening in range(openings):
            both = 0.0
            for first in (0, 1):
                which = (game, *names, plies, opening, first)
                if which not in over:
                    over[which] = half_of_a_pair(rules, bots, opening, plies, first)
                    if to is not None:
                        with to.open("a", encoding="utf-8") as file:
                            file.write(json.dumps([*which, over[which]]) + "\n")
                both += over[which] / 2
            found.append(both)
        part = mean(openings, round(4 * sum(found)), round(16 * sum(each * each for each in found)))
        interval = f"{part.value / 4:.3f} ({part.low / 4:.3f} to {part.high / 4:.3f})"
        print(
            f"{game}, {names[0]} against {names[1]}: {interval} of {2 * openings} games, {perf_counter() - begun:.0f} s",
            flush=True,
        )


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    contests = parser.add_subparsers(dest="contest", required=True)
    for name, games, simulations in (
        ("speed", 0, 0),
        ("tree", 400, 1000),
        ("hidden", 2000, 1000),
        ("pig", 200, 0),
        ("seats", 400, 0),
        ("pace", 0, 0),
        ("late", 20, 0),
        ("kept", 0, 0),
        ("pairs", 100, 0),
    ):
        contest = contests.add_parser(name)
        contest.add_argument("names", nargs="*", metavar={"pig": "BOT", "pace": "BOT GAME", "late": "BOT GAME"}.get(name, "GAME"))
        contest.add_argument("--games", type=int, default=games)
        if simulations:
            contest.add_argument("--simulations", type=int, default=simulations)
    every = contests.choices
    every["speed"].add_argument("--seconds", type=float, default=2.0)
    every["hidden"].add_argument("--bot", default="ismcts")
    every["hidden"].add_argument("--final", choices=FINAL, default="visits")
    every["pig"].add_argument("--first", type=int, default=0, help="the number of the first game")
    every["pig"].add_argument("--scatter", type=int, metavar="N", help="so many random playouts, and no games")
    every["seats"].add_argument("--bot", default="ismcts:1000")
    every["seats"].add_argument("--against", action="append", metavar="BOT")
    every["seats"].add_argument("--seed", type=int, default=1)
    every["pace"].add_argument("--seconds", type=float, default=0.1)
    every["pace"].add_argument("--plies", type=int, default=6, help="how many choices of an opening are random")
    every["late"].add_argument("--plies", type=int, default=6, help="how many choices of an opening are random")
    every["kept"].add_argument("--bot", default="alphabeta:time=0.1s")
    every["kept"].add_argument("--positions", type=int, default=50)
    every["kept"].add_argument("--plies", type=int, default=20)
    every["pairs"].add_argument("--bot", default="alphabeta:time=0.1s")
    every["pairs"].add_argument("--against", default="mcts:time=0.1s")
    every["pairs"].add_argument("--plies", type=int, default=6, help="how many choices of an opening are random")
    every["pairs"].add_argument("--to", type=Path, metavar="FILE")
    asked = parser.parse_args()
    trees = [game for game in TREE_GAMES if not asked.names or game in asked.names]
    match asked.contest:
        case "speed":
            speed(trees, asked.seconds)
        case "tree":
            tree(trees, asked.games, asked.simulations)
        case "hidden":
            for game in asked.names or HIDDEN_GAMES:
                hidden(game, asked.games // 2, asked.simulations, asked.bot, FINAL[asked.final])
        case "pig":
            pig(asked.names, range(asked.first, asked.first + asked.games), asked.scatter)
        case "pace":
            name, *games = asked.names
            pace(games, name, asked.seconds, asked.plies)
        case "late":
            name, *games = asked.names
            late(games, name, asked.games, asked.plies)
        case "kept":
            kept(asked.names or ("connect_four",), asked.bot, asked.positions, asked.plies)
        case "pairs":
            pairs(asked.names or PAIRS, (asked.bot, asked.against), asked.games // 2, asked.plies, asked.to)
        case _:
            for game in asked.names or SEATS:
                seats(game, asked.bot, asked.against or ("greedy", "random"), asked.games, asked.seed)


def hidden(game: str, deals: int, simulations: int, bot: str, final: ISMCTSFinalPolicyType) -> None:
    """Prints what both searches are paid by each other and by random play."""
    program = compiled(game, 2)
    for form in (Form.SEARCH, Form.LISTENING):
        engine_of(program.cached(Game)).optimised(form)
    name = f"{bot}{',' if ':' in bot else ':'}simulations={simulations}"
    mine, other = bot_of(program, name, Stream(1).below), hidden_search(game, simulations, final, 1)
    anybody = at_random(Random(2))
    paid_in(program, game, f"{name} against OpenSpiel", (mine, other), deals)
    paid_in(program, game, f"{name} against random", (mine, anybody), deals)
    paid_in(program, game, "OpenSpiel against random", (other, anybody), deals)


def pig(bots: Sequence[str], games: range, plays: int | None) -> None:
    """Prints what bots win at Pig, or how random playouts scatter that are cut after so many decisions as *bots* say."""
    program = compiled("pig", 2)
    assert program.slots == SLOTS, "the vector of Pig is not what this file takes it for"
    engine_of(program.cached(Game)).form(Form.SEARCH)
    if plays is not None:
        for cut in (None, *map(int, bots)):
            scatter(program, plays, cut)
        return
    reply = Reply()
    print(f"the best reply: {reply.rate * 100:.2f} %", flush=True)
    for name in bots:
        think, begun = thinker(program, name), process_time()
        lost = numpy.array([given_away(reply, think, game) for game in games])
        error = 1.96 * lost.std(ddof=1) / sqrt(len(games))
        rate, spent = (reply.rate - lost.mean()) * 100, process_time() - begun
        print(f"{name}: {rate:.2f} ± {error * 100:.2f} % of {len(games)} games ({spent:.0f} s of processor time)", flush=True)


def seats(game: str, name: str, others: Sequence[str], games: int, seed: int) -> None:
    """Prints what a bot wins in one seat against each of the others."""
    ruleset, _, players = game.partition(":")
    program = compiled(ruleset, int(players))
    for form in (Form.SEARCH, Form.LISTENING):
        engine_of(program.cached(Game)).optimised(form)
    bot = seated(name, program)
    if len(program.players) == 1:
        alone(program, f"{game} {name}", bot, games, seed)
        return
    for other in others:
        against(program, f"{game} {name} against {other}", (bot, seated(other, program)), games, seed)


if __name__ == "__main__":
    main()
