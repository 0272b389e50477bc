"""The Program: a ruleset with all its names resolved, ready to be played.

A state is one flat vector of `Program.slots` integers. Slot 0 (`WHERE`) holds the number of the stop at which play waits,
0 when the match is over; the other slots are the rest of the state. Expressions and statements also use the
`Program.scratch` slots that follow: these hold intermediate values during an evaluation and are never part of a state.

Values are plain integers: a number is itself, a truth is 0 or 1, an element of a domain (a seat, a kind of card, a
space, a value of an enumeration) is its index, counted from `Domain.low`. `NOTHING` is the absence of a value.

Expressions, sets and statements are closed: the unions `Expr`, `Set` and `Op` list them all, to match on.
"""

from __future__ import annotations

from enum import Enum
from functools import cached_property

from attrs import frozen

from .keeps import Keeps
from .span import Span

VERSION = 13
"""The version of the classes below; JSON of another version is refused."""

WHERE = 0
"""The slot that holds the number of the stop at which play waits."""

NOTHING = -(2**31)
"""The value that stands for `nothing`."""

SMALLEST, LARGEST = -(2**31) + 1, 2**31 - 1
"""The bounds of a number, in a slot and in a calculation: 32 bits, without `NOTHING`."""

PASSES = 1_000_000
"""How many passes of loops may run between two stops before a runtime error."""


# ---------------------------------------------------------------------------------------------------------- words


@frozen
class Words:
    """A short text: as written in the rules, and its translations by language (`it`, `es`)."""

    plain: str
    translations: tuple[tuple[str, str], ...] = ()

    def say(self, language: str) -> str:
        """The text in *language* (such as `it`); as the rules write it when *language* is "" or has no translation.

        A translation under "*" serves every language that has none of its own.
        """
        if language:
            for wanted in (language, "*"):
                for tongue, text in self.translations:
                    if tongue == wanted:
                        return text
        return self.plain


@frozen
class Shown:
    """A value inside a message, written with its label in *domain*, or as a plain number when *domain* is None."""

    value: Expr
    domain: int | None


@frozen
class ChosenWords:
    """Words of a message by condition: *then* where *test* is true, else *otherwise*.

    Values inside can be worked out in any case: each is `NOTHING` where it is not said.
    """

    test: Expr
    then: Pieces
    otherwise: Pieces


Piece = str | Shown | ChosenWords
Pieces = tuple[Piece, ...]


@frozen
class Message:
    """A sentence for people, in pieces by language; the first language serves those that are missing."""

    languages: tuple[tuple[str, Pieces], ...]

    def parts(self, language: str) -> Pieces:
        """The pieces of the sentence in *language*: words, values to insert, and words by condition."""
        for tongue, parts in self.languages:
            if tongue == language:
                return parts
        return self.languages[0][1]


# ----------------------------------------------------------------------------------------------------- expressions


@frozen
class Number:
    """A constant."""

    value: int


@frozen
class Slot:
    """The value in one slot."""

    index: int


@frozen
class Axis:
    """One index into an array: the element `at`, from `low` up to `low + size - 1`, each `stride` slots from the next."""

    at: Expr
    low: int
    size: int
    stride: int


@frozen
class Cell:
    """The value in slot `base + sum of (at - low) * stride`.

    An index outside its axis, such as nothing, is a runtime error that names *what*.
    """

    base: int
    axes: tuple[Axis, ...]
    what: str
    sentence: int


@frozen
class Lookup:
    """The value in `Program.tables[table]` at the sum of (at - low) * stride; an index outside its axis is a runtime error."""

    table: int
    axes: tuple[Axis, ...]
    what: str
    sentence: int


@frozen
class Present:
    """The value; nothing is a runtime error that names *what*."""

    value: Expr
    what: str
    sentence: int


@frozen
class Negate:
    """Minus the value."""

    value: Expr


@frozen
class Not:
    """The negation of a truth."""

    value: Expr


class Calculation(Enum):
    """How two numbers make one. DIV and MOD round toward minus infinity; dividing by zero is a runtime error."""

    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    DIV = "div"
    MOD = "mod"
    MIN = "min"
    MAX = "max"

    @property
    def divides(self) -> bool:
        """Whether it divides by the number on the right."""
        return self in (Calculation.DIV, Calculation.MOD)


@frozen
class Arithmetic:
    """A calculation on two numbers. A result outside SMALLEST..LARGEST is a runtime error; it is possible only if *wide*."""

    how: Calculation
    left: Expr
    right: Expr
    wide: bool
    sentence: int


class Relation(Enum):
    """How two values are compared. `<`, `<=`, `>` and `>=` are false where either side is nothing."""

    EQUAL = "="
    DIFFERENT = "!="
    LESS = "<"
    AT_MOST = "<="
    MORE = ">"
    AT_LEAST = ">="


@frozen
class Comparison:
    """Whether two values are in this relation."""

    how: Relation
    left: Expr
    right: Expr


