"""`rulerun train`: learns what positions of a game are worth, by self-play from nothing."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click
from attrs import evolve

from ...session.levels import LEVELS
from ..terminal import completing, run_options
from ..terminal.console import Refused, fault_text, find, load, read
from ..terminal.interrupts import ending, stoppable
from ..terminal.setting_options import setting_options
from ..terminal.written import write_over

if TYPE_CHECKING:
    from ...program.ir import Program
    from ...simulation.search.weights import Weights
    from ...simulation.training.train import Test, Training

MINUTES = 5.0

LEARNING, PROOF = 0.7, 0.2
"""These parts of the time are for learning, and for the matches that decide what is kept; the rest is for the levels."""

NOTHING = "nothing was learned"


@click.command("train")
@click.argument("file", metavar="FILE", shell_complete=completing.games)
@setting_options("learn", int)
@click.option(
    "--minutes",
    type=click.FloatRange(0, min_open=True),
    default=MINUTES,
    metavar="M",
    help=f"Take about so long ({MINUTES:g}).",
)
@click.option("--stages", type=click.IntRange(1), metavar="N", help="Learn for so many stages, however long they take.")
@click.option("--seed", metavar="S", default="0", help="Where chance begins (0).")
@click.option("--write", "path", metavar="PATH", help="Write the weights to a `.weights` file, instead of keeping them.")
def command(
    file: str,
    players: int | None,
    variant: str | None,
    pairs: Sequence[str],
    minutes: float,
    stages: int | None,
    seed: str,
    path: str | None,
) -> None:
    """Learn to judge positions of a game, from its rules alone, for the bot `alphabeta`.

    The game is one for two who see everything, without chance. A search plays it against itself, and learns what lies where is
    worth. What was learned is kept only where it plays plainly better than nothing learned, and than the bot `mcts`. Ctrl-C ends
    learning, and what was best so far is put to the test.

    The same seed and the same `--stages` learn the same weights on the same machine. The time decides only how many stages there
    are, and matches against `mcts` are fitted to the speed of the machine.
    """
    from ...interpreter import PlayError
    from ...interpreter.adversarial import obstacle
    from ...simulation.search.weights import Weights

    with ending():
        with stoppable("the rules were being read", NOTHING):
            number = run_options.seed_of(seed)
            page = None if path is None else run_options.named(path, (".weights",), "--write")
            source = read(find(file))
            program = load(source, variant, players, pairs)
            why = program.cached(obstacle)
            if why:
                raise Refused(f"`{program.ruleset}` cannot be learned: {why}")
            needs()
        try:
            with stoppable("the game was being made ready", NOTHING):
                training = ready(program, number)
            if training.is_solved:
                click.echo("no weights are needed: the search looks ahead to the end of the match")
                found = Weights(program.digest, (), again(file, program, stages or 1, number))
            else:
                learn(training, stages, monotonic() + 60 * minutes * LEARNING)
                found = kept(file, training, 60 * minutes * PROOF)
            found = evolve(found, levels=levels(training, found.numbers, 60 * minutes * (1 - LEARNING - PROOF)))
        except PlayError as fault:
            raise Refused(fault_text(source, fault)) from None
        except MemoryError:
            raise Refused(f"there is not enough memory to learn `{program.ruleset}`; {NOTHING}") from None
        keep(program, found, page)
        tell(program, found)


def needs() -> None:
    """Raises `Refused`, with the command that installs it, where what compiles games is missing."""
    from ...simulation.compile.loaded import COMPILES

    if not COMPILES:
        raise Refused("learning plays millions of positions, which takes compiled code: pip install 'rulerun[fast]'")


def ready(program: Program, seed: int) -> Training:
    """The game made ready to be learned. Raises `Refused` and PlayError."""
    from ...interpreter import actors, initial
    from ...interpreter.game import Game
    from ...simulation.engine import engine_of
    from ...simulation.training.train import NotCompiled, Training

    game = Game(program)
    state = initial(game)
    if not actors(game, state):
        raise Refused(f"nobody decides anything in `{program.ruleset}`: there is nothing to learn")
    try:
        training = Training(engine_of(game), state.slots, seed)
    except NotCompiled:
        raise Refused(f"`{program.ruleset}` is too large to be compiled, and too slow to be learned without; {NOTHING}") from None
    symmetries = len(training.symmetries)
    told = {0: "no symmetries", 1: "1 symmetry"}.get(symmetries, f"{symmetries} symmetries")
    click.echo(f"{program.title.say('')}: {training.layout.weights:,} weights, {told}; practice looks {training.depth} deep")
    return training


def learn(training: Training, stages: int | None, until: float) -> None:
    """Learns for so many *stages*, or else until that time, or until it brings no more; Ctrl-C ends it."""
    begun, tested = monotonic(), 0
    try:
        with run_options.progress_bar("learning", None, "stages") as progress:
            while not training.is_over and (monotonic() < until if stages is None else training.stage < stages):
                stage = training.learn()
                share = (monotonic() - begun) / max(1e-9, until - begun) if stages is None else stage.number / stages
                progress(stage.number, max(stage.number, round(stage.number / max(share, 1e-9))))
                if training.is_due:
                    told(training.test(), stage.positions, stage.loss)
                    tested = stage.number
            if training.stage and tested < training.stage and not training.is_over:
                told(training.test(), training.positions, stage.loss)
    except KeyboardInterrupt:
        click.echo(f"\nstopped after stage {training.stage}; Ctrl-C once more ends it all", err=True)


def told(test: Test, positions: int, loss: float) -> None:
    """Prints how a test ended."""
    other = f"those after stage {test.against}" if test.against else "none"
    bar = "█" * round(20 * test.points / test.matches)
    click.echo(
        f"stage {test.stage:>4}: {positions:>9,} positions, loss {loss:.4f}; {test.points:g} of {test.matches} points against "
        f"{other} {bar:<20} {'better' if test.better else 'ahead, not plainly better' if test.kept else 'not better'}"
    )


def kept(file: str, training: Training, seconds: float) -> Weights:
    """The best weights, where they play plainly better than `mcts` in about so many seconds. Raises `Refused` where none do."""
    from ...simulation.search.weights import Weights, WrongWeights

    program, best = training.program, training.best
    if not best.stage:
        raise Refused(f"{NOTHING}: after {training.stage} stages no weights play plainly better than none")
    with stoppable("the weights were put to the test", "nothing is kept"):
        found = training.proof(seconds)
        points = f"{found.points:g} of {found.matches} points"
        click.echo(f"stage {best.stage:>4} against `mcts` at equal cost: {points}")
        if not found.is_better:
            raise Refused(f"nothing is kept: the best weights made {points} against `mcts`, which is not plainly better")
        try:
            before = Weights.of(program)
        except WrongWeights:
            before = None
        if before is not None and before.numbers != best.numbers and training.against(before.numbers).is_worse:
            raise Refused(f"the weights `{before.digest}`, which are there already, are plainly better; they stay")
    return Weights(program.digest, best.numbers, again(file, program, best.stage, training.seed), f"{points} against mcts")


def levels(training: Training, numbers: Sequence[int], seconds: float) -> dict[str, str]:
    """The bots that stand for levels, as they did against each other in about so many seconds: the weakest, the second best, and
    the best; one stands for several levels where there are fewer, and for none where there is none.
    """
    found = []
    with stoppable("the levels were being measured", "nothing is kept"):
        for rung in training.ladder(tuple(numbers), seconds):
            better = "better" if rung.better else "left out"
            click.echo(f"`{rung.bot}` against `{rung.below}`: {rung.points:g} of {rung.matches} points, {better}")
            found += [rung.bot] if rung.better else []
    return dict(zip(LEVELS, (found[0], found[-2] if len(found) > 2 else found[-1], found[-1]), strict=True)) if found else {}


def again(file: str, program: Program, stages: int, seed: int) -> str:
    """The command that learns these weights."""
    words = ["rulerun", "train", Path(file).stem if Path(file).parent == Path() else file]
    words += ["--variant", program.variant] if program.variant else []
    for name, value in program.parameters:
        words += ["--set", f"{name}={value}"]
    return shlex.join([*words, "--stages", str(stages), "--seed", str(seed)])


def keep(program: Program, found: Weights, path: Path | None) -> None:
    """Keeps the weights, or writes them to a file, and says where. Raises `Refused`."""
    what = f"the weights `{found.digest}`" if found.numbers else "the levels"
    if path is not None:
        write_over(path, found.content())
        click.echo(f"{what} lie in `{path}`")
        return
    try:
        found.keep()
    except OSError as error:
        raise Refused(f"the weights cannot be kept in the cache: {error.strerror or error}") from None
    click.echo(f"{what} are kept: the bot `alphabeta` plays `{program.ruleset}` by them from now on")


def tell(program: Program, found: Weights) -> None:
    """Prints what was learned."""
    from ...simulation.emit.evaluation import evaluation
    from ...simulation.training.lessons import lessons
    from ..draw.learned import learned

    for line in learned(program, lessons(evaluation(program), found.numbers)) if found.numbers else ():
        click.echo(line)
