"""Many matches side by side for learners: what they see, may do and are paid is what the interpreter says, at every step."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulerun.interpreter import outcome
from rulerun.program.ir import Program
from rulerun.rl import beginning, compiled, table
from rulerun.rl.rewards import pays
from rulerun.simulation import Engine, prepare, prepare_plain

from ..support.battery import game_of

numpy = pytest.importorskip("numpy")

from rulerun.rl.vector import VectorEnv  # noqa: E402

from ..support.battery import of_each_file, some  # noqa: E402
from ..support.learners import SEED, same_as_the_interpreter  # noqa: E402


@of_each_file("chess")
def test_plain_observations_are_those_of_the_interpreter(file: str) -> None:
    game = compiled(table(file))
    assert same_as_the_interpreter(game, prepare_plain(game.program), matches=2, most=10) >= 4 or not game.actions


@pytest.mark.parametrize("name", some("kuhn_poker", slow=("why_first", "hanabi")))
def test_compiled_observations_are_those_of_the_interpreter(name: str) -> None:
    pytest.importorskip("llvmlite")
    game = compiled(table(name))
    assert same_as_the_interpreter(game, prepare(game.program), matches=4, most=40) > 5


READY = [pytest.param(prepare_plain, id="plain"), pytest.param(prepare, id="compiled")]


def env_of(name: str, count: int = 3, ready: Callable[[Program], Engine] = prepare_plain, **settings: object) -> VectorEnv:
    players = settings.get("players")
    program = compiled(table(name, players=players if isinstance(players, int) else None)).program
    env = VectorEnv(name, count, engine=ready(program), **settings)  # type: ignore[arg-type]
    env.reset(seed=SEED)
    return env


def first_legal(env: VectorEnv) -> object:
    return env.masks.argmax(-1)


@pytest.mark.parametrize("ready", READY)
@pytest.mark.parametrize(
    ("name", "reward"),
    [("tic_tac_toe", "outcome"), ("kuhn_poker", "payoff"), ("traxx", "score"), ("why_first", "rank"), ("why_first", "outcome")],
)
def test_rewards_are_what_the_interpreter_pays(ready: Callable[[Program], Engine], name: str, reward: str) -> None:
    env = env_of(name, ready=ready, reward=reward, autoreset=False)
    program, steps = env.game.program, 0
    rewards = numpy.zeros((3, len(env.learners)))
    while env.asked.any():
        _, paid, terminated, truncated, infos = env.step(first_legal(env))
        rewards += paid
        steps += 1
    assert terminated.any()
    assert not truncated.any()
    assert steps > 1
    for match in range(3):
        state = beginning(env.game).state
        result = outcome(game_of(program), type(state)(tuple(env._matches.vectors()[match].tolist()), None))
        assert rewards[match].tolist() == pytest.approx([float(each) for each in pays(program, result, reward)])
    assert set(infos) == {"ended", "winners", "places", "scores"}


def test_changes_of_score_add_up_to_the_score() -> None:
    whole = env_of("traxx", reward="score", autoreset=False)
    parts = env_of("traxx", reward="score change", autoreset=False)
    sums = [numpy.zeros((3, 1)), numpy.zeros((3, 1))]
    for at, env in enumerate((whole, parts)):
        before = env._matches.scores()[:, :1].copy()
        while env.asked.any():
            sums[at] += env.step(first_legal(env))[1]
        sums[at] -= 0 if at else before
    assert sums[0].tolist() == sums[1].tolist()
    assert sums[0].any()


def test_matches_begin_anew_where_they_end() -> None:
    env = env_of("tic_tac_toe", final=True)
    ended = numpy.zeros(3, bool)
    for _ in range(9):
        _, _, terminated, _, infos = env.step(first_legal(env))
        if terminated.any():
            assert infos["final"][terminated].any()
            assert env.asked[terminated].any(1).all()
            assert (env.masks[terminated].sum(-1).max(-1) == 9).all()
        ended |= terminated
    assert ended.all()


def test_a_seed_plays_the_same_again_and_each_match_another_game() -> None:
    first, again = env_of("kuhn_poker", 8), env_of("kuhn_poker", 8)
    assert numpy.array_equal(first.observations, again.observations)
    assert len({row.tobytes() for row in first.observations[:, 0]}) > 1
    own = VectorEnv("kuhn_poker", 2, engine=first._matches.engine)
    seen = own.reset(seed=[5, 5]).copy()
    assert numpy.array_equal(seen[0], seen[1])
    later = own.reset().copy()
    assert numpy.array_equal(later[0], later[1])


@pytest.mark.parametrize("ready", READY)
def test_opponents_answer_for_their_players(ready: Callable[[Program], Engine]) -> None:
    called = list[int]()

    def lowest(seen: object, masks: object) -> object:
        called.append(len(masks))  # type: ignore[arg-type]
        return masks.argmax(-1)  # type: ignore[attr-defined]

    env = env_of("why_first", ready=ready, players=3, opponents={0: "random", 2: lowest})
    assert env.agents == ("player_1",)
    assert env.observations.shape[:2] == (3, 1)
    for _ in range(25):
        assert env.asked.all()
        env.step(first_legal(env))
    assert sum(called) >= 3 * 25


def test_one_learner_answers_at_a_time_where_that_is_wanted() -> None:
    together, one = env_of("goofspiel"), env_of("goofspiel")
    for _ in range(6):
        codes = first_legal(together)
        together.step(codes)
        for _ in range(2):
            assert (one.actors >= 0).all()
            one.step(one.masks[numpy.arange(3), one.actors].argmax(-1))
        assert numpy.array_equal(together._matches.vectors(), one._matches.vectors())


def test_boards_are_planes() -> None:
    env = env_of("connect_four")
    env.step(numpy.full((3, 2), 3))
    planes = env.planes("disc")
    assert planes.shape == (3, 2, 2, 6, 7)
    assert planes[:, 1].sum() == 3
    assert (planes[:, 1, :, 5, 3].sum(-1) + planes[:, 1, :, 0, 3].sum(-1) == 1).all()
    with pytest.raises(ValueError, match="is no value of the spaces of a board"):
        env.planes("turn")


def test_what_is_given_cannot_be_written_to() -> None:
    env = env_of("tic_tac_toe")
    for array in (env.observations, env.masks, env.asked):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_an_illegal_answer_is_refused_with_the_reason_that_the_table_gives() -> None:
    env = env_of("tic_tac_toe")
    env.step(numpy.full((3, 2), 4))
    told = r"match 0: player_1: O has no action 4 here \(cell b2\).*; `cell b2`: this space already bears"
    with pytest.raises(ValueError, match=told):
        env.step(numpy.full((3, 2), 4))


def test_illegal_answers_are_refused_or_paid_for() -> None:
    env = env_of("tic_tac_toe")
    before = env._matches.vectors()
    codes = numpy.full((3, 2), 4)
    codes[1, 0] = 9
    with pytest.raises(ValueError, match="match 1: player_0: X has no action 9 here, expected one of 0"):
        env.step(codes)
    assert numpy.array_equal(env._matches.vectors(), before)
    paying = env_of("tic_tac_toe", illegal=-2.0, autoreset=False)
    _, rewards, terminated, _, infos = paying.step(codes)
    assert rewards.tolist() == [[0, 0], [-2, 0], [0, 0]]
    assert terminated.tolist() == [False, True, False]
    assert infos["illegal"][1].tolist() == [True, False]
    with pytest.raises(ValueError, match=r"may pay -1.0 at most"):
        VectorEnv("tic_tac_toe", 1, illegal=0.0)


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([[0.5, 0]] * 3, "expected whole numbers as actions"),
        ([0, 0], "expected actions of shape (3, 2) or (3,), found (2,)"),
        ([[0] * 3] * 3, "expected actions of shape (3, 2) or (3,), found (3, 3)"),
        ([], "expected actions of shape (3, 2) or (3,), found (0,)"),
        (None, "expected actions of shape (3, 2) or (3,), found ()"),
        ([[0], [0, 0], [0]], "expected actions of shape (3, 2) or (3,), found rows of several lengths"),
        (["a", "b", "c"], "expected whole numbers as actions"),
    ],
)
def test_wrong_actions_are_refused(actions: object, message: str) -> None:
    env = env_of("tic_tac_toe")
    with pytest.raises(ValueError) as refused:
        env.step(actions)  # type: ignore[arg-type]
    assert str(refused.value).startswith(message)


def test_wrong_settings_are_refused() -> None:
    for settings, message in [
        ({"count": 0}, "expected at least one match, found 0"),
        ({"count": 1.5}, "expected a number of matches, found 1.5"),
        ({"reward": "glory"}, "expected `reward` to be one of"),
        ({"reward": "score"}, "gives its players no score"),
        ({"opponents": "random"}, "expected `opponents` by player, such as {1: .random.}, found .random."),
        ({"opponents": {2: "random"}}, "there is no player 2"),
        ({"opponents": {0: "clever"}}, "expected `random` or a function"),
        ({"opponents": {0: "random", 1: "random"}}, "expected a player without a bot"),
    ]:
        with pytest.raises(ValueError, match=message):
            VectorEnv("tic_tac_toe", **{"count": 2, **settings})  # type: ignore[arg-type]
    for seed, message in (("x", "number as a seed, found 'x'"), ([1], "2 seeds"), ([1, 0.5], "found 0.5"), (-1, "-1 is not")):
        with pytest.raises(ValueError, match=message):
            VectorEnv("tic_tac_toe", 2).reset(seed=seed)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="expected 2 truths, one for each match"):
        VectorEnv("tic_tac_toe", 2).reset(where=[True])
    with pytest.raises(ValueError, match="nobody decides anything"):
        VectorEnv("chutes_and_ladders", 1)
    with pytest.raises(ValueError, match="call `reset` first"):
        VectorEnv("tic_tac_toe", 1).step([0])
    over = env_of("tic_tac_toe", autoreset=False)
    while over.asked.any():
        over.step(first_legal(over))
    with pytest.raises(ValueError, match="all matches are over"):
        over.step([0, 0, 0])


def test_a_match_is_cut_short_after_its_longest() -> None:
    env = env_of("traxx", longest=5, autoreset=False)
    for _ in range(5):
        _, rewards, terminated, truncated, _ = env.step(first_legal(env))
        if truncated.all():
            break
    assert truncated.all()
    assert not terminated.any()
    assert not rewards.any()