@frozen
class All:
    """True when every part is true; evaluated from left to right until one is false."""

    parts: tuple[Expr, ...]


@frozen
class Either:
    """True when some part is true; evaluated from left to right until one is."""

    parts: tuple[Expr, ...]


LAST_RESORT = "nothing else can be chosen"
"""The words of the condition of an option that is only there where no other of its menu is; they are nobody's own."""


@frozen
class Conditional:
    """The value of *then* where *test* is true, else that of *otherwise*."""

    test: Expr
    then: Expr
    otherwise: Expr


@frozen
class Let:
    """The value of *body* while scratch slot *slot* holds *value*."""

    slot: int
    value: Expr
    body: Expr


class FoldKind(Enum):
    """How a fold makes one value from the elements of a set."""

    SUM = "sum"
    COUNT = "number"
    HIGHEST = "highest"
    LOWEST = "lowest"
    ANY = "any"
    EVERY = "every"


@frozen
class Fold:
    """One value from the elements of *source* that pass *where*; scratch slot *slot* holds the present element.

    SUM adds up *value*, COUNT counts the elements; a card counts once for each copy in the zone.
    ANY and EVERY tell whether *value* is true for some element, or for all.
    HIGHEST and LOWEST give the *rank*-th of the values (1 is the extreme one); a card counts once for each copy, and
    equal values count once when *distinct*. With fewer values they give *otherwise* (nothing when None).
    HIGHEST and LOWEST skip values that are nothing; in SUM such a value is a runtime error.
    So is a sum that leaves SMALLEST..LARGEST on the way; it can do so only if *wide*.
    """

    kind: FoldKind
    slot: int
    source: Set
    where: Expr | None
    value: Expr
    otherwise: Expr | None
    rank: int
    distinct: bool
    wide: bool
    sentence: int


@frozen
class Key:
    """A value to sort by, descending when *highest*; nothing comes last either way."""

    value: Expr
    highest: bool


@frozen
class First:
    """The first element of *source* that passes *where*, sorted by *keys*, ties in the order of the source.

    *otherwise* where there is none (nothing when None). Scratch slot *slot* holds the present element.
    """

    slot: int
    source: Set
    where: Expr | None
    keys: tuple[Key, ...]
    otherwise: Expr | None


@frozen
class Contains:
    """True when *value* is an element of *source* (false for nothing)."""

    source: Set
    value: Expr


@frozen
class Size:
    """How many cards lie in a zone."""

    zone: ZoneAt


@frozen
class Completions:
    """How many sets of cards can still be taken where *card* is taken next: the weight of this choice, 0 where there is none.

    Of the cards in *zone* that pass *where* (their kind in scratch slot *slot*), *least* to *left* more are taken, kinds
    ascending, of kind *last* *taken* copies already; each copy of a card counts on its own. Where *card* is the Number NOTHING,
    no more are taken. `Program.rows[rows]` holds binomial coefficients, n over k at place k of row n. Where they are too large,
    `Program.rows[exponents]` tells how many bits of each were left away (`binomials`): then all weights are scaled alike.
    """

    zone: ZoneAt
    card: Expr
    last: Expr
    taken: Expr
    least: Expr
    left: Expr
    slot: int
    where: Expr | None
    rows: int
    exponents: int | None


@frozen
class After:
    """*value* as it is once `Program.trials[trial]` is done, which is given these values; then everything is as it was.

    What the trial does makes no events. Its loops count their passes for themselves, and what is tried in it counts with them:
    each trial as a pass, and its loops.
    """

    trial: int
    given: tuple[Expr, ...]
    value: Expr
    sentence: int


@frozen
class Times:
    """How often the values that `Program.memories[memory]` names were remembered, as they are now, in the instance at *axes*."""

    memory: int
    axes: tuple[Axis, ...]
    sentence: int


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
    | Completions
    | After
    | Times
)


# ------------------------------------------------------------------------------------------------------------ sets


@frozen
class Range:
    """The integers from *low* to *high*, both included, ascending; empty when either is nothing or high < low."""

    low: Expr
    high: Expr


@frozen
class Row:
    """Row *at* of `Program.rows[rows]` (neighbours of a space, values on a card), in its order; a runtime error outside."""

    rows: int
    at: Expr
    what: str
    sentence: int


@frozen
class Listed:
    """The values of these expressions, in this order; a value that is nothing is skipped."""

    items: tuple[Expr, ...]


@frozen
class Cards:
    """The kinds of card in a zone, ascending, each with the number of its copies there as its weight."""

    zone: ZoneAt


@frozen
class Filtered:
    """The elements of *source* that pass *where*, which finds the element in scratch slot *slot*."""

    source: Set
    slot: int
    where: Expr


