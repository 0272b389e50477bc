"""The variants on their page are short, repeat no phase of what they extend, and have examples that only they fulfil."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulerun.dsl.compile import compile_examples
from rulerun.dsl.text.document import bare
from rulerun.dsl.text.files import read_source
from rulerun.dsl.text.nodes import Mapping, Node
from rulerun.dsl.text.outline import read
from rulerun.dsl.text.source import Source
from rulerun.interpreter.match.examples import run_example

from ..rulesets.test_lengths import RULESETS, length
from ..support.doc_blocks import TOP, Block, blocks

LONGEST = 25
PAGE = TOP / "docs" / "variants.md"
VARIANTS = [block for block in blocks(PAGE) if block.is_ruleset]
each_variant = pytest.mark.parametrize("block", VARIANTS, ids=lambda block: block.words[1])


def sections(text: str) -> dict[str, Node]:
    """The sections of a ruleset by name."""
    root, problems = read(Source("variant", text))
    assert root is not None, problems
    return {pair.key.text: pair.value for pair in root.pairs}


def repeated(text: str, base: str) -> list[str]:
    """The phases of the base that a variant tells anew instead of changing them or going on before or behind."""
    own, other = (sections(each).get("phases") for each in (text, base))
    if not isinstance(own, Mapping) or not isinstance(other, Mapping):
        return []
    there = {bare(pair.key.text) for pair in other.pairs}
    return [pair.key.text for pair in own.pairs if bare(pair.key.text) in there and not isinstance(pair.value, Mapping)]


def base_of(block: Block) -> str:
    """The name of what it extends."""
    found = re.search(r"^extends: (\w+)$", block.text, re.MULTILINE)
    assert found is not None
    return found.group(1)


def test_there_are_seven_of_three_games() -> None:
    assert len(VARIANTS) == 7
    assert {base_of(block) for block in VARIANTS} == {"why_first", "traxx", "change_horses"}


def test_what_the_page_says_can_be_varied_is_there_by_name() -> None:
    base, wrong = "", []
    for of, cell in re.findall(r"^\|([^|]*)\|([^|]*)\|[^|]*\|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE):
        base = of.strip(" `") or base
        if base not in {base_of(block) for block in VARIANTS}:
            continue
        there = names((RULESETS / f"{base}.yaml").read_text(encoding="utf-8"))
        wrong += [(base, name) for name in re.findall(r"`([^`]+)`", cell) if name not in there]
    assert wrong == []
    assert base == "change_horses"


def names(text: str) -> set[str]:
    """The sections of a ruleset, and the things that stand under them by name."""
    found = sections(text)
    return {*found, *(bare(pair.key.text) for node in found.values() if isinstance(node, Mapping) for pair in node.pairs)}


@each_variant
def test_a_variant_has_few_lines_beside_its_examples(block: Block) -> None:
    assert length(block.text) <= LONGEST


@each_variant
def test_a_variant_repeats_no_phase(block: Block) -> None:
    base = (RULESETS / f"{base_of(block)}.yaml").read_text(encoding="utf-8")
    assert repeated(block.text, base) == []


def test_a_phase_that_is_told_anew_is_noticed() -> None:
    base = "phases:\n  game:\n    - do turn (1)\n  turn (number n):\n    - end the game\n"
    assert repeated("phases:\n  turn (number n):\n    - end the phase\n", base) == ["turn (number n)"]
    assert repeated("phases:\n  turn (number n):\n    begins with:\n      - end the phase\n", base) == []
    assert repeated("phases:\n  extra:\n    - end the phase\n", base) == []


@each_variant
def test_the_examples_of_a_variant_show_what_differs(block: Block, tmp_path: Path) -> None:
    """What the examples expect does not hold in the game that the variant extends."""
    examples = block.text[block.text.index("\nexamples:\n") :]
    path = tmp_path / "without.yaml"
    path.write_text(f"ruleset: without\nextends: {base_of(block)}\n{examples}", encoding="utf-8")
    source, problems = read_source(path)
    assert source is not None, problems
    found, diagnostics = compile_examples(source)
    assert diagnostics or not all(run_example(example).ok for example in found)
