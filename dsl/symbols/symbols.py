"""What a ruleset declares, for one variant, number of players and choice of parameters: symbols, domains, tables, slots."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from typing import TypeVar

from attrs import Factory, define, evolve, frozen

from ...program import ir
from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import Diagnostic, DiagnosticError, Note
from ..diagnostics.report import error
from ..sentences import syntax as s
from ..text.fields import Findings
from ..text.nodes import Node, Scalar
from ..text.source import Source
from .board_shapes import Layout
from .spent import Spent
from .translations import words_of
from .types import Kind, SetOf, Type, Typed, within
from .usual_words import usual_words

ON_A_BOARD = re.compile(
    r"[A-Za-z]\d+|(up|down)(_left|_right)?|left|right|forward|back|inward|outward|straight|diagonal|direction"
)
"""What spaces and directions of boards are called whose ruleset does not name them."""


class Sort(Enum):
    """What the elements of a domain are, in an author's words."""

    SEAT = "a seat"
    CARD = "a card"
    SPACE = "a space"
    VALUE = "a value"
    PIECE = "a piece"
    LINE = "a line"
    SUBSET = "a set"
    DIRECTION = "a direction"


@frozen
class Printed:
    """What is printed on cards, spaces or values of an enumeration, under one name.

    One value on each (*table*), or a list on each (*rows*, at most *longest* values). With *keys*, on each there is a value for
    each element of that domain: the table has those of the first card, then those of the second, and so on.
    """

    type: Type
    table: int | None
    rows: int | None
    longest: int = 1
    keys: int | None = None


@frozen
class SetTables:
    """What is known of the sets of cards of a deck, by the numbers of tables.

    *larger* are rows: the sets with one card more, of the last kind or one behind it. *sizes* holds the number of cards, *last*
    the kind of the last one, *same* how many of that kind there are. *kinds* and *times* hold the different kinds and how often
    each is there, *width* of them for each set (0: all cards of the deck are different).
    """

    larger: int
    sizes: int
    last: int
    same: int
    kinds: int
    times: int
    width: int


@define(eq=False)
class Domain:
    """A finite set of named values; *index* is its number in the Program."""

    index: int
    name: str
    sort: Sort
    ir: ir.Domain
    printed: dict[str, Printed] = Factory(dict)
    spaces: int | None = None  # of a LINE or DIRECTION: the domain of its spaces; the row table `members` lists those of a LINE
    members: int = 0
    neighbours: int | None = None  # of a SPACE: the row table of its neighbours
    of: Type | None = None  # of a SUBSET: the type of its members, which the row table `members` lists
    sets: SetTables | None = None  # of a SUBSET of cards

    @property
    def size(self) -> int:
        """How many elements there are."""
        return len(self.ir.labels)

    def type(self, low: int = 0, size: int | None = None) -> Type:
        """The type of an element whose index is one of *size* (None: as many as the domain has) from *low* on."""
        count = self.size if size is None else size
        return within(Kind.ELEMENT, low, low + count - 1, self.index)


@frozen
class ZoneSymbol:
    """A declared zone; *unordered* is whether its cards can lie in no order, *refill* the zone that refills an empty pile."""

    index: int
    name: str
    deck: DeckSymbol
    extents: tuple[ir.Extent, ...]
    pile: bool
    span: Span
    row: bool = False
    unordered: bool = True
    refill: s.Expression | None = None


SIZES = "decks"
"""The section under whose name it is noted that the number of cards of a deck is calculated."""


@frozen
class DeckSymbol:
    """A declared deck."""

    index: int
    name: str
    domain: Domain
    span: Span


@frozen
class PlaceSymbol:
    """A declared variable, score or piece; *starts* are the values of its slots at the start."""

    index: int
    name: str
    kind: ir.PlaceKind
    base: int
    extents: tuple[ir.Extent, ...]
    type: Type
    board: BoardSymbol | None
    starts: tuple[int, ...]
    span: Span


@frozen
class MemorySymbol:
    """A declared position: what is remembered under one name. *places* are the names of its values."""

    index: int
    name: str
    places: tuple[str, ...]
    extents: tuple[ir.Extent, ...]
    span: Span


@frozen
class Coordinates:
    """The table of spaces by two coordinates: the lowest value of each, and how many values each has."""

    table: int
    lows: tuple[int, int]
    sizes: tuple[int, int]


