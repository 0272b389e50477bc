"""A part of a drawing: what lies outside is left out, so that a large drawing in many parts is not many large drawings."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from attrs import frozen

from .markup import element

AROUND = 6.0
"""How far a stroke, or a letter that is wider than usual, goes beyond its form."""

Box = tuple[float, float, float, float]
"""The left, the upper, the right and the lower end of something."""


@frozen
class Parts:
    """What is drawn in a drawing, each with its ends."""

    svg: Element
    placed: tuple[tuple[Element, Box | None], ...]

    def within(self, x: float, y: float, wide: float, high: float) -> Element:
        """The part of the drawing from a point on, as a drawing of its own."""
        look = {name.replace("-", "_"): value for name, value in self.svg.attrib.items() if name not in ("viewBox", "class")}
        made = element("svg", **{**look, "viewBox": f"{x:.4f} {y:.4f} {wide:.4f} {high:.4f}"})
        for child, box in self.placed:
            if box is None or (box[0] <= x + wide and box[2] >= x and box[1] <= y + high and box[3] >= y):
                made.append(child)
        return made


def parts_of(svg: Element) -> Parts:
    """The parts of a drawing."""
    return Parts(svg, tuple((child, ends(child)) for child in svg))


def ends(made: Element) -> Box | None:
    """The ends of an element and of all in it; None where it draws nothing that has a place."""
    at = {name: float(value) for name, value in made.attrib.items() if NUMBER.fullmatch(value)}
    boxes: list[Box] = []
    match made.tag:
        case "rect" | "svg":
            x, y = at.get("x", 0.0), at.get("y", 0.0)
            wide, high = at.get("width", 0.0), at.get("height", 0.0)
            more = wide + high if "transform" in made.attrib else 0.0
            boxes.append((x - more, y - more, x + wide + more, y + high + more))
        case "circle":
            x, y, r = at.get("cx", 0.0), at.get("cy", 0.0), at.get("r", 0.0)
            boxes.append((x - r, y - r, x + r, y + r))
        case "line":
            xs, ys = (at["x1"], at["x2"]), (at["y1"], at["y2"])
            boxes.append((min(xs), min(ys), max(xs), max(ys)))
        case "polygon":
            points = [float(each) for each in NUMBER.findall(made.get("points", ""))]
            boxes.append((min(points[::2]), min(points[1::2]), max(points[::2]), max(points[1::2])))
        case "text":
            half = at.get("font-size", 10.0) * len(made.text or "")
            boxes.append((at.get("x", 0.0) - half, at.get("y", 0.0) - 20, at.get("x", 0.0) + half, at.get("y", 0.0) + 5))
    if made.tag != "svg":  # what is drawn inside has its own measure
        boxes += [box for child in made if (box := ends(child)) is not None]
    if not boxes:
        return None
    lefts, tops, rights, lows = zip(*boxes, strict=True)
    return min(lefts) - AROUND, min(tops) - AROUND, max(rights) + AROUND, max(lows) + AROUND


NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
