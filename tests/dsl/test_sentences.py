"""Every sentence of every bundled ruleset takes place, in its examples or in games played at random.

The Programs are rewritten for this: before each statement stands another one that marks the statement's sentence in a
slot of its own, behind all others. Whatever plays a Program plays these as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve

from rulerun.dsl.compile import compile_examples, compile_ruleset, read_source, survey
from rulerun.dsl.text.files import find
from rulerun.dsl.text.source import Source
from rulerun.interpreter import Decision, initial, random_playout
from rulerun.interpreter.core.rng import Use, stream, weighted
from rulerun.interpreter.match.examples import Run, every_run, start
from rulerun.program import ir
from rulerun.program.ops import statements
from rulerun.program.span import Span

from ..support.battery import of_each_file
from ..support.marks import marked

GAMES = 8


def spans(program: ir.Program) -> dict[Span, str]:
    """The sentences that statements of the Program belong to, and how they read."""
    carried = {op.sentence for op in statements(program) if not isinstance(op, ir.Clear)}
    for op in statements(program):
        if isinstance(op, ir.Ask) and op.menu:
            carried |= {one.sentence for one in op.alternatives}
    return {program.sentences[each].span: program.sentences[each].text for each in carried}


def happened(program: ir.Program, slots: tuple[int, ...]) -> Iterator[Span]:
    """The sentences that are marked."""
    first = program.slots - len(program.sentences)
    for at, each in enumerate(program.sentences):
        if slots[first + at]:
            yield each.span


def programs(source: Source) -> Iterator[ir.Program]:
    """Each variant for each number of players, and for the most of them with each dial turned to each of its words."""
    told = survey(source)
    turned: list[dict[str, str]] = [
        {},
        *({dial.name: word} for dial in told.parameters for word in dial.choices or () if word != dial.default),
    ]
    for variant, numbers in (("", told.players), *((each.name, each.players) for each in told.variants)):
        for players in numbers:
            for parameters in turned if players == numbers[-1] else turned[:1]:
                made = compile_ruleset(source, variant, players, parameters)
                if made.program is not None:
                    yield made.program
                else:
                    assert [found.code for found in made.diagnostics] == ["unknown-parameter"]


def drawing() -> Callable[[Decision], int]:
    """What draws an option of chance by its weight, always alike."""
    below = stream(0, 0, Use.NATURE).below
    return lambda asked: weighted([option.weight for option in asked.options], below)


@of_each_file("change_horses", "chess", "go_9x9", "traxx", "why_first")
def test_every_sentence_takes_place(file: str) -> None:
    source, _ = read_source(find(file))
    assert source is not None
    wanted: dict[Span, str] = {}
    found: dict[Span, None] = {}
    for number, program in enumerate(programs(source)):
        wanted |= spans(program)
        with_marks = marked(program)
        begun = initial(with_marks)
        for game in range(GAMES):
            draw = stream(number, game, Use.NATURE).below
            found |= dict.fromkeys(happened(with_marks, random_playout(with_marks, begun.slots, draw)))
    for example in compile_examples(source)[0]:
        changed = evolve(example, program=marked(example.program))
        for run in every_run(changed, Run(start(changed), 0, (), ()), drawing()):
            found |= dict.fromkeys(happened(changed.program, run.state.slots))
    assert [f"{span.line}: {text}" for span, text in wanted.items() if span not in found] == []
