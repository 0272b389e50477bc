"""Sentences and expressions as the grammar reads them, before names are resolved.

The classes are made without slots, comparison and repr: generating those for each class would take a tenth of the time in
which a whole ruleset is checked.
"""

from __future__ import annotations

import re
from typing import get_args

from attrs import field, frozen

from ...program.span import Span


@frozen(eq=False)
class Node:
    """What was read of a line; *span* is where it stands."""

    span: Span = field(kw_only=True)


# ---------------------------------------------------------------------------------------------------- expressions


@frozen(eq=False)
class Numeral(Node):
    """`12`"""

    value: int


@frozen(eq=False)
class Quoted(Node):
    """`"blue green"`: a card or space by its name."""

    text: str


@frozen(eq=False)
class Nothing(Node):
    """`nothing`"""


@frozen(eq=False)
class Truth(Node):
    """`yes` or `no`"""

    value: bool


@frozen(eq=False)
class Name(Node):
    """A name without indices or arguments."""

    name: str


@frozen(eq=False)
class Element(Node):
    """`figure[s]`: an element of an array, picked by its indices."""

    name: str
    name_span: Span
    indices: tuple[Expression, ...]


@frozen(eq=False)
class Attribute(Node):
    """`card.value`: what is printed on a card, a space or a value of an enumeration; `card.cost[g]`: one of its values."""

    of: Expression
    name: str
    name_span: Span
    key: Expression | None


@frozen(eq=False)
class Invoke(Node):
    """`half(x)`, `neighbours of x`: a function of the language or of the ruleset."""

    name: str
    name_span: Span
    arguments: tuple[Expression, ...]


@frozen(eq=False)
class Items(Node):
    """`[red, blue]`"""

    items: tuple[Expression, ...]


@frozen(eq=False)
class Negative(Node):
    """`-x`"""

    value: Expression


@frozen(eq=False)
class Calculate(Node):
    """`a + b`, and the same with `-`, `*`, `div`, `mod`; in a payoff also with `/`."""

    how: str
    left: Expression
    right: Expression


@frozen(eq=False)
class Half(Node):
    """`half of x rounded up`"""

    value: Expression
    up: bool


@frozen(eq=False)
class CountOf(Node):
    """`count of red in card.colours`"""

    value: Expression
    among: Expression


@frozen(eq=False)
class Compare(Node):
    """`a <= b < c`: each neighbouring pair compared."""

    parts: tuple[Expression, ...]
    relations: tuple[str, ...]


@frozen(eq=False)
class Belongs(Node):
    """`x in S`, `x not in S`"""

    value: Expression
    among: Expression
    negated: bool


@frozen(eq=False)
class FromTo(Node):
    """`1..6`"""

    low: Expression
    high: Expression


@frozen(eq=False)
class Logic(Node):
    """Conditions joined by `and` or by `or`."""

    conjunction: bool
    parts: tuple[Expression, ...]


@frozen(eq=False)
class Contrary(Node):
    """`not x`"""

    value: Expression


@frozen(eq=False)
class Choice(Node):
    """`a if test else b`"""

    then: Expression
    test: Expression
    otherwise: Expression


@frozen(eq=False)
class Binder(Node):
    """`horse h`, `q in players`: a name that runs over a set."""

    kind: str | None
    name: str
    among: Expression | None


@frozen(eq=False)
class SortKey(Node):
    """`highest wilds[p]`"""

    highest: bool
    value: Expression


@frozen(eq=False)
class Quantified(Node):
    """`any`, `every` or `no` … `has` …"""

    quantifier: str
    binder: Binder
    where: Expression | None
    test: Expression


@frozen(eq=False)
class Sum(Node):
    """`sum of … for x in …`"""

    value: Expression
    binder: Binder
    where: Expression | None


@frozen(eq=False)
class Count(Node):
    """`number of x in … where …`"""

    binder: Binder
    where: Expression | None


@frozen(eq=False)
class Extreme(Node):
    """`second highest distinct of … for x in …, else …`"""

    rank: int
    highest: bool
    distinct: bool
    value: Expression
    binder: Binder
    where: Expression | None
    otherwise: Expression | None


@frozen(eq=False)
class FirstOf(Node):
    """`first x in … where … in order of …, else …`"""

    binder: Binder
    where: Expression | None
    keys: tuple[SortKey, ...]
    otherwise: Expression | None


@frozen(eq=False)
class Where(Node):
    """`players p where …`: the elements of a set that pass a test."""

    kind: str
    name: str
    test: Expression


@frozen(eq=False)
class Connected(Node):
    """`connected to x through y where …`: what links lead to from a space, or from those of a set.

    `connected to x over r where …` has a condition for the links (*over*), the other one for the spaces.
    """

    begin: Expression
    name: str
    name_span: Span
    test: Expression
    over: bool = False


