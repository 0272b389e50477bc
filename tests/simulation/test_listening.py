"""The listening form: it notes what the interpreter's listening machine notes, and tells each seat what it hears."""

from __future__ import annotations

from textwrap import dedent

import pytest

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import advance, decision, initial
from rulerun.program.ir import Program
from rulerun.simulation import prepare_plain
from rulerun.simulation.compile.loaded import COMPILES
from rulerun.simulation.emit import noting
from rulerun.simulation.emit.module import Form
from rulerun.simulation.events import Overflow

from ..support.battery import Setting, compiled, drawn, game_of, of_each, short
from ..support.emitted import standard
from ..support.listened import Listener, Unlike, listened
from ..support.machine import AtLevel

each_ruleset = of_each(short())


@of_each(short(), "chess")
def test_the_same_happens_in_every_bundled_game(setting: Setting) -> None:
    program = compiled(setting)
    assert listened(program, prepare_plain(program).form(Form.LISTENING), drawn(1), most=15) > 0


@pytest.mark.slow
@each_ruleset
def test_the_same_happens_to_the_end_of_every_bundled_game(setting: Setting) -> None:
    program = compiled(setting)
    code = prepare_plain(program).form(Form.LISTENING)
    assert all(listened(program, code, drawn(seed), most=400) > 0 for seed in (2, 3))


@pytest.mark.slow
@pytest.mark.skipif(not COMPILES, reason="llvmlite is not installed")
def test_the_same_happens_where_the_code_is_compiled() -> None:
    lines = ("move all from stock to hand[Anne]", "Anne chooses c from hand[Anne]", "put c from hand[Anne] on top of stock")
    compiled_alike(standard((*lines, 'say "{leader}"', "draw card from stock to hand[Ben]")))


@pytest.mark.slow
@pytest.mark.skipif(not COMPILES, reason="llvmlite is not installed")
def test_the_same_happens_in_a_compiled_game_with_secrets() -> None:
    compiled_alike(compiled(Setting("go_fish", "", 2)))


def compiled_alike(program: Program) -> None:
    code = AtLevel(program, 1).form(Form.LISTENING)
    assert code.compiled
    assert all(listened(program, code, drawn(seed), most=100) > 0 for seed in range(5))


def test_another_text_is_heard_as_another_and_the_same_as_the_same() -> None:
    program = standard(
        ("Anne chooses n from 0 - 12..12", "let what = nothing if n > 11 else n", 'say "{n}, {what}, {leader}"', "leader = Ben")
    )
    listener = Listener.of(program, prepare_plain(program).form(Form.LISTENING))
    start = initial(game_of(program), listening=True)
    heard = set()
    for index, option in enumerate(decision(game_of(program), start, 0).options):
        listener.begin()
        _, events = advance(game_of(program), start, 0, index)
        assert listener.events(0, option.code, option.weight) == events
        heard.add(listener.heard(1))
    assert len(heard) == 25


def test_what_does_not_fit_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noting, "HELD_FROM", noting.FROM + 20)
    program = standard(("Anne chooses n from 1..3", "repeat n times as turn:", "    - pot = turn * 2"))
    listener = Listener.of(program, prepare_plain(program).form(Form.LISTENING))
    first, _, third = decision(game_of(program), initial(game_of(program)), 0).options
    listener.begin()
    assert len(listener.events(0, first.code, 1)) == 3
    listener.begin()
    with pytest.raises(Overflow):
        listener.events(0, third.code, 1)


def test_what_is_longer_than_any_record_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noting, "LONGEST_RECORD", 5)
    program = standard(("Anne chooses n from 1..3", "reveal hand[Anne] to Ben"))
    listener = Listener.of(program, prepare_plain(program).form(Form.LISTENING))
    listener.begin()
    with pytest.raises(Overflow):
        listener.events(0, 0, 1)


def test_a_form_that_keeps_silent_about_a_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noting.Moving, "put_down", lambda moving, goal, end: None)
    program = standard(("put top of stock in table",))
    with pytest.raises(Unlike, match="another event"):
        listened(program, prepare_plain(program).form(Form.LISTENING), drawn(1), most=1)


def test_the_same_is_heard_where_a_language_joins_words() -> None:
    text = """
        ruleset: probe
        players: 2
        phases:
          game:
            - Anne chooses n from -1..1
            - let who = nothing if n = 0 else Anne if n = 1 else Ben
            - say gift
        outcome: {winners: players}
        texts:
          gift: {en: "a {who}", it: "a {who} e {n}, a {who}"}
    """
    assert_told_alike(text)


def test_the_same_is_heard_where_conditions_choose_the_words() -> None:
    text = """
        ruleset: probe
        players: 2
        phases:
          game:
            - Anne chooses n from -1..1
            - say gift
        outcome: {winners: players}
        texts:
          gift:
            en: "{if n > 0: {4 div n} | if n < 0: less {if n > 1: | a {n}} | none}{n}"
            it: "e {if n < 1: a {Anne} e {n} | a {Ben}} {n}"
    """
    assert_told_alike(text)


def assert_told_alike(text: str) -> None:
    program = compile_ruleset(Source("probe.yaml", dedent(text)), "", 2, {}).program
    assert program is not None
    code = prepare_plain(program).form(Form.LISTENING)
    assert sum(listened(program, code, lambda size, at=at: min(at, size - 1), most=5) for at in range(3)) == 3
