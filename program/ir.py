"""The Program: a ruleset after all its names are settled, ready to be played.

A state is one flat vector of integers. Slot 0 (`WHERE`) holds the number of the stop at which play waits, 0 when the
match is over. The slots from 1 up to `Program.slots` are the rest of the state; expressions and statements may also name
slots from `Program.slots` up to `Program.slots + Program.scratch`: these hold values only while something is worked out
and are never part of a state.

Values are plain integers: a number is itself, a truth is 0 or 1, an element of a domain (a seat, a kind of card, a
space, a value of an enumeration) is its index, counted from `Domain.low`. `NOTHING` is the absence of any of them.

Every class below is one of a closed set; `Expr`, `Set`, `Op` are the unions to match on.
"""

from __future__ import annotations

from enum import Enum

from attrs import frozen

from .span import Span

VERSION = 2
WHERE = 0
NOTHING = -(2**31)
SMALLEST, LARGEST = -(2**31) + 1, 2**31 - 1


# ---------------------------------------------------------------------------------------------------------- words


@frozen(slots=False, repr=False)
class Words:
    """A short text: as written in the rules, and its translations by language (`it`, `es`)."""

    plain: str
    translations: tuple[tuple[str, str], ...] = ()

    def say(self, language: str) -> str:
        """The text in that language, or as written where no translation is given; "" is how the rules write it.

        A translation under "*" serves every language.
        """
        if language:
            for wanted in (language, "*"):
                for tongue, text in self.translations:
                    if tongue == wanted:
                        return text
        return self.plain


@frozen(slots=False, repr=False)
class Shown:
    """A value that stands inside a message, written as its domain writes it (a plain number without a domain)."""

    value: Expr
    domain: int | None


@frozen(slots=False, repr=False)
class Message:
    """A sentence for people, by language; the first language is the one to fall back on."""

    languages: tuple[tuple[str, tuple[str | Shown, ...]], ...]

    def parts(self, language: str) -> tuple[str | Shown, ...]:
        """The pieces of the sentence in that language."""
        for tongue, parts in self.languages:
            if tongue == language:
                return parts
        return self.languages[0][1]


# ----------------------------------------------------------------------------------------------------- expressions


@frozen(slots=False, repr=False)
class Number:
    """A number that is known."""

    value: int


@frozen(slots=False, repr=False)
class Slot:
    """The value in one slot."""

    index: int


@frozen(slots=False, repr=False)
class Axis:
    """One index into an array: the element `at`, from `low` up to `low + size - 1`, each `stride` slots from the next."""

    at: Expr
    low: int
    size: int
    stride: int


@frozen(slots=False, repr=False)
class Cell:
    """The value in slot `base + sum of (at - low) * stride`; an index outside its axis (nothing, say) is a fault."""

    base: int
    axes: tuple[Axis, ...]
    what: str
    sentence: int


@frozen(slots=False, repr=False)
class Lookup:
    """The value in `Program.tables[table]` at the same sum; an index outside its axis is a fault."""

    table: int
    axes: tuple[Axis, ...]
    what: str
    sentence: int


@frozen(slots=False, repr=False)
class Present:
    """The value, which must not be nothing: that is a fault which names *what*."""

    value: Expr
    what: str
    sentence: int


@frozen(slots=False, repr=False)
class Negate:
    """Minus the value."""

    value: Expr


@frozen(slots=False, repr=False)
class Not:
    """The contrary of a truth."""

    value: Expr


class Calculation(Enum):
    """Two numbers into one; DIV and MOD round toward minus infinity and fault on zero."""

    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    DIV = "div"
    MOD = "mod"
    MIN = "min"
    MAX = "max"


@frozen(slots=False, repr=False)
class Arithmetic:
    """A calculation on two numbers, in 64 bits."""

    how: Calculation
    left: Expr
    right: Expr
    sentence: int


class Relation(Enum):
    """Two values compared; the orders are false where either side is nothing."""

    EQUAL = "="
    DIFFERENT = "!="
    LESS = "<"
    AT_MOST = "<="
    MORE = ">"
    AT_LEAST = ">="


@frozen(slots=False, repr=False)
class Comparison:
    """A truth from two values."""

    how: Relation
    left: Expr
    right: Expr


@frozen(slots=False, repr=False)
class All:
    """True when every part is, looked at from left to right until one is not."""

    parts: tuple[Expr, ...]


@frozen(slots=False, repr=False)
class Either:
    """True when some part is, looked at from left to right until one is."""

    parts: tuple[Expr, ...]


@frozen(slots=False, repr=False)
class Conditional:
    """One of two values."""

    test: Expr
    then: Expr
    otherwise: Expr


