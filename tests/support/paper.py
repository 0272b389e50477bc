"""What stands where on the pages of a PDF, in millimetres from the upper left corner."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from attrs import frozen
from pypdf import PdfReader
from pypdf.generic import ContentStream, DictionaryObject, PdfObject, StreamObject

POINT = 25.4 / 72

Matrix = tuple[float, float, float, float, float, float]


@frozen
class Shape:
    """The ends of a form, and whether it is filled or a line."""

    left: float
    top: float
    right: float
    low: float
    filled: bool

    @property
    def size(self) -> tuple[float, float]:
        return self.right - self.left, self.low - self.top


@frozen
class Sheet:
    """A page: how large it is, and what is drawn on it."""

    wide: float
    high: float
    shapes: tuple[Shape, ...]

    def filled(self, wide: float, high: float, off: float = 0.05) -> list[Shape]:
        """The filled forms of that size."""
        return [each for each in self.shapes if each.filled and near(each.size, (wide, high), off)]

    @property
    def lines(self) -> list[Shape]:
        return [each for each in self.shapes if not each.filled and min(each.size) < 0.01]


def near(one: tuple[float, ...], other: tuple[float, ...], off: float = 0.1) -> bool:
    return all(abs(a - b) <= off for a, b in zip(one, other, strict=True))


def times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def sheets(content: bytes) -> list[Sheet]:
    """The pages of a PDF."""
    reader = PdfReader(BytesIO(content))
    found = []
    for page in reader.pages:
        wide, high = float(page.mediabox.width), float(page.mediabox.height)
        stream = page.get_contents()
        assert stream is not None
        shapes = tuple(drawn(ContentStream(stream, reader), page["/Resources"], reader, (1, 0, 0, 1, 0, 0), high))
        found.append(Sheet(wide * POINT, high * POINT, shapes))
    return found


def drawn(stream: ContentStream, resources: PdfObject, reader: PdfReader, now: Matrix, high: float) -> Iterator[Shape]:
    """What a stream draws, and what is drawn in the forms that it shows."""
    kept: list[Matrix] = []
    points: list[tuple[float, float]] = []
    for operands, operator in stream.operations:
        numbers = [float(each) for each in operands if isinstance(each, int | float)]
        match operator:
            case b"q":
                kept.append(now)
            case b"Q":
                now = kept.pop()
            case b"cm":
                now = times(matrix(numbers), now)
            case b"Do":
                held = resources.get_object()
                assert isinstance(held, DictionaryObject)
                forms = held["/XObject"].get_object()
                assert isinstance(forms, DictionaryObject)
                form = forms[operands[0]].get_object()
                if isinstance(form, StreamObject) and str(form["/Subtype"]) == "/Form":
                    own = matrix([float(each) for each in form.get("/Matrix", (1, 0, 0, 1, 0, 0))])
                    yield from drawn(
                        ContentStream(form, reader), form.get("/Resources", resources), reader, times(own, now), high
                    )
            case b"m" | b"l" | b"c":
                points.append(at(now, *numbers[-2:]))
            case b"re":
                x, y, w, h = numbers
                points += [at(now, x, y), at(now, x + w, y + h)]
            case b"f" | b"f*" | b"S" | b"s" | b"B" | b"n":
                if points and operator != b"n":
                    xs, ys = [x for x, _ in points], [high - y for _, y in points]
                    left, top, right, low = (each * POINT for each in (min(xs), min(ys), max(xs), max(ys)))
                    yield Shape(left, top, right, low, operator in (b"f", b"f*", b"B"))
                points = []


def matrix(numbers: list[float]) -> Matrix:
    a, b, c, d, e, f = numbers
    return a, b, c, d, e, f


def at(now: Matrix, x: float, y: float) -> tuple[float, float]:
    return now[0] * x + now[2] * y + now[4], now[1] * x + now[3] * y + now[5]
