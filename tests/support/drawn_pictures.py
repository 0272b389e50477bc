"""The drawn boards in `docs/pictures/`: `python -m tests.support.drawn_pictures` writes them anew."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

import rulerun
from rulerun.api.match import Match
from rulerun.drawing.board import board_svg
from rulerun.drawing.markup import as_svg

from .battery import Setting
from .golden_tables import opened, played

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"


@frozen
class Drawn:
    """A picture of the first board of a game: its file, the game, and the choices before it, or so many random ones."""

    file: str
    game: str
    choices: tuple[str, ...] = ()
    random: int = 0

    @property
    def path(self) -> Path:
        """Where the picture lies."""
        return FOLDER / f"{self.file}.svg"

    def match(self) -> Match:
        """The match of which it is."""
        if self.random:
            return played(Setting(self.game, "", 2), self.random)
        match = rulerun.load(self.game).match(seed=1)
        for choice in self.choices:
            match.advance(choice)
        return match


PICTURES = (
    Drawn("chess", "chess", ("move e2 e4", "move e7 e5", "move g1 f3", "move b8 c6", "move f1 b5", "move a7 a6", "move b5 c6")),
    Drawn("connect_four", "connect_four", tuple(f"column {number}" for number in "77114433526")),
    Drawn("morris", "nine_mens_morris", random=30),
)


def picture(drawn: Drawn) -> str:
    """The board as SVG, with what whoever is asked can choose."""
    match = drawn.match()
    seat = match.program.players[0] if match.over else next(at for at in match.program.players if match.question(at))
    shown = match.scene(seat)
    return as_svg(board_svg(shown.boards[0], shown, opened(match, seat) if drawn.random else ()))


if __name__ == "__main__":
    for each in PICTURES:
        each.path.write_text(picture(each), encoding="utf-8")
