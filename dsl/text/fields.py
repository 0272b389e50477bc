"""The outline taken apart: keys that are known, texts, numbers and lists where they are expected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import Factory, define

from .diagnostics import Complaint, Diagnostic, Note, Severity, meant
from .yaml_reader import Mapping, Node, Pair, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...program.span import Span


@define
class Findings:
    """Diagnostics as they are found, each once."""

    found: list[Diagnostic] = Factory(list)

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep it, unless the same is there already."""
        if diagnostic not in self.found:
            self.found.append(diagnostic)

    def say(self, code: str, message: str, span: Span, help_: str = "", notes: tuple[Note, ...] = ()) -> None:
        """Keep an error."""
        self.add(Diagnostic(code, message, span, help_, notes))

    def warn(self, code: str, message: str, span: Span, help_: str = "") -> None:
        """Keep a warning."""
        self.add(Diagnostic(code, message, span, help_, (), Severity.WARNING))

    @property
    def errors(self) -> bool:
        """Whether the ruleset cannot be played."""
        return any(each.severity is Severity.ERROR for each in self.found)


def describe(node: Node) -> str:
    """What a part of the outline is, for messages."""
    match node:
        case Scalar(text=""):
            return "nothing"
        case Scalar(text=text):
            return f"`{text if len(text) <= 40 else text[:37] + '…'}`"
        case Mapping():
            return "keys"
        case Sequence():
            return "a list"


def complain(code: str, message: str, span: Span, help_: str = "") -> Complaint:
    """A complaint to raise."""
    return Complaint(Diagnostic(code, message, span, help_))


def text(node: Node, what: str) -> Scalar:
    """The text there; *what* says what it should be."""
    if isinstance(node, Scalar) and node.text.strip():
        return node
    raise complain("wrong-shape", f"expected {what}, found {describe(node)}", node.span)


def mapping(node: Node, what: str) -> Mapping:
    """The keys there; nothing written counts as no keys."""
    if isinstance(node, Mapping):
        return node
    if isinstance(node, Scalar) and not node.text and not node.quoted:
        return Mapping((), node.span)
    raise complain("wrong-shape", f"expected {what}, found {describe(node)}", node.span)


def sequence(node: Node, what: str) -> tuple[Node, ...]:
    """The items of the list there; nothing written counts as an empty list."""
    if isinstance(node, Sequence):
        return node.items
    if isinstance(node, Scalar) and not node.text and not node.quoted:
        return ()
    raise complain("wrong-shape", f"expected {what}, found {describe(node)}", node.span)


def one_or_more(node: Node) -> tuple[Node, ...]:
    """The items of a list, or the one thing there."""
    return node.items if isinstance(node, Sequence) else (node,)


def integer(node: Node, what: str) -> int:
    """The whole number there."""
    scalar = text(node, what)
    try:
        value = int(scalar.text)
    except ValueError:
        raise complain("wrong-shape", f"expected {what}, found {describe(node)}", node.span) from None
    if abs(value) > 2**31 - 1:
        raise complain("too-large", f"expected a number within ±2147483647, found {scalar.text}", node.span)
    return value


@define
class Fields:
    """The keys of one declaration: taken one by one; what is never taken is not known."""

    of: Mapping
    what: str
    findings: Findings
    known: list[str] = Factory(list)

    def get(self, key: str) -> Node | None:
        """What belongs to the key, if it is there."""
        self.known.append(key)
        return next((pair.value for pair in self.of.pairs if pair.key.text == key), None)

    def need(self, key: str) -> Node:
        """What belongs to the key, which must be there."""
        node = self.get(key)
        if node is None:
            raise complain("missing-key", f"{self.what} needs `{key}:`", self.of.span)
        return node

    def text(self, key: str, what: str) -> Scalar | None:
        """The text of the key, if it is there."""
        node = self.get(key)
        return None if node is None else text(node, what)

    def finish(self) -> None:
        """Complain of the keys that nobody asked for."""
        for pair in self.of.pairs:
            if pair.key.text not in self.known:
                self.findings.say(
                    "unknown-key", f"{self.what} has no `{pair.key.text}:`", pair.key.span, meant(pair.key.text, self.known)
                )


def pairs(node: Node | None, what: str, findings: Findings) -> Iterator[Pair]:
    """The named things of a section, each with its name; complains where it is no such list."""
    if node is None:
        return
    try:
        yield from mapping(node, what).pairs
    except Complaint as complaint:
        findings.add(complaint.diagnostic)
