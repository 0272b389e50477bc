"""What a rules page consists of: plain data, for a terminal, a screen or a report to draw."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from attrs import evolve, frozen


@frozen
class Heading:
    """The title of a part; *level* 1 is the game's, 2 a part's, 3 that of a phase."""

    text: str
    level: int


@frozen
class Paragraph:
    """A few sentences."""

    text: str


@frozen
class Step:
    """A sentence of a list, and the list below it; *lead* is what stands out before it, such as the name of an option."""

    text: str
    below: tuple[Step, ...] = ()
    lead: str = ""

    @property
    def plain(self) -> str:
        """The sentence with its lead."""
        return " – ".join(each for each in (self.lead, self.text) if each)


@frozen
class Steps:
    """A list of sentences; *numbered* where one comes after the other."""

    items: tuple[Step, ...]
    numbered: bool


@frozen
class Table:
    """Rows of cells under the names of the columns."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@frozen
class Code:
    """Lines of the ruleset as they stand there; *names* are those in them that the ruleset explains, each with what it says."""

    lines: tuple[str, ...]
    names: tuple[tuple[str, str], ...]


Block = Heading | Paragraph | Steps | Table | Code


@frozen
class Page:
    """The rules of a game for one number of players, in one language."""

    title: str
    language: str
    players: int
    blocks: tuple[Block, ...]


def sentences(page: Page) -> tuple[str, ...]:
    """Every text of a page in its order: headings, sentences, cells; not the ruleset's own lines."""
    found: list[str] = []
    for block in page.blocks:
        match block:
            case Heading(text) | Paragraph(text):
                found.append(text)
            case Steps(items):
                found += [text for item in items for text in _told(item)]
            case Table(columns, rows):
                found += [*columns, *(cell for row in rows for cell in row)]
            case Code(names=names):
                found += [said for _, said in names]
            case _:
                assert_never(block)
    return tuple(found)


def _told(step: Step) -> list[str]:
    return [step.plain, *(text for each in step.below for text in _told(each))]


def rewritten(page: Page, change: Callable[[str], str]) -> Page:
    """The page with every text of it changed in the same way."""
    return evolve(page, title=change(page.title), blocks=tuple(_rewritten(block, change) for block in page.blocks))


def _rewritten(block: Block, change: Callable[[str], str]) -> Block:
    match block:
        case Heading() | Paragraph():
            return evolve(block, text=change(block.text))
        case Steps(items):
            return evolve(block, items=tuple(_step_rewritten(item, change) for item in items))
        case Table(columns, rows):
            cells = tuple(tuple(change(cell) for cell in row) for row in rows)
            return Table(tuple(change(column) for column in columns), cells)
        case Code(lines, names):
            return Code(lines, tuple((name, change(said)) for name, said in names))
        case _:
            assert_never(block)


def _step_rewritten(step: Step, change: Callable[[str], str]) -> Step:
    return Step(change(step.text), tuple(_step_rewritten(each, change) for each in step.below), change(step.lead))


def to_json(page: Page) -> dict[str, object]:
    """The page as JSON: each block has a `kind` and its parts."""
    return {
        "title": page.title,
        "language": page.language,
        "players": page.players,
        "blocks": [_block(block) for block in page.blocks],
    }


def _block(block: Block) -> dict[str, object]:
    match block:
        case Heading(text, level):
            return {"kind": "heading", "level": level, "text": text}
        case Paragraph(text):
            return {"kind": "paragraph", "text": text}
        case Steps(items, numbered):
            return {"kind": "steps", "numbered": numbered, "items": [_step(item) for item in items]}
        case Table(columns, rows):
            return {"kind": "table", "columns": list(columns), "rows": [list(row) for row in rows]}
        case Code(lines, names):
            return {"kind": "code", "lines": list(lines), "names": dict(names)}
        case _:
            assert_never(block)


def _step(step: Step) -> dict[str, object]:
    return {"lead": step.lead, "text": step.text, "below": [_step(each) for each in step.below]}
