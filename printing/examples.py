"""The worked examples of a ruleset as a reader is told them: what is chosen, and the table before and after."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from attrs import evolve, frozen

from ..drawing.board import board_svg
from ..dsl.checking import examples_of
from ..dsl.diagnostics.diagnostic import DiagnosticError
from ..dsl.link import Workshop
from ..dsl.sections.examples import Written, written
from ..dsl.text.document import Document
from ..dsl.text.fields import Findings, pairs
from ..dsl.text.nodes import Mapping, Node, Scalar, Sequence
from ..interpreter import NATURE, State, advance, candidates, heard_by_all, initial, turned_up, why_not
from ..interpreter.core.runtime_errors import PlayError
from ..interpreter.game import Game
from ..interpreter.match.examples import Astray, Run, answered, every_run
from ..interpreter.options import actors, decision, find_option, option_text
from ..program.harmless import harmless
from ..program.ir import Answer, Example, Program, Refused
from ..program.number_text import with_minus
from ..rulebook.page import Block, Paragraph, Step, Steps, Table
from ..table.boards import on_a_board
from ..table.model import scene_of
from ..table.narration import heading
from ..table.scene import Board, Changes, Scene, ZoneShown
from ..table.writing import titled
from .blocks import BookBlock, Boxed, Drawn, Pair, Told
from .cropping import cropped, occupied
from .phrases import phrase

MOST = 5
"""So many examples stand in a rulebook."""
SPARE = 4
"""So many more are played, for those that change nothing."""
OF_A_PHASE = 2
"""So many of them begin with the same phase."""
MOST_TRIED = 2_000
MOST_DIFFERENT = 8
"""So many values that differ are told of an example."""


@frozen
class Played:
    """An example that was played: what was chosen, how the table was before, and how it is behind that."""

    example: Example
    lines: tuple[str, ...]
    before: Scene
    after: Scene
    state: State
    game: Game


def examples(told: Told, document: Document) -> Iterator[BookBlock]:
    """The examples that tell most, each in a box."""
    languages = told.program.languages
    named = not languages or told.language == languages[0]
    number = 0
    for example, node in chosen(told, document):
        played = play(example, told.language) if number < MOST else None
        if played is None or not (played.lines or any(changed(told, played))):
            continue
        number += 1
        given = tuple(given_words(example.program, node, told.language))
        title = example.name[:1].upper() + example.name[1:] if named else told.say("example", number)
        players = told.say("for players", len(example.program.players))
        yield Boxed(
            f"{title} ({players})" if len(example.program.players) > 1 else title, tuple(shown(told, played, given, node))
        )


def chosen(told: Told, document: Document) -> tuple[tuple[Example, Node], ...]:
    """The examples in which phases are run under the usual parameters: those with answers first, of one phase a few."""
    findings = Findings()
    listed: list[tuple[Written, int]] = []
    found = tuple(pairs(document.get("examples"), "examples by name", findings))
    for at, pair in enumerate(found):
        with findings.collecting():
            example = written(pair, findings)
            if example.given is not None and example.run and not example.parameters:
                listed.append((example, at))
    listed.sort(key=lambda each: (not each[0].answers, each[1]))
    taken: dict[str, list[int]] = {}
    for example, at in listed:
        same = taken.setdefault(example.run[0].name, [])
        if len(same) < OF_A_PHASE:
            same.append(at)
    # a phase that has one example comes before another that would have two
    rounds = [at for turn in range(OF_A_PHASE) for each in taken.values() for at in each[turn : turn + 1]]
    wanted = sorted(rounds[: MOST + SPARE])
    if not wanted:
        return ()
    node = Mapping(tuple(found[at] for at in wanted), document.span)
    only = evolve(document, sections={**document.sections, "examples": node})
    givens = {each.name.text: each.given for each, _ in listed if each.given is not None}
    made: list[Example] = examples_of(only, Workshop(told.source), Findings())
    return tuple((one, givens[one.name]) for one in made)


def given_words(program: Program, node: Node, language: str) -> Iterator[str]:
    """What is given in an example, without what a board shows."""
    words = {label.plain: label.say(language) for domain in program.domains for label in domain.labels}
    named = [*(each.name for each in program.places), *(each.name for each in program.zones)]
    names = {each.plain: heading(each, language) for each in named}
    boards = {each.name.plain for at, each in enumerate(program.places) if on_a_board(program, at)}
    for pair in node.pairs if isinstance(node, Mapping) else ():
        if pair.key.text not in boards:
            name = names.get(pair.key.text, pair.key.text)
            if isinstance(pair.value, Mapping):
                yield from (
                    f"{name} ({words.get(at.key.text, at.key.text)}): {_words(at.value, words)}" for at in pair.value.pairs
                )
            else:
                yield f"{name}: {_words(pair.value, words)}"


def _words(node: Node, words: dict[str, str]) -> str:
    match node:
        case Scalar(text=text):
            return words.get(text, text).replace("_", " ")
        case Sequence(items=items):
            return ", ".join(_words(item, words) for item in items) or "–"
        case Mapping(pairs=found):
            each = ((words.get(pair.key.text, pair.key.text), pair.value) for pair in found)
            return ", ".join(
                f"{key} ({_words(value, words)})" if isinstance(value, Mapping) else f"{key}: {_words(value, words)}"
                for key, value in each
            )
        case _:
            assert_never(node)


def play(example: Example, language: str) -> Played | None:
    """The example, played to its end; None where chance has more than one outcome there, or it does not hold."""
    game = Game(example.program)
    try:
        begun = initial(game, listening=True)
        first = State(example.program.start, begun.knowledge) if not example.answers else begun
        runs = every_run(game, example, Run(begun, 0, (), ()))
        end = next(runs).state
        if next(runs, None) is not None:
            return None
        lines = tuple(_lines(game, example, Run(begun, 0, (), ()), language))
        return Played(example, lines, scene(game, first, language), scene(game, end, language), end, game)
    except (Astray, PlayError, DiagnosticError, StopIteration):
        return None


def scene(game: Game, state: State, language: str) -> Scene:
    """The table with everything turned up."""
    seen = turned_up(game, state, heard_by_all(game, state))
    return evolve(scene_of(game, evolve(seen, asked=(), decision=None), language, own=True), changes=Changes(), decided=())


def _lines(game: Game, example: Example, run: Run, language: str) -> Iterator[str]:
    """What is chosen, in words. Raises Astray, PlayError."""
    for step in (*example.answers, *example.refused):
        seat = next((at for at, each in enumerate(game.program.seats) if each.name == step.actor), None)
        run = _to(game, run, seat)
        if seat is not None and seat not in actors(game, run.state):
            raise Astray(f"{step.actor} is not asked here", step.sentence, run)
        match step:
            case Answer() if seat is not None:
                asked = decision(game, run.state, seat)
                option = asked.options[find_option(game, asked, step.choice) or 0]
                text = option_text(game, asked, option, language).replace("_", " ")
                yield phrase(language, "chooses", game.program.seat_name(seat, language), text)
                run = answered(game, run, step)
            case Answer():
                run = answered(game, run, step) if actors(game, run.state) else run
            case Refused() if seat is not None:
                yield refused(game, run.state, seat, step.choice, language)


def _to(game: Game, run: Run, seat: int | None) -> Run:
    """The run up to where the seat is asked, where chance can give one thing only on the way."""
    while seat is not None and actors(game, run.state) == (NATURE,):
        asked = decision(game, run.state, NATURE)
        if len(asked.options) > 1:
            break
        run = evolve(run, state=advance(game, run.state, NATURE, 0)[0])
    return run


def refused(game: Game, state: State, seat: int, choice: str, language: str) -> str:
    """What may not be chosen, with the author's reason."""
    asked = decision(game, state, seat)
    tried = (option for option in candidates(game, state, seat, MOST_TRIED) if option_text(game, asked, option) == choice)
    option = next(tried, None)
    text = (choice if option is None else option_text(game, asked, option, language)).replace("_", " ")
    found = why_not(game, state, seat, choice)
    why = "" if found is None else found.reason(language)
    name = game.program.seat_name(seat, language)
    return phrase(language, "not allowed why", name, text, why) if why else phrase(language, "not allowed", name, text)


