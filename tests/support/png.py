"""Reads the pixels of a PNG, as Typst writes it: eight bits for each of red, green, blue and how much it covers."""

from __future__ import annotations

import zlib

from attrs import frozen

Pixel = tuple[int, int, int]


@frozen
class Picture:
    """The rows of a picture, from above; each has four bytes for a pixel."""

    wide: int
    rows: tuple[bytes, ...]

    def at(self, x: int, y: int) -> Pixel:
        red, green, blue = self.rows[y][4 * x : 4 * x + 3]
        return red, green, blue

    def crop(self, left: int, top: int, right: int, low: int) -> Picture:
        return Picture(right - left, tuple(row[4 * left : 4 * right] for row in self.rows[top:low]))

    def pixels(self) -> set[Pixel]:
        return {self.at(x, y) for y in range(len(self.rows)) for x in range(self.wide)}


def read_png(content: bytes) -> Picture:
    """The picture in a file."""
    wide, high = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
    assert content[24:26] == bytes((8, 6))  # depth, and colours with cover
    packed, at = b"", 8
    while at < len(content):
        length = int.from_bytes(content[at : at + 4], "big")
        packed += content[at + 8 : at + 8 + length] if content[at + 4 : at + 8] == b"IDAT" else b""
        at += length + 12
    raw, rows, above = zlib.decompress(packed), list[bytes](), bytearray(4 * wide)
    for y in range(high):
        kind, *line = raw[y * (4 * wide + 1) : (y + 1) * (4 * wide + 1)]
        above = unfiltered(kind, bytearray(line), above)
        rows.append(bytes(above))
    return Picture(wide, tuple(rows))


def unfiltered(kind: int, line: bytearray, above: bytearray) -> bytearray:
    """A row as it was before it was told by its neighbours (PNG, section 9)."""
    if kind == 2:
        return bytearray((here + there) % 256 for here, there in zip(line, above, strict=True))
    for at in range(len(line) if kind else 0):
        left, corner = (line[at - 4], above[at - 4]) if at >= 4 else (0, 0)
        line[at] = (line[at] + (left, above[at], (left + above[at]) // 2, nearest(left, above[at], corner))[kind - 1]) % 256
    return line


def nearest(left: int, above: int, corner: int) -> int:
    """The neighbour that is nearest to what follows from all three (Paeth)."""
    guess = left + above - corner
    return min((left, above, corner), key=lambda each: abs(guess - each))
