"""Graphs drawn with letters: spaces by their names, links as lines of `-`, `|`, `/` and `\\`."""

from __future__ import annotations

import re

from attrs import frozen

from .board_shapes import Point

SIGNS = {"right": ("-", (0, 1)), "down": ("|", (1, 0)), "down_right": ("\\", (1, 1)), "down_left": ("/", (1, -1))}
"""For each direction the sign of its lines, and the step from sign to sign: rows down, and signs to the right."""

CROSSING = "+"
"""Where lines cross."""


@frozen
class Drawing:
    """The names of the spaces with the places where they begin, and the links: for each direction, pairs of spaces."""

    names: tuple[str, ...]
    points: tuple[Point, ...]
    links: dict[str, tuple[tuple[int, int], ...]]


@frozen
class Flaw:
    """What is wrong with a drawing: where, how many signs wide, and why."""

    at: Point
    width: int
    why: str


def read_drawing(lines: tuple[str, ...]) -> Drawing | Flaw:
    """What the lines of text draw, or what is wrong with it first."""
    found = [(row, word) for row, line in enumerate(lines) for word in re.finditer(r"\w+", line)]
    names: dict[str, int] = {}
    owner: dict[Point, int] = {}
    for row, word in found:
        if word.group() in names:
            return Flaw((row, word.start()), len(word.group()), f"there are two spaces `{word.group()}`")
        owner |= {(row, column): len(names) for column in range(word.start(), word.end())}
        names[word.group()] = len(names)
    signs = {(row, column): sign for row, line in enumerate(lines) for column, sign in enumerate(line)}
    links: dict[str, tuple[tuple[int, int], ...]] = {}
    used: set[Point] = set()
    for way, (sign, step) in SIGNS.items():
        pairs: dict[int, int] = {}
        met: set[int] = set()
        for start, space in owner.items():
            path, end = _line(start, step, sign, signs)
            if not path or end not in owner or path[0] in owner:
                continue
            if space in pairs or owner[end] in met:
                return Flaw(path[0], 1, f"two lines lead {way.replace('_', ' ')} from one space to another")
            pairs[space] = owner[end]
            met.add(owner[end])
            used.update(path)
        links[way] = tuple(pairs.items())
    for at, each in signs.items():
        if not each.isspace() and at not in owner and at not in used:
            known = each == CROSSING or any(each == sign for sign, _ in SIGNS.values())
            why = "this line does not lead from a space to another" if known else f"`{each}` is neither a space nor a line"
            return Flaw(at, 1, why)
    return Drawing(tuple(names), tuple((row, word.start()) for row, word in found), links)


def _line(start: Point, step: Point, sign: str, signs: dict[Point, str]) -> tuple[list[Point], Point]:
    """The places of the signs in a line that begins beside a place, and the place behind its last one."""
    path: list[Point] = []
    at = (start[0] + step[0], start[1] + step[1])
    while signs.get(at) in (sign, CROSSING):
        path.append(at)
        at = (at[0] + step[0], at[1] + step[1])
    return path, at
