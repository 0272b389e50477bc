"""A match looked at afterwards: what is marked stands out beyond chance, and is what another choice would have been worth."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rulerun.bots import Estimate
from rulerun.interpreter import NATURE, Observer, actors, decision
from rulerun.interpreter.core.rng import Use, stream
from rulerun.lab.analysis import WORST, Asked, Judged, Looks, decisions, judge, judged, summaries, widened
from rulerun.program.ir import Program

from ..support.advisors import Opinion
from ..support.battery import Setting, compiled, game_of

TIC = Setting("tic_tac_toe", "", 2)
KUHN = Setting("kuhn_poker", "", 2)


def played(program: Program, seed: int) -> Observer:
    """A match in which everything is drawn evenly."""
    observer, draw = Observer.beginning(game_of(program)), stream(seed, 0, Use.BOTS).below
    while observer.asked:
        actor = observer.asked[0]
        observer.answer(actor, draw(len(decision(game_of(program), observer.state, actor).options)))
    return observer


def looked_at(program: Program, observer: Observer, bot: Opinion, seats: Sequence[int] = (0, 1)) -> tuple[Judged, ...]:
    return judged(list(judge(game_of(program), observer.answers, seats, bot, 0)))


def test_decisions_of_seats_are_numbered_and_those_of_chance_are_not() -> None:
    program = compiled(KUHN)
    observer = played(program, 1)
    found = decisions(game_of(program), observer.answers)
    assert [each.number for each in found] == [*range(1, len(found) + 1)]
    assert len(found) == sum(each.asked.actor != NATURE for each in observer.answers)
    assert all(each.options[each.chosen] in {"check", "bet", "call", "fold"} for each in found)


def test_what_a_choice_cost_is_what_a_better_one_is_worth_more() -> None:
    program = compiled(TIC)
    observer = played(program, 3)
    found = looked_at(program, observer, Opinion(lambda option: 0.75 if option.endswith("2") else 0.25))
    for each in found:
        options = each.asked.options
        could = any(option.endswith("2") for option in options)
        did = options[each.asked.chosen].endswith("2")
        assert each.marked == (could and not did)
        assert each.cost is not None
        assert each.cost.worth == (0.5 if each.marked else 0)
        assert each.mattered == (len({option.endswith("2") for option in options}) == 2)
        if each.marked:
            assert options[each.best].endswith("2")
    assert any(each.marked for each in found)
    assert not all(each.marked for each in found)


def test_noise_alone_marks_nothing() -> None:
    program = compiled(TIC)
    quiet = sum(
        not any(each.marked or each.mattered for each in looked_at(program, played(program, seed), Opinion(lambda _: 0.5, 0.2)))
        for seed in range(12)
    )
    assert quiet >= 11


def test_a_loss_far_beyond_the_noise_is_marked() -> None:
    program = compiled(TIC)
    found = looked_at(program, played(program, 3), Opinion(lambda option: 0.9 if option == "cell b2" else 0.1, 0.02))
    free = [each for each in found if "cell b2" in each.asked.options]
    assert [each.marked for each in free] == [each.asked.options[each.asked.chosen] != "cell b2" for each in free]
    assert all(each.cost is not None and abs(each.cost.worth - 0.8) < 0.05 for each in free if each.marked)


def test_only_the_seats_that_are_asked_for_are_judged_and_no_single_options() -> None:
    program = compiled(TIC)
    observer = played(program, 7)
    found = looked_at(program, observer, Opinion(lambda _: 0.5), (1,))
    assert {each.asked.seat for each in found} == {1}
    assert all(len(each.asked.options) > 1 for each in found)


def test_the_same_seed_judges_alike_and_another_one_otherwise() -> None:
    program = compiled(TIC)
    answers, bot = played(program, 3).answers, Opinion(lambda _: 0.5, 0.2)
    one, again, other = (tuple(judge(game_of(program), answers, (0, 1), bot, seed)) for seed in (0, 0, 1))
    assert one == again
    assert one != other


def asked(number: int) -> Asked:
    return Asked(number, 0, ("left", "right"), 0)


def look(left: float, right: float, error: float | None, tried: int = 50) -> tuple[Estimate, ...]:
    return (Estimate(0, left, error, tried), Estimate(1, right, error, 50))


def test_the_second_look_says_what_the_best_of_the_first_is_worth() -> None:
    (found,) = judged([Looks(asked(1), look(0.5, 0.7, 0.1), look(0.5, 0.6, 0.1))])
    assert found.best == 1
    assert found.cost is not None
    assert found.cost.worth == pytest.approx(0.1)
    assert found.cost.error == pytest.approx(0.1 * 2**0.5)
    assert found.cost.chance == pytest.approx(0.0829, abs=1e-3)


def test_an_option_that_was_never_tried_costs_nothing_that_is_known() -> None:
    found = judged([Looks(asked(1), look(0.4, 0.9, 0.1), look(0.0, 0.9, 0.1, 0))])
    assert found[0].cost is None
    (told,) = summaries([asked(1)], found, (0,))
    assert (told.choices, told.cost, told.worst) == (1, 0, ())


def test_what_would_be_marked_alone_is_not_among_many() -> None:
    slight = Looks(asked(1), look(0.4, 0.58, 0.1), look(0.4, 0.58, 0.1))
    level = [Looks(asked(number), look(0.52, 0.48, 0.1), look(0.5, 0.5, 0.1)) for number in range(2, 40)]
    assert judged([slight])[0].marked
    assert not judged([slight, *level])[0].marked


def test_intervals_are_widened_where_two_looks_differ_by_more_than_they_say() -> None:
    alike = [Looks(asked(number), look(0.5, 0.5, 0.1), look(0.5, 0.5, 0.1)) for number in range(1, 9)]
    apart = [Looks(asked(number), look(0.3, 0.9, 0.1), look(0.5, 0.7, 0.1)) for number in range(1, 9)]
    assert widened([]) == widened(alike) == 1
    assert widened(apart) == pytest.approx(0.2 * 1.96 / (0.1 * 2**0.5), rel=1e-3)
    (sure, *_), (unsure, *_) = judged([*alike, *[Looks(asked(9), *([look(0.5, 0.7, 0.1)] * 2))]]), judged(apart)
    assert unsure.cost is not None
    assert unsure.cost.error == pytest.approx(0.1 * 2**0.5 * widened(apart))
    assert not unsure.marked
    assert not sure.marked


def test_a_bot_that_knows_less_than_it_says_marks_nothing_either() -> None:
    program = compiled(TIC)
    boastful = Opinion(lambda _: 0.5, 0.3, claimed=0.02)
    found = [each for seed in range(6) for each in looked_at(program, played(program, seed), boastful)]
    assert not any(each.marked or each.mattered for each in found)


def test_the_worst_choices_of_a_seat_are_told_first() -> None:
    found = judged([Looks(asked(at), look(0.1, 0.5, None), look(0.1, 0.1 + at / 10, None)) for at in range(1, 8)])
    (told,) = summaries([asked(number) for number in range(1, 10)], found, (0,))
    assert [each.asked.number for each in told.worst] == [7, 6, 5, 4, 3]
    assert len(told.worst) == WORST
    assert (told.decisions, told.choices, told.mattered) == (9, 7, 7)
    assert told.cost == pytest.approx(2.8)


def test_nobody_gave_away_less_than_nothing() -> None:
    found = judged([Looks(asked(1), look(0.4, 0.5, 0.2), look(0.6, 0.5, 0.2))])
    assert found[0].cost is not None
    assert found[0].cost.worth == pytest.approx(-0.1)
    (told,) = summaries([asked(1)], found, (0,))
    assert told.cost == 0


def test_a_decision_in_a_game_with_secrets_is_judged_by_what_the_seat_knew() -> None:
    program = compiled(KUHN)
    observer = played(program, 2)
    assert actors(game_of(program), observer.state) == ()
    found = looked_at(program, observer, Opinion(lambda option: float(option in ("bet", "call"))))
    assert [each.asked.number for each in found] == [each.number for each in decisions(game_of(program), observer.answers)]
