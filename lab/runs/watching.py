"""Plays games between levels of bots, and watches them: who wins, what a judge thinks of the options, who has which cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from attrs import evolve, frozen

from ...bots import Advisor, Bot, BotFailed, chosen, seated
from ...bots.core.search import Searcher
from ...interpreter import NATURE, Decision, PlayError, outcome
from ...interpreter.core.rng import Stream, Use, stream, stream_start, weighted
from ...interpreter.core.runtime_errors import GameError
from ...interpreter.core.zones import copies, layout
from ...interpreter.game import Game
from ...interpreter.standing import standing, terms, terms_of
from ...program.ir import Ask, Program
from ...program.ops import asks
from ...simulation.emit.schema import columns
from ..statistics.skill import Pairing, pairings
from ..statistics.watched import Judged, Watched
from .bot_games import Counting, drawn
from .playing import Table

JUDGE = 0x6A7564676521
"""A judge's stream is that of the seed which differs in these bits: it takes nothing from the bots' own."""


ROUND = 100
"""A game is left where a position comes back after so many choices, if somebody looks for that."""

LONGEST = 3_000
"""And after so many choices in all."""


class JudgeFailed(BotFailed):
    """A bot failed that judges decisions, not one that plays."""


class NoJudge(LookupError):
    """A bot that is to judge decisions gives no estimates; the message says so."""


@frozen
class Ladder:
    """Which games are played: the levels, the weakest first, who judges the decisions of the strongest ("": nobody), the seed,
    and how many games each pairing has. *leaves* tells that games are left that go round, or on for too long, *counts* that the
    games which the strongest level plays with itself are counted, and what it hopes in them is noted.
    """

    program: Program
    levels: tuple[str, ...]
    judge: str
    seed: int
    games: int
    leaves: bool = False
    counts: bool = False

    @cached_property
    def together(self) -> bool:
        """Whether nobody plays against anybody: a seat is alone, or all win, or are paid, together."""
        found = terms(self.program)
        return found.together or found.shares_payoff

    @cached_property
    def pairings(self) -> tuple[Pairing, ...]:
        """Which levels play each other; the strongest by itself comes last."""
        return pairings(len(self.levels), self.together)

    @property
    def total(self) -> int:
        """How many games there are in all."""
        return self.games * len(self.pairings)

    def seating(self, at: int) -> tuple[int, int, tuple[int, ...]]:
        """Of the game of that number in all, where those of all pairings take turns: the number of its pairing, the number of its
        chance, and the level of each player.
        """
        pairings, players = self.pairings, len(self.program.players)
        match, turn = at % len(pairings), at // len(pairings)
        pairing = pairings[match]
        number, seat = (turn, 0) if pairing.stronger == pairing.weaker else divmod(turn, players)
        return match, number, tuple(pairing.stronger if player == seat else pairing.weaker for player in range(players))

    def turn(self, game: Watched) -> int:
        """How many games of its pairing come before that one."""
        pairing = self.pairings[game.match]
        if pairing.stronger == pairing.weaker:
            return game.number
        return game.number * len(self.program.players) + game.levels.index(pairing.stronger)

    def names(self, levels: Sequence[int]) -> tuple[str, ...]:
        """The bots of these levels."""
        return tuple(self.levels[level] for level in levels)


@frozen
class Both:
    """Two ladders with as many pairings, whose games take turns. Their pairings are numbered on: behind those of *one* come those
    of *other*.
    """

    one: Ladder
    other: Ladder

    @property
    def games(self) -> int:
        """How many games each pairing has."""
        return self.one.games

    @property
    def total(self) -> int:
        """How many games there are in all."""
        return self.one.total + self.other.total


class Watcher:
    """Plays the games of a ladder by their numbers: a game depends on nothing else."""

    def __init__(self, ladder: Ladder) -> None:
        """Seats the bots. Raises UnknownBot and NoJudge."""
        self.ladder = ladder
        program = ladder.program
        self.rules = Game(program)
        self._bots = [seated(name, program) for name in ladder.levels]
        self._judge = judge_of(ladder.judge, program) if ladder.judge else None
        self._asks = {ask.stop: ask for ask in asks(program)}
        self._hands = columns(program).hands
        self._decks = frozenset(deck.domain for deck in program.decks)
        self._counting = Counting(program) if ladder.counts else None

    def game(self, at: int) -> Watched:
        """The game of that number in all. Raises GameError and BotFailed."""
        ladder, program = self.ladder, self.ladder.program
        match, number, levels = ladder.seating(at)
        sensible = match == len(ladder.pairings) - 1
        try:
            played = _Game(self, number, levels, sensible)
            end = outcome(self.rules, played.table.state)
        except PlayError as fault:
            raise GameError.of(fault, ladder.seed, number, ladder.names(levels)) from None
        ended = played.table.asked is None
        winners = end.winners if ended and end.winners else tuple(range(len(program.seats)))
        together = terms_of(self.rules).together
        part = 1.0 if together else 1 / len(winners)
        won = end.winners if together and ended else winners
        return Watched(
            match,
            number,
            levels,
            tuple(part if each in won else 0.0 for each in program.players),
            standing(self.rules, played.table.state.slots),
            tuple(float(paid) for paid in end.payoff),
            tuple(end.scores[each] for each in program.players),
            tuple(played.judged),
            tuple(tuple(sorted(each.items())) for each in played.held) if sensible else (),
            tuple(tuple(sorted(each.items())) for each in played.played) if sensible else (),
            played.choices,
            tuple(played.answers),
            played.lap,
            ended,
            tuple(played.hopes),
            self._row(number, played.drawn) if sensible and ended else (),
        )

    def _row(self, number: int, choices: Sequence[tuple[int, int]]) -> tuple[int, ...]:
        """What is counted of a game, where that is wanted."""
        if self._counting is None:
            return ()
        return tuple(self._counting.chunk(self.ladder.seed, number, choices).rows[0].tolist())

    def judged_after(self, answers: Sequence[int], judge: Advisor, seed: int) -> Judged:
        """The decision that comes after these answers, judged. Raises PlayError, and JudgeFailed."""
        table = Table(self.rules)
        for index in answers:
            table.answer(self._asked(table).actor, index)
        return self.judgement(table, self._asked(table), judge, Stream(stream_start(seed, len(answers), Use.BOTS)), len(answers))

    def judgement(self, table: Table, asked: Decision, judge: Advisor, thinking: Stream, after: int) -> Judged:
        """What the judge thinks of the options, in two thoughts. Raises JudgeFailed."""
        given = table.given(judge, asked)
        try:
            thoughts = tuple(judge.advise(given, thinking.below) for _ in range(2))
        except BotFailed as fault:
            raise JudgeFailed(f"as judge, {fault}") from None
        return Judged(
            asked.stop,
            tuple(option.code for option in asked.options),
            tuple(option.alternative for option in asked.options),
            (tuple(each.worth for each in thoughts[0]), tuple(each.worth for each in thoughts[1])),
            (tuple(each.error for each in thoughts[0]), tuple(each.error for each in thoughts[1])),
            after,
            seat=asked.actor,
        )

    def _asked(self, table: Table) -> Decision:
        asked = table.asked
        if asked is None:
            raise ValueError("the match is over")
        return asked

    def hand(self, slots: Sequence[int], seat: int) -> Counter[tuple[int, int]]:
        """How many cards of each kind lie in the hands of a seat, as (zone, kind)."""
        found = Counter[tuple[int, int]]()
        for number in self._hands:
            zone = self.ladder.program.zones[number]
            at = seat - zone.extents[0].low
            if at in range(zone.extents[0].size):
                counts = copies(list(slots), zone.bases[at], layout(zone))
                found.update({(number, kind): times for kind, times in enumerate(counts) if times})
        return found

    def cards(self, asked: Decision, index: int) -> Iterator[tuple[int, int]]:
        """The cards that an answer names, as (domain, value)."""
        option = asked.options[index]
        ask: Ask | None = self._asks.get(asked.stop)
        parameters = ask.alternatives[option.alternative].parameters if ask is not None else ()
        for parameter, value in zip(parameters, option.arguments, strict=False):
            domain = parameter.domain
            if parameter.cards is not None:
                domain = self.ladder.program.decks[self.ladder.program.zones[parameter.cards.zone].deck].domain
            if domain is not None and domain in self._decks and parameter.row is None:
                yield from ((domain, kind) for kind in self.ladder.program.inside(parameter.domain, value))

    @property
    def judge(self) -> Advisor | None:
        """Who judges decisions."""
        return self._judge

    def bot(self, level: int) -> Bot:
        """The bot of a level."""
        return self._bots[level]


class Turns:
    """Watchers whose games take turns."""

    def __init__(self, *ladders: Ladder) -> None:
        """Seats the bots of each. Raises UnknownBot and NoJudge."""
        self.watchers = tuple(Watcher(ladder) for ladder in ladders)

    def game(self, at: int) -> Watched:
        """The game of that number in all. Raises GameError and BotFailed."""
        number, side = divmod(at, len(self.watchers))
        found = self.watchers[side].game(number)
        return evolve(found, match=found.match + side * len(self.watchers[side].ladder.pairings)) if side else found


def judge_of(name: str, program: Program) -> Advisor:
    """The bot of that name, which gives estimates. Raises UnknownBot and NoJudge."""
    found = seated(name, program)
    if not isinstance(found, Advisor):
        raise NoJudge(f"`{name}` chooses without estimates, so it cannot judge decisions")
    return found


class _Game:
    """A game that is played to its end and watched."""

    def __init__(self, watcher: Watcher, number: int, levels: tuple[int, ...], sensible: bool) -> None:
        ladder, program = watcher.ladder, watcher.ladder.program
        self.watcher, self.table = watcher, Table(watcher.rules)
        self.judged = list[Judged]()
        self.held = [Counter[tuple[int, int]]() for _ in program.players]
        self.played = [Counter[tuple[int, int]]() for _ in program.players]
        before = [Counter[tuple[int, int]]() for _ in program.players]
        self.choices, self.answers, self.lap = 0, list[int](), (0, 0)
        self.drawn, self.hopes = list[tuple[int, int]](), list[tuple[int, float]]()
        met: dict[tuple[int, ...], int] = {}
        nature, self.chance = stream(ladder.seed, number, Use.NATURE), stream(ladder.seed, number, Use.BOTS)
        self.thinking = Stream(stream_start(ladder.seed ^ JUDGE, number, Use.BOTS))
        while (asked := self.table.asked) is not None:
            if asked.actor == NATURE:
                index = weighted([option.weight for option in asked.options], nature.below)
            else:
                if ladder.leaves and self.goes_round(met):
                    break
                player = program.players.index(asked.actor)
                index = self.choice(asked, levels[player], sensible)
                if sensible:
                    hand = watcher.hand(self.table.state.slots, asked.actor)
                    self.held[player] += hand - before[player]
                    before[player] = hand
                    self.played[player].update(watcher.cards(asked, index))
                self.choices += 1
            self.answers.append(index)
            self.table.answer(asked.actor, index)

    def goes_round(self, met: dict[tuple[int, ...], int]) -> bool:
        """Whether the game need not go on: the same position came back after `ROUND` choices, or there were `LONGEST` in all.
        *met* has the positions of choices before.
        """
        longest, slots = self.watcher.ladder.program.longest, self.table.state.slots
        position = slots if longest is None else (*slots[: longest.clock], *slots[longest.clock + 1 :])
        first = met.setdefault(position, self.choices)
        if self.choices - first > self.lap[1] - self.lap[0]:
            self.lap = first, self.choices
        return self.lap[1] - self.lap[0] >= ROUND or self.choices >= LONGEST

    def choice(self, asked: Decision, level: int, sensible: bool) -> int:
        """What the bot of that level chooses; where it plays with sense, the decision is judged."""
        watcher = self.watcher
        bot, judge = watcher.bot(level), watcher.judge
        given = self.table.given(bot, asked)
        if sensible and watcher.ladder.counts and isinstance(bot, Searcher):
            index, worth = bot.weighed(given, self.chance.below)
            if worth is not None:
                self.hopes.append((watcher.ladder.program.players.index(asked.actor), worth))
        else:
            index = chosen(bot, given, self.chance.below)
        self.drawn.append(drawn([option.weight for option in asked.options], index))
        if sensible and judge is not None and len(asked.options) > 1:
            judged = watcher.judgement(self.table, asked, judge, self.thinking, len(self.answers))
            self.judged.append(evolve(judged, taken=index))
        return index