@frozen(eq=False)
class SubsetsOf(Node):
    """`subsets of 1..9`; with a *member* (name and place) `3 different g from gem where …`, so many (*sizes*) that pass."""

    among: Expression
    member: tuple[str, Span] | None
    where: Expression | None
    sizes: tuple[Expression, Expression] | None


@frozen(eq=False)
class Several(Node):
    """`0..4 cards c from hand[me] where c.suit = red`; *least* is None where it is the most as well, *name* "" without one."""

    least: Expression | None
    most: Expression
    name: str
    name_span: Span
    source: Expression
    where: Expression | None


@frozen(eq=False)
class OptionsOf(Node):
    """`any option of move (me)`, and where they are *counted* `count(options of move (me))`."""

    call: Call
    counted: bool


@frozen(eq=False)
class After(Node):
    """`after place (me, x), free(x)`: a value as it would be once a phase were done."""

    call: Call
    value: Expression


@frozen(eq=False)
class TimesRemembered(Node):
    """`times diagram[me] was remembered`"""

    position: Expression


@frozen(eq=False)
class AllOf(Node):
    """`all of … for x in … where …`: the elements of many sets, or many values, each once."""

    value: Expression
    binder: Binder
    where: Expression | None


@frozen(eq=False)
class Naming(Node):
    """`let x = …` above what a function gives."""

    name: str
    value: Expression
    body: Expression


@frozen(eq=False)
class UpTo(Node):
    """`ray(x, d) up to s where …`: the elements of a set, up to and including the first that passes a test."""

    among: Expression
    name: str
    name_span: Span
    test: Expression


Expression = (
    Numeral
    | Quoted
    | Nothing
    | Truth
    | Name
    | Element
    | Attribute
    | Invoke
    | Items
    | Negative
    | Calculate
    | Half
    | CountOf
    | Compare
    | Belongs
    | FromTo
    | Logic
    | Contrary
    | Choice
    | Quantified
    | Sum
    | Count
    | Extreme
    | FirstOf
    | Where
    | Connected
    | After
    | OptionsOf
    | TimesRemembered
    | SubsetsOf
    | Several
    | AllOf
    | UpTo
    | Naming
)

# ------------------------------------------------------------------------------------------------------ sentences


@frozen(eq=False)
class Reason(Node):
    """The text after `because` or `say`: in quotes, or the name of a text when *named*."""

    text: str
    named: bool


@frozen(eq=False)
class Domain(Node):
    """`card from hand[me] where … because …`"""

    name: str
    name_span: Span
    among: Expression
    where: Expression | None
    because: Reason | None


@frozen(eq=False)
class Call(Node):
    """A call of a phase, with its arguments; or of the effect that the value *of* something has."""

    name: str
    arguments: tuple[Expression, ...]
    of: Expression | None = None


@frozen(eq=False)
class LetLine(Node):
    """`let x = …`"""

    name: str
    value: Expression


@frozen(eq=False)
class LetRow(Node):
    """`let left[c] = … for each colour c`"""

    name: str
    index: str
    value: Expression
    binder: Binder


@frozen(eq=False)
class Change(Node):
    """`x = …`, `x += …`, `x -= …`, the last two perhaps up to a *limit*: `x += …, at most …`, `x -= …, at least …`"""

    target: Expression
    how: str
    value: Expression
    limit: Expression | None


@frozen(eq=False)
class ChangeAll(Node):
    """`x[s] = … for each space s where …`"""

    target: Expression
    value: Expression
    binder: Binder
    where: Expression | None


@frozen(eq=False)
class AddAll(Node):
    """`points[p] += … for each t in … where …`, or `-=`; *how* is "+" or "-"."""

    target: Expression
    how: str
    value: Expression
    binder: Binder
    where: Expression | None


@frozen(eq=False)
class ChooseLine(Node):
    """`me chooses card from hand[me] where …`"""

    actor: Expression | None
    domain: Domain
    secret: bool


@frozen(eq=False)
class ChooseCards(Node):
    """`choose 3 cards from hand[me] and put them in table[me]`"""

    actor: Expression | None
    cards: Several
    target: Expression


@frozen(eq=False)
class RandomLine(Node):
    """`random face from 1..6 weighing …`"""

    domain: Domain
    weight: Expression | None


@frozen(eq=False)
class RandomInto(Node):
    """`random die[p] from 1..6`"""

    name: str
    name_span: Span
    indices: tuple[Expression, ...]
    among: Expression
    where: Expression | None
    weight: Expression | None


@frozen(eq=False)
class RollLine(Node):
    """`roll 2 dice as red, blue`: what is thrown for each of them; *number* of them are announced."""

    number: int
    number_span: Span
    throws: tuple[RandomLine | RandomInto, ...]