@frozen
class BoardSymbol:
    """A declared board; on a track the spaces are numbers, elsewhere elements of its domain.

    Links join the spaces of *of*; *links* is the name of those that join its own.
    """

    index: int
    name: str
    domain: Domain
    layout: Layout
    capacity: int | None
    blocked: str
    ends: str
    span: Span
    at: Coordinates | None = None
    of: BoardSymbol | None = None
    links: str | None = None

    @property
    def track(self) -> bool:
        """Whether its spaces are numbers."""
        return self.layout.shape is ir.Shape.TRACK

    @property
    def directed(self) -> bool:
        """Whether it has directions: the spaces of a track are numbers, to which a step is added, and links lie nowhere ahead."""
        return self.layout.shape not in (ir.Shape.TRACK, ir.Shape.LINKS)

    @property
    def space(self) -> Type:
        """The type of a value that stands for one of its spaces."""
        low = self.domain.ir.low
        if self.track:
            return Type(Kind.NUMBER, low, low + self.domain.size - 1, track=self.domain.index)
        return self.domain.type()

    @property
    def spaces(self) -> SetOf:
        """The set of all its spaces."""
        space = self.space
        return SetOf(ir.Range(ir.Number(space.low), ir.Number(space.high)), space, self.domain.size)


@frozen
class ParameterSymbol:
    """A parameter with its value."""

    name: str
    value: int
    type: Type
    span: Span


@frozen
class FunctionSymbol:
    """A named expression and its parameters; *body* is what stands under its name."""

    name: str
    signature: s.Signature
    body: Node


@frozen
class PhaseSymbol:
    """A named list of sentences and its parameters."""

    name: str
    signature: s.Signature
    body: tuple[s.Statement, ...]
    span: Span


@frozen
class FamilySymbol:
    """Effects of the values of one enumeration, the number *domain*: for each value that has one, the name of its phase."""

    name: str
    signature: s.Signature
    domain: int
    effects: dict[int, str]
    span: Span


@frozen
class Try:
    """One `after`: the number of the phase that it tries in `Symbols.trials`, and where it stands."""

    trial: int
    span: Span


Depth = tuple[tuple[str, int], ...]
"""How many of each bounded phase or function of a circle are done at once, by name; () outside of circles."""


@define
class Tried:
    """A phase that is tried, and what each `after` gives it, with the sentence; *zones* are those that its cards are found in.

    So does a function that uses itself, at each *depth*.
    """

    symbol: PhaseSymbol | FunctionSymbol
    zones: tuple[int | None, ...]
    depth: Depth = ()
    given: list[tuple[tuple[Typed, ...], int]] = Factory(list)


Symbol = ZoneSymbol | PlaceSymbol | MemorySymbol | BoardSymbol | ParameterSymbol | FunctionSymbol | SetOf


