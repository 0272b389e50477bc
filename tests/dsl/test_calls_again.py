"""What a call gave is taken again where a sentence makes it again, and is what reading it anew would give."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.dsl.compile import compile_ruleset, examine
from rulerun.dsl.describe import survey
from rulerun.dsl.diagnostics.diagnostic import Diagnostic
from rulerun.dsl.symbols.spent import Spent
from rulerun.dsl.text.files import bundled, find, read_source
from rulerun.dsl.text.source import Source
from rulerun.program.json import to_json

from ..support.battery import of_each_file
from .test_mutations import sample


def text_of(path: Path) -> Source:
    """The source of a bundled ruleset."""
    found, problems = read_source(path)
    assert found is not None, problems
    return found


def programs(source: Source) -> list[str]:
    """The Programs of a ruleset and of its variants, for the most players."""
    found = []
    overview = survey(source)
    for variant, players in [("", overview.players), *((each.name, each.players) for each in overview.variants if each.name)]:
        made = compile_ruleset(source, variant, players[-1], {})
        assert made.program is not None, made.diagnostics
        found.append(to_json(made.program))
    return found


def each_anew(self: Spent, calls: int, values: int, entries: int) -> bool:
    """Nothing is taken again."""
    return False


@of_each_file()
def test_a_call_made_again_gives_the_same_program(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = find(file)
    again = programs(text_of(path))
    assert again
    monkeypatch.setattr(Spent, "take_again", each_anew)
    assert programs(text_of(path)) == again


SOME = [path for path in bundled() if path.stem in ("go_fish",)]


@pytest.mark.slow
@pytest.mark.parametrize("path", SOME, ids=lambda path: path.stem)
def test_a_call_made_again_is_found_fault_with_alike(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mutants = [Source(path.name, make()) for _, make in sample(path, 25)]
    again: list[tuple[Diagnostic, ...]] = [tuple(examine(each)) for each in mutants]
    assert any(again)
    monkeypatch.setattr(Spent, "take_again", each_anew)
    assert [tuple(examine(each)) for each in mutants] == again


def test_calls_of_a_large_ruleset_are_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = []
    before = Spent.take_again

    def counted(self: Spent, calls: int, values: int, entries: int) -> bool:
        taken.append(calls)
        return before(self, calls, values, entries)

    monkeypatch.setattr(Spent, "take_again", counted)
    source = text_of(next(path for path in bundled() if path.stem == "change_horses"))
    programs(source)
    once = len(taken)
    programs(source)
    assert 0 < once < len(taken)
