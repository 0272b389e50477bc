"""What a second core looks at comes to the same as what one core does alone."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from rulerun.cli.commands.validate import examined
from rulerun.cli.terminal import second_core
from rulerun.cli.terminal.second_core import answering, on_a_second_core
from rulerun.dsl import checking
from rulerun.dsl import compile as compiling
from rulerun.dsl.compile import examine
from rulerun.dsl.sentences import parse
from rulerun.dsl.sentences.ahead import ahead, answers, asking
from rulerun.dsl.sentences.by_grammar import taken
from rulerun.dsl.sentences.lines import Start
from rulerun.dsl.sentences.parse import read_by
from rulerun.dsl.sentences.read_before import Sentences, expect, known
from rulerun.dsl.text.files import BUNDLED, read_source
from rulerun.dsl.text.source import Source
from rulerun.program.budgets import MOST_WORK

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no copies of processes")

GAMES = sorted(BUNDLED.glob("*.yaml"))
WORDS = ("choose", "2", "expect", "players")


def copied(work: Callable[[], Any]) -> Callable[[], Any]:
    """The work, which nobody but a copy may do."""
    mine = os.getpid()

    def once() -> Any:
        assert os.getpid() != mine
        return work()

    return on_a_second_core(once)


@pytest.mark.slow
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_findings_are_the_same_with_a_second_core(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for number, word in enumerate(WORDS):
        at = text.find(f" {word}", len(text) * number // len(WORDS))
        wrong = text if at < 0 else text[:at] + " wrongly" + text[at + len(word) + 1 :]
        source = Source(path.name, wrong)
        assert examine(source, copied) == examine(source)


@pytest.mark.slow
def test_where_a_ruleset_is_too_large_as_much_is_looked_at_as_by_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    source = Source("change_horses.yaml", (BUNDLED / "change_horses.yaml").read_text(encoding="utf-8"))
    whole = MOST_WORK
    found = set()
    for most in (0, 200_000, 600_000, whole):
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
    with answering(telling) as ask:
        assert ask(4) == (os.getpid(), 8)


def telling() -> Callable[[int], tuple[int, int]]:
    """Loads what tells by which process it is called, and doubles a number."""
    return lambda number: (os.getpid(), 2 * number)


def test_a_copy_answers_this_process_and_another_copy_and_is_gone_afterwards() -> None:
    with answering(telling) as ask:
        beside = on_a_second_core(lambda: (os.getpid(), [ask(number) for number in range(100, 200)]))
        mine = [ask(number) for number in range(1, 100)]
        copy, theirs = beside()
    (answerer,) = {process for process, _ in (*mine, *theirs)}
    assert answerer not in (os.getpid(), copy)
    assert [twice for _, twice in (*mine, *theirs)] == [2 * number for number in range(1, 200)]
    with pytest.raises(ProcessLookupError):
        os.kill(answerer, 0)


def test_what_a_copy_cannot_answer_is_answered_here() -> None:
    loaded: list[int] = []

    def load() -> Callable[[int], int]:
        loaded.append(os.getpid())
        mine = os.getpid()

        def told(number: int) -> int:
            if mine != here and number == 0:
                os._exit(1)
            if mine != here:
                raise ValueError(number)
            return number

        return told

    here = os.getpid()
    with answering(load) as ask:
        assert (ask(-1), ask(0), ask(5)) == (-1, 0, 5)
    assert loaded == [here]


def test_sentences_are_the_same_where_a_copy_reads_them(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (BUNDLED / "pig.yaml").read_text(encoding="utf-8")
    monkeypatch.setattr(second_core, "is_free", lambda: False)
    for source in (Source("pig.yaml", text.replace(word, "wrongly", 1)) for word in ("roll", "pass", "otherwise", "pig")):
        alone = examined(source)
        parse._parsed.cache_clear()
        with answering(partial(answers, source)) as ask, read_by(asking(ask)):
            assert examined(source) == alone


@pytest.mark.parametrize("name", ["change_horses", "traxx", "yahtzee", "chess"])
def test_what_is_read_ahead_is_most_of_what_is_asked_for_and_read_alike(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source, _ = read_source(BUNDLED / f"{name}.yaml")
    assert source is not None
    monkeypatch.setattr(second_core, "is_free", lambda: False)
    sentences = Sentences()
    parse._parsed.cache_clear()
    with known(sentences):
        examined(source)
    read = ahead(source, taken)
    both = read.keys() & sentences.new.keys()
    assert {key: read[key] for key in both} == {key: sentences.new[key] for key in both}
    assert 2 * len(both) > len(sentences.new)


def test_what_was_read_ahead_in_vain_is_not_kept() -> None:
    sentences, words = Sentences(), "me draws 2 from stock"
    with known(sentences):
        expect(ahead(Source("some.yaml", f"- {words}\n- draw 2 from stock\n- end the game\n"), taken))
        parse.parse_text("end the game", 7, 3, Start.SENTENCE)
        parse.parse_text("let a = 1", 8, 3, Start.SENTENCE)
        assert ahead(Source("some.yaml", "- end the game"), taken) == {}
    assert {words for _, words in sentences.new} == {"end the game", "let a = 1"}


def test_beside_threads_and_on_a_single_core_nothing_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_core, "active_count", lambda: 1)
    for cores, free in (({0, 1}, sys.platform == "linux"), ({3}, False)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, cores=cores: cores, raising=False)
        assert second_core.is_free() is free
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1}, raising=False)
    monkeypatch.setattr(second_core, "active_count", lambda: 2)
    assert not second_core.is_free()