@define
class Symbols:
    """Everything that a ruleset declares; `declare` fills it in, the later steps read it.

    `absent` are the seats that take no part in this match.
    `refused` has, by name, the diagnostics of declarations with mistakes, `left_out` the places where `without:` names a thing,
    `unread` the diagnostic of the first board that was refused, with all words that stand in such boards;
    `spoken` has the names whose texts are used, `asked` the names of what is chosen anywhere, `seen_by` the rules that say which
    seats see a thing, `nearer` for a text that asks the one that is asked in its place, `chosen_in` for one that asks for a thing
    a phase of another name in which that is chosen, `of_phase` those that ask in a phase of their name for other things;
    `asking` are the phases in which play can stop, and `revealed` the zones that a sentence reveals, once somebody has asked for
    them;
    `giving_sets` tells of functions whether they give a set, `circles` which others use them and are used by them; of those that
    use themselves up to a bound, `given_by` has the types of what they give, and `result_slots` the slots that hold it.
    `trials` are the phases that conditions try, `tries` every `after` that was read, in that order.
    `calculated` tells of values, boards and what is printed whether the lower and the upper bound are calculated; `can_hold` has
    the comparisons of such a value with a number that can hold.
    `phase_texts` has the keys of the texts that are said when a phase begins or is done, or under a condition, in their order.
    `named` has the names inside phases, each with the place of the sentence that gives it, and their types in words.
    `ways` has the tables of steps and the row tables of rays by the board, and by the direction of rays (None: all directions).
    """

    source: Source
    name: str
    title: ir.Words
    variant: str
    seats: tuple[ir.Seat, ...] = ()
    absent: frozenset[str] = frozenset()
    players: int = 0
    domains: list[Domain] = Factory(list)
    tables: list[tuple[int, ...]] = Factory(list)
    rows: list[tuple[tuple[int, ...], ...]] = Factory(list)
    longest_rows: dict[int, int] = Factory(dict)
    decks: dict[str, DeckSymbol] = Factory(dict)
    ir_decks: list[ir.Deck] = Factory(list)
    ir_zones: list[ir.Zone] = Factory(list)
    ir_places: list[ir.Place] = Factory(list)
    ir_boards: list[ir.Board] = Factory(list)
    ir_memories: list[ir.Memory] = Factory(list)
    seen_by: dict[str, s.Where] = Factory(dict)
    symbols: dict[str, Symbol] = Factory(dict)
    refused: dict[str, Diagnostic] = Factory(dict)
    unread: tuple[Diagnostic, frozenset[str]] | None = None
    left_out: dict[str, Span] = Factory(dict)
    spans: dict[str, Span] = Factory(dict)
    constants: dict[str, list[tuple[int, Type]]] = Factory(dict)
    kinds: dict[str, SetOf] = Factory(dict)
    phases: dict[str, PhaseSymbol] = Factory(dict)
    families: dict[str, FamilySymbol] = Factory(dict)
    texts: dict[str, Node] = Factory(dict)
    phase_texts: dict[tuple[str, str], list[Scalar]] = Factory(dict)
    languages: tuple[str, ...] = ()
    start: list[int] = Factory(lambda: [0])
    parameters: list[tuple[str, str]] = Factory(list)
    spoken: set[str] = Factory(set)
    asked: dict[str, None] = Factory(dict)
    nearer: dict[str, str] = Factory(dict)
    chosen_in: dict[str, str] = Factory(dict)
    of_phase: set[str] = Factory(set)
    worded: dict[str, ir.Words] = Factory(dict)
    sentences: dict[Span, int] = Factory(dict)
    sentence_list: list[ir.Sentence] = Factory(list)
    spent: Spent = Factory(Spent)
    results: dict[str, Type] = Factory(dict)
    asking: frozenset[str] | None = None
    revealed: frozenset[str] | None = None
    calculated: dict[str, tuple[bool, bool]] = Factory(dict)
    can_hold: set[Span] = Factory(set)
    giving_sets: dict[str, bool] = Factory(dict)
    circles: dict[str, frozenset[str]] = Factory(dict)
    given_by: dict[str, Type] = Factory(dict)
    result_slots: dict[str, int] = Factory(dict)
    ways: dict[tuple[str, int, int | None], int] = Factory(dict)
    trials: list[Tried] = Factory(list)
    tries: list[Try] = Factory(list)
    named: dict[tuple[str, Span], str] = Factory(dict)

    def calculates(self, name: str, ends: tuple[bool, bool]) -> None:
        """Note of what has this name which of its bounds are calculated, the lower and the upper."""
        before = self.calculated.get(name, (False, False))
        self.calculated[name] = (before[0] or ends[0], before[1] or ends[1])

    @contextmanager
    def declaring(self, name: str, findings: Findings) -> Iterator[None]:
        """Adds the diagnostic that is raised inside, for which the declaration of *name* is refused."""
        try:
            yield
        except DiagnosticError as diagnostic:
            findings.tell(diagnostic)
            self.refused[name] = diagnostic.diagnostic

    def missed(self, name: str, diagnostic: DiagnosticError) -> DiagnosticError:
        """The DiagnosticError about an unknown name: *diagnostic*, or the one about its own declaration, or about the board on
        which it may be, where that was refused, or about a seat that takes no part. What `without:` leaves out is said to be so.
        """
        if name in self.refused:
            return DiagnosticError(self.refused[name])
        if self.unread is not None and (name in self.unread[1] or ON_A_BOARD.fullmatch(name)):
            return DiagnosticError(self.unread[0])
        if name in self.left_out:
            help_ = "keep it, or replace what still names it"
            note = Note("it is left out here", self.left_out[name])
            return DiagnosticError(evolve(diagnostic.diagnostic, help=help_, notes=(note,), fix=None))
        return shared.absent_seat(name, self.players, diagnostic.diagnostic.span) if name in self.absent else diagnostic

    def fork(self) -> Symbols:
        """A copy to which tables, symbols, slots and sentences can be added without changing this one; the rest is shared."""
        return evolve(
            self,
            domains=list(self.domains),
            tables=list(self.tables),
            rows=list(self.rows),
            longest_rows=dict(self.longest_rows),
            ways=dict(self.ways),
            trials=[evolve(each, given=list(each.given)) for each in self.trials],
            tries=list(self.tries),
            symbols=dict(self.symbols),
            start=list(self.start),
            sentences=dict(self.sentences),
            sentence_list=list(self.sentence_list),
            spent=evolve(self.spent),
        )

    def domain(self, name: str, sort: Sort, labels: tuple[ir.Words, ...], low: int = 0) -> Domain:
        """A new domain, added to `domains`."""
        made = Domain(len(self.domains), name, sort, ir.Domain(name, low, labels))
        self.domains.append(made)
        return made

    def table(self, values: tuple[int, ...]) -> int:
        """The number of the table with these values, which is added unless it is there."""
        return _number(self.tables, values)

    def row_table(self, rows: tuple[tuple[int, ...], ...]) -> int:
        """The number of the table with these rows, which is added unless it is there."""
        return _number(self.rows, rows)

    def longest_row(self, table: int) -> int:
        """How long the longest row of a table is."""
        if table not in self.longest_rows:
            self.longest_rows[table] = max((len(row) for row in self.rows[table]), default=0)
        return self.longest_rows[table]

    def reserve(self, values: tuple[int, ...]) -> int:
        """Adds slots to the state that start with these values; the number of the first."""
        base = len(self.start)
        self.start.extend(values)
        return base

    def sentence(self, span: Span) -> int:
        """The number of the sentence at *span*, which is added unless it is there."""
        if span not in self.sentences:
            self.sentences[span] = len(self.sentence_list)
            self.sentence_list.append(ir.Sentence(span, self.source.words(span)))
        return self.sentences[span]

    def tried(
        self,
        symbol: PhaseSymbol | FunctionSymbol,
        zones: tuple[int | None, ...],
        given: tuple[Typed, ...],
        sentence: int,
        span: Span,
        depth: Depth = (),
    ) -> int:
        """Notes an `after` at *span*, and what it gives to the phase or function; the number of that in `trials`."""
        alike = (
            at for at, each in enumerate(self.trials) if each.depth == depth and each.zones == zones and each.symbol == symbol
        )
        at = next(alike, len(self.trials))  # the depth first, for it mostly differs
        if at == len(self.trials):
            self.trials.append(Tried(symbol, zones, depth))
        self.trials[at].given.append((given, sentence))
        self.tries.append(Try(at, span))
        return at

    def tried_unseen(self, trial: int, span: Span) -> DiagnosticError:
        """The DiagnosticError about a value of that trial, where only what somebody sees may stand."""
        symbol = self.trials[trial].symbol
        if isinstance(symbol, FunctionSymbol):
            message = f"`{symbol.name}` uses itself: what it gives counts as seen by nobody"
            return error("hidden-value", span, message, help="let the rules keep the value in a variable, and name that here")
        return error("hidden-value", span, "what would be `after` a phase counts as seen by nobody", help="name what is so now")

    def words(self, name: str) -> ir.Words:
        """A name with its translations from `texts`, else the usual ones."""
        self.spoken.add(name)
        if name not in self.worded:
            node = self.texts.get(name)
            self.worded[name] = usual_words(name, self.languages) if node is None else words_of(name, node)
        return self.worded[name]

    @property
    def boards(self) -> tuple[BoardSymbol, ...]:
        """The declared boards."""
        return tuple(each for each in self.symbols.values() if isinstance(each, BoardSymbol))

    def constant(self, name: str, value: int, type_: Type) -> None:
        """Make a name stand for an element; it may stand for elements of several domains."""
        self.constants.setdefault(name, []).append((value, type_))

    def describe(self, type_: Type) -> str:
        """The type in an author's words."""
        if type_.kind is not Kind.ELEMENT or type_.domain is None:
            return type_.kind.value
        domain = self.domains[type_.domain]
        match domain.sort:
            case Sort.SEAT:
                return "a seat"
            case Sort.CARD:
                return f"a card of `{domain.name}`"
            case Sort.SPACE:
                link = any(board.domain is domain and board.of is not None for board in self.boards)
                return f"a {'link' if link else 'space'} of `{domain.name}`"
            case Sort.VALUE:
                return f"a `{domain.name}`"
            case Sort.PIECE:
                return f"a piece of `{domain.name}`"
            case Sort.LINE:
                of = None if domain.spaces is None else self.domains[domain.spaces]
                return "a line of spaces" if of is None or of.sort is Sort.SPACE else f"a list of `{of.name}`"
            case Sort.SUBSET:
                return "a set"
            case Sort.DIRECTION:
                return f"a direction of `{domain.name}`"

    def describe_bounds(self, type_: Type) -> str:
        """The type in an author's words, a number with its bounds: `number 0..9`."""
        words = self.describe(type_)
        if type_.kind is Kind.NUMBER and type_.track is None:
            words = f"number {type_.low}..{type_.high}" if type_.high - type_.low < ir.LARGEST else "number"
        return f"{words} or nothing" if type_.maybe else words

    @property
    def seat_domain(self) -> Domain:
        """All seats, players first."""
        return self.domains[0]

    def all_names(self) -> list[str]:
        """Every name that an expression may use, for suggestions."""
        return [*self.symbols, *self.constants]


T = TypeVar("T")


def _number(kept: list[T], wanted: T) -> int:
    """The index of *wanted* in *kept*, where it is added unless it is there."""
    if wanted not in kept:
        kept.append(wanted)
    return kept.index(wanted)
