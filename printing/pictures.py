"""The pictures of a print, each kept once, for a template to place by its number."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from attrs import Factory, define, frozen

from ..drawing.markup import as_svg


@frozen
class Picture:
    """A picture by its number in the list of all, and how many times as wide as high it is."""

    number: int
    ratio: float


@define
class Pictures:
    """The pictures so far: drawings of ours as SVG, those of authors as files. *family* is the font of what is written in
    drawings.
    """

    family: str
    found: list[dict[str, str]] = Factory(list)
    files: dict[str, bytes] = Factory(dict)
    known: dict[str, int] = Factory(dict)

    def drawn(self, made: Element) -> Picture:
        """A drawing of ours, whose `viewBox` says how large it is."""
        _, _, wide, high = (float(each) for each in made.get("viewBox", "0 0 1 1").split())
        made.set("font-family", self.family)
        svg = as_svg(made)
        return Picture(self._number(svg, {"svg": svg}), wide / high)

    def given(self, name: str, content: bytes, ratio: float) -> Picture:
        """A picture of an author's, as it is, from a file of that name."""
        name = f"{len(self.files)}-{name}"
        self.files[name] = content
        return Picture(self._number(name, {"file": name}), ratio)

    def _number(self, key: str, held: dict[str, str]) -> int:
        if key not in self.known:
            self.known[key] = len(self.found)
            self.found.append(held)
        return self.known[key]
