"""Markup as a tree, which is escaped where it is written."""

from __future__ import annotations

from html import escape
from xml.etree.ElementTree import Element, tostring

from ..program.harmless import harmless

SVG = "http://www.w3.org/2000/svg"

VOID = ("br", "img", "input", "link", "meta")
"""Elements of HTML that hold nothing."""
RAW = ("style",)
"""Elements whose text is none of HTML; it is always ours."""

Child = Element | str | None
"""What stands in an element; None is left out."""


def element(tag: str, *children: Child, **attributes: str | float | None) -> Element:
    """An element with these children. An attribute's `_` is written `-`, one at its end is left out; None is no attribute."""
    made = Element(tag)
    for name, value in attributes.items():
        if value is not None:
            made.set(name.rstrip("_").replace("_", "-"), harmless(value) if isinstance(value, str) else f"{round(value, 2):g}")
    return put(made, *children)


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
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in made.attrib.items())
    raw = made.tag in RAW
    text = made.text or ""
    inside = (text if raw else escape(text, quote=False)) + "".join(
        as_html(child) + escape(child.tail or "", quote=False) for child in made
    )
    end = "" if made.tag in VOID else f"</{made.tag}>"
    return f"<{made.tag}{attributes}>{inside}{end}"


def as_svg(made: Element) -> str:
    """The element as an SVG document."""
    made.set("xmlns", SVG)
    return tostring(made, encoding="unicode") + "\n"
