"""Parts of a thing that a variant changes are found: options by their names, lines of cards by what they say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulerun.dsl.compile import read_source
from rulerun.dsl.sentences import syntax as s
from rulerun.dsl.sentences.statement_lists import statements
from rulerun.dsl.sentences.walk import each
from rulerun.dsl.text.edits import edited, option_name
from rulerun.dsl.text.fields import Findings, pairs
from rulerun.dsl.text.files import bundled
from rulerun.dsl.text.merge import documents
from rulerun.dsl.text.nodes import Mapping, Node, Pair, Scalar, Sequence
from rulerun.dsl.text.source import Source

from ..support.cases import for_all


def named_options() -> Iterator[tuple[str, str]]:
    """The line and the name of each option in the bundled rulesets and their variants."""
    for path in bundled():
        yield from options_in(path)


def options_in(path: Path) -> list[tuple[str, str]]:
    """Those of one ruleset."""
    source, _ = read_source(path)
    assert source is not None
    found = []
    for document in documents(source, Findings()).values():
        for phase in pairs(document.get("phases"), "", Findings()):
            menus = [line for line in each(statements(phase.value, Findings())) if isinstance(line, s.MenuBlock) and not line.may]
            found += [(source.words(option.span), option.head.label) for menu in menus for option in menu.options]
    return found


def test_many_options_have_names() -> None:
    assert len(list(named_options())) > 20


@for_all(named_options())
def test_an_option_of_a_bundled_ruleset_is_found_by_its_name(option: tuple[str, str]) -> None:
    line, name = option
    assert option_name(line) == name


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("pass", "pass"),
        ("otherwise pass the turn", "pass the turn"),
        ("otherwise", "otherwise"),
        ("card from hand[me]", "card"),
        ("give card from hand[me], other from players where other != me", "give"),
        ("deep\n  down card from hand[me]", "deep down"),
        ("take 2 different g from gem as gems", "take"),
        ("take up 0..2 different g from gem as gems, p from players", "take up"),
        ("from x", "from x"),
        ("2 cards", ""),
        ("", ""),
    ],
)
def test_what_an_option_asks_for_is_no_part_of_its_name(line: str, name: str) -> None:
    assert option_name(line) == name


# --------------------------------------------------------------------------------------------- changes that change nothing


def plain(node: Node) -> object:
    """What a node says, wherever it stands."""
    match node:
        case Scalar():
            return node.text
        case Mapping():
            return tuple((pair.key.text, plain(pair.value)) for pair in node.pairs)
        case Sequence():
            return tuple(map(plain, node.items))


def changed(source: Source, section: str, thing: Pair, part: Node) -> object:
    """What the thing says once that part of it is changed to what it is."""
    change = Mapping((Pair(Scalar("change", "change", False, part.span), Sequence((part,), part.span)),), part.span)
    findings = Findings()
    made = edited(section, thing, Pair(thing.key, change), source, findings)
    assert findings.found == []
    return plain(made.value)


def options(node: Node) -> list[Node]:
    """The options of all menus below."""
    match node:
        case Mapping(pairs=pairs):
            own = [item for pair in pairs if pair.key.text.endswith(("chooses one", "choose one")) for item in parts(pair.value)]
            return own + [option for pair in pairs for option in options(pair.value)]
        case Sequence(items=items):
            return [option for item in items for option in options(item)]
        case Scalar():
            return []


def parts(node: Node) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else ()


def unique(found: list[Node]) -> list[Node]:
    names = [option_name(first_line(option)) for option in found]
    return [option for option, name in zip(found, names, strict=True) if name and names.count(name) == 1]


def first_line(option: Node) -> str:
    return option.text if isinstance(option, Scalar) else option.pairs[0].key.text if isinstance(option, Mapping) else ""


@pytest.mark.parametrize("path", bundled(), ids=lambda path: path.stem)
def test_an_option_or_a_line_of_cards_that_takes_its_own_place_changes_nothing(path: Path) -> None:
    source, _ = read_source(path)
    assert source is not None
    document = documents(source, Findings())[""]
    for phase in pairs(document.get("phases"), "", Findings()):
        for option in unique(options(phase.value)):
            assert changed(source, "phases", phase, option) == plain(phase.value)
    for deck in pairs(document.get("decks"), "", Findings()):
        assert isinstance(deck.value, Mapping)
        lines = [line for pair in deck.value.pairs if pair.key.text == "cards" for line in parts(pair.value)]
        for line in lines:
            assert changed(source, "decks", deck, line) == plain(deck.value)
