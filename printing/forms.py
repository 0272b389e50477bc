"""Score sheets, from the scores of a ruleset and the phases that change them, and pads: boards on which each player writes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve, frozen

from ..interpreter import initial, view
from ..interpreter.game import Game
from ..program.harmless import harmless
from ..program.ir import Assign, AssignAll, Block, Do, Number, Op, PlaceKind, Program, Repeat
from ..program.ops import blocks, bodies
from ..table.model import is_score_of_seats, scene_of
from ..table.narration import heading, phase_words
from ..table.phrases import phrase
from ..table.scene import Board, Scene, Space
from ..table.values import is_seats

MOST_ROWS = 20
"""So many rows have room on a sheet."""
USUAL_ROWS = 10
"""The rows for a phase that is done nobody knows how often."""
MOST_LABELS = 14
"""So many boxes stand side by side on a pad."""


@frozen
class Row:
    """A row of empty cells."""

    label: str
    cells: tuple[str, ...]
    total: bool = False


@frozen
class Form:
    """A table to write in: the heads of its columns, and its rows."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def columns_of(program: Program, language: str) -> tuple[str, ...]:
    """A column for each seat: those who play write their names there."""
    return tuple(program.seat_name(at, language) if seat.automa else "" for at, seat in enumerate(program.seats))


def score_forms(program: Program, shown: Scene) -> Iterator[Form]:
    """A table for each score of the players, and for what is written down for each of several things; nothing where nobody
    scores.
    """
    language = shown.language
    heads = columns_of(program, language)
    blank = ("",) * len(heads)
    scores = [at for at, place in enumerate(program.places) if is_score_of_seats(program, at, place)]
    if not scores:
        return
    if not written_boards(program):  # there each has these on a pad
        yield from boxes(shown, heads)
    by_phase = tuple(scored(program))
    for score in scores:
        labels: list[str] = []
        phases = {phase: times for phase, place, times in by_phase if place == score}
        room = MOST_ROWS // max(1, len(phases))
        counts = [min(USUAL_ROWS, room) if times is None else times for times in phases.values()]
        if sum(counts) > MOST_ROWS:
            counts = [count if count <= room else 1 for count in counts]
        for phase, count in zip(phases, counts, strict=True):
            words = "" if phase is None else _capital(phase_words(program, phase, language))
            labels += [words] if count == 1 else [f"{words} {at}".strip() for at in range(1, count + 1)]
        rows = [Row(harmless(label), blank) for label in labels]
        rows.append(Row(phrase(language, "total"), blank, total=True))
        yield Form(harmless(_capital(heading(program.places[score].name, language))), heads, tuple(rows))


def boxes(shown: Scene, heads: tuple[str, ...]) -> Iterator[Form]:
    """The values that each player has for each of several things, such as the boxes of a sheet."""
    blank = ("",) * len(heads)
    for panel in shown.panels:
        labels = list(dict.fromkeys(", ".join(cell.labels) for cell in panel.cells))
        if panel.by_seat and labels != [""] and len(labels) <= MOST_ROWS:
            yield Form(harmless(_capital(panel.title)), heads, tuple(Row(harmless(label), blank) for label in labels))


Counts = dict[tuple[int | None, int], int | None]
"""How often each phase (None: none) changes each score; None where nobody knows."""


def scored(program: Program) -> Iterator[tuple[int | None, int, int | None]]:
    """Each phase that changes a score (None: none), the score, and how often that can be (None: nobody knows)."""
    known: dict[int | None, Counts] = {}
    scores = frozenset(at for at, place in enumerate(program.places) if place.kind is PlaceKind.SCORE)

    def of_phase(number: int | None, several: Iterable[Block]) -> Counts:
        if number not in known:
            known[number] = {}
            for body in several:
                of_block(body, number, 1, known[number])
        return known[number]

    def of_block(ops: Block, phase: int | None, times: int | None, found: Counts) -> None:
        for op in ops:
            if isinstance(op, Do):
                _add(found, of_phase(op.phase, bodies(program.phases[op.phase])), times)
            elif isinstance(op, Assign | AssignAll) and op.place in scores:
                _add(found, {(phase, op.place): 1}, times)
            for body in blocks(op):
                inside: Counts = {}
                of_block(body, phase, passes(op), inside)
                _add(found, inside, times)

    for (phase, place), times in of_phase(None, (program.body,)).items():
        yield phase, place, times


def passes(op: Op) -> int | None:
    """How often at most the blocks of a statement are done, the same for all seats: None where nobody knows."""
    if not isinstance(op, Repeat):
        return 1
    return op.limit.value if isinstance(op.limit, Number) else None


def _add(found: Counts, more: Counts, times: int | None) -> None:
    """Adds what is done that many times."""
    for key, count in more.items():
        whole = None if times is None or count is None else times * count
        before = found.get(key, 0)
        found[key] = None if whole is None or before is None else max(before, whole)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# ---------------------------------------------------------------------------------------------------------------- pads


@frozen
class Pad:
    """What one player writes on: the board as it is for that seat at the start, and boxes below it."""

    seat: int
    board: Board
    shown: Scene
    forms: tuple[Form, ...]


def written_boards(program: Program) -> frozenset[str]:
    """The boards on which each player has spaces of their own: something is declared for each player and each space."""
    found = set[str]()
    for place in program.places:
        if not any(extent.domain is not None and is_seats(program, extent.domain) for extent in place.extents):
            continue
        domains = {extent.domain for extent in place.extents}
        found |= {board.name.plain for board in program.boards if board.domain in domains}
    return frozenset(found)


def pads(game: Game, language: str) -> Iterator[Pad]:
    """The pads of all players. Raises PlayError where the game cannot begin."""
    program = game.program
    boards = written_boards(program)
    state = initial(game, listening=True) if boards else None
    for seat in program.players if state is not None else ():
        assert state is not None
        shown = scene_of(game, view(game, state, seat), language, own=True)
        for board in shown.boards:
            if board.id in boards:
                yield Pad(
                    seat,
                    evolve(board, spaces=tuple(own_space(space, seat) for space in board.spaces)),
                    shown,
                    tuple(_boxes(shown)),
                )


def own_space(space: Space, seat: int) -> Space:
    """The space with what is nobody else's; a value that points there adds nothing to a mark."""
    marks = tuple(each for each in space.marks if each.seat in (seat, None))
    pieces = tuple(each for each in space.pieces if each.seat in (seat, None))
    pointers = tuple(each for each in space.pointers if each.seat in (seat, None) and not marks)
    return evolve(space, marks=marks, pieces=pieces, pointers=pointers)


def _boxes(shown: Scene) -> Iterator[Form]:
    """The boxes of one player, side by side, then one for each score."""
    for panel in shown.panels:
        labels = list(dict.fromkeys(", ".join(cell.labels) for cell in panel.cells))
        if panel.by_seat and labels != [""] and len(labels) <= MOST_LABELS:
            row = Row("", ("",) * len(labels))
            yield Form(harmless(_capital(panel.title)), tuple(map(harmless, labels)), (row,))
    scores = [panel.title for panel in shown.panels if panel.by_seat and all(not cell.labels for cell in panel.cells)]
    if scores:
        yield Form("", tuple(harmless(_capital(each)) for each in scores), (Row("", ("",) * len(scores)),))