@frozen(eq=False)
class DealLine(Node):
    """`deal 5 from stock to hand of each player`, or *up to* so many"""

    number: Expression
    source: Expression
    target: Expression
    each: str | None
    up_to: bool = False


@frozen(eq=False)
class DrawLine(Node):
    """`draw card from stock to open`, `draw card from stock on top of discard`, or the card at the *bottom*"""

    name: str
    source: Expression
    target: Expression
    end: str
    bottom: bool = False


@frozen(eq=False)
class PutLine(Node):
    """`put card in tote`, on top, or on the bottom"""

    card: Expression
    source: Expression | None
    target: Expression
    end: str


@frozen(eq=False)
class PutTop(Node):
    """`put top of hand[a] in front[a]`, or the card at the *bottom*, or on top of a pile, or on the bottom of it"""

    source: Expression
    target: Expression
    end: str = "in"
    bottom: bool = False


@frozen(eq=False)
class MoveCards(Node):
    """`move all from tote to used`, or those `where` something holds, or on top of a pile, or on the bottom of it"""

    source: Expression
    target: Expression
    name: str
    where: Expression | None
    end: str = "in"


@frozen(eq=False)
class MoveSoMany(Node):
    """`move 3 cards c from supply to hand[p] where c.craft = penny`; *at_most*: or fewer, `move up to 3 cards …`"""

    number: Expression
    at_most: bool
    name: str
    source: Expression
    target: Expression
    where: Expression


@frozen(eq=False)
class SwapLine(Node):
    """`swap hand[p] and hand[q]`"""

    one: Expression
    other: Expression


@frozen(eq=False)
class PassLine(Node):
    """`pass hand of each player p to next(p)`"""

    zone: Expression
    kind: str
    name: str
    name_span: Span
    to: Expression


@frozen(eq=False)
class GatherLine(Node):
    """`gather racing into stock`"""

    deck: str
    deck_span: Span
    target: Expression


@frozen(eq=False)
class MoveBy(Node):
    """`move figure[s] by 3`"""

    piece: Expression
    steps: Expression


@frozen(eq=False)
class PlaceOn(Node):
    """`place figure[s] on 0`"""

    piece: Expression
    space: Expression


@frozen(eq=False)
class TakeOff(Node):
    """`remove pawn[s]`"""

    piece: Expression


@frozen(eq=False)
class ShuffleLine(Node):
    """`shuffle stock`"""

    zone: Expression


@frozen(eq=False)
class RevealLine(Node):
    """`reveal front of everyone`, `reveal hand[p] to q`, `reveal card`, `secretly reveal hand[p] to q`"""

    zone: Expression
    all: bool
    to: Expression | None
    secret: bool


@frozen(eq=False)
class TellLine(Node):
    """`tell everyone which card in hand[q] has card.colour = red`, or only one seat (*to*), perhaps in *secret*"""

    to: Expression | None
    name: str
    name_span: Span
    zone: Expression
    test: Expression
    secret: bool


@frozen(eq=False)
class SayLine(Node):
    """`say announcement`; *settled* once it is known which of several texts under that name it says."""

    reason: Reason
    settled: bool = False


@frozen(eq=False)
class NothingLine(Node):
    """`nothing happens`"""


@frozen(eq=False)
class RememberLine(Node):
    """`remember diagram[me]`"""

    position: Expression


@frozen(eq=False)
class ForgetLine(Node):
    """`forget diagram`"""

    position: Expression


@frozen(eq=False)
class DoLine(Node):
    """`do resolve the round`; with a *name* `let x = do …`, with a *target* `x = do …`."""

    call: Call
    name: str = ""
    target: Expression | None = None


@frozen(eq=False)
class GiveLine(Node):
    """`give yes`"""

    value: Expression


@frozen(eq=False)
class LeaveLine(Node):
    """`leave the loop`"""


@frozen(eq=False)
class EndPhaseLine(Node):
    """`end the phase`"""


@frozen(eq=False)
class EndGameLine(Node):
    """`end the game`, `end the game after this phase`"""

    after: bool


@frozen(eq=False)
class OnlyIf(Node):
    """`only if … because …`"""

    test: Expression
    because: Reason | None


# ------------------------------------------------------------------------------------------- headings and their lists


@frozen(eq=False)
class ForEachHead(Node):
    """`for each horse h where … starting with … in order of …, while …`"""

    binder: Binder
    where: Expression | None
    start: Expression | None
    keys: tuple[SortKey, ...]
    still: Expression | None


@frozen(eq=False)
class RepeatHead(Node):
    """`repeat 5 times as round while … until …`"""

    times: Expression | None
    name: str | None
    still: Expression | None
    until: Expression | None


@frozen(eq=False)
class IfHead(Node):
    """`if …`, `else if …`, `else`"""

    test: Expression | None
    first: bool