@frozen(slots=False, repr=False)
class Let:
    """The value of *body* while scratch slot *slot* holds *value*."""

    slot: int
    value: Expr
    body: Expr


class FoldKind(Enum):
    """How the values of a set become one."""

    SUM = "sum"
    COUNT = "number"
    HIGHEST = "highest"
    LOWEST = "lowest"
    ANY = "any"
    EVERY = "every"


@frozen(slots=False, repr=False)
class Fold:
    """One value from every element of *source* that passes *where*, the element standing in scratch slot *slot*.

    SUM adds *value*, COUNT counts elements (cards as often as they are there), ANY and EVERY ask for *value*.
    HIGHEST and LOWEST take the *rank*-th of the values (1 is the extreme one; a card as often as it is there), equal ones
    counted once when *distinct*; where there are not that many, *otherwise* (nothing when None).
    Values that are nothing are left out of HIGHEST and LOWEST; in SUM they are a fault.
    """

    kind: FoldKind
    slot: int
    source: Set
    where: Expr | None
    value: Expr
    otherwise: Expr | None
    rank: int
    distinct: bool
    sentence: int


@frozen(slots=False, repr=False)
class Key:
    """What to sort by: nothing comes last."""

    value: Expr
    highest: bool


@frozen(slots=False, repr=False)
class First:
    """The first element of *source* that passes *where*, in the order of *keys*, then of the source; else *otherwise*."""

    slot: int
    source: Set
    where: Expr | None
    keys: tuple[Key, ...]
    otherwise: Expr | None


@frozen(slots=False, repr=False)
class Contains:
    """True when *value* is an element of *source* (false for nothing)."""

    source: Set
    value: Expr


@frozen(slots=False, repr=False)
class Size:
    """How many cards lie in a zone."""

    zone: ZoneAt


Expr = (
    Number
    | Slot
    | Cell
    | Lookup
    | Present
    | Negate
    | Not
    | Arithmetic
    | Comparison
    | All
    | Either
    | Conditional
    | Let
    | Fold
    | First
    | Contains
    | Size
)


# ------------------------------------------------------------------------------------------------------------ sets


@frozen(slots=False, repr=False)
class Range:
    """The integers from *low* to *high*, both included, ascending; empty when either is nothing or high < low."""

    low: Expr
    high: Expr


@frozen(slots=False, repr=False)
class Row:
    """Row *at* of `Program.rows[rows]`, in its order (neighbours of a space, the values on a card); a fault outside."""

    rows: int
    at: Expr
    what: str
    sentence: int


@frozen(slots=False, repr=False)
class Listed:
    """The values of these expressions, in this order; nothing is left out."""

    items: tuple[Expr, ...]


@frozen(slots=False, repr=False)
class Cards:
    """The kinds of card in a zone, ascending, each with the number of its copies there as its weight."""

    zone: ZoneAt


@frozen(slots=False, repr=False)
class Filtered:
    """The elements of *source* that pass *where*, the element standing in scratch slot *slot*."""

    source: Set
    slot: int
    where: Expr


Set = Range | Row | Listed | Cards | Filtered


@frozen(slots=False, repr=False)
class ZoneAt:
    """One zone: `Program.zones[zone]`, and which of its instances (strides in slots)."""

    zone: int
    axes: tuple[Axis, ...]
    sentence: int


Target = Slot | Cell


# ------------------------------------------------------------------------------------------------------ statements


@frozen(slots=False, repr=False)
class Assign:
    """Store *value* in *target*; a value outside low..high, or nothing where it is not *optional*, is a fault.

    *place* is the declared thing written (`Program.places`), None for a name that only lives in a phase.
    """

    target: Target
    value: Expr
    low: int
    high: int
    optional: bool
    place: int | None
    sentence: int


@frozen(slots=False, repr=False)
class Clear:
    """Zero *count* slots from *target* on: names go out of scope. Not a sentence of the rules."""

    target: Target
    count: int


class End(Enum):
    """Where a card comes to lie in a zone."""

    LOOSE = "in"
    TOP = "on top of"
    BOTTOM = "on the bottom of"


@frozen(slots=False, repr=False)
class MoveCard:
    """One card of kind *card* from *source* to *target*; a fault when there is none."""

    card: Expr
    source: ZoneAt
    target: ZoneAt
    end: End
    sentence: int


@frozen(slots=False, repr=False)
class MoveAll:
    """Every card of *source* that passes *where* (its kind in scratch slot *slot*), in ascending order, loose."""

    source: ZoneAt
    slot: int
    where: Expr | None
    target: ZoneAt
    sentence: int


