"""Plays the games of a tournament, several at once; finished games are stored, so that it can be stopped and resumed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from time import perf_counter

from attrs import define, frozen

from ...bots import Bot, seated
from ...interpreter import PlayError
from ...interpreter.game import Game
from ...program.ir import Program
from ..statistics.tournament_games import Item, TournamentGame
from . import kept_games
from .apart import play_apart
from .executors import UninterruptedContext, abandon, ignore_interrupts, packed
from .interrupts import Interrupts
from .seatings import Seatings
from .tournament_game import Entrants, play_elsewhere, play_game, told

SOON = 2.0
"""Seconds. Where the games take no longer, they are played in this process: others take about as long to begin."""

ENOUGH, PATIENCE = 0.2, 3.0
"""Seconds of play that tell what games cost, once every bot has played twice, for the first time may be slower; and those after
which once is enough.
"""

BATCH, SECONDS = 64, 0.5
"""A process gets so many games at a time, or as many as take so many seconds: what is under way is lost by Ctrl-C."""


@frozen
class Contest:
    """A tournament: the Program, the names of the bots, who sits where, how many rounds, and where its games are stored."""

    game: Game
    bots: tuple[str, ...]
    seatings: Seatings
    rounds: int
    path: Path

    @property
    def program(self) -> Program:
        """The rules."""
        return self.game.program

    @property
    def games(self) -> int:
        """How many games it has."""
        return self.rounds * self.seatings.size

    def items(self) -> Iterator[Item]:
        """All its games, round by round."""
        for number in range(self.rounds):
            for seating in self.seatings.round(number):
                yield number, seating


def contest(game: Game, bots: tuple[str, ...], seatings: Seatings, rounds: int) -> Contest:
    """The tournament of these bots."""
    program = game.program
    return Contest(game, bots, seatings, rounds, kept_games.path_of(program, bots, seatings))


@frozen
class Watch:
    """Who is told of a tournament as it goes: *progress* is called with how many games are played, of how many; *cost* once, with
    about how many seconds the others will take, and how many they are.
    """

    progress: Callable[[int, int], None]
    cost: Callable[[float, int], None]


@define
class Held:
    """The games that were played, now or before. *why* says what interrupted the tournament ("": nothing, or a person), *unkept*
    why games could not be stored ("": they were), *stopped* whether games are missing.
    """

    games: dict[Item, TournamentGame]
    stopped: bool = False
    why: str = ""
    unkept: str = ""

    def rounds(self, contest: Contest) -> list[TournamentGame]:
        """The games of finished rounds, in order."""
        found = []
        for number in range(contest.rounds):
            group = [self.games.get((number, seating)) for seating in contest.seatings.round(number)]
            if None not in group:
                found += [game for game in group if game is not None]
        return found


def hold(contest: Contest, workers: int, watch: Watch) -> Held:
    """The games of the tournament. Those that are stored are not played again. Raises PlayError; what was played is
    stored, without games that a bot spoiled.
    """
    wanted = list(contest.items())
    stored = kept_games.recall(contest.path)
    held = Held({item: stored[item] for item in wanted if item in stored})
    missing = [item for item in wanted if item not in held.games]
    watch.progress(len(held.games), contest.games)
    if not missing:
        return held
    bots = [seated(name, contest.program) for name in contest.bots]
    died = [item for item in kept_games.suspects(contest.path) if item in set(missing)]
    try:
        with Interrupts() as patience:
            if died:
                # after that nothing is played in this process, which could die as well
                _apart(contest, held, died, patience, watch)
                _share_out(contest, held, [item for item in missing if item not in held.games], 1, workers, patience, watch)
                return held
            costs = _try(contest, bots, held, _covering(missing, len(bots)), patience, watch)
            missing = [item for item in missing if item not in held.games]
            seconds = sum(costs[bot] for _, seating in missing for bot in seating)
            if missing:
                watch.cost(seconds / (1 if seconds < SOON else workers), len(missing))
            if workers == 1 or seconds < SOON:
                for item in missing:
                    _here(contest, bots, held, item, patience, watch)
            else:
                _share_out(
                    contest, held, missing, max(1, min(BATCH, int(SECONDS * len(missing) / seconds))), workers, patience, watch
                )
    except KeyboardInterrupt:
        held.stopped = True
    except (BrokenProcessPool, ConnectionError) as fault:
        held.stopped, held.why = True, f"the workers were lost ({str(fault) or type(fault).__name__})"
    return held


def _covering(missing: Sequence[Item], bots: int) -> list[Item]:
    """The same games; as early as possible every bot has sat in one."""
    first, seen = [], set[int]()
    for item in missing:
        if not seen.issuperset(item[1]):
            first.append(item)
            seen.update(item[1])
        if len(seen) == bots:
            break
    early = set(first)
    return [*first, *(item for item in missing if item not in early)]


def _try(
    contest: Contest, bots: Sequence[Bot], held: Held, items: Sequence[Item], patience: Interrupts, watch: Watch
) -> dict[int, float]:
    """Plays the first games in this process, until it is known how many seconds a seat takes for each bot, which comes back."""
    begun, costs, seen = perf_counter(), dict[int, float](), Counter[int]()
    everybody = {bot for _, seating in items for bot in seating}
    for item in items:
        start = perf_counter()
        times, elapsed = min(seen[bot] for bot in everybody), start - begun
        if (times >= 2 and elapsed > ENOUGH) or (times and elapsed > PATIENCE):
            break
        game = _here(contest, bots, held, item, patience, watch)
        rest = (perf_counter() - start - sum(game.seconds)) / len(game.seating)
        seen.update(set(item[1]))
        costs.update((bot, seconds + rest) for bot, seconds in zip(game.seating, game.seconds, strict=True))
    return costs


def _here(contest: Contest, bots: Sequence[Bot], held: Held, item: Item, patience: Interrupts, watch: Watch) -> TournamentGame:
    """Plays a game in this process. Should that die, it is noted with which game."""
    with suppress(OSError):
        kept_games.suspect(contest.path, [item])
    try:
        game = patience.wait(partial(play_game, contest.game, bots, contest.seatings.seed, item))
    except PlayError as fault:
        raise told(fault, contest.bots, contest.seatings.seed, item) from None
    finally:
        with suppress(OSError):
            kept_games.suspect(contest.path, [])
    _note(contest, held, [game])
    watch.progress(len(held.games), contest.games)
    return game


def _apart(contest: Contest, held: Held, items: Sequence[Item], patience: Interrupts, watch: Watch) -> None:
    """Plays games one by one in another process; those with which it dies are marked, and noted for the next time."""
    found = [item for item in kept_games.suspects(contest.path) if item not in items]

    def tell(game: TournamentGame) -> None:
        _note(contest, held, [game])
        if game.failure is not None:
            found.append(game.item)
        watch.progress(len(held.games), contest.games)

    try:
        play_apart(_entrants(contest), items, patience, tell)
    finally:
        with suppress(OSError):
            kept_games.suspect(contest.path, found)


def _entrants(contest: Contest) -> Entrants:
    return Entrants(packed(contest.program), contest.bots, contest.seatings.seed)


def _share_out(
    contest: Contest, held: Held, items: Sequence[Item], batch: int, workers: int, patience: Interrupts, watch: Watch
) -> None:
    """Lets other processes play the games, so many at a time. Raises KeyboardInterrupt, and BrokenProcessPool where none can be
    used.
    """
    left = list(items)
    while left:
        under_way = _until_one_dies(contest, held, left, batch, workers, patience, watch)
        _apart(contest, held, under_way, patience, watch)
        left = [item for item in left if item not in held.games]


def _until_one_dies(
    contest: Contest, held: Held, items: Sequence[Item], batch: int, workers: int, patience: Interrupts, watch: Watch
) -> list[Item]:
    """The same until a process dies, if one does; gives which games were under way then."""
    entrants = _entrants(contest)
    left, under_way = iter(items), dict[Future[list[TournamentGame]], tuple[Item, ...]]()
    executor = ProcessPoolExecutor(workers, UninterruptedContext(), ignore_interrupts)
    try:
        while True:
            while len(under_way) <= 2 * workers and (some := tuple(islice(left, batch))):
                under_way[executor.submit(play_elsewhere, entrants, some)] = some
            if not under_way:
                return []
            done, _ = patience.wait(partial(wait, under_way, return_when=FIRST_COMPLETED))
            for future in done:
                games = future.result()
                del under_way[future]
                _note(contest, held, games)
            watch.progress(len(held.games), contest.games)
    except BrokenProcessPool:
        if not under_way:
            raise
        return [item for some in under_way.values() for item in some]
    finally:
        abandon(under_way)
        executor.shutdown(wait=True, cancel_futures=True)


def _note(contest: Contest, held: Held, games: Sequence[TournamentGame]) -> None:
    held.games.update((game.item, game) for game in games)
    if held.unkept:
        return
    try:
        # a bot that failed is asked again by the same command: it may have been mended
        kept_games.keep(contest.path, [game for game in games if game.failure is None])
    except OSError as fault:
        held.unkept = f"finished games cannot be kept in `{contest.path.parent}` ({fault.strerror or fault})"
