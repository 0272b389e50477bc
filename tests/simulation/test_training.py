"""Learning by self-play: targets, fitting, symmetries, tests of strength, and small games that are learned in seconds."""

from __future__ import annotations

import random
from math import exp

import pytest

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import initial
from rulerun.interpreter.standing import ONE
from rulerun.program.ir import Program
from rulerun.simulation import prepare, prepare_plain
from rulerun.simulation.compile.loaded import HEAD
from rulerun.simulation.emit.evaluation import Evaluation, evaluation

from ..support.battery import Setting, compiled, game_of, some

numpy = pytest.importorskip("numpy")
pytest.importorskip("llvmlite")

from rulerun.simulation.search.alphabeta import AlphaBeta  # noqa: E402
from rulerun.simulation.training import train  # noqa: E402
from rulerun.simulation.training.evidence import Evidence  # noqa: E402
from rulerun.simulation.training.fit import Learner, Ties  # noqa: E402
from rulerun.simulation.training.lessons import lessons  # noqa: E402
from rulerun.simulation.training.symmetry import Symmetry, image, symmetries  # noqa: E402
from rulerun.simulation.training.targets import LAMBDA, UNKNOWN, returns  # noqa: E402
from rulerun.simulation.training.ties import ties  # noqa: E402
from rulerun.simulation.training.train import NotCompiled, Training, whole  # noqa: E402


def bundled(name: str) -> Program:
    """The bundled ruleset of that name with its usual settings."""
    return compiled(Setting(name, "", 2))


def first(program: Program) -> tuple[int, ...]:
    """The position in which a seat is asked first."""
    return initial(game_of(program)).slots


def found_in(program: Program) -> tuple[Symmetry, ...]:
    """The symmetries of a game."""
    return symmetries(AlphaBeta(prepare(program)), first(program), 1)


def odds(logits: float) -> float:
    """The probability with that logit."""
    return 1 / (1 + exp(-logits))


def test_a_return_mixes_what_the_search_said_later_with_the_result() -> None:
    values = numpy.array([0, 1000, -2000, 500, 3000])
    matches, results = numpy.array([4, 4, 4, 7, 7]), numpy.array([ONE, ONE, ONE, UNKNOWN, UNKNOWN])
    second = (1 - LAMBDA) * odds(-2) + LAMBDA
    expected = [(1 - LAMBDA) * odds(1) + LAMBDA * second, second, 1.0, odds(3), odds(3)]
    assert returns(values, matches, results).tolist() == pytest.approx(expected, abs=1e-6)


def test_weights_are_fitted_and_tied_ones_stay_equal_or_opposite() -> None:
    own, sign = numpy.array([0, 1, 1, 2]), numpy.array([1, 1, -1, 0], numpy.float32)
    learner = Learner(Ties(own, sign, numpy.zeros(4, numpy.int64), numpy.zeros(4, numpy.float32)))
    used = numpy.array([[0, 1], [0, 2], [3, 1], [3, 2]] * 200, numpy.uint16)
    targets = numpy.array([0.9, 0.1, 0.9, 0.1] * 200, numpy.float32)
    losses = [learner.fit(used, targets, numpy.random.default_rng(at).permutation(800)) for at in range(30)]
    weights = learner.weights()
    assert losses[-1] < losses[0]
    assert weights[1] == -weights[2]
    assert weights[3] == 0
    assert odds(float(weights[0] + weights[1])) == pytest.approx(0.9, abs=0.05)


def test_evidence_is_plain_after_six_pairs_that_are_all_won_and_rarely_by_chance() -> None:
    found = Evidence()
    for _ in range(5):
        found.add(1.0)
        assert not found.is_better
    found.add(1.0)
    assert found.is_better
    assert not found.is_worse
    assert (found.points, found.matches) == (12, 12)
    chance, wrong = random.Random(1), 0
    for _ in range(500):
        even = Evidence()
        while even.matches < 120 and not even.is_better:
            even.add(chance.choice((0.0, 0.5, 0.5, 1.0)))
        wrong += even.is_better
    assert wrong <= 25


@pytest.mark.slow
def test_a_board_is_turned_over_and_seats_exchanged_where_the_rules_allow_it() -> None:
    assert len(found_in(bundled("nine_mens_morris"))) == 15
    assert [each.swaps for each in found_in(bundled("kalah"))] == [True]
    assert {each.swaps for each in found_in(bundled("go_9x9"))} == {False}


def test_seats_are_not_exchanged_where_stones_tell_whose_turn_it_is() -> None:
    assert [each.swaps for each in found_in(bundled("tic_tac_toe"))] == [False] * 7
    assert [each.swaps for each in found_in(bundled("connect_four"))] == [False]


CORNERED = """\
ruleset: cornered
players: 2
seats: [X, O]

boards:
  grid: {kind: grid, columns: 3, rows: 3}

variables:
  mark: {per: space of grid, holds: player}

phases:
  game:
    - repeat 4 times:
        - for each player me:
            - me chooses cell from grid where mark[cell] = nothing and (me = X or cell != a1)
            - mark[cell] = me

outcome:
  winners: players p where mark[a1] = p or mark[b1] = p
"""


def test_a_symmetry_that_the_rules_break_is_not_used() -> None:
    program = compile_ruleset(Source("cornered.yaml", CORNERED)).program
    assert program is not None
    assert found_in(program) == ()


NAMES = ("breakthrough", "draughts", "kalah", "nine_mens_morris", "reversi")


