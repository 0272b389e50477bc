"""The manual on the site: the pages of `docs/` that authors need, and one that explains every diagnostic."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path, PurePosixPath
from posixpath import normpath
from xml.etree.ElementTree import Element, fromstring

from attrs import frozen
from markdown_it import MarkdownIt

from ..drawing.markup import element
from ..dsl.diagnostics.pages import Page, pages
from ..tools.reference import reference

DOCS = Path(__file__).parents[1] / "docs"
TAKEN = ("tutorial", "connect_four", "deck_builder", "language", "variants", "words", "idioms/*")
"""The pages of `docs/` that are about writing rulesets."""
PICTURES = "pictures"
MANUAL, DIAGNOSTICS, REFERENCE = "manual", "diagnostics", "reference"
"""The folder of the manual on the site, and the pages that follow from the code."""
FIRST = f"{MANUAL}/tutorial.html"
"""Where an author begins."""
COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
LINKED = re.compile(r"[^\w\- ]")
"""What the link to a heading leaves out of it."""


@frozen
class ManualPage:
    """A page of the manual: its *place* on the site, its title, and what it says."""

    place: str
    title: str
    body: Element

    @property
    def above(self) -> str:
        """What leads from the page to the site's first page."""
        return "../" * self.place.count("/")


def manual() -> Iterator[ManualPage]:
    """All pages. They link to each other and to the rules of games; of all other links only the words stay."""
    texts = {PurePosixPath(path.relative_to(DOCS).as_posix()): path.read_text(encoding="utf-8") for path in documents()}
    texts |= {PurePosixPath(f"{REFERENCE}.md"): reference(), PurePosixPath(f"{DIAGNOSTICS}.md"): diagnostics()}
    for name, text in texts.items():
        body = from_markdown(COMMENT.sub("", text))
        for link in body.iter("a"):
            relink(link, name, texts.keys())
        heading = body.find("h1")
        title = name.stem if heading is None else "".join(heading.itertext())
        yield ManualPage(f"{MANUAL}/{name.with_suffix('.html')}", title, body)


def documents() -> list[Path]:
    """The pages of `docs/` that are taken along."""
    return [path for name in TAKEN for path in sorted(DOCS.glob(f"{name}.md"))]


def pictures() -> Iterator[tuple[str, bytes]]:
    """The pictures in these pages, with their places on the site."""
    for path in sorted((DOCS / PICTURES).iterdir()):
        yield f"{MANUAL}/{PICTURES}/{path.name}", path.read_bytes()


def from_markdown(text: str) -> Element:
    """A text in Markdown as HTML, in which every heading can be linked to, and what is wide can be scrolled by keys."""
    found = fromstring(f"<main>{MarkdownIt('commonmark', {'html': False}).enable('table').render(text)}</main>")
    found.set("class", "manual")
    known: dict[str, int] = {}
    for each in list(found):
        if re.fullmatch("h[1-6]", each.tag):
            name = LINKED.sub("", "".join(each.itertext()).lower()).replace(" ", "-")
            known[name] = known.get(name, -1) + 1
            each.set("id", f"{name}-{known[name]}" if known[name] else name)
    for place in list(found.iter()):
        for at, each in enumerate(place):
            if each.tag == "th" and not "".join(each.itertext()).strip():
                each.tag = "td"
            elif each.tag == "pre":
                each.set("tabindex", "0")
            elif each.tag == "table":
                tail, each.tail = each.tail, None
                place[at] = element("div", each, class_="wide", tabindex="0")
                place[at].tail = tail
    return found


def relink(link: Element, page: PurePosixPath, known: Collection[PurePosixPath]) -> None:
    """Lets a link lead to where its target is on the site."""
    target, mark, part = link.get("href", "").partition("#")
    if not target:
        return
    name = PurePosixPath(normpath(page.parent / target))
    home = "../" * len(page.parts)
    if name.parent == PurePosixPath("../rulesets") and name.suffix == ".yaml":
        link.set("href", f"{home}rules/{name.stem}.html")
    elif name in known:
        link.set("href", f"{PurePosixPath(target).with_suffix('.html')}{mark}{part}")
    else:
        link.tag = "span"
        del link.attrib["href"]


def diagnostics() -> str:
    """Every diagnostic with an example and how it is put right, in Markdown; its code is its heading."""
    return "# What the diagnostics mean\n\n" + "".join(
        f"## {code}\n\n" + "".join(map(explained, (page, *page.others))) for code, page in pages().items()
    )


def explained(page: Page) -> str:
    """One page of a diagnostic."""
    parts = [f"**{page.title}**", page.text]
    told = (("Wrong", "yaml", page.wrong), (page.severity.value.capitalize(), "text", page.told), ("Right", "yaml", page.right))
    for label, language, text in told:
        if text:
            parts.append(f"{label}:\n\n```{language}\n{text}\n```")
    return "".join(f"{part}\n\n" for part in parts if part)