@frozen(slots=False, repr=False)
class Gather:
    """Every card of a deck, wherever it lies, in the order of the zones, loose into *target*."""

    deck: int
    target: ZoneAt
    sentence: int


@frozen(slots=False, repr=False)
class Shuffle:
    """The order of a zone is forgotten: all its cards become loose."""

    zone: ZoneAt
    sentence: int


@frozen(slots=False, repr=False)
class Reveal:
    """The faces in a zone become known to the seat *to*, or to everyone (None)."""

    zone: ZoneAt
    to: Expr | None
    sentence: int


@frozen(slots=False, repr=False)
class Say:
    """A line for everybody."""

    message: Message
    sentence: int


@frozen(slots=False, repr=False)
class Branch:
    """One of two blocks."""

    test: Expr
    then: Block
    otherwise: Block
    sentence: int


@frozen(slots=False, repr=False)
class ForEach:
    """Run *body* for elements of *source*, the element in *target* (cleared at the end).

    The elements are fixed at the start, cards as often as they are there; each is tested by *where* when its turn comes.
    With *keys* it is all settled at the start: those that pass *where*, sorted by *keys*, then as the source has them.
    *stored* is where the elements are kept while play may stop inside: their number, the position of the present one
    counted from 1, then the elements; `capacity` of them at most. It is None where nothing inside can stop play, or the
    source is a Range that does not change. All of it is cleared at the end and when the loop is left. *stops* tells
    whether play can stop inside.
    """

    target: Target
    source: Set
    where: Expr | None
    keys: tuple[Key, ...]
    body: Block
    stored: Target | None
    capacity: int
    stops: bool
    sentence: int


@frozen(slots=False, repr=False)
class Repeat:
    """Run *body* again and again: at most *limit* times (a Number or a Slot/Cell set before; None: no limit), until *until*
    holds after a pass. *counter* counts the passes from 1; it is cleared at the end and when the loop is left.
    """

    counter: Target | None
    limit: Expr | None
    until: Expr | None
    body: Block
    stops: bool
    sentence: int


@frozen(slots=False, repr=False)
class Leave:
    """Leave the innermost ForEach or Repeat; what lived inside was cleared by the statements before."""

    sentence: int


@frozen(slots=False, repr=False)
class Scope:
    """The body of a phase, where it is done. `EndPhase` goes to its end; there, when slot *ending* is not 0, the game ends."""

    phase: str
    body: Block
    ending: int | None
    stops: bool
    sentence: int


@frozen(slots=False, repr=False)
class EndPhase:
    """Go to the end of the innermost Scope; what lived inside was cleared by the statements before."""

    sentence: int


@frozen(slots=False, repr=False)
class EndGame:
    """End the match now, or, with *ending*, when the phase around it is complete (by storing 1 in that slot).

    When the match ends, the slots from `Program.locals` up to `Program.slots` are cleared.
    """

    ending: int | None
    sentence: int


@frozen(slots=False, repr=False)
class Condition:
    """What an option must satisfy: the test, the author's reason, and the condition in the author's words.

    It can be tested as soon as the first *after* parameters are bound.
    """

    test: Expr
    reason: Message | None
    words: str
    after: int
    sentence: int


@frozen(slots=False, repr=False)
class Parameter:
    """One thing to choose: its name, where it is kept, what from; `domain` writes it.

    Its values lie in low..low + size - 1, for codes. The target is 0 until the choice is made.
    """

    name: Words
    target: Target
    source: Set
    domain: int | None
    low: int
    size: int


@frozen(slots=False, repr=False)
class Alternative:
    """One kind of option: its name ("" for a plain `choose`), what it asks for, its conditions, what it does.

    `code` is the first of the stable codes of its options: the code of one is `code` plus the mixed-radix number of its
    arguments (first argument most significant), each counted from its parameter's low.
    """

    name: Words
    parameters: tuple[Parameter, ...]
    conditions: tuple[Condition, ...]
    body: Block
    code: int
    sentence: int


@frozen(slots=False, repr=False)
class Ask:
    """A decision of the seat *actor*: one option out of all alternatives in order, arguments in ascending order of their sources.

    After the option's body, play goes on behind; the targets of the parameters of an alternative with a body are cleared
    then (those of a plain `choose` live on until their scope ends). A *secret* choice is told to nobody else.
    """

    stop: int
    actor: Expr
    alternatives: tuple[Alternative, ...]
    menu: bool
    secret: bool
    sentence: int


@frozen(slots=False, repr=False)
class Draw:
    """A decision of nature: the top card of *source* goes to *target*; its kind is stored in *result*.

    Outcomes are kinds, ascending, with their copies as weights, while the top is unordered; else the one known card.
    A fault when the zone is empty.
    """

    stop: int
    source: ZoneAt
    target: ZoneAt
    end: End
    result: Target | None
    sentence: int


