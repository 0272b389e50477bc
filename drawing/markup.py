"""Markup as a tree, which is escaped where it is written."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from html import escape
from xml.etree.ElementTree import Element, tostring

from ..program.harmless import harmless

SVG = "http://www.w3.org/2000/svg"

VOID = ("br", "img", "input", "link", "meta")
"""Elements of HTML that hold nothing."""
RAW = ("style",)
"""Elements whose text is none of HTML; it is always ours."""

SPECIAL = re.compile("[&<>\"']")

Child = Element | str | None
"""What stands in an element; None is left out."""


class Kept(Element):
    """An element that stands in several trees and is written once; nothing of it is changed, and no text follows it."""

    html: str | None = None


def kept(made: Element) -> Kept:
    """The same element, to be kept."""
    found = Kept(made.tag, made.attrib)
    found.text = made.text
    found.extend(made)
    return found


def element(tag: str, *children: Child, **attributes: str | float | None) -> Element:
    """An element with these children. An attribute's `_` is written `-`, one at its end is left out; None is no attribute."""
    made = Element(tag)
    for name, value in attributes.items():
        if value is not None:
            made.set(attribute(name), harmless(value) if isinstance(value, str) else f"{round(value, 2):g}")
    return put(made, *children)


@cache
def attribute(name: str) -> str:
    """An attribute as markup has it."""
    return name.rstrip("_").replace("_", "-")


def put(parent: Element, *children: Child) -> Element:
    """The same element, with these children behind those that it has."""
    for child in children:
        if isinstance(child, str):
            last = parent[-1] if len(parent) else None
            if last is None:
                parent.text = (parent.text or "") + harmless(child)
            else:
                last.tail = (last.tail or "") + harmless(child)
        elif child is not None:
            parent.append(child)
    return parent


def as_html(made: Element) -> str:
    """The element as HTML."""
    written: list[str] = []
    _write(made, written.append)
    return "".join(written)


def _write(made: Element, write: Callable[[str], None]) -> None:
    if isinstance(made, Kept):
        if made.html is None:
            written: list[str] = []
            _write_whole(made, written.append)
            made.html = "".join(written)
        write(made.html)
    else:
        _write_whole(made, write)


def _write_whole(made: Element, write: Callable[[str], None]) -> None:
    write(f"<{made.tag}")
    for name, value in made.attrib.items():
        write(f' {name}="{escaped(value)}"')
    write(">")
    if made.text:
        write(made.text if made.tag in RAW else escaped(made.text))
    for child in made:
        _write(child, write)
        if child.tail:
            write(escaped(child.tail))
    if made.tag not in VOID:
        write(f"</{made.tag}>")


def escaped(text: str) -> str:
    """The text as it stands in HTML, and in an attribute."""
    return escape(text) if SPECIAL.search(text) else text


def as_svg(made: Element) -> str:
    """The element as an SVG document."""
    made.set("xmlns", SVG)
    return tostring(made, encoding="unicode") + "\n"
