"""One page on a game for a publisher: a picture, and figures, each with the command that repeats it."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import asdict, evolve, frozen

from ..drawing.board import board_svg
from ..interpreter.game import Game
from ..program.harmless import harmless
from .blocks import Told
from .book import at_the_start, cards_of
from .book_data import card_data
from .forms import own_space, written_boards
from .paper import Paper
from .pictures import Picture, Pictures
from .typesetting import Fonts, Typeset

SHEET = ("cards.typ", "sheet.typ")
MOST_CARDS = 7
"""So many cards are the picture of a game without a board."""
MOST_SPACES = 1_000
"""A board of more spaces would be too fine for a picture."""


@frozen
class Figure:
    """A figure: what it is of, what was found, and the command that repeats it ("": the file says it)."""

    label: str
    text: str
    command: str = ""


@frozen
class Sheet:
    """What stands on the page."""

    title: str
    about: str
    figures: tuple[Figure, ...]
    note: str


def typeset(sheet: Sheet, told: Told, fonts: Fonts, paper: Paper) -> Typeset:
    """The page, ready to be written as PDF. Raises PlayError where the game cannot begin."""
    pictures = Pictures(fonts.first)
    data = {
        **card_data(told, pictures),
        "title": harmless(sheet.title),
        "language": told.language,
        "about": harmless(sheet.about),
        "figures": [asdict(each) for each in sheet.figures],
        "note": sheet.note,
        "paper": asdict(paper),
        "boards": [asdict(each) for each in boards(told, pictures)],
        "cards": sample(told),
        "pictures": pictures.found,
    }
    return Typeset(SHEET, data, fonts, pictures.files)


def boards(told: Told, pictures: Pictures) -> list[Picture]:
    """The boards as the first player finds them; on those that each has, what is that player's."""
    laid = at_the_start(Game(told.program), told.language)
    found = []
    for board in laid.boards[:1]:
        if len(board.spaces) <= MOST_SPACES:
            if board.id in written_boards(told.program):
                board = evolve(board, spaces=tuple(own_space(each, told.program.players[0]) for each in board.spaces), paths=())
            found.append(pictures.drawn(board_svg(board, laid, coloured=True)))
    return found


def sample(told: Told) -> Sequence[int]:
    """The faces of some cards, from all over the decks."""
    every = [card.face for card in cards_of(told) if card.face is not None]
    step = max(1, len(every) // MOST_CARDS)
    return every[::step][:MOST_CARDS]


def percent(language: str, value: float) -> str:
    """A part of 1 as percent: `4.7%`, `25%`."""
    told = f"{100 * value:.1f}" if value < 0.1 else f"{100 * value:.0f}"
    return told.replace(".", "." if language == "en" else ",") + "%"


def decimal(language: str, value: float) -> str:
    """A number with a digit where it is small: `4.5`, `113`."""
    told = f"{value:.0f}" if value >= 20 or value == int(value) else f"{value:.1f}"
    return told.replace(".", "." if language == "en" else ",")
