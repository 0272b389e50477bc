"""The shortest game that shows a trouble, found by taking away what was chosen ("delta debugging")."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

from ...interpreter import Decision
from ...interpreter.core.rng import Use, stream
from .games import Choice, Choose, DeepGame, Player, Trouble, again, drawn

TRIED = 200
"""So many other random games are tried, each only as far as the shortest that is known."""


ENDINGS = 12
"""So many random games are tried behind each part of what was chosen."""

OTHERS = 6
"""So many other options are tried in each place."""


def shrunk(player: Player, found: DeepGame, seed: int, until: float) -> DeepGame:
    """A game as short as can be found until that moment (of `time.monotonic`), with the same trouble as *found*.

    Of the choices that are left, as many as possible are the first on offer.
    """
    best = found
    for number in range(TRIED):
        if monotonic() > until or len(best.choices) <= 1:
            break
        tried = player.random(seed, number, len(best.choices) - 1)
        best = tried if alike(player, tried, best) else best
    while monotonic() < until:
        better = next((game for game in _smaller(player, best, until) if _better(player, game, best)), None)
        if better is None:
            return best
        best = better
    return best


def alike(player: Player, game: DeepGame, other: DeepGame) -> bool:
    """Whether both games end with a trouble of the same kind in the same sentence."""
    return bool(game.troubles) and _signature(player, game.troubles[0]) == _signature(player, other.troubles[0])


def _signature(player: Player, trouble: Trouble) -> tuple[object, ...]:
    return trouble.kind, player.game.program.sentences[trouble.sentence].span


def _better(player: Player, game: DeepGame, best: DeepGame) -> bool:
    return alike(player, game, best) and _size(game) < _size(best)


def _size(game: DeepGame) -> tuple[int, int]:
    return len(game.choices), sum(choice.index != 0 for choice in game.choices)


def _smaller(player: Player, best: DeepGame, until: float) -> Iterator[DeepGame]:
    """Games without some of what was chosen, large pieces first; then games that go on at random behind a part of it; then games
    with another option in some place.
    """
    count = len(best.choices)
    size = count // 2
    while size:
        for at in range(0, count, size):
            if monotonic() > until:
                return
            yield player.play(again(best.choices[:at] + best.choices[at + size :]), count)
        size //= 2
    for at in range(count):
        for number in range(ENDINGS):
            if monotonic() > until:
                return
            yield player.play(_then_drawn(best.choices[:at], number), count - 1)
    for at, choice in enumerate(best.choices):
        for index in range(OTHERS):
            if monotonic() > until:
                return
            if index != choice.index:
                yield player.play(_other_at(best.choices, at, index), count)


def _then_drawn(choices: tuple[Choice, ...], number: int) -> Choose:
    """Chooses as was chosen before, and at random behind that."""
    before, draw = again(choices), stream(len(choices), number, Use.BOTS).below
    left = len(choices)

    def choose(asked: Decision) -> int:
        nonlocal left
        left -= 1
        return before(asked) if left >= 0 else drawn(asked, draw)

    return choose


def _other_at(choices: tuple[Choice, ...], place: int, index: int) -> Choose:
    """Chooses as was chosen before, but another option at that place: the last one where there are not so many."""
    before, behind = again(choices[:place]), again(choices[place + 1 :])
    at = -1

    def choose(asked: Decision) -> int:
        nonlocal at
        at += 1
        if at == place:
            return min(index, len(asked.options) - 1)
        return before(asked) if at < place else behind(asked)

    return choose
