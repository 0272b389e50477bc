"""What a race between the settings of dials shows: how each serves the aim, and by how much it is behind the best."""

from __future__ import annotations

from attrs import frozen

from .estimates import Estimate, Share
from .race import Aim

Setting = tuple[tuple[str, str], ...]
"""One value for every dial, as (name, value)."""


@frozen
class TuneDescription:
    """What was played and how, so that anybody can repeat it.

    *altered* are the parameters that differ from their defaults and are no dials. *bots* sit in the seats, or *levels* are held
    against each other, the weakest first. *games* is how many were played in all, *block* how many of them make one observation.
    *end* says why no more were played: one setting was left (`one`), those left are `alike`, the games or the time were `spent`,
    more are never played (`enough`), or a person `stopped` it. *command* repeats exactly these games.
    """

    ruleset: str
    title: str
    variant: str
    players: int
    seats: tuple[str, ...]
    altered: tuple[tuple[str, str], ...]
    dials: tuple[tuple[str, tuple[str, ...]], ...]
    aim: Aim
    bots: tuple[str, ...]
    levels: tuple[str, ...]
    seed: int
    games: int
    block: int
    end: str
    version: str
    digest: str
    command: str

    @property
    def finished(self) -> bool:
        """Whether nobody stopped it."""
        return self.end != "stopped"


@frozen
class SettingFigures:
    """How a setting serves the aim, in so many *games*.

    *figure* is by how much the best seat wins more than the worst, how many choices a game takes, up to which part of it it is
    open, or by how much the stronger level stands better; *behind* by how much that is worse than with the best setting or,
    where it was shown to be worse, than with the one that beat it, in the games that both have played. Both intervals hold
    whenever one stops; both are None without games, *behind* for the best as well. *wins* has what each seat wins, for the aim
    of fair seats alone. *verdict* is `best`, `open` (not shown to be worse), `worse`, or `out`: it was left out, and *why* says
    the reason. *tied* games have no single winner, *cut* ones were cut short or left; *failed* ones a bot spoiled.
    """

    setting: Setting
    games: int
    figure: Estimate | None
    behind: Estimate | None
    wins: tuple[float, ...]
    verdict: str
    why: str
    tied: Share
    cut: Share
    failed: int
    failure: str


@frozen
class TuneFigures:
    """All that a race shows: the settings in the order of the dials, and by how little they differ that count as *alike*."""

    run: TuneDescription
    settings: tuple[SettingFigures, ...]
    little: float

    @property
    def best(self) -> SettingFigures | None:
        """The setting that serves best; None where none could be judged."""
        return next((each for each in self.settings if each.verdict == "best"), None)

    @property
    def open(self) -> tuple[SettingFigures, ...]:
        """Those that are not shown to be worse, the best first."""
        found = (each for each in self.settings if each.verdict == "open")
        return tuple(sorted(found, key=lambda each: 0.0 if each.behind is None else each.behind.value))

    @property
    def worse(self) -> tuple[SettingFigures, ...]:
        """Those that are shown to be worse."""
        return tuple(each for each in self.settings if each.verdict == "worse")

    @property
    def out(self) -> tuple[SettingFigures, ...]:
        """Those that were left out."""
        return tuple(each for each in self.settings if each.verdict == "out")