@frozen
class Connected:
    """The elements that links lead to from those of *source*, ascending; those of *source* are among them.

    All have to pass *where*, which finds the element in scratch slot *slot*: one that does not is left out, and no link leads
    through it. The links of element i lead to those in row i of `Program.rows[rows]`; an element without a row is a runtime
    error that names *what*. Each element is tested once, first come, first tested.
    """

    source: Set
    rows: int
    slot: int
    where: Expr
    what: str
    sentence: int


@frozen
class Around:
    """The elements that links lead to from those of *source* and that are not in it, ascending; links as in `Connected`."""

    source: Set
    rows: int
    what: str
    sentence: int


@frozen
class UpTo:
    """The elements of *source*, in its order, up to and including the first that passes *where*; all where none does.

    *where* finds the element in scratch slot *slot*. A card counts once.
    """

    source: Set
    slot: int
    where: Expr


@frozen
class OneOf:
    """The elements of *then* where *test* is true, else those of *otherwise*; a card counts once."""

    test: Expr
    then: Set
    otherwise: Set


@frozen
class Union:
    """The elements of all these sets, each element once, in the order in which they appear first."""

    parts: tuple[Set, ...]


@frozen
class UnionOf:
    """The elements of *each*, worked out for every element of *over* that passes *where*; each element once, the first first.

    Scratch slot *slot* holds the present element of *over*.
    """

    slot: int
    over: Set
    where: Expr | None
    each: Set


@frozen
class Naming:
    """The elements of *body* while scratch slot *slot* holds *value*."""

    slot: int
    value: Expr
    body: Set


Set = Range | Row | Listed | Cards | Filtered | Connected | Around | UpTo | OneOf | Union | UnionOf | Naming


@frozen
class ZoneAt:
    """One instance of `Program.zones[zone]`, picked by *axes* (strides in slots)."""

    zone: int
    axes: tuple[Axis, ...]
    sentence: int


Target = Slot | Cell


# ------------------------------------------------------------------------------------------------------ statements


@frozen
class Assign:
    """Store *value* in *target*; a value outside low..high, or nothing unless *optional*, is a runtime error.

    *place* is the index in `Program.places` of the declared thing written, None for a name local to a phase.
    """

    target: Target
    value: Expr
    low: int
    high: int
    optional: bool
    place: int | None
    sentence: int


@frozen
class AssignAll:
    """Store *value* in *target* for every element of *source* that passes *where*; all is worked out before anything is stored.

    Scratch slot *slot* holds the present element; a card counts once. Elements that have the same target leave the value of the
    last one there. The rest is as in `Assign`.
    """

    slot: int
    source: Set
    where: Expr | None
    target: Cell
    value: Expr
    low: int
    high: int
    optional: bool
    place: int | None
    sentence: int


@frozen
class Clear:
    """Set *count* slots from *target* on to 0, because names go out of scope. It stands for no sentence of the rules."""

    target: Target
    count: int


class End(Enum):
    """Where in a zone a card is put."""

    LOOSE = "in"
    TOP = "on top of"
    BOTTOM = "on the bottom of"


@frozen
class MoveCard:
    """Move one card of kind *card* from *source* to *target*; a runtime error when *source* has none.

    From a row with *place*, counted from 1, the card at that place is meant; where it is not of that kind (any more), and
    where there is no *place*, the first of its kind. *shown* holds the seats, as bits, that know the card all the same where
    they see neither zone (None: nobody does).
    """

    card: Expr
    source: ZoneAt
    target: ZoneAt
    end: End
    sentence: int
    place: Expr | None = None
    shown: Target | None = None


@frozen
class MoveAll:
    """Move every card of *source* that passes *where* (its kind in scratch slot *slot*) into *target*.

    Loose ones (*end*) come kinds ascending. At an end of *target* the cards go on lying as they lay: the topmost of *source*
    is the topmost of them, and between those that lie in order at its ends the loose ones lie, kinds ascending. (Where a pile may
    have loose ones, the language draws each card.) Within one instance all cards become loose; nothing happens where they would
    be put at an end.
    """

    source: ZoneAt
    slot: int
    where: Expr | None
    target: ZoneAt
    sentence: int
    end: End = End.LOOSE


@frozen
class Rotate:
    """All cards of each of these zones go to the next one, those of the last to the first, all at once, as they lie.

    The zones are laid out alike, and apart from each other; where two zones are one and the same, nothing happens.
    """

    zones: tuple[ZoneAt, ...]
    sentence: int


@frozen
class Gather:
    """Move every card of a deck, whatever zone it is in, loose into *target*, in the order of the zones."""

    deck: int
    target: ZoneAt
    sentence: int


@frozen
class Shuffle:
    """Forget the order of the cards in a zone: all become loose."""

    zone: ZoneAt
    sentence: int


@frozen
class Reveal:
    """Make the faces in a zone known to the seat *to*, or to everyone (None); nobody else hears of a *secret* one."""

    zone: ZoneAt
    to: Expr | None
    secret: bool
    sentence: int