def shown(told: Told, played: Played, given: tuple[str, ...], node: Node) -> Iterator[BookBlock]:
    """What is told of an example."""
    if given:
        yield Paragraph(told.say("given", "; ".join(given)))
    if not any(isinstance(each, Pair) for each in changed(told, played)):
        yield from position(told, played, node)
    if played.lines:
        yield Steps(tuple(Step(harmless(with_minus(line))) for line in played.lines), True)
    yield from changed(told, played)
    winners = played.example.winners
    if winners is not None:
        names = [played.example.program.seat_name(seat, told.language) for seat in winners]
        yield Steps((Step(told.say("wins", ", ".join(names) or told.say("nobody"))),), False)


def position(told: Told, played: Played, node: Node) -> Iterator[Drawn]:
    """The boards on which something is given, as they stand before."""
    keys = {pair.key.text for pair in node.pairs} if isinstance(node, Mapping) else set[str]()
    program = played.example.program
    if any(each.name.plain in keys and on_a_board(program, at) for at, each in enumerate(program.places)):
        for board in cropped(played.before.boards):
            if any(map(occupied, board.spaces)):
                yield Drawn(board_svg(board, played.before), "")


def changed(told: Told, played: Played) -> Iterator[Block | Pair]:
    """What is another table behind an example."""
    for before, after in zip(played.before.boards, played.after.boards, strict=True):
        spaces = tuple(b.id for a, b in zip(before.spaces, after.spaces, strict=True) if standing(a) != standing(b))
        if spaces:
            now = evolve(played.after, changes=Changes(placed=spaces))
            old, new = cropped((before, after))
            yield Pair(_drawn(told, old, played.before, "before"), _drawn(told, new, now, "after"))
    rows = tuple(differing(played.example.program, played.before, played.after))
    if rows:
        columns = tuple(map(told.say, ("what", "before", "after")))
        yield Table(columns, rows[:MOST_DIFFERENT])