@frozen(eq=False)
class TogetherHead(Node):
    """`together, each player me`"""

    kind: str
    name: str
    where: Expression | None


@frozen(eq=False)
class MenuHead(Node):
    """`me chooses one`"""

    actor: Expression | None


@frozen(eq=False)
class OptionHead(Node):
    """`extend e from end, step from neighbours of tip[me, e]`; with *last_resort* `otherwise pass`."""

    label: str
    domains: tuple[Domain, ...]
    last_resort: bool


@frozen(eq=False)
class MayHead(Node):
    """`me may buy card from market`"""

    actor: Expression
    option: OptionHead


@frozen(eq=False)
class Unreadable(Node):
    """A sentence that the grammar refuses; *name* is what it seems to introduce, so that later uses of it are accepted."""

    name: str


Line = (
    LetLine
    | LetRow
    | Change
    | ChangeAll
    | AddAll
    | ChooseLine
    | ChooseCards
    | RandomLine
    | RandomInto
    | RollLine
    | DealLine
    | DrawLine
    | PutLine
    | PutTop
    | MoveCards
    | MoveSoMany
    | SwapLine
    | PassLine
    | GatherLine
    | MoveBy
    | PlaceOn
    | TakeOff
    | ShuffleLine
    | RevealLine
    | TellLine
    | SayLine
    | NothingLine
    | RememberLine
    | ForgetLine
    | DoLine
    | LeaveLine
    | GiveLine
    | EndPhaseLine
    | EndGameLine
    | OnlyIf
)

NOT_FIRST = ("me", "x", "only")
"""Names in examples, and what stands under an option only."""

BEGINNINGS = tuple(
    dict.fromkeys(
        found[1] for kind in get_args(Line) if (found := re.match("`([a-z]+) ", kind.__doc__ or "")) and found[1] not in NOT_FIRST
    )
)
"""The words that sentences begin with: those of the examples with which the docstrings of their classes begin."""


@frozen(eq=False)
class ForEachBlock(Node):
    """A heading `for each` with its list."""

    head: ForEachHead
    body: tuple[Statement, ...]


@frozen(eq=False)
class RepeatBlock(Node):
    """A heading `repeat` with its list."""

    head: RepeatHead
    body: tuple[Statement, ...]


@frozen(eq=False)
class IfBlock(Node):
    """`if` and its `else if` and `else` branches, each with its list; only the last may have no test."""

    branches: tuple[tuple[IfHead, tuple[Statement, ...]], ...]


@frozen(eq=False)
class TogetherBlock(Node):
    """A heading `together` with its list."""

    head: TogetherHead
    body: tuple[Statement, ...]


@frozen(eq=False)
class Option(Node):
    """A line of a menu with the list under it: conditions with the names above them, then sentences.

    The first *shared* lines of its guards stand in the menu above it, and hold for all options below them.
    """

    head: OptionHead
    guards: tuple[Guard, ...]
    body: tuple[Statement, ...]
    shared: int = 0


@frozen(eq=False)
class ChooseBlock(Node):
    """A choice with a list: conditions with the names above them, then sentences."""

    head: ChooseLine
    guards: tuple[Guard, ...]
    body: tuple[Statement, ...]


@frozen(eq=False)
class MenuBlock(Node):
    """A menu with its options, and with *instead* the list under its `else` (None: it has none).

    What somebody *may* do is a menu of two, whose second option is `pass`.
    """

    head: MenuHead
    options: tuple[Option, ...]
    instead: tuple[Statement, ...] | None
    may: bool = False


Guard = LetLine | OnlyIf | Unreadable
"""A line of those that stand first under an option or a choice: the last is a condition."""

Statement = Line | Unreadable | ForEachBlock | RepeatBlock | IfBlock | TogetherBlock | MenuBlock | ChooseBlock

# -------------------------------------------------------------------------------------------------- other lines


@frozen(eq=False)
class Signature(Node):
    """`turn (player p)`: a name and its parameters, each as (kind, name, position).

    With *deep*, `turn (player p), at most 3 deep`: it may do itself, so many at once.
    """

    name: str
    parameters: tuple[tuple[str, str, Span], ...]
    deep: int | None = None


@frozen(eq=False)
class Extent(Node):
    """`player`, `space of sheet`, `2..10`."""

    kind: str
    of: str | None
    low: Expression | None
    high: Expression | None


@frozen(eq=False)
class Making(Node):
    """`every pair of horse as colours`: each part is (enumeration, attribute)."""

    pairs: bool
    parts: tuple[tuple[str, str], ...]


Parsed = (
    Expression
    | Line
    | ForEachHead
    | RepeatHead
    | IfHead
    | TogetherHead
    | MenuHead
    | OptionHead
    | MayHead
    | Signature
    | Call
    | SortKey
    | Extent
    | Making
)