@frozen
class ShowCard:
    """Make a card of kind *card* known to the seats that *shown* holds as bits; a runtime error when *zone* has none.

    It lies loose: no zone with places or ends has a card shown.
    """

    card: Expr
    zone: ZoneAt
    shown: Target
    sentence: int


@frozen
class Tell:
    """Let the seat *to*, or everyone (None), know which cards of a zone pass *where*, and that the others do not.

    *where* is worked out for every kind of the deck, ascending, with the kind in scratch slot *slot*, whatever lies in the zone.
    Where the cards have no places, the hearers learn how many pass. Nobody else hears of a *secret* one.
    """

    zone: ZoneAt
    slot: int
    where: Expr
    to: Expr | None
    secret: bool
    sentence: int


@frozen
class Say:
    """Show a message to everybody; to the seat *to* alone, or to all *others*, where there is one."""

    message: Message
    to: Expr | None
    others: bool
    sentence: int


@frozen
class Branch:
    """Run *then* where *test* is true, else *otherwise*."""

    test: Expr
    then: Block
    otherwise: Block
    sentence: int


@frozen
class ForEach:
    """Run *body* for the elements of *source*, with the present element in *target*.

    The elements are taken from *source* at the start, a card once for each copy; *where* tests each when its turn comes.
    With *keys* everything is decided at the start: the elements that pass *where*, sorted by *keys*, ties in the order of
    the source.
    *stops* tells whether play can stop inside the body. If it can, the slots from *stored* on hold what the loop needs to
    go on: the number of elements, the position of the present one counted from 1, then the elements, at most *capacity*
    (more are a runtime error). *stored* is None where play cannot stop inside, or the source is a Range that does not
    change. The statements behind the loop clear *target* and *stored*.
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


@frozen
class Repeat:
    """Run *body* at most *limit* times (a Number, or a Slot/Cell set before; None: no limit), until *until* holds after a pass.

    *counter* counts the passes from 1; the loop begins by setting it to 0, and the statements behind it clear it. *name* is what
    the rules call a pass (None: nothing).
    """

    counter: Target | None
    limit: Expr | None
    until: Expr | None
    body: Block
    stops: bool
    sentence: int
    name: Words | None = None


@frozen
class Leave:
    """Leave the innermost ForEach or Repeat; the statements before have cleared the names inside it."""

    sentence: int


@frozen
class Do:
    """Run `Program.phases[phase]`. The statements before have stored what the phase is given.

    *number* tells the Dos of one phase apart, counted from 1: the phase keeps it while play stops inside (*stops*).
    """

    phase: int
    number: int
    stops: bool
    sentence: int


@frozen
class TooDeep:
    """A runtime error: more than *most* of the phase or function *name* would be done at once."""

    name: str
    most: int
    sentence: int


@frozen
class EndPhase:
    """Jump to the end of the phase around; the statements before have cleared the names inside it."""

    sentence: int


@frozen
class EndGame:
    """End the match now, or, with *ending*, when the phase around it is complete (by storing 1 in that slot).

    When the match ends, the slots from `Program.locals` up to, not including, `Program.slots` are cleared.
    """

    ending: Target | None
    sentence: int


@frozen
class Condition:
    """What an option must satisfy: the test, the author's reason, and the condition in the author's words.

    It can be tested as soon as the first *after* parameters are bound.
    """

    test: Expr
    reason: Message | None
    words: str
    after: int
    sentence: int


@frozen
class Parameter:
    """One thing to choose: its name, where the choice is stored, and the set to choose from; `domain` labels the values.

    The values lie in low..low + size - 1, which option codes are counted by. With *row* they are the places of the cards in
    that zone, counted from 1: who sees the faces is shown them with the places. With *cards* they are sets of cards of that zone.
    """

    name: Words
    target: Target
    source: Set
    domain: int | None
    low: int
    size: int
    row: ZoneAt | None = None
    cards: ZoneAt | None = None


@frozen
class Alternative:
    """One kind of option: its name ("" for a plain `choose`), its parameters, its conditions, and what choosing it does.

    `code` is the first of the stable codes of its options: an option's code is `code` plus the mixed-radix number of its
    arguments (first argument most significant), each counted from its parameter's `low`. An option weighs *weight*, worked
    out with its arguments bound, and is not on offer at 0; where *weight* is None, it weighs as many as its cards have copies.
    """

    name: Words
    parameters: tuple[Parameter, ...]
    conditions: tuple[Condition, ...]
    body: Block
    code: int
    sentence: int
    weight: Expr | None = None

    @property
    def size(self) -> int:
        """The number of its codes."""
        size = 1
        for parameter in self.parameters:
            size *= parameter.size
        return size


@frozen
class Question:
    """What the author asks where *test* holds (None: in all cases), in words that the seat may read."""

    test: Expr | None
    message: Message


@frozen
class Ask:
    """A decision of the seat *actor*: one option out of all alternatives in order, arguments in ascending order of their sources.

    After the option's body play goes on with the next statement. No other seat is told a *secret* choice. Of the *prompts* the
    first is asked whose test holds.
    """

    stop: int
    actor: Expr
    alternatives: tuple[Alternative, ...]
    menu: bool
    secret: bool
    sentence: int
    prompts: tuple[Question, ...] = ()


@frozen
class Draw:
    """A chance event: the top card of *source*, or the lowest (*bottom*), goes to *target*; its kind is stored in *result*.

    While that end is unordered, the outcomes are the kinds, ascending, weighted by their copies; else the one known card.
    A runtime error when the zone is empty.
    """

    stop: int
    source: ZoneAt
    target: ZoneAt
    end: End
    result: Target | None
    sentence: int
    bottom: bool = False


@frozen
class Pick:
    """A chance event: an element of *source* that passes *where* is stored in *target*.

    *where* and *weight* are evaluated with the element in *target*. Each element weighs *weight* (1 when None), a card that
    times its copies. With *place* the target belongs to `Program.places[place]`, and only the seats that see it are told the
    outcome; else everybody is. A runtime error when there is no element to pick.
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


