"""The examples beside the rules, on a program made by hand."""

from __future__ import annotations

from importlib import import_module

import pytest
from attrs import evolve

from rulerun.interpreter import broken_invariants, initial
from rulerun.interpreter.match import examples
from rulerun.interpreter.match.examples import run_example
from rulerun.program.ir import Answer, Cell, Example, Expectation, Invariant, Message, Number, Refused

from ..support.battery import game_of
from ..support.engine_programs import kuhn


def example(
    answers: tuple[tuple[str, str], ...],
    refused: tuple[Refused, ...] = (),
    checks: tuple[Expectation, ...] = (),
    winners: tuple[int, ...] | None = None,
    payoff: tuple[tuple[int, int, int], ...] = (),
) -> Example:
    given = tuple(Answer(actor, choice, 0) for actor, choice in answers)
    return Example("an example", kuhn(), given, refused, checks, winners, payoff, 0)


def paid(wanted: int) -> Expectation:
    return Expectation("paid[Anne]", Cell(5, (), "paid", 0), wanted, None, False, 1)


CALLED = (("nature", "jack"), ("nature", "king"), ("Anne", "bet"), ("Ben", "call"))


def test_an_example_that_holds() -> None:
    verdict = run_example(example(CALLED, checks=(paid(2),), winners=(1,), payoff=((0, -1, 1), (1, 1, 1))))
    assert verdict.ok
    assert verdict.runs == 1


def test_each_thing_that_comes_out_otherwise_is_said() -> None:
    verdict = run_example(example(CALLED, checks=(paid(1),), winners=(0,), payoff=((1, 7, 1),)))
    assert [failure.message for failure in verdict.failures] == [
        "expected paid[Anne] to be 1, found 2",
        "expected Anne to win, found Ben",
        "expected Ben to get 7, found 1",
    ]


def test_chance_that_is_not_scripted_is_tried_in_every_way() -> None:
    verdict = run_example(example((("Anne", "bet"), ("Ben", "fold")), checks=(paid(2),), winners=(0,)))
    assert verdict.ok
    assert verdict.runs == 6


def test_a_failure_tells_what_chance_gave() -> None:
    verdict = run_example(example((("Anne", "bet"), ("Ben", "call")), winners=(0,)))
    assert verdict.failures[0].message == "expected Anne to win, found Ben (when chance gives jack, queen)"


def test_too_many_ways_are_drawn_instead() -> None:
    many = example((("Anne", "bet"), ("Ben", "fold")), winners=(0,))
    before = examples.MOST_RUNS
    examples.MOST_RUNS = 5
    try:
        verdict = run_example(many)
    finally:
        examples.MOST_RUNS = before
    assert verdict.ok
    assert verdict.sampled
    assert verdict.runs == examples.DRAWN_RUNS


def test_an_answer_that_is_not_offered_is_said_with_what_is() -> None:
    verdict = run_example(example((*CALLED[:3], ("Ben", "check"))))
    assert verdict.failures[0].message == "`check` is not offered to Ben; there is `fold`, `call`"


def test_an_answer_of_someone_who_is_not_asked_is_said() -> None:
    verdict = run_example(example((*CALLED[:2], ("Ben", "bet"))))
    assert verdict.failures[0].message == "Ben is not asked here; Anne is"
    verdict = run_example(example((*CALLED, ("Anne", "bet"))))
    assert verdict.failures[0].message == "Anne is not asked here: all that is run here is done"


def test_a_refused_option_must_not_be_offered() -> None:
    verdict = run_example(example(CALLED[:3], (Refused("Ben", "fold", None, 0),)))
    assert verdict.failures[0].message == "`fold` is offered to Ben, expected that it is not"
    assert run_example(example(CALLED[:1], (Refused("nature", "jack", None, 0),))).ok
    verdict = run_example(example(CALLED[:1], (Refused("nature", "king", None, 0),)))
    assert verdict.failures[0].message == "`king` can happen, expected that it cannot"


def test_a_refusal_for_another_reason_is_said() -> None:
    because = Message((("en", ("no money",)),))
    verdict = run_example(example(CALLED[:3], (Refused("Ben", "sing", because, 0),)))
    assert verdict.failures[0].message == (
        "`sing` is no option at all here, so no rule refuses it"
        " (`refused:` is looked at behind the last answer; what is refused before stands among the answers, `- refused: …`)"
    )


def test_where_nothing_is_run_the_given_position_is_looked_at() -> None:
    bare = example((), checks=(paid(1),))
    assert run_example(evolve(bare, program=evolve(bare.program, body=()))).ok


def test_invariants_are_made_ready_once_for_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    source = import_module("rulerun.interpreter.machine.source")
    program = evolve(kuhn(), invariants=(Invariant("never", Number(0), 0), Invariant("always", Number(1), 0)))
    ready = source._maker
    state = initial(game_of(program))
    monkeypatch.setattr(source, "_maker", lambda text: made.append(text) or ready(text))
    for _ in range(3):
        assert [each.name for each in broken_invariants(game_of(program), state)] == ["never"]
    assert len(made) == 2
    other = evolve(program, invariants=(Invariant("never", Number(1), 0),))
    assert broken_invariants(game_of(other), state) == ()
