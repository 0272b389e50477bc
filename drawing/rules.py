"""The rules page of a game as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never
from xml.etree.ElementTree import Element

from ..rulebook.page import Block, Code, Heading, Page, Paragraph, Step, Steps, Table
from .markup import element


def rules_html(page: Page) -> Element:
    """The page, in its order."""
    return element("article", *map(block_html, page.blocks), class_="rules", lang=page.language)


def block_html(block: Block) -> Element:
    """One block."""
    match block:
        case Heading(text, level):
            return element(f"h{min(level, 4)}", text)
        case Paragraph(text):
            return element("p", text)
        case Steps(items, numbered):
            return steps_html(items, "ol" if numbered else "ul")
        case Table(columns, rows):
            head = element("thead", element("tr", *(element("th", each, scope="col") for each in columns)))
            body = element("tbody", *(element("tr", *(element("td", cell) for cell in row)) for row in rows))
            return element("table", head, body)
        case Code(lines, names):
            told = [element("li", element("code", name), f" {said}") for name, said in names]
            return element("div", element("pre", "\n".join(lines), tabindex="0"), element("ul", *told) if told else None)
        case _:
            assert_never(block)


def steps_html(items: Sequence[Step], tag: str) -> Element:
    """A list and the lists below it."""
    made = element(tag)
    for item in items:
        lead = element("b", item.lead) if item.lead else None
        between = " – " if item.lead and item.text else ""
        made.append(element("li", lead, between + item.text, steps_html(item.below, "ul") if item.below else None))
    return made