@frozen
class Later:
    """A statement inside Together that takes effect when all seats are done.

    When it is reached, it stores the captured values, and 1 in *flag*. When all seats are done, *body* runs for this seat,
    and captures and flag are cleared. With *in_transit* (zone, captured kind) that card is taken out of the zone at once and
    put back just before *body* runs: in between it lies in no zone.
    """

    flag: Cell
    captures: tuple[tuple[Cell, Expr], ...]
    body: Block
    in_transit: tuple[ZoneAt, Cell] | None
    sentence: int


@frozen
class Together:
    """Every seat of *source* that passes *where* runs *body*, all at the same time, with the seat in scratch slot *seat*.

    Slot `positions + seat` holds the stop at which that seat waits, 0 when it is done or takes no part. When all are
    done, the `Later`s of the body run, seat by seat in ascending order, for each seat in the order of the body.
    A seat's names in the body, and in the phases that it does, are stored in *frame_size* slots from
    `frame + seat * frame_size` on; they are 0 at the start, and cleared at the end.
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


@frozen
class Remember:
    """Keep the present values of `Program.memories[memory]` in the instance at *axes*; a runtime error when it is full."""

    memory: int
    axes: tuple[Axis, ...]
    sentence: int


@frozen
class Forget:
    """Drop all that was remembered in the instance of `Program.memories[memory]` at *axes*, in every instance when None."""

    memory: int
    axes: tuple[Axis, ...] | None
    sentence: int


@frozen
class Take:
    """Record *value* for `Program.measures[measure]`, unless it is nothing; the state does not change."""

    measure: int
    value: Expr
    sentence: int


Op = (
    Assign
    | AssignAll
    | Clear
    | MoveCard
    | MoveAll
    | Rotate
    | Gather
    | Shuffle
    | Reveal
    | ShowCard
    | Tell
    | Say
    | Branch
    | ForEach
    | Repeat
    | Leave
    | Do
    | TooDeep
    | EndPhase
    | EndGame
    | Ask
    | Draw
    | Pick
    | Later
    | Together
    | Remember
    | Forget
    | Take
)
Block = tuple[Op, ...]


@frozen
class Phase:
    """A phase of the rules. It stands once; each `Do` runs it.

    It does only phases that stand behind it in `Program.phases`, never itself, so what it is given and its names have one
    place each. `EndPhase` jumps to *after*, which takes measures and clears what the phase was given. If slot *ending* is not
    0 behind that, the match ends; it is set to 0 when the phase begins. While play stops inside, *back* holds the number of
    the Do after which play goes on; it is None where play never stops inside, or where only one Do runs the phase. A phase
    *apart* is one of a circle of phases, of which there is one for each depth: its loops do not stand inside those around it.
    """

    name: str
    body: Block
    after: Block
    ending: Target | None
    back: Target | None
    sentence: int
    apart: bool = False


@frozen
class Trial:
    """A phase that is tried by `After`, which stores what the phase is given in these slots.

    Play neither stops nor ends in it, and nobody does it, nor the phases that it does, but as a trial. One that works out a
    function that uses itself stores in *result* what that gives: a slot that belongs to nothing declared, and holds 0 otherwise.
    """

    phase: int
    given: tuple[Slot, ...]
    result: Slot | None = None


# ---------------------------------------------------------------------------------------------- what there is in a game


@frozen
class Sentence:
    """A line of the rules: its position and its text."""

    span: Span
    text: str


@frozen
class Seat:
    """A place at the table; an automa follows fixed rules and never decides."""

    name: str
    automa: bool


@frozen
class Members:
    """What the sets of a domain are made of: the set with the value v holds the elements of that domain (None: plain numbers) in
    row v of `Program.rows[rows]`, a card once for each of its copies.
    """

    domain: int | None
    rows: int


@frozen
class Domain:
    """A finite set of named values: value `low + i` is written `labels[i]`; *members* is there where the values are sets."""

    name: str
    low: int
    labels: tuple[Words, ...]
    members: Members | None = None

    def label(self, value: int, language: str = "") -> str:
        """The label of *value* in *language* ("": as the rules write it); `nothing` for NOTHING."""
        if value == NOTHING:
            return "nothing"
        return self.labels[value - self.low].say(language)


@frozen
class Deck:
    """The kinds of card (`Program.domains[domain]`), and the number of copies of each in the whole deck.

    `attributes` are the tables of what is printed on the cards: (name, domain, a value for each kind). `beside` says for each
    kind what is printed on it and stands not in its label; () where the labels say all. `texts` say for each kind what it does;
    () where no card has a text.
    """

    name: Words
    domain: int
    copies: tuple[int, ...]
    attributes: tuple[tuple[str, int | None, tuple[int, ...]], ...] = ()
    beside: tuple[Words, ...] = ()
    texts: tuple[Words, ...] = ()


class Visibility(Enum):
    """Who sees the faces in a zone, or the value of a place. Everyone sees the number of cards in a zone. For SOME the thing has
    `seers`: the seats that see it, as bits, for each seat that may own it; one number where it has no owner.
    """

    NOBODY = "nobody"
    OWNER = "owner"
    OTHERS = "everyone but the owner"
    EVERYONE = "everyone"
    SOME = "player … where …"


@frozen
class Extent:
    """One index of a place or zone: its domain (None: plain numbers), and `size` elements from `low` on, `stride` slots apart.

    Where these numbers are the spaces of a track, *track* is the domain of the track.
    """

    domain: int | None
    low: int
    size: int
    stride: int
    track: int | None = None


@frozen
class Zone:
    """Where cards lie. `owner` is the number of the extent whose index is the owning seat.

    The slots of one instance hold: the number of its cards; for every kind the number of loose ones; if `top_capacity`,
    the number of cards in order on top, then `top_capacity` slots for their kinds + 1 (the topmost card last); if
    `bottom_capacity`, the same for the cards in order at the bottom (the lowest card last). The loose cards lie between.
    In a *row* all cards are at the bottom, the first one first: none lies loose, none on top.
    """

    name: Words
    deck: int
    base: int
    extents: tuple[Extent, ...]
    kinds: int
    top_capacity: int
    bottom_capacity: int
    sight: Visibility
    owner: int | None
    row: bool = False
    seers: tuple[int, ...] = ()

    @property
    def length(self) -> int:
        """The number of slots of one instance."""
        ordered = sum(1 + capacity for capacity in (self.top_capacity, self.bottom_capacity) if capacity)
        return 1 + self.kinds + ordered

    @property
    def bases(self) -> tuple[int, ...]:
        """The first slots of all instances, in the order of the indices."""
        return _bases(self.base, self.extents)


def _bases(base: int, extents: tuple[Extent, ...]) -> tuple[int, ...]:
    slots = [base]
    for extent in extents:
        slots = [base + i * extent.stride for base in slots for i in range(extent.size)]
    return tuple(slots)


class PlaceKind(Enum):
    """What a place holds."""

    VARIABLE = "variable"
    SCORE = "score"
    PIECE = "piece"


@frozen
class Place:
    """A declared value, or an array of them, in the slots from `base` on; labelled by `domain`, plain numbers where it is None.

    A PIECE stands on a space of `Program.boards[board]`. `owner` is the number of the extent whose index is the owning seat.
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
    sight: Visibility
    owner: int | None
    seers: tuple[int, ...] = ()


