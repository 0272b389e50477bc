"""What a second core looks at comes to the same as what one core does alone."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulerun.cli.terminal import second_core
from rulerun.cli.terminal.second_core import on_a_second_core
from rulerun.dsl import checking
from rulerun.dsl import compile as compiling
from rulerun.dsl.compile import examine
from rulerun.dsl.sentences.read_before import Sentences, known
from rulerun.dsl.text.files import BUNDLED
from rulerun.dsl.text.source import Source
from rulerun.program.budgets import MOST_WORK

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no copies of processes")

GAMES = sorted(BUNDLED.glob("*.yaml"))
WORDS = ("choose", "chooses", "2", "seat", "hand", "expect", "card", "players")


def copied(work: Callable[[], Any]) -> Callable[[], Any]:
    """The work, which nobody but a copy may do."""
    mine = os.getpid()

    def once() -> Any:
        assert os.getpid() != mine
        return work()

    return on_a_second_core(once)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_findings_are_the_same_with_a_second_core(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for number, word in enumerate(WORDS):
        at = text.find(f" {word}", len(text) * number // len(WORDS))
        wrong = text if at < 0 else text[:at] + " wrongly" + text[at + len(word) + 1 :]
        source = Source(path.name, wrong)
        assert examine(source, copied) == examine(source)


def test_where_a_ruleset_is_too_large_as_much_is_looked_at_as_by_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    source = Source("change_horses.yaml", (BUNDLED / "change_horses.yaml").read_text(encoding="utf-8"))
    whole = MOST_WORK
    found = set()
    for most in (0, 100_000, 300_000, 500_000, 700_000, whole):
        for module in (compiling, checking):
            monkeypatch.setattr(module, "MOST_WORK", most)
        alone = examine(source)
        assert examine(source, on_a_second_core) == alone
        found.add(tuple(each.message for each in alone))
    assert len(found) > 2


def test_sentences_that_the_copy_has_read_are_remembered() -> None:
    text = (BUNDLED / "why_first.yaml").read_text(encoding="utf-8")
    source = Source("why_first.yaml", text.replace("expect: {figure: {Ben: 14}}", "expect: {figure: {Ben: 20 - 4 - 2}}"))
    sentences = Sentences()
    with known(sentences):
        assert examine(source, copied) == ()
    assert any(words == "20 - 4 - 2" for _, words in sentences.new)


def test_what_a_copy_does_not_bring_to_an_end_is_done_here(capfd: pytest.CaptureFixture[str]) -> None:
    mine = os.getpid()

    def broken() -> int:
        if os.getpid() != mine:
            raise KeyError("no trace of it is printed")
        return 3

    def killed() -> int:
        if os.getpid() != mine:
            os.kill(os.getpid(), 9)
        return 4

    assert (on_a_second_core(broken)(), on_a_second_core(killed)()) == (3, 4)
    assert capfd.readouterr() == ("", "")


def test_where_no_copy_can_be_made_the_work_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> int:
        raise BlockingIOError("too many processes")

    monkeypatch.setattr(os, "fork", full)
    assert on_a_second_core(os.getpid)() == os.getpid()


def test_beside_threads_and_on_a_single_core_nothing_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_core, "active_count", lambda: 1)
    for cores, free in (({0, 1}, sys.platform == "linux"), ({3}, False)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, cores=cores: cores, raising=False)
        assert second_core.is_free() is free
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1}, raising=False)
    monkeypatch.setattr(second_core, "active_count", lambda: 2)
    assert not second_core.is_free()