def _drawn(told: Told, board: Board, on: Scene, name: str) -> Drawn:
    return Drawn(board_svg(board, on), told.say(name))


def standing(space: object) -> object:
    """What stands on a space."""
    return [getattr(space, name) for name in ("pieces", "pointers", "marks")]


def differing(program: Program, before: Scene, after: Scene) -> Iterator[tuple[str, str, str]]:
    """What has another value, or other cards, than before."""
    language = after.language
    for old, new in zip(before.panels, after.panels, strict=True):
        for a, b in zip(old.cells, new.cells, strict=True):
            if a.value.text != b.value.text:
                who = [] if b.seat is None else [program.seat_name(b.seat, language)]
                yield (
                    f"{_capital(new.title)} ({', '.join([*who, *b.labels])})" if who or b.labels else _capital(new.title),
                    a.value.text,
                    b.value.text,
                )
    for one, other in zip(before.zones, after.zones, strict=True):
        if cards(one) != cards(other):
            yield _capital(titled(other, other.title)), cards(one), cards(other)


def cards(zone: ZoneShown) -> str:
    """What lies in a zone, in words."""
    if not zone.cards:
        return "–" if not zone.size else str(zone.size)
    names = [f"{card.name}{f' ×{card.count}' if card.count > 1 else ''}" for card in zone.cards]
    return with_minus(", ".join(names[:6]) + (" …" if len(names) > 6 else ""))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
