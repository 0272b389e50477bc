"""Sets a template with its data: PDF or PNG by Typst. What a ruleset says is data all the way, never a part of a template.

Importing this raises ImportError, which says what to install, where Typst is missing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

try:
    import typst
except ImportError as missing:
    raise ImportError(f"{missing.name} is not installed: pip install 'rulerun[print]'") from missing

from attrs import Factory, frozen

from ..program.harmless import harmless
from .paper import NotPrinted

TEMPLATES = Path(__file__).parent
BUNDLED = ("Libertinus Serif", "DejaVu Sans Mono", "New Computer Modern")
"""The fonts that Typst brings: for text, for lines of a ruleset, and where these lack a letter."""
WHEN = datetime(2000, 1, 1, tzinfo=UTC)
"""The date in every file, so that the same game gives the same bytes."""
LACKED = re.compile(r"the text `\"((?:[^\"\\]|\\.)+)\"` could not be displayed")


@frozen
class Fonts:
    """The fonts to set with, the first that has a letter first."""

    families: tuple[str, ...]
    held: typst.Fonts

    @property
    def first(self) -> str:
        """The font of drawings."""
        return self.families[0]


def fonts_in(folder: Path | None) -> Fonts:
    """The fonts of a folder before those that Typst brings; only these for None. Raises NotPrinted where it holds none."""
    if folder is None:
        return Fonts(BUNDLED, typst.Fonts(include_system_fonts=False))
    if not folder.is_dir():
        raise NotPrinted(f"there is no folder `{folder}`")
    held = typst.Fonts(include_system_fonts=False, font_paths=[folder])
    place = str(folder.resolve())
    own = [each.family for each in held.fonts() if each.path is not None and str(Path(each.path).resolve()).startswith(place)]
    if not own:
        raise NotPrinted(f"`{folder}` holds no font that can be read")
    return Fonts((*dict.fromkeys(own), *BUNDLED), held)


@frozen
class Typeset:
    """A template with its data, ready to be written; where there are several, each uses what stands in those before. *files* are
    pictures that it may show.
    """

    template: tuple[str, ...]
    data: Mapping[str, object]
    fonts: Fonts
    files: Mapping[str, bytes] = Factory(dict)

    def pdf(self, tagged: bool = False) -> bytes:
        """The PDF; a *tagged* one is read out in its order, keeps to PDF/UA-1, and must lack no letter. Raises NotPrinted."""
        return self._set("pdf", tagged=tagged)[0]

    def png(self, dots: float) -> list[bytes]:
        """The pages as PNG, with so many dots per inch. Raises NotPrinted."""
        return self._set("png", dots)

    def marked(self, label: str) -> list[str]:
        """The values that the template notes under a label, in their order, each once. Raises NotPrinted."""
        with self._compiler() as compiler:
            try:
                found = json.loads(compiler.query(f"<{label}>", field="value"))
            except typst.TypstError as fault:
                raise _broken(fault) from None
        return list(dict.fromkeys(found))

    def lacking(self) -> list[str]:
        """The letters that no font has."""
        letters = sorted({letter for text in _texts(self.data) for letter in text if not letter.isspace()})
        probe = Typeset(("letters.typ",), {"letters": letters}, self.fonts)
        with probe._compiler() as compiler:
            try:
                compiler.compile(format="pdf", pdf_standards=["a-2u"], timestamp=WHEN)
            except typst.TypstError as fault:
                found = {letter for text in LACKED.findall(fault.diagnostic) for letter in _unescaped(text)}
                return sorted(found) or ["?"]
        return []

    @contextmanager
    def _compiler(self) -> Iterator[typst.Compiler]:
        """Typst with the template, in a folder that holds nothing but the pictures."""
        with TemporaryDirectory(prefix="rulerun-") as folder:
            for name, content in self.files.items():
                (Path(folder) / name).write_bytes(content)
            spoken = str(self.data.get("language", "")).partition("-")[0]  # of `pt-BR` Typst knows `pt`
            told = {
                "fonts": list(self.fonts.families),
                **self.data,
                "language": spoken or "en",
            }
            yield typst.Compiler(
                b"\n".join((TEMPLATES / name).read_bytes() for name in self.template),
                root=folder,
                font_paths=self.fonts.held,
                ignore_system_fonts=True,
                sys_inputs={"data": json.dumps(told)},
            )

    def _set(self, kind: Literal["pdf", "png"], dots: float | None = None, tagged: bool = False) -> list[bytes]:
        with self._compiler() as compiler:
            try:
                found = compiler.compile(
                    format=kind, ppi=dots, timestamp=WHEN, pdf_tags=tagged, pdf_standards=["ua-1"] if tagged else []
                )
            except typst.TypstError as fault:
                self._check_pictures()
                raise _broken(fault) from None
        assert found is not None
        return found if isinstance(found, list) else [found]

    def _check_pictures(self) -> None:
        """Raises NotPrinted for a picture that cannot be shown."""
        for name, content in self.files.items():
            with Typeset(("picture.typ",), {"file": name}, self.fonts, {name: content})._compiler() as compiler:
                try:
                    compiler.compile(format="pdf")
                except typst.TypstError:
                    raise NotPrinted(f"`{name.partition('-')[2]}` is a broken image, which cannot be shown") from None


def _broken(fault: typst.TypstError) -> NotPrinted:
    """What Typst says of something that it cannot set, such as a picture that is none."""
    return NotPrinted(f"this cannot be set: {harmless(fault.message)}")


def _unescaped(text: str) -> str:
    return re.sub(r"\\u\{([0-9a-f]+)\}|\\(.)", lambda found: chr(int(found[1], 16)) if found[1] else found[2], text)


def _texts(value: object) -> Iterator[str]:
    """Every text in the data; of drawings what is written in them."""
    match value:
        case str() if value.startswith("<svg"):
            yield from re.findall(r">([^<]+)<", value)
        case str():
            yield value
        case Mapping():
            for each in value.values():
                yield from _texts(each)
        case list() | tuple():
            for each in value:
                yield from _texts(each)
        case _:
            return
