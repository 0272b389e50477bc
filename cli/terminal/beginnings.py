"""Where a command that looks ahead begins: at the start, in the position of an example or a record, or behind given answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import evolve, frozen

from ...dsl.text.suggestions import nearest
from ...interpreter.game import Game
from .console import Misused, Refused, load, print_diagnostics, record_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...dsl.text.source import Source
    from ...interpreter import State
    from ...interpreter.match.records import Record
    from ...program.ir import Program

RECORD = ".rulerun"
"""The ending of the file name of a recorded match."""


@frozen
class Beginning:
    """A Program, and the slots where it is begun (None: at the first stop of a match); *told* are the answers that lead there."""

    game: Game
    slots: tuple[int, ...] | None = None
    told: tuple[str, ...] = ()

    @property
    def program(self) -> Program:
        """The rules."""
        return self.game.program


@frozen
class Where:
    """What the options of a command say: an example or a record, how many decisions of the record, and what is answered then."""

    place: str
    decision: int | None
    answers: tuple[str, ...]

    @property
    def whole(self) -> bool:
        """Whether it is the start of a match."""
        return not self.place and not self.answers


def beginning_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the options `--from`, `--decision` and `--after`."""
    for option in reversed(
        (
            click.option(
                "--from",
                "place",
                default="",
                metavar="EXAMPLE|RECORD",
                help=f"Begin where this example begins, or where the match recorded in a `{RECORD}` file stands.",
            ),
            click.option("--decision", type=click.IntRange(0), metavar="N", help="Behind so many decisions of the record."),
            click.option(
                "--after",
                multiple=True,
                metavar="ANSWER",
                help="Begin behind this answer, chance's too: `cell b2`, `roll`, `Ben: card 4`; may be given again.",
            ),
        )
    ):
        command = option(command)
    return command


def begun(
    source: Source, variant: str | None, players: int | None, pairs: Sequence[str], where: Where, counted: str = ""
) -> Beginning:
    """Where the command begins, with a Program that counts how often the phase *counted* is done ("": none).

    Raises `Misused` for what does not fit, `Refused` for a record that cannot be read, and PlayError; errors in the ruleset are
    printed and raise SystemExit.
    """
    recorded = Path(where.place).suffix == RECORD
    if where.decision is not None and not recorded:
        raise Misused(f"`--decision` says how far a record goes: give that too, `--from match{RECORD}`")
    if not where.place:
        found = Beginning(Game(load(source, variant, players, pairs, counted)))
    elif players is not None or pairs or (recorded and variant):
        if recorded:
            raise Misused("a record says itself what is played: leave out `--players`, `--variant` and `--set`")
        raise Misused("an example says itself how many play and how parameters are set: leave out `--players` and `--set`")
    elif recorded:
        found = _recorded(source, where.place, where.decision, counted)
    else:
        found = Beginning(Game(_example(source, variant, where.place, counted)))
    return _behind(found, [(None, answer) for answer in where.answers], "--after") if where.answers else found


def _example(source: Source, variant: str | None, name: str, counted: str) -> Program:
    """The Program of a worked example, which begins in its position."""
    from ...dsl.compile import compile_examples
    from ...dsl.diagnostics.diagnostic import Severity

    examples, diagnostics = compile_examples(source, counted)
    errors = [fault for fault in diagnostics if fault.severity is Severity.ERROR]
    if errors:
        print_diagnostics(errors, source)
        raise SystemExit(1)
    known = {each.name: each.program for each in reversed(examples) if each.program.variant == (variant or "")}
    if name not in known:
        raise Misused(f"there is no example `{name}`{nearest(name, sorted(known))}")
    return known[name]


def _recorded(source: Source, name: str, decisions: int | None, counted: str) -> Beginning:
    """The position of a record behind so many decisions (None: all), by the rules of *source*."""
    from ...interpreter.match.history import standing
    from ...interpreter.match.records import Answer

    record = _record(name)
    header = record.header
    program = load(source, header.variant, header.players, [f"{key}={value}" for key, value in header.parameters], counted)
    answers = [(each.seat, each.choice) if isinstance(each, Answer) else ("", each.nature) for each in standing(record.entries)]
    if decisions is not None and decisions > len(answers):
        raise Misused(f"`{name}` has {len(answers)} decisions, not {decisions}")
    return _behind(Beginning(Game(program)), answers[:decisions], name)


def _record(name: str) -> Record:
    from ...interpreter.match.records import RecordError, read_record

    try:
        return read_record(record_bytes(Path(name)))
    except RecordError as fault:
        raise Refused(f"{name}: {fault}") from None


def _behind(start: Beginning, answers: Iterable[tuple[str | None, str]], named: str) -> Beginning:
    """The position behind these answers, each with the name of who gives it ("" for chance, None: whoever is asked first)."""
    from ...interpreter import State, initial

    state = initial(start.game) if start.slots is None else State(start.slots, None)
    told = list(start.told)
    for actor, text in answers:
        state, words = _answered(start.game, state, actor, text, f"`{named} {text}`" if actor is None else f"`{named}`")
        told.append(words)
    return evolve(start, slots=state.slots, told=tuple(told))


def _answered(game: Game, state: State, actor: str | None, text: str, named: str) -> tuple[State, str]:
    """The state behind an answer, and the answer in words. Raises `Misused` where it is not on offer, and PlayError."""
    program = game.program
    from ...interpreter import NATURE, actors, advance, decision, option_text
    from ...interpreter.match.examples import meant, offer

    names = {seat.name: at for at, seat in enumerate(program.seats)} | {"chance": NATURE, "": NATURE}
    asked = actors(game, state)
    if not asked:
        raise Misused(f"{named}: the match is over before it")
    seat = asked[0] if actor is None else names.get(actor, -2)
    said, choice = text.partition(": ")[::2]
    if actor is None and said in names and choice:
        seat, text = names[said], choice
    shown = "chance" if seat == NATURE else program.seats[seat].name if seat in range(len(program.seats)) else actor
    if seat not in asked:
        waiting = " and ".join("chance" if each == NATURE else program.seats[each].name for each in asked)
        raise Misused(f"{named}: {shown} is not asked there; {waiting} is")
    made = decision(game, state, seat)
    index = meant(game, made, text)
    if index is None:
        raise Misused(f"{named}: {shown} is not offered `{text}` there{offer(game, made)}")
    return advance(game, state, seat, index)[0], f"{shown}: {option_text(game, made, made.options[index])}"
