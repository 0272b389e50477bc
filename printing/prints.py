"""What is printed of a game: cards, boards, pieces, score sheets and pads, each page with what lies where on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from attrs import asdict, evolve, frozen

from ..drawing.board import UNIT, Token, bare, board_svg
from ..drawing.crop import parts_of
from ..interpreter import initial, view
from ..interpreter.game import Game
from ..program.harmless import harmless
from ..program.ir import Program
from ..table.model import scene_of
from ..table.scene import Board, Changes, Scene
from . import counters
from .art import Art
from .faces import backs, copies_of, faces
from .forms import Form, pads, score_forms, written_boards
from .layout import BOARD_MARGIN, CardPage, Placed, Plan, Tile, Tiling, card_pages, origin, tile_marks, tiling
from .paper import PARTS, NotPrinted, Paper
from .phrases import phrase
from .pictures import Pictures
from .typesetting import Fonts, Typeset

LEAST_SPACE, USUAL_SPACE = 15.0, 18.0
"""Spaces are as large as one sheet allows, but not smaller than this; a board on several sheets has usual ones."""
LARGEST_SPACE = 30.0
MOST_PAGES = 400
SHEETS = ("cards.typ", "prints.typ")
DOTS = 300.0
"""The dots per inch of cards as images."""


@frozen
class Wanted:
    """What is to be printed, and how. *space* is the width of a space in millimetres (None: as large as fits)."""

    paper: Paper
    plan: Plan
    parts: tuple[str, ...] = PARTS
    copies: int = 1
    space: float | None = None
    art: Path | None = None


@frozen
class Printed:
    """A print: how it is set, and how many pages each part has."""

    typeset: Typeset
    pages: dict[str, int]

    def warnings(self) -> Iterator[str]:
        """What does not come out as it should. Raises NotPrinted."""
        for name in self.typeset.marked("overflow"):
            yield f"the text of `{name}` has no room on the card, even in the smallest letters; a larger `--size` has more"
        yield from lacking(self.typeset)


def lacking(typeset: Typeset) -> Iterator[str]:
    """A warning where no font has some letters."""
    letters = typeset.lacking()
    if letters:
        listed = ", ".join(f"“{each}”" for each in letters[:12])
        yield f"no font here has the letter{'s' if len(letters) > 1 else ''} {listed}; `--fonts FOLDER` brings fonts that do"


def printed(game: Game, language: str, wanted: Wanted, fonts: Fonts) -> Printed:
    """The print of a game. Raises NotPrinted where nothing can be printed, and PlayError where the game cannot begin."""
    program, pictures = game.program, Pictures(fonts.first)
    art = Art(wanted.art)
    found = tuple(faces(program, language, pictures, art))
    pages: dict[str, list[dict[str, object]]] = {part: [] for part in PARTS}
    if "cards" in wanted.parts and found:
        _check_count(len(copies_of(found, 1)), wanted)
        laid = card_pages(wanted.paper, wanted.plan, copies_of(found, wanted.copies))
        pages["cards"] = [{"kind": "cards", **asdict(page)} for page in laid]
    shown = scene_of(game, view(game, initial(game, listening=True), program.players[0]), language, own=False)
    written = written_boards(program)
    for board in shown.boards if "boards" in wanted.parts else ():
        if board.id not in written:
            pages["boards"] += board_pages(board, shown, wanted, pictures)
    if "pieces" in wanted.parts:
        unwritten = {board.id: board for board in shown.boards if board.id not in written}
        kinds = counters.needed(game, language, lambda board: board.id in unwritten)
        for name, found_ in kinds.items():
            pages["pieces"] += piece_pages(unwritten[name], shown, found_, wanted, pictures)
    if "scores" in wanted.parts and (forms := tuple(score_forms(program, shown))):
        pages["scores"] += form_pages(forms, program, language, wanted.paper)
    if "pads" in wanted.parts:
        pages["pads"] += pad_pages(game, language, wanted.paper, pictures)
    whole = [page for part in PARTS for page in pages[part]]
    if not whole:
        raise NotPrinted(_nothing(program, wanted))
    data = {
        "title": harmless(program.title.say(language)),
        "language": language,
        "size": list(wanted.plan.size),
        "bleed": wanted.plan.bleed,
        "faces": [asdict(each) for each in found],
        "backs": [asdict(each) for each in backs(program, language, pictures, art)],
        "pages": whole,
        "pictures": pictures.found,
    }
    return Printed(Typeset(SHEETS, data, fonts, pictures.files), {part: len(each) for part, each in pages.items() if each})


def _check_count(cards: int, wanted: Wanted) -> None:
    if cards * wanted.copies > MOST_CARDS:
        raise NotPrinted(f"{cards:,} cards, {wanted.copies:,} times, are more than the {MOST_CARDS:,} that are printed at once")


MOST_CARDS = 5_000


def _nothing(program: Program, wanted: Wanted) -> str:
    if wanted.parts == PARTS:
        return f"`{program.ruleset}` has nothing to print: no cards, boards or scores"
    return f"`{program.ruleset}` has no {' and no '.join(wanted.parts)} to print"


# -------------------------------------------------------------------------------------------------------------- boards


def board_pages(board: Board, shown: Scene, wanted: Wanted, pictures: Pictures) -> Iterator[dict[str, object]]:
    """A board on as many sheets as it needs. Raises NotPrinted."""
    svg, space = _space(board, shown, wanted)
    _, _, wide, high = (float(each) for each in (svg.get("viewBox") or "").split())
    room = min(wanted.paper.wide, wanted.paper.high) - 2 * BOARD_MARGIN
    if space > room:
        raise NotPrinted(f"{wanted.paper.name} is too small for a space of {space:g} mm: at most {room:g} mm have room")
    scale = space / UNIT
    sheets = tiling(wanted.paper, wide * scale, high * scale)
    if len(sheets.tiles) > MOST_PAGES:
        raise NotPrinted(
            f"the board `{board.id}` needs {len(sheets.tiles):,} sheets of {wanted.paper.name} with spaces of {space:g} mm, "
            f"and at most {MOST_PAGES} are printed; choose a smaller `--space`"
        )
    parts = parts_of(svg)
    for tile in sheets.tiles:
        part = parts.within(tile.x / scale, tile.y / scale, tile.wide / scale, tile.high / scale)
        yield board_page(board, shown, sheets, tile, pictures.drawn(part).number)


def _space(board: Board, shown: Scene, wanted: Wanted) -> tuple[Element, float]:
    """A board drawn for paper, and how wide its spaces are there: where nobody says it, as wide as one sheet allows, or usual on
    several.
    """
    svg = board_svg(bare(board), evolve(shown, changes=Changes(), decided=()), names=True, coloured=True)
    _, _, wide, high = (float(each) for each in (svg.get("viewBox") or "").split())
    return svg, wanted.space or _usual_space(wanted.paper, wide, high)


def _usual_space(paper: Paper, wide: float, high: float) -> float:
    rooms = [(each.wide - 2 * BOARD_MARGIN, each.high - 2 * BOARD_MARGIN) for each in (paper, paper.turned)]
    fits = max(min(room / wide, down / high) for room, down in rooms) * UNIT
    return min(LARGEST_SPACE, fits) if fits >= LEAST_SPACE else USUAL_SPACE


def board_page(board: Board, shown: Scene, sheets: Tiling, tile: Tile, picture: int) -> dict[str, object]:
    """One sheet of a board, with its marks."""
    x, y = origin(sheets, tile)
    title = f"{harmless(shown.title)} · {harmless(board.title)}"
    if len(sheets.tiles) > 1:
        title += f" · {chr(ord('A') + tile.row % 26)}{tile.column + 1}"
        title += f" ({phrase(shown.language, 'glue')})"
    return {
        "kind": "picture",
        "paper": asdict(sheets.paper),
        "x": x,
        "y": y,
        "wide": tile.wide,
        "high": tile.high,
        "picture": picture,
        "caption": title,
        "marks": [asdict(each) for each in tile_marks(sheets, tile)],
    }


# -------------------------------------------------------------------------------------------------------------- pieces


def piece_pages(
    board: Board, shown: Scene, kinds: Counter[Token], wanted: Wanted, pictures: Pictures
) -> Iterator[dict[str, object]]:
    """The sheets with the pieces of a board, in squares that its spaces have room for."""
    numbers = [pictures.drawn(counters.drawn(kind)).number for kind, count in kinds.items() for _ in range(count)]
    _, space = _space(board, shown, wanted)
    for sheet in counters.laid(wanted.paper, space, tuple(numbers)):
        title = f"{harmless(shown.title)} · {harmless(board.title)} · {phrase(shown.language, 'pieces')}"
        yield {"kind": "pieces", "paper": asdict(wanted.paper), "around": counters.AROUND, "caption": title, **asdict(sheet)}


# --------------------------------------------------------------------------------------------------------------- forms

ROW = 8.0
HEAD = 14.0
"""How high a row of a form is, and its title with its head."""


def form_pages(forms: tuple[Form, ...], program: Program, language: str, paper: Paper) -> Iterator[dict[str, object]]:
    """Score sheets, as many forms on each as have room."""
    left: list[Form] = list(forms)
    room = paper.high - 45.0
    while left:
        taken, used = [left.pop(0)], 0.0
        used = ROW * len(taken[0].rows) + HEAD + ROW
        while left and used + ROW * len(left[0].rows) + HEAD + ROW <= room:
            used += ROW * len(left[0].rows) + HEAD + ROW
            taken.append(left.pop(0))
        yield _form_page(program, language, paper, tuple(taken), "")


def pad_pages(game: Game, language: str, paper: Paper, pictures: Pictures) -> Iterator[dict[str, object]]:
    """A page for each player with the board to write on. Raises PlayError."""
    program = game.program
    for pad in pads(game, language):
        svg = board_svg(pad.board, evolve(pad.shown, changes=Changes(), decided=()), names=False, coloured=True)
        name = f"{phrase(language, 'name')}: {'_' * 24}"
        page = _form_page(program, language, paper, pad.forms, name)
        room = paper.high - 50.0 - sum(ROW * len(form.rows) + HEAD + ROW for form in pad.forms)
        yield {**page, "picture": asdict(pictures.drawn(svg)), "room": room}


def _form_page(program: Program, language: str, paper: Paper, forms: tuple[Form, ...], caption: str) -> dict[str, object]:
    return {
        "kind": "form",
        "paper": asdict(paper),
        "wide": paper.wide - 30.0,
        "title": harmless(program.title.say(language)),
        "caption": caption,
        "picture": None,
        "room": 0.0,
        "forms": [asdict(each) for each in forms],
    }


# -------------------------------------------------------------------------------------------------------------- images


def card_images(program: Program, language: str, wanted: Wanted, fonts: Fonts) -> tuple[list[tuple[str, bytes]], Printed]:
    """The faces and backs of all cards as PNG with their bleed: the name of each file and its content. Raises NotPrinted."""
    pictures, art = Pictures(fonts.first), Art(wanted.art)
    found = tuple(faces(program, language, pictures, art))
    if not found:
        raise NotPrinted(f"`{program.ruleset}` has no cards to print")
    behind = tuple(backs(program, language, pictures, art))
    (wide, high), bleed = wanted.plan.size, wanted.plan.bleed
    paper = Paper("card", wide + 2 * bleed, high + 2 * bleed)
    names: list[str] = []
    pages: list[dict[str, object]] = []
    for deck in range(len(behind)):
        listed = [number for number, face in enumerate(found) if face.deck == deck]
        for at, number in enumerate(listed, 1):
            names.append(
                f"{_file(program.decks[deck].name.plain)}-{at:0{len(str(len(listed)))}}-{_file(found[number].called)}.png"
            )
            pages.append(_image(paper, number, bleed, back=False))
        if listed:
            names.append(f"{_file(program.decks[deck].name.plain)}-back.png")
            pages.append(_image(paper, listed[0], bleed, back=True))
    data = {
        "title": harmless(program.title.say(language)),
        "language": language,
        "size": [wide, high],
        "bleed": bleed,
        "faces": [asdict(each) for each in found],
        "backs": [asdict(each) for each in behind],
        "pages": pages,
        "pictures": pictures.found,
    }
    typeset = Typeset(SHEETS, data, fonts, pictures.files)
    return list(zip(names, typeset.png(DOTS), strict=True)), Printed(typeset, {"cards": len(pages)})


def _image(paper: Paper, number: int, bleed: float, back: bool) -> dict[str, object]:
    return {"kind": "cards", **asdict(CardPage(paper, (Placed(number, back, bleed, bleed),), ()))}


def _file(name: str) -> str:
    """A name as files have it."""
    plain = name.replace("−", "-")
    return "_".join("".join(letter if letter.isalnum() or letter in "-+" else " " for letter in plain).split())[:60] or "card"
