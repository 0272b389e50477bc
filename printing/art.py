"""Pictures of authors for cards and their backs: read with distrust, and placed as images, never as a part of the page.

In the folder, `DECK/CARD.svg` is the picture of a card, and `DECK.svg` the back of a deck; `.png` serves as well.
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Protocol
from xml.etree.ElementTree import Element, ParseError

from attrs import frozen

from ..program.harmless import harmless
from .paper import NotPrinted
from .pictures import Picture, Pictures

LARGEST = 8_000_000
"""So many bytes a picture has at most."""
MOST_DRAWN = 100_000
"""So many elements a picture draws at most, those that it uses again included."""
MOST_PIXELS = 40_000_000
ENDINGS = (".svg", ".png")
PNG = b"\x89PNG\r\n\x1a\n"
SVG = "{http://www.w3.org/2000/svg}"
ALIEN = ("script", "foreignObject", "iframe", "object", "embed", "audio", "video")
"""Elements that do more than to draw."""
LINK = re.compile(r"url\(\s*['\"]?\s*(?!#)|@import", re.IGNORECASE)
"""In a style: what fetches something from elsewhere."""
BEYOND = re.compile(r"\s*(?:#|data:image/(?:png|jpeg);base64,|$)", re.IGNORECASE)
"""Where a link of a picture may lead: into itself, or to pixels that it brings."""


class Reader(Protocol):
    """What is needed of `defusedxml.ElementTree`, which declares no types."""

    def fromstring(self, text: bytes, *, forbid_dtd: bool) -> Element:
        """The tree. Raises ParseError, and ValueError for what is forbidden."""


@frozen
class Art:
    """The pictures in a folder (None: there are none)."""

    folder: Path | None

    def card(self, deck: str, name: str, pictures: Pictures) -> Picture | None:
        """The picture of a card; None where there is none. Raises NotPrinted."""
        return self._read(Path(_plain(deck)) / _plain(name), pictures)

    def back(self, deck: str, pictures: Pictures) -> Picture | None:
        """The picture on the backs of a deck; None where there is none. Raises NotPrinted."""
        return self._read(Path(_plain(deck)), pictures)

    def _read(self, name: Path, pictures: Pictures) -> Picture | None:
        if self.folder is None:
            return None
        for ending in ENDINGS:
            path = self.folder / name.parent / (name.name + ending)
            if path.is_file():
                return read_picture(path, pictures)
        return None


def _plain(name: str) -> str:
    """A name as a file has it."""
    return re.sub(r"[^\w .,+()-]", "_", name)


def read_picture(path: Path, pictures: Pictures) -> Picture:
    """A picture. Raises NotPrinted for what is none, is too large, or does more than to draw."""
    try:
        size = path.stat().st_size
        if size > LARGEST:
            raise NotPrinted(f"`{path}` has {size:,} bytes; a picture has at most {LARGEST:,}")
        content = path.read_bytes()
    except OSError as fault:
        raise NotPrinted(f"`{path}` cannot be read: {fault.strerror or fault}") from None
    if path.suffix.lower() == ".png":
        return pictures.given(_plain(path.name), content, _ratio_of_png(path, content))
    return pictures.given(_plain(path.name), content, _ratio_of_svg(path, _parsed(path, content)))


def _ratio_of_png(path: Path, content: bytes) -> float:
    wide, high = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
    if not content.startswith(PNG) or content[12:16] != b"IHDR" or not wide or not high:
        raise NotPrinted(f"`{path}` is no PNG image")
    if wide * high > MOST_PIXELS:
        raise NotPrinted(f"`{path}` has {wide:,} by {high:,} pixels; a picture has at most {MOST_PIXELS:,}")
    return wide / high


def _parsed(path: Path, content: bytes) -> Element:
    """The picture as a tree. Raises NotPrinted."""
    try:
        reader: Reader = import_module("defusedxml.ElementTree")
    except ImportError:
        raise NotPrinted("pictures are read with defusedxml, which is not installed: pip install 'rulerun[print]'") from None
    try:
        root = reader.fromstring(content, forbid_dtd=True)
    except (ParseError, LookupError) as fault:
        raise NotPrinted(f"`{path}` is no SVG image: {harmless(str(fault))}") from None
    except ValueError:
        message = "declares entities or a document type, which a picture does not need; export it again as plain SVG"
        raise NotPrinted(f"`{path}` {message}") from None
    if root.tag not in ("svg", f"{SVG}svg"):
        raise NotPrinted(f"`{path}` is no SVG image: its first element is `{harmless(root.tag[-40:])}`")
    for each in root.iter():
        _check(path, each)
    _check_use(path, root)
    return root


def _check(path: Path, each: Element) -> None:
    """Raises NotPrinted for an element that does more than to draw."""
    tag = str(each.tag).rpartition("}")[2]
    if tag in ALIEN:
        raise NotPrinted(f"`{path}` has a `<{tag}>`: a picture only draws")
    if tag == "style" and LINK.search(each.text or ""):
        raise NotPrinted(f"`{path}` fetches something from elsewhere in its styles: a picture brings all that it shows")
    for key, value in each.attrib.items():
        name = key.rpartition("}")[2]
        if name.lower().startswith("on"):
            raise NotPrinted(f"`{path}` has a script in `{harmless(name[:40])}`: a picture only draws")
        if name == "href" and tag != "a" and not BEYOND.match(value):
            raise NotPrinted(f"`{path}` links to `{harmless(value[:60])}`: a picture brings all that it shows")
        if name == "href" and tag == "a":
            raise NotPrinted(f"`{path}` has a link to `{harmless(value[:60])}`: a card is paper")
        if LINK.search(value):
            raise NotPrinted(
                f"`{path}` fetches something from elsewhere in `{harmless(name[:40])}`: a picture brings all that it shows"
            )


def _check_use(path: Path, root: Element) -> None:
    """Raises NotPrinted where parts are used again so often that too much is drawn, or within themselves."""
    named = {name: each for each in root.iter() if (name := each.get("id"))}
    sizes: dict[int, int] = {}
    open_: set[int] = set()
    deep = 0

    def size(each: Element) -> int:
        nonlocal deep
        if id(each) in sizes:
            return sizes[id(each)]
        deep += 1
        if id(each) in open_ or deep > DEEPEST:
            raise NotPrinted(f"`{path}` uses parts within themselves, or is nested too deep")
        open_.add(id(each))
        found = 1 + sum(size(child) for child in each)
        for key, value in each.attrib.items():
            for name in (
                [value.strip()[1:]] if key.rpartition("}")[2] == "href" and value.strip().startswith("#") else USED.findall(value)
            ):
                found += size(named[name]) if name in named else 0
        open_.discard(id(each))
        deep -= 1
        sizes[id(each)] = found
        return found

    if size(root) > MOST_DRAWN:
        raise NotPrinted(f"`{path}` draws more than {MOST_DRAWN:,} things")


DEEPEST = 200
USED = re.compile(r"url\(\s*['\"]?#([^)'\"]+)")


def _ratio_of_svg(path: Path, root: Element) -> float:
    numbers = re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", root.get("viewBox", ""))
    if len(numbers) == 4:
        wide, high = float(numbers[2]), float(numbers[3])
    else:
        lengths = [re.match(r"\d+(?:\.\d+)?", root.get(side, "")) for side in ("width", "height")]
        wide, high = (float(each[0]) if each else 0.0 for each in lengths)
    if not (0 < wide < 1e6 and 0 < high < 1e6):
        raise NotPrinted(f"`{path}` does not say how large it is: it needs a `viewBox`")
    return wide / high
