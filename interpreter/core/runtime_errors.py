"""The runtime error of a match, and how its messages write values and places."""

from __future__ import annotations

from ...program.ir import NOTHING, Domain, Extent, Place, Program


class PlayError(Exception):
    """A sentence of the rules cannot be carried out: its index in `Program.sentences`, and the reason in the author's words."""

    def __init__(self, program: Program, sentence: int, message: str) -> None:
        super().__init__(message)
        self.program = program
        self.sentence = sentence
        self.message = message

    def __reduce__(self) -> tuple[type[PlayError], tuple[object, ...]]:
        """What pickle needs to raise the same error in another process."""
        return PlayError, (self.program, self.sentence, self.message)


class GameError(PlayError):
    """The same in a game of a run: its seed, the number of the game, and the bot of each seat that decides (empty: the run's)."""

    def __init__(self, program: Program, sentence: int, message: str, seed: int, game: int, bots: tuple[str, ...] = ()) -> None:
        super().__init__(program, sentence, message)
        self.seed = seed
        self.game = game
        self.bots = bots

    @classmethod
    def of(cls, fault: PlayError, seed: int, game: int, bots: tuple[str, ...] = ()) -> GameError:
        """The error in the game of that number, which its message names."""
        return cls(fault.program, fault.sentence, f"{fault.message} (game {game} of seed {seed})", seed, game, bots)

    def __reduce__(self) -> tuple[type[PlayError], tuple[object, ...]]:
        """What pickle needs to raise the same error in another process."""
        return GameError, (self.program, self.sentence, self.message, self.seed, self.game, self.bots)


def written(program: Program, domain: int | None, number: int, language: str = "") -> str:
    """The value as its domain writes it, or as a plain number without one. Never raises, because error messages use it."""
    if number == NOTHING:
        return "nothing"
    if domain is None:
        return str(number)
    return labelled(program.domains[domain], number, language)


def labelled(domain: Domain, number: int, language: str) -> str:
    """The label of a value, or its number where the domain has none."""
    if 0 <= number - domain.low < len(domain.labels):
        return domain.label(number, language)
    return str(number)


def indices(extents: tuple[Extent, ...], offset: int) -> tuple[int, ...]:
    """The index values of the cell that lies *offset* slots after the first."""
    found = []
    for extent in extents:
        found.append(extent.low + offset // extent.stride % extent.size)
    return tuple(found)


def place_written(program: Program, place: Place, slot: int) -> str:
    """A place with its indices, as the rules would write it: `paid[Anne]`."""
    if not place.extents:
        return place.name.plain
    numbers = indices(place.extents, slot - place.base)
    labels = [written(program, extent.domain, number) for extent, number in zip(place.extents, numbers, strict=True)]
    return f"{place.name.plain}[{', '.join(labels)}]"
