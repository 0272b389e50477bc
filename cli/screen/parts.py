"""What stands in the parts of the screen: a scene, what is asked and what was told, as lines at which people can point."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from attrs import Factory, frozen
from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from ...program.ir import Program
from ...table.picking import Entry
from ...table.pictures import BoardPicture, Picture
from ...table.spots import Spot, spot_at
from ...table.story import Kind, StoryLine, plain
from ..draw.boards import draw_legend, draw_shape
from ..draw.cards import draw_hand
from ..draw.paint import coloured, seat_style
from ..draw.screen import panels
from .drawing import Lines, OnBarred, OnEntry, Target, drawn, widest


@frozen
class Meanings:
    """What the notes in the styles of a drawing mean on this table."""

    program: Program
    _spots: dict[str, Spot] = Factory(dict)

    def thing(self, notes: Mapping[str, object]) -> Target | None:
        """What can be pointed at, or a line of the list of options."""
        match notes:
            case {"spot": str(spot)}:
                if spot not in self._spots:
                    self._spots[spot] = spot_at(self.program, spot)
                return self._spots[spot]
            case {"entry": int(entry)}:
                return OnEntry(entry)
            case {"barred": int(number)}:
                return OnBarred(number)
            case _:
                return None


def board_lines(meanings: Meanings, picture: BoardPicture, width: int, height: int, below: int) -> Lines:
    """A board, with spaces as high as that height allows, the legend included; that may be so wide as the board, and at least as
    *below*.
    """

    def shape(high: int) -> Lines:
        return drawn(draw_shape(picture, width, high), width, meanings.thing)

    found = shape(height)
    if not picture.explained:
        return found
    below = min(width, max(below, widest(found)))
    legend = drawn(draw_legend(picture, below), below, meanings.thing)
    if len(found) + len(legend) > height:
        found = shape(height - len(legend))
    return (*found, *legend)


def hand_lines(meanings: Meanings, scene: Picture, width: int, boxes: bool) -> Lines:
    """The zones that only the viewer sees, each under its title."""
    parts: list[RenderableType] = []
    for hand in scene.hands:
        if not hand.size and len(scene.hands) > 1:
            continue
        cards = draw_hand(hand, width - (0 if boxes else len(hand.title) + 2), boxes, not boxes)
        if boxes:
            parts += [Text(hand.title, "bold"), cards]
        else:
            line = Table.grid(padding=(0, 2, 0, 0))
            line.add_row(Text(hand.title, "bold", no_wrap=True), cards)
            parts.append(line)
    return drawn(Group(*parts), width, meanings.thing) if parts else ()


def panel_lines(meanings: Meanings, scene: Picture, width: int) -> Lines:
    """What lies in the middle, the table of the seats, and what belongs to nobody."""
    parts = panel_parts(meanings, scene, width)
    return uppermost(parts, sum(len(part) + 1 for part in parts))


def panel_parts(meanings: Meanings, scene: Picture, width: int) -> list[Lines]:
    """The same one by one."""
    return [drawn(part, width, meanings.thing) for part in panels(scene, width, 0)]


def without_gaps(meanings: Meanings, scene: Picture, width: int) -> Lines:
    """The same without empty lines between them."""
    return tuple(line for part in panel_parts(meanings, scene, width) for line in part)


def uppermost(parts: Sequence[Lines], height: int) -> Lines:
    """The first of these parts, as many as find room in that height, with an empty line between them."""
    found: Lines = ()
    for part in parts:
        further = (*found, (), *part) if found else part
        if len(further) > height:
            break
        found = further
    return found


def entry_lines(meanings: Meanings, entries: Sequence[Entry], barred: Sequence[str], more: str, width: int) -> Lines:
    """The list of options, each behind its key, in columns that are read downwards; those that are not on offer (*barred*) are
    faint and have no key; *more* stands below. What is picked has its mark behind it, so that everything stays where it is.

    A key that is a number in the words of its option stands out there, and is not written twice.
    """
    within = [found(entry) for entry in entries]
    twice = all(at is not None or entry.key.isalpha() for at, entry in zip(within, entries, strict=True))
    wide = max([0, *(len(entry.key) for at, entry in zip(within, entries, strict=True) if not (twice and at is not None))])
    texts = []
    for number, (at, entry) in enumerate(zip(within, entries, strict=True)):
        words = coloured(entry.words)
        text = Text(no_wrap=True)
        if twice and at is not None:
            words.stylize(KEY, at, at + len(entry.key))
        else:
            text.append(f"{entry.key:>{wide}} ", KEY)
        text.append_text(words)
        text.append(" ✓" if entry.picked else "  ", "bold")
        text.stylize(Style(meta={"entry": number}))
        texts.append(text)
    for number, refused in enumerate(barred):
        text = Text(" " * (wide + 1 if wide else 0) + f"{refused}  ", "dim", no_wrap=True)
        text.stylize(Style(meta={"barred": number}))
        texts.append(text)
    parts: list[RenderableType] = [columns(texts, width)] if texts else []
    parts += [Text(more, "dim")] if more else []
    return drawn(Group(*parts), width, meanings.thing)


KEY = "bold #5fd7d7"


def found(entry: Entry) -> int | None:
    """Where the key of an option stands as a number in its words; None where it does not."""
    place = re.search(rf"(?<![\w-]){re.escape(entry.key)}(?![\w-])", entry.words) if entry.key else None
    return None if place is None or entry.key.isalpha() else place.start()


def columns(texts: Sequence[Text], width: int) -> RenderableType:
    """The texts in as many columns as there is room for; each ends with two blanks, or with the mark of what is picked."""
    most = max(1, (width + 3) // (max(text.cell_len for text in texts) + 1))
    rows = next(rows for rows in range(-(-len(texts) // most), len(texts) + 1) if rows == len(texts) or fits(texts, rows, width))
    table = Table.grid(padding=(0, 1, 0, 0))
    for row in range(rows):
        table.add_row(*texts[row::rows])
    return table


def fits(texts: Sequence[Text], rows: int, width: int) -> bool:
    """Whether the texts have room in so many rows, one blank between their columns."""
    wide = [max(text.cell_len for text in texts[at : at + rows]) + 1 for at in range(0, len(texts), rows)]
    return sum(wide) <= width + 1


def told(program: Program, language: str, lines: Sequence[StoryLine], fresh: int) -> Text:
    """The narration: the last *fresh* lines as they are, older ones faint; the names of the seats in their colours."""
    text = Text()
    for number, line in enumerate(lines):
        new = number >= len(lines) - fresh
        if line.kind is Kind.PASS:
            text.append(("\n" if number else "") + plain(line), "bold dim")
            continue
        one = Text(("\n" if number else "") + ("› " if new else "· "), "bold" if new else "dim")
        one.append(line.text, "" if new else "dim")
        for seat in range(len(program.seats)):
            one.highlight_words([program.seat_name(seat, language)], seat_style(program, seat, language))
        text.append_text(one)
    return text
