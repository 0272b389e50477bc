"""The pages of all complaints: what `rulerun explain CODE` prints."""

from __future__ import annotations

from importlib import import_module
from inspect import cleandoc
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from .complaint import Kind
from .diagnostics import nearest

if TYPE_CHECKING:
    from collections.abc import Callable

    from .diagnostics import Severity

ROOMS = (
    "bad_arguments",
    "bad_boards",
    "bad_cards",
    "bad_changes",
    "bad_choices",
    "bad_examples",
    "bad_files",
    "bad_lists",
    "bad_measures",
    "bad_names",
    "bad_outcomes",
    "bad_phases",
    "bad_printed",
    "bad_ranges",
    "bad_sets",
    "bad_shapes",
    "bad_syntax",
    "bad_tables",
    "bad_together",
    "bad_types",
    "bad_values",
    "bad_variants",
    "bad_ways",
    "bad_words",
    "bad_yaml",
    "certain",
    "idle",
    "in_play",
    "limits",
    "secrets",
)
"""The modules that hold complaints."""

PARTS = ("Wrong:", "Told:", "Right:")


@frozen
class Page:
    """One complaint explained: *title* is a sentence, *text* says more ("": nothing), the examples are parts of rulesets.

    *wrong* brings forth exactly this complaint, with the message *told*; *right* brings forth none. Both are "" where the mistake
    is not in the text of one ruleset: in another file, on the command line. *others* are the complaints that have the same code.
    """

    code: str
    severity: Severity
    title: str
    text: str
    wrong: str
    told: str
    right: str
    others: tuple[Page, ...] = ()


def kinds() -> dict[str, Kind[...]]:
    """Every complaint that has a code of its own, by it, in the order of the modules."""
    return {name: each for name, each in every_kind().items() if each.code == name}


def every_kind() -> dict[str, Kind[...]]:
    """Every complaint by its name, in the order of the modules."""
    found: dict[str, Kind[...]] = {}
    for room in ROOMS:
        for each in vars(import_module(f".{room}", __package__)).values():
            if isinstance(each, Kind):
                assert found.setdefault(each.name, each) is each, each.name
    return found


def pages() -> dict[str, Page]:
    """The page of every complaint by its code, with the others that have that code."""
    every = every_kind()
    return {code: _whole(each, every) for code, each in every.items() if each.code == code}


def page(code: str) -> Page | None:
    """The page of the complaints with that code, None where there is no such code."""
    every = every_kind()
    found = every.get(code)
    return None if found is None or found.code != code else _whole(found, every)


def closest(code: str) -> str | None:
    """The known code most like *code*, None when none is."""
    return nearest(code, kinds())


def _whole(kind: Kind[...], every: dict[str, Kind[...]]) -> Page:
    """The page of a complaint with a code of its own, with the others of *every* one that have it too."""
    others = tuple(_page(each) for each in every.values() if each.code == kind.code and each is not kind)
    return evolve(_page(kind), others=others)


def _page(kind: Kind[...]) -> Page:
    tell: Callable[..., object] = kind.tell
    lines = cleandoc(tell.__doc__ or "").splitlines()
    starts = [at for at, line in enumerate(lines) if line in PARTS]
    parts = {
        lines[at]: cleandoc("\n" + "\n".join(lines[at + 1 : end])).rstrip()
        for at, end in zip(starts, [*starts[1:], len(lines)], strict=True)
    }
    head = lines[: starts[0]] if starts else lines
    text = "\n".join(head[1:]).strip()
    wrong, told, right = (parts.get(name, "") for name in PARTS)
    return Page(kind.code, kind.severity, head[0] if head else "", text, wrong, told, right)