@frozen
class Memory:
    """Where positions are remembered: the values of the *places*, which everyone sees, packed into words (`positions.packings`).

    The slots of one instance hold the number of positions that are remembered, then *words* numbers for each, in ascending
    order, so that it does not matter in which order they came; 0 behind them. There are at most *most*.
    """

    name: Words
    places: tuple[int, ...]
    base: int
    extents: tuple[Extent, ...]
    words: int
    most: int

    @property
    def length(self) -> int:
        """The number of slots of one instance."""
        return 1 + self.most * self.words

    @property
    def bases(self) -> tuple[int, ...]:
        """The first slots of all instances, in the order of the indices."""
        return _bases(self.base, self.extents)


class Shape(Enum):
    """How the spaces of a board are arranged."""

    TRACK = "track"
    LANES = "lanes"
    GRID = "grid"
    HEXAGON = "hexagon"
    GRAPH = "graph"
    LINKS = "links"


@frozen
class Board:
    """A board, whose spaces are the elements of `Program.domains[domain]`.

    `points[i]` is where space i lies, (row, column) counted from 0; on a hexagon a column is half a space wide.
    `attributes` are the tables of what is printed on the spaces: (name, domain, a value for each space).
    `links` are the lines of a graph, each from a space to another.

    The spaces of a board of links join those of board *of*, which stands before it: `links` has the two that each joins, and
    `points` where it lies. Where *of* is no graph, rows and columns of these points are counted in halves.
    """

    name: Words
    shape: Shape
    domain: int
    points: tuple[tuple[int, int], ...]
    attributes: tuple[tuple[str, int | None, tuple[int, ...]], ...]
    links: tuple[tuple[int, int], ...] = ()
    of: int | None = None