@frozen(slots=False, repr=False)
class Pick:
    """A decision of nature: an element of *source* that passes *where* (read with the element in *target*).

    Each weighs *weight* (1 when None). With *place* the target is that declared thing, and only those who see it hear what
    comes; else everybody hears it. Cards weigh their copies as well. A fault when there is none.
    """

    stop: int
    name: str
    target: Target
    source: Set
    where: Expr | None
    weight: Expr | None
    domain: int | None
    place: int | None
    sentence: int


@frozen(slots=False, repr=False)
class Later:
    """Inside Together: now, store the captured values and 1 in *flag*; when all seats are done, run *body* for this seat, then
    clear them. With *in_transit* (zone, captured kind) that card is taken out of the zone now and put back just before *body*
    runs: meanwhile it lies in no zone.
    """

    flag: Cell
    captures: tuple[tuple[Cell, Expr], ...]
    body: Block
    in_transit: tuple[ZoneAt, Cell] | None
    sentence: int


@frozen(slots=False, repr=False)
class Together:
    """Every element of *source* (seats) that passes *where* runs *body*, with the seat in scratch slot *seat*, all at once.

    Slot `positions + seat` holds the stop at which that seat waits, 0 when it is done or takes no part. When all are
    done, the `Later`s of the body are run, seat by seat in ascending order, each seat's in the order of the body.
    Names of the body live in the slots `frame + seat * frame_size` and following, cleared at the end.
    """

    stop: int
    seat: int
    source: Set
    where: Expr | None
    body: Block
    positions: int
    frame: int
    frame_size: int
    sentence: int


@frozen(slots=False, repr=False)
class Take:
    """The value counts for `Program.measures[measure]`, unless it is nothing; the state stays as it is."""

    measure: int
    value: Expr
    sentence: int


Op = (
    Assign
    | Clear
    | MoveCard
    | MoveAll
    | Gather
    | Shuffle
    | Reveal
    | Say
    | Branch
    | ForEach
    | Repeat
    | Leave
    | Scope
    | EndPhase
    | EndGame
    | Ask
    | Draw
    | Pick
    | Later
    | Together
    | Take
)
Block = tuple[Op, ...]


# ---------------------------------------------------------------------------------------------- what there is in a game


@frozen(slots=False, repr=False)
class Sentence:
    """A line of the rules: where it stands and how it reads."""

    span: Span
    text: str


@frozen(slots=False, repr=False)
class Seat:
    """A place at the table; an automa plays by rule and is never asked."""

    name: str
    automa: bool


@frozen(slots=False, repr=False)
class Domain:
    """A finite set with names: value `low + i` is written `labels[i]`."""

    name: str
    low: int
    labels: tuple[Words, ...]

    def label(self, value: int, language: str = "") -> str:
        """How that value is written; `nothing` for the absence of one."""
        if value == NOTHING:
            return "nothing"
        return self.labels[value - self.low].say(language)


@frozen(slots=False, repr=False)
class Deck:
    """The kinds of card (`Program.domains[domain]`) and how many of each there are in all."""

    name: Words
    domain: int
    copies: tuple[int, ...]


class Sight(Enum):
    """Who sees: of a zone the faces, of a place the value. The number of cards in a zone is seen by everyone."""

    NOBODY = "nobody"
    OWNER = "owner"
    OTHERS = "everyone but the owner"
    EVERYONE = "everyone"


@frozen(slots=False, repr=False)
class Extent:
    """One index of a place or zone: which domain (None: plain numbers), from `low`, how many, how far apart."""

    domain: int | None
    low: int
    size: int
    stride: int


@frozen(slots=False, repr=False)
class Zone:
    """Where cards lie. An instance is: the number of its cards; for every kind the number of loose ones; if
    `top_capacity`, the number of cards lying in order on top and their kinds + 1 (the topmost last); if
    `bottom_capacity`, the number of cards lying in order at the bottom and their kinds + 1 (the lowest last). The loose
    ones lie between. `owner` is the extent that names the owning seat.
    """

    name: Words
    deck: int
    base: int
    extents: tuple[Extent, ...]
    kinds: int
    top_capacity: int
    bottom_capacity: int
    sight: Sight
    owner: int | None

    @property
    def length(self) -> int:
        """Slots of one instance."""
        ordered = sum(1 + capacity for capacity in (self.top_capacity, self.bottom_capacity) if capacity)
        return 1 + self.kinds + ordered