def worth(layout: Evaluation, slots: list[int], weights: tuple[int, ...]) -> int:
    """The value of a position, in plain Python."""
    names: dict[str, object] = {}
    exec(HEAD + layout.text(), names)
    evaluate = names["evaluate"]
    assert callable(evaluate)
    found = evaluate(slots, [0] * layout.cells, weights)
    assert isinstance(found, int)
    return found


@pytest.mark.parametrize("name", some(NAMES[0], slow=(*NAMES[1:],)))
def test_what_symmetries_tie_judges_a_position_and_its_image_alike(name: str) -> None:
    program = bundled(name)
    layout, found = evaluation(program), found_in(program)
    tied, chance = ties(layout, found), numpy.random.default_rng(4)
    own = chance.normal(size=int(tied.own.max()) + 1)[tied.own] * tied.sign
    shared = chance.normal(size=int(tied.shared.max()) + 1)[tied.shared] * tied.shared_sign
    weights = whole(own + shared)
    rules, position, stream = AlphaBeta(prepare(program)), first(program), random.Random(5)
    assert found
    for _ in range(12):
        for each in found:
            moved = image(program, each).of(position)
            assert worth(layout, moved, weights) == (-1 if each.swaps else 1) * worth(layout, [*position], weights)
        position, asked = rules.after(position, stream.choice(rules.options(position)))
        assert asked >= 0


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small stages and short tests."""
    monkeypatch.setattr(train, "ROWS", 2_000)
    monkeypatch.setattr(train, "NODES", 100)
    monkeypatch.setattr(train, "MOMENT", 0.002)


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_a_small_game_is_learned_in_seconds() -> None:
    program = bundled("connect_four")
    training = Training(prepare(program), first(program), 3)
    losses = [training.learn().loss for _ in range(12)]
    found = training.test()
    assert losses[-1] < losses[0]
    assert (found.stage, found.against, found.better, found.kept) == (12, 0, True, True)
    assert training.best.stage == 12
    assert training.against(()).is_better


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_what_was_learned_is_put_to_the_test_against_the_tree_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "SHORTEST", 0.0005)
    program = bundled("reversi")
    training = Training(prepare(program), first(program), 3)
    for _ in range(10):
        training.learn()
    assert training.test().kept
    found = training.proof(1.0)
    assert found.is_better or found.is_worse or found.matches >= train.FEWEST
    assert 2 * found.points > found.matches


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_the_same_seed_learns_the_same() -> None:
    program = bundled("connect_four")

    def learned(seed: int) -> tuple[int, ...]:
        training = Training(prepare(program), first(program), seed)
        for _ in range(3):
            training.learn()
        training.test()
        return training.best.numbers or whole(training._learner.weights())

    assert learned(1) == learned(1)
    assert learned(1) != learned(2)


def test_a_game_that_is_not_compiled_is_not_learned() -> None:
    program = bundled("tic_tac_toe")
    with pytest.raises(NotCompiled, match="tic_tac_toe"):
        Training(prepare_plain(program), first(program), 1)


def test_lessons_name_things_as_the_rules_do() -> None:
    layout = evaluation(bundled("chess"))
    group, numbers = layout.groups[0], [0] * layout.weights
    for space in range(group.count):
        for at, worth_of in enumerate((100, 300, 310, 500, 900, 0), 1):
            numbers[group.first + space * group.values + 7 + at] = worth_of + space
            numbers[group.first + space * group.values + 14 + at] = -worth_of - space
    found = {lesson.name: lesson for lesson in lessons(layout, numbers)}
    assert [*found] == ["pawn", "knight", "bishop", "rook", "queen", "king"]
    assert found["queen"].mean == pytest.approx(931.5)
    assert found["rook"].spaces == tuple(500 + space for space in range(64))
    assert all(lesson.owned for lesson in found.values())
    assert [lesson.first for lesson in found.values()] == [8, 2, 2, 2, 1, 1]


def test_lessons_count_windows_in_which_nothing_else_lies() -> None:
    layout = evaluation(bundled("nine_mens_morris"))
    (group, _), pairs = layout.groups, layout.windowed[0]
    numbers = [0] * layout.weights
    for at in range(len(pairs.windows)):
        numbers[pairs.first + at * pairs.values + 1 * group.values] = 10
        numbers[pairs.first + at * pairs.values + 1] = 10
    (lesson,) = lessons(layout, numbers)
    links = [sum(space in window for window in pairs.windows) for space in range(group.count)]
    assert lesson.spaces == tuple(10 * count for count in links)
    assert lesson.mean == pytest.approx(5 * sum(links) / len(links))


def test_lessons_tell_what_one_more_of_a_number_counts() -> None:
    layout = evaluation(bundled("kalah"))
    (group,) = layout.groups
    numbers = [0] * layout.weights
    for space in range(group.count):
        for value in range(group.values):
            numbers[group.first + space * group.values + value] = 10 * value if space < 7 else -20 * value
    (lesson,) = lessons(layout, numbers)
    assert (lesson.name, lesson.owned, lesson.spaces) == ("sown", False, (10.0,) * 7 + (-20.0,) * 7)


SHORT = """\
ruleset: short
players: 2

scores:
  points: {per: player}

phases:
  game:
    - for each player p:
        - p chooses one:
            - lay x from 1..3:
                - points[p] += x
            - rest

outcome:
  ranking (player p): highest points[p]
"""


@pytest.mark.usefixtures("quick")
def test_a_match_may_be_shorter_than_the_openings_of_tests() -> None:
    program = compile_ruleset(Source("short.yaml", SHORT)).program
    assert program is not None
    training = Training(prepare(program), first(program), 1)
    assert training.learn().number == 1
    found = training.test()
    assert (found.points, found.better) == (found.matches / 2, False)