@frozen
class Outcome:
    """Who wins: *winner* is true for a winning seat. Payoff and score are None where they are not declared.

    All expressions here are evaluated for each seat in turn, with the seat in scratch slot *seat*.
    *ranked* and *scored* are the seats that have a rank and a score (None: every seat); every player has a payoff. It is counted
    in parts, of which *parts* make 1. *keys* says what each key of the ranking looks at.
    """

    seat: int
    winner: Expr
    ranking: tuple[Key, ...]
    payoff: Expr | None
    score: Expr | None
    sentence: int
    ranked: tuple[int, ...] | None = None
    scored: tuple[int, ...] | None = None
    parts: int = 1
    keys: tuple[Words, ...] = ()


@frozen
class Invariant:
    """A condition that must hold whenever play waits; *claims* are the conditions that it consists of, told where it fails."""

    name: str
    test: Expr
    sentence: int
    claims: tuple[Claim, ...] = ()


@frozen
class Measure:
    """A quantity to measure: *final* in the last position of a match, or, where it is None, the values that `Take` records."""

    name: str
    final: Expr | None
    sentence: int


@frozen
class NamedValue:
    """A value that a table shows beside what is declared: one, or one for each combination of its indices.

    While it is worked out the scratch slots *given* hold the indices. It is labelled by *domain*, a plain number where that is
    None. Who sees it follows from what it reads (`visibility.seen_by`).
    """

    name: Words
    given: tuple[int, ...]
    extents: tuple[Extent, ...]
    value: Expr
    domain: int | None
    truth: bool
    sentence: int


@frozen
class LocalName:
    """A name that sentences inside a phase give a value, which *target* holds; it lasts to the end of its block.

    It is labelled by *domain*, or a *truth*, or a plain number.
    """

    name: Words
    target: Target
    domain: int | None
    truth: bool


@frozen
class Preference:
    """What a line of a strategy says of the options of one alternative of the decision at a stop.

    It takes one for which *test* holds (None: any), by *key* the first (None: whichever). Both are worked out where the decision
    is asked, with the arguments of the option bound.
    """

    stop: int
    alternative: int
    test: Expr | None
    key: Key | None
    sentence: int


@frozen
class Strategy:
    """Preferences by lines, in their order: the first line that finds an option chooses. A line has one for each decision that
    offers such an option.
    """

    name: str
    lines: tuple[tuple[Preference, ...], ...]


@frozen
class Longest:
    """Where somebody would be asked after *decisions* decisions, the match is over.

    Nobody wins then and nothing is paid; or, when *ranked*, the outcome is worked out as at any other end. Slot *clock* counts
    the decisions; it holds one more than *decisions* when the match was cut short like this.
    """

    decisions: int
    clock: int
    ranked: bool = False


SEAT_DOMAIN = 0
"""The number of the domain whose values are the seats."""


@frozen
class Look:
    """How something looks at a table: value *value* of *domain*, or all of place *value* where that is None.

    Its colour (a name in `colours.COLOURS`) and its sign, a short name; None where the ruleset gives none.
    """

    domain: int | None
    value: int
    colour: str | None
    sign: Words | None


@frozen
class Finish:
    """A line across a track or lanes, before the spaces of this *column* (`Board.points`)."""

    board: int
    column: int


@frozen
class Path:
    """Spaces that are drawn as a line: those for which *place* is true, from end to end; the place *ends* holds the ends (None:
    every two that touch are joined).
    """

    place: int
    ends: int | None


@frozen
class Figured:
    """A thing that is drawn with a figure (a name in `figures.FIGURES`): value *value* of *domain*, or all of place *value* where
    that is None.
    """

    domain: int | None
    value: int
    figure: str


@frozen
class Printing:
    """What is printed on the cards of a deck as *name*, and where it stands on them: at *place*, one of `figures.PLACES`.

    *values* has for each kind of card the values of *domain* (None: numbers) that stand there. Where each has a number beside
    it, *counts* has these in the same order; else it is (). What is printed by direction lies around the middle of the card:
    *spots* has the row and the column of each value, from -1 to 1, in the same order.
    """

    deck: int
    place: str
    name: Words
    domain: int | None
    values: tuple[tuple[int, ...], ...]
    counts: tuple[tuple[int, ...], ...] = ()
    spots: tuple[tuple[tuple[int, int], ...], ...] = ()


@frozen
class Drawing:
    """How pictures of a match are drawn. *chequered* are boards whose squares alternate, *backgrounds* are (board, colour).

    *grounds* are (board, place): the values of the place are the colours of the spaces.
    """

    chequered: tuple[int, ...] = ()
    backgrounds: tuple[tuple[int, str], ...] = ()
    figures: tuple[Figured, ...] = ()
    printings: tuple[Printing, ...] = ()
    grounds: tuple[tuple[int, int], ...] = ()