class PlaceKind(Enum):
    """What a place holds."""

    VARIABLE = "variable"
    SCORE = "score"
    PIECE = "piece"


@frozen(slots=False, repr=False)
class Place:
    """A declared value, or an array of them: slots `base` and following; written by `domain`, or plain where it is None.

    A PIECE stands on a space of `Program.boards[board]`. `owner` is the extent that names the owning seat.
    """

    name: Words
    kind: PlaceKind
    base: int
    extents: tuple[Extent, ...]
    domain: int | None
    truth: bool
    low: int
    high: int
    optional: bool
    board: int | None
    sight: Sight
    owner: int | None


class Shape(Enum):
    """How the spaces of a board lie."""

    TRACK = "track"
    LANES = "lanes"
    GRID = "grid"
    HEXAGON = "hexagon"
    GRAPH = "graph"


@frozen(slots=False, repr=False)
class Board:
    """Spaces of `Program.domains[domain]`. `points[i]` is where space i lies, (row, column) counted from 0; on a hexagon a
    column is half a space wide. `attributes` are the tables of what is printed on the spaces: (name, domain, values).
    """

    name: Words
    shape: Shape
    domain: int
    points: tuple[tuple[int, int], ...]
    attributes: tuple[tuple[str, int | None, tuple[int, ...]], ...]


@frozen(slots=False, repr=False)
class Outcome:
    """Who wins: *winner* for the seat in scratch slot *seat*; ranking keys, payoff and score likewise (None: not declared).

    *ranked* and *scored* are the seats that have a rank and a score (None: every seat); a payoff is for every player.
    """

    seat: int
    winner: Expr
    ranking: tuple[Key, ...]
    payoff: Expr | None
    score: Expr | None
    sentence: int
    ranked: tuple[int, ...] | None = None
    scored: tuple[int, ...] | None = None


@frozen(slots=False, repr=False)
class Invariant:
    """What must hold whenever play waits."""

    name: str
    test: Expr
    sentence: int


@frozen(slots=False, repr=False)
class Measure:
    """What the rules measure: *final* on the last position of a match, or, where it is None, whenever a `Take` says so."""

    name: str
    final: Expr | None
    sentence: int


@frozen(slots=False, repr=False)
class Longest:
    """After *decisions* decisions the match is over; *clock* is the slot that counts them. Nobody wins then."""

    decisions: int
    clock: int


@frozen(slots=False, repr=False)
class Program:
    """A ruleset with variant, number of players and parameters settled."""

    version: int
    ruleset: str
    title: Words
    digest: str
    variant: str
    parameters: tuple[tuple[str, str], ...]
    seats: tuple[Seat, ...]
    slots: int
    locals: int
    scratch: int
    start: tuple[int, ...]
    domains: tuple[Domain, ...]
    tables: tuple[tuple[int, ...], ...]
    rows: tuple[tuple[tuple[int, ...], ...], ...]
    decks: tuple[Deck, ...]
    zones: tuple[Zone, ...]
    places: tuple[Place, ...]
    boards: tuple[Board, ...]
    body: Block
    stops: int
    codes: int
    outcome: Outcome
    invariants: tuple[Invariant, ...]
    longest: Longest | None
    sentences: tuple[Sentence, ...]
    languages: tuple[str, ...]
    texts: tuple[tuple[str, Words], ...]
    measures: tuple[Measure, ...] = ()

    @property
    def players(self) -> tuple[int, ...]:
        """The seats that decide."""
        return tuple(index for index, seat in enumerate(self.seats) if not seat.automa)


# ---------------------------------------------------------------------------------------------- tests beside the rules


@frozen(slots=False, repr=False)
class Answer:
    """What an actor (a seat's name, or `nature`) chooses next in an example, as options are written."""

    actor: str
    choice: str
    sentence: int


@frozen(slots=False, repr=False)
class Refused:
    """A choice that must not be on offer after the answers; with *because*, for that reason."""

    actor: str
    choice: str
    because: Message | None
    sentence: int


@frozen(slots=False, repr=False)
class Expectation:
    """What must come out: *actual*, in the author's words, equals *wanted* (written by *domain*, or as a *truth*)."""

    words: str
    actual: Expr
    wanted: int
    domain: int | None
    truth: bool
    sentence: int


@frozen(slots=False, repr=False)
class Example:
    """A worked example: a Program whose start is what is given and whose body is what is run, and what to expect."""

    name: str
    program: Program
    answers: tuple[Answer, ...]
    refused: tuple[Refused, ...]
    checks: tuple[Expectation, ...]
    winners: tuple[int, ...] | None
    payoff: tuple[tuple[int, int], ...]
    sentence: int
