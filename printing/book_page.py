"""The rulebook as a page of HTML that needs nothing else, and as Markdown with its pictures beside it."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from typing import assert_never
from xml.etree.ElementTree import Element

from ..drawing.markup import Child, as_svg, element
from ..drawing.page import page
from ..drawing.rules import block_html
from ..rulebook.page import Code, Heading, Paragraph, Step, Steps, Table
from .blocks import Book, BookBlock, Boxed, CardShown, Drawn, Gallery, Pair

STYLE = """
body { margin: 0 auto; max-width: 46rem; padding: 1rem; background: var(--paper); color: var(--ink);
  font: 1.05rem/1.5 Georgia, "Times New Roman", serif; }
h1 { font-size: 2.2rem; margin: .5rem 0; }
h2 { margin: 2.2rem 0 .5rem; }
h3 { margin: 1.2rem 0 .3rem; font-size: 1.05rem; }
nav ul { columns: 2; padding-left: 1.2rem; }
figure { margin: 1rem auto; text-align: center; }
figure > svg { display: block; margin: 0 auto; }
.board.wide { min-width: 0; }
figcaption { color: var(--quiet); font-size: .9rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
.pair.long { grid-template-columns: 1fr; }
.gallery { display: flex; flex-wrap: wrap; gap: .6rem; padding: 0; list-style: none; }
.gallery li { width: 7rem; text-align: center; font-size: .8rem; line-height: 1.2; }
.gallery.few li { width: 4.4rem; }
.gallery img { width: 100%; border: 1px solid var(--line); border-radius: .4rem; }
.box { border: 1px solid var(--line); border-radius: .5rem; padding: .2rem 1rem .6rem; margin: 1rem 0; }
.box > h4 { margin: .5rem 0; }
table { border-collapse: collapse; font-size: .9rem; margin: .6rem 0; }
th, td { border: 1px solid var(--line); padding: .2rem .6rem; text-align: left; }
pre { overflow-x: auto; font-size: .8rem; background: var(--card); padding: .6rem; }
@media print { .box, figure { break-inside: avoid; } h2, h3 { break-after: avoid; } }
"""

Images = Mapping[tuple[int, int | None], bytes]
"""The cards as PNG, by deck and face (None: the back)."""


def html(book: Book, images: Images) -> str:
    """The rulebook as one page."""
    shown, contents = list[Child](), list[tuple[str, str]]()
    for block in book.blocks:
        if isinstance(block, Heading) and block.level == 2:
            contents.append((f"part-{len(contents) + 1}", block.text))
            shown.append(element("h2", block.text, id=contents[-1][0]))
        else:
            shown.append(_html(block, images))
    links = element("ul", *(element("li", element("a", text, href=f"#{name}")) for name, text in contents))
    nav = element("nav", links, aria_label=book.contents)
    first = next((at for at, each in enumerate(shown) if isinstance(each, Element) and each.tag == "h2"), len(shown))
    return page(book.title, book.language, element("main", *shown[:first], nav, *shown[first:]), style=STYLE)


def _html(block: BookBlock, images: Images) -> Element:
    match block:
        case Drawn():
            return _figure(block)
        case Pair(before, after):
            long = ratio(before.svg) > 3
            return element("div", _figure(before), _figure(after), class_="pair long" if long else "pair")
        case Gallery(cards, small):
            return element("ul", *(_card(each, images) for each in cards), class_="gallery few" if small else "gallery")
        case Boxed(title, blocks):
            return element("section", element("h4", title), *(_html(each, images) for each in blocks), class_="box")
        case _:
            return block_html(block)


def _figure(each: Drawn) -> Element:
    svg = each.svg
    svg.set("style", f"width: {100 * each.share:.0f}%; max-height: 34rem")
    svg.set("role", "img")
    svg.set("aria-label", each.caption or svg.get("aria-label", ""))
    return element("figure", svg, element("figcaption", each.caption) if each.caption else None)


def _card(each: CardShown, images: Images) -> Element:
    data = b64encode(images[each.deck, each.face]).decode()
    return element("li", element("img", src=f"data:image/png;base64,{data}", alt=each.name), each.caption or None)


def ratio(svg: Element) -> float:
    """How many times as wide as high a drawing is."""
    _, _, wide, high = (float(each) for each in svg.get("viewBox", "0 0 1 1").split())
    return wide / high


# ------------------------------------------------------------------------------------------------------------ Markdown

SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$])")


def markdown(book: Book, images: Images, folder: str) -> tuple[str, dict[str, bytes]]:
    """The rulebook as Markdown, and the pictures that it shows, by their names in the *folder* beside it."""
    files: dict[str, bytes] = {}
    parts: list[str] = []
    headings = [block.text for block in book.blocks if isinstance(block, Heading) and block.level == 2]
    for block in book.blocks:
        if isinstance(block, Heading) and block.level == 2 and headings:
            parts += [f"**{plain(book.contents)}**", "\n".join(f"- [{plain(text)}](#{anchor(text)})" for text in headings)]
            headings = []
        parts += _markdown(block, images, folder, files)
    return "\n\n".join(parts) + "\n", files


def plain(text: str) -> str:
    """The text, with what Markdown would obey escaped; in one line."""
    return SPECIAL.sub(r"\\\1", " ".join(text.split()))


def anchor(text: str) -> str:
    """The name by which a heading is linked to, as is usual."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def _markdown(block: BookBlock, images: Images, folder: str, files: dict[str, bytes]) -> Iterator[str]:
    match block:
        case Heading(text, level):
            yield f"{'#' * level} {plain(text)}"
        case Paragraph(text):
            yield plain(text)
        case Steps(items, numbered):
            yield "\n".join(_listed(items, "", numbered))
        case Table(columns, rows):
            lines = (columns, ("---",) * len(columns), *rows)
            yield "\n".join(f"| {' | '.join(cell if cell == '---' else plain(cell) for cell in line)} |" for line in lines)
        case Code(lines):
            fence = "`" * max(3, 1 + max((len(each) for each in re.findall("`+", "\n".join(lines))), default=0))
            yield "\n".join((fence, *lines, fence))
        case Drawn(svg, caption):
            name = _kept(as_svg(svg).encode(), "svg", files)
            yield f"![{plain(caption)}]({folder}/{name})"
        case Pair(before, after):
            for each in (before, after):
                yield from _markdown(each, images, folder, files)
        case Gallery(cards):
            found = []
            for card in cards:
                name = _kept(images[card.deck, card.face], "png", files)
                found.append(f'<img src="{folder}/{name}" alt="{attribute(card.name)}" width="100">')
            yield " ".join(found)
            listed = [plain(card.caption) for card in cards if card.caption]
            yield from [", ".join(listed)] if listed else []
        case Boxed(title, blocks):
            inside = [f"**{plain(title)}**", *(text for each in blocks for text in _markdown(each, images, folder, files))]
            yield "\n>\n".join("\n".join(f"> {line}".rstrip() for line in text.split("\n")) for text in inside)
        case _:
            assert_never(block)


def _listed(items: tuple[Step, ...], indent: str, numbered: bool) -> Iterator[str]:
    for number, item in enumerate(items, 1):
        between = " – " if item.lead and item.text else ""
        lead = f"**{plain(item.lead)}**" if item.lead else ""
        yield f"{indent}{f'{number}.' if numbered else '-'} {lead}{between}{plain(item.text)}"
        yield from _listed(item.below, indent + ("   " if numbered else "  "), False)


def attribute(text: str) -> str:
    """The text in an attribute of HTML within Markdown."""
    return re.sub(r'[<>"&`\\]', " ", text)


def _kept(content: bytes, kind: str, files: dict[str, bytes]) -> str:
    """The name of a picture, each kept once."""
    for name, known in files.items():
        if known == content:
            return name
    name = f"{len(files) + 1}.{kind}"
    files[name] = content
    return name