@frozen
class Hints:
    """How a table shows a match; nothing that is played depends on it.

    *middle* are the zones in the middle. *first*, *aside* and *untold* are names of places, zones and shown values: those
    that stand before all others, in this order, those that are not worth showing, and those of which no story is told. *about*
    says in a few sentences what the game is (None: it is not said). *rounds* are the boards that are tracks and go round.
    """

    looks: tuple[Look, ...] = ()
    finishes: tuple[Finish, ...] = ()
    paths: tuple[Path, ...] = ()
    middle: tuple[int, ...] = ()
    first: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()
    about: Words | None = None
    rounds: tuple[int, ...] = ()
    drawing: Drawing = Drawing()


@frozen
class Program(Keeps):
    """A ruleset compiled for one variant, one number of players and one value of each parameter."""

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
    phases: tuple[Phase, ...]
    stops: int
    codes: int
    outcome: Outcome
    invariants: tuple[Invariant, ...]
    longest: Longest | None
    sentences: tuple[Sentence, ...]
    languages: tuple[str, ...]
    texts: tuple[tuple[str, Words], ...]
    measures: tuple[Measure, ...] = ()
    trials: tuple[Trial, ...] = ()
    memories: tuple[Memory, ...] = ()
    shown: tuple[NamedValue, ...] = ()
    strategies: tuple[Strategy, ...] = ()
    hints: Hints = Hints()
    names: tuple[LocalName, ...] = ()

    @cached_property
    def players(self) -> tuple[int, ...]:
        """The seats that decide."""
        return tuple(index for index, seat in enumerate(self.seats) if not seat.automa)

    def inside(self, domain: int | None, value: int) -> tuple[int, ...]:
        """The members of a set, where the values of the domain are sets; else the value alone."""
        members = None if domain is None or value == NOTHING else self.domains[domain].members
        return (value,) if members is None else self.rows[members.rows][value]

    def seat_name(self, seat: int, language: str) -> str:
        """What people call a seat, in *language* ("": as the rules write it)."""
        return self.domains[SEAT_DOMAIN].label(seat, language)


# ---------------------------------------------------------------------------------------------- tests beside the rules


@frozen
class Answer:
    """The next choice of an actor (a seat's name, or `nature`) in an example, written as its option is."""

    actor: str
    choice: str
    sentence: int


@frozen
class Refused:
    """A choice that must not be on offer where it stands; with *because*, it must be missing for that reason."""

    actor: str
    choice: str
    because: Message | None
    sentence: int


@frozen
class Side:
    """A value in a check, in the author's words; it is written as one of *domain*, or as a *truth*."""

    words: str
    value: Expr
    domain: int | None
    truth: bool


@frozen
class Compared:
    """A comparison in a check: its sides, and the relation between each and the next, in the author's words."""

    sides: tuple[Side, ...]
    relations: tuple[str, ...]


@frozen
class Claim:
    """One of the conditions that a check joins by `and`: with the comparisons in it, and the values of which these are made."""

    words: str
    test: Expr
    compared: tuple[Compared, ...]
    parts: tuple[Side, ...]


@frozen
class Expectation:
    """A check of an example: *actual*, in the author's *words*, must equal *wanted* (labelled by *domain*, or a *truth*).

    *claims* are the conditions that it consists of, where it is a truth.
    """

    words: str
    actual: Expr
    wanted: int
    domain: int | None
    truth: bool
    sentence: int
    claims: tuple[Claim, ...] = ()


@frozen
class Over:
    """Whether the match must be over in the end.

    Where phases are run by themselves, slot *through* holds 1 when play has come to their end, and the match goes on.
    """

    wanted: bool
    through: int | None
    sentence: int


@frozen
class Knows:
    """What a seat must know, in the end, of the cards in one instance of a zone: for each place the kinds that can lie there.

    Where the cards have no places, *kinds* are those of the cards of which the seat knows that they are there, one kind each.
    """

    seat: int
    zone: int
    index: tuple[int, ...]
    kinds: tuple[tuple[int, ...], ...]
    sentence: int


@frozen
class Example:
    """A worked example: a Program that starts from the given position and runs the example's lines, and what to expect of it.

    Each *payoff* is a seat, what it is paid, and by what that is divided.
    What is *refused* is looked at behind the last of the *answers*, what stands between these where it stands. The *whole* game
    is played where nothing is given, so that the invariants must hold too.
    """

    name: str
    program: Program
    answers: tuple[Answer | Refused, ...]
    refused: tuple[Refused, ...]
    checks: tuple[Expectation, ...]
    winners: tuple[int, ...] | None
    payoff: tuple[tuple[int, int, int], ...]
    sentence: int
    known: tuple[Knows, ...] = ()
    over: Over | None = None
    whole: bool = False
