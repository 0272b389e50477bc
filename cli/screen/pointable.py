"""A part of the screen at whose pieces people point, and how arrows lead from one piece to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import frozen
from rich.segment import Segment
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from .drawing import Lines, Mood, Target, at, painted


class Pointable(Widget):
    """A drawing; tells when the mouse points at one of its pieces, and when it is pressed there."""

    DEFAULT_CSS = "Pointable { width: 1fr; height: auto; }"

    class Pointed(Message):
        """The mouse points at something; *pressed* where it was pressed there."""

        def __init__(self, target: Target, pressed: bool) -> None:
            """At that."""
            super().__init__()
            self.target = target
            self.pressed = pressed

    def __init__(self, name: str) -> None:
        """An empty drawing under that name."""
        super().__init__(id=name)
        self.lines: Lines = ()
        self.segments: list[list[Segment]] = []

    def paint(self, lines: Lines, mood: Callable[[Target], Mood], dark: bool) -> None:
        """Show these lines; only those that look otherwise than before are drawn."""
        before, self.lines, self.segments = self.segments, lines, [painted(line, mood, dark) for line in lines]
        if len(before) != len(self.segments):
            self.refresh(layout=True)
            return
        changed = [row for row, (old, new) in enumerate(zip(before, self.segments, strict=True)) if old != new]
        if changed:
            self.refresh(*(Region(0, row, self.size.width, 1) for row in changed))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The number of its lines."""
        return len(self.lines)

    def render_line(self, y: int) -> Strip:
        """One line of it."""
        strip = Strip(self.segments[y] if y < len(self.segments) else [])
        return strip.adjust_cell_length(self.size.width).apply_style(self.rich_style)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Tell what the mouse points at."""
        self.tell(event, pressed=False)

    def on_click(self, event: events.Click) -> None:
        """Tell what was pressed."""
        self.tell(event, pressed=True)

    def tell(self, event: events.MouseEvent, pressed: bool) -> None:
        """Tell what stands where the mouse is."""
        offset = event.get_content_offset(self)
        target = None if offset is None else at(self.lines, offset.x, offset.y)
        if target is not None:
            self.post_message(self.Pointed(target, pressed))

    def fields(self) -> Iterable[Field]:
        """Where on the screen its pieces are; those of one target together."""
        left, top = self.content_region.offset
        found: dict[Target, Field] = {}
        for row, line in enumerate(self.lines):
            for piece in line:
                if piece.target is not None:
                    here = Field(piece.target, left + piece.left, left + piece.right, top + row, top + row + 1)
                    known = found.get(piece.target)
                    found[piece.target] = here if known is None else known.joined(here)
        return found.values()


@frozen
class Field:
    """Where something can be pointed at: columns from *left* to before *right*, rows from *top* to before *bottom*."""

    target: Target
    left: int
    right: int
    top: int
    bottom: int

    def joined(self, other: Field) -> Field:
        """Both in one, where they touch; else this one."""
        if other.top > self.bottom or other.left > self.right or other.right < self.left:
            return self
        return Field(
            self.target,
            min(self.left, other.left),
            max(self.right, other.right),
            min(self.top, other.top),
            max(self.bottom, other.bottom),
        )

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle, with rows twice as high as columns are wide."""
        return (self.left + self.right) / 2, float(self.top + self.bottom)


ASIDE = 3.0
"""So much farther seems what lies aside of the way."""


def towards(fields: Iterable[Field], here: Target, across: int, down: int) -> Target | None:
    """What lies next in that direction; None where nothing does."""
    listed = list(fields)
    start = next((field for field in listed if field.target == here), None)
    if start is None:
        return listed[0].target if listed else None
    x, y = start.middle
    best: tuple[float, Target] | None = None
    for field in listed:
        dx, dy = field.middle[0] - x, field.middle[1] - y
        ahead, aside = (dx * across, abs(dy)) if across else (dy * down, gap(start, field))
        if field.target != here and ahead > 0.5:
            far = ahead + ASIDE * aside
            if best is None or far < best[0]:
                best = (far, field.target)
    return None if best is None else best[1]


def gap(one: Field, other: Field) -> float:
    """How far two fields lie apart across: little where one is above the other."""
    apart = max(0, one.left - other.right, other.left - one.right)
    return apart + abs(one.middle[0] - other.middle[0]) / 20
