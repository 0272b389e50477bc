"""Sentences and expressions as the grammar reads them, before names are resolved.

The classes are made without slots, comparison and repr: generating those for each class would take a tenth of the time in
which a whole ruleset is checked.
"""

from __future__ import annotations

import re
from typing import get_args

from attrs import frozen

from ...program.span import Span

# ---------------------------------------------------------------------------------------------------- expressions


@frozen(eq=False)
class Numeral:
    """`12`"""

    value: int
    span: Span


@frozen(eq=False)
class Quoted:
    """`"blue green"`: a card or space by its name."""

    text: str
    span: Span


@frozen(eq=False)
class Nothing:
    """`nothing`"""

    span: Span


@frozen(eq=False)
class Truth:
    """`yes` or `no`"""

    value: bool
    span: Span


@frozen(eq=False)
class Name:
    """A name without indices or arguments."""

    name: str
    span: Span


@frozen(eq=False)
class Element:
    """`figure[s]`: an element of an array, picked by its indices."""

    name: str
    name_span: Span
    indices: tuple[Expression, ...]
    span: Span


@frozen(eq=False)
class Attribute:
    """`card.value`: what is printed on a card, a space or a value of an enumeration; `card.cost[g]`: one of its values."""

    of: Expression
    name: str
    name_span: Span
    key: Expression | None
    span: Span


@frozen(eq=False)
class Invoke:
    """`half(x)`, `neighbours of x`: a function of the language or of the ruleset."""

    name: str
    name_span: Span
    arguments: tuple[Expression, ...]
    span: Span


@frozen(eq=False)
class Items:
    """`[red, blue]`"""

    items: tuple[Expression, ...]
    span: Span


@frozen(eq=False)
class Negative:
    """`-x`"""

    value: Expression
    span: Span


@frozen(eq=False)
class Calculate:
    """`a + b`, and the same with `-`, `*`, `div`, `mod`; in a payoff also with `/`."""

    how: str
    left: Expression
    right: Expression
    span: Span


@frozen(eq=False)
class Half:
    """`half of x rounded up`"""

    value: Expression
    up: bool
    span: Span


@frozen(eq=False)
class CountOf:
    """`count of red in card.colours`"""

    value: Expression
    among: Expression
    span: Span


@frozen(eq=False)
class Compare:
    """`a <= b < c`: each neighbouring pair compared."""

    parts: tuple[Expression, ...]
    relations: tuple[str, ...]
    span: Span


@frozen(eq=False)
class Belongs:
    """`x in S`, `x not in S`"""

    value: Expression
    among: Expression
    negated: bool
    span: Span


@frozen(eq=False)
class FromTo:
    """`1..6`"""

    low: Expression
    high: Expression
    span: Span


@frozen(eq=False)
class Logic:
    """Conditions joined by `and` or by `or`."""

    conjunction: bool
    parts: tuple[Expression, ...]
    span: Span


@frozen(eq=False)
class Contrary:
    """`not x`"""

    value: Expression
    span: Span


@frozen(eq=False)
class Choice:
    """`a if test else b`"""

    then: Expression
    test: Expression
    otherwise: Expression
    span: Span


@frozen(eq=False)
class Binder:
    """`horse h`, `q in players`: a name that runs over a set."""

    kind: str | None
    name: str
    among: Expression | None
    span: Span


@frozen(eq=False)
class SortKey:
    """`highest wilds[p]`"""

    highest: bool
    value: Expression
    span: Span


@frozen(eq=False)
class Quantified:
    """`any`, `every` or `no` … `has` …"""

    quantifier: str
    binder: Binder
    where: Expression | None
    test: Expression
    span: Span


@frozen(eq=False)
class Sum:
    """`sum of … for x in …`"""

    value: Expression
    binder: Binder
    where: Expression | None
    span: Span


@frozen(eq=False)
class Count:
    """`number of x in … where …`"""

    binder: Binder
    where: Expression | None
    span: Span


@frozen(eq=False)
class Extreme:
    """`second highest distinct of … for x in …, else …`"""

    rank: int
    highest: bool
    distinct: bool
    value: Expression
    binder: Binder
    where: Expression | None
    otherwise: Expression | None
    span: Span


@frozen(eq=False)
class FirstOf:
    """`first x in … where … in order of …, else …`"""

    binder: Binder
    where: Expression | None
    keys: tuple[SortKey, ...]
    otherwise: Expression | None
    span: Span


@frozen(eq=False)
class Where:
    """`players p where …`: the elements of a set that pass a test."""

    kind: str
    name: str
    test: Expression
    span: Span


@frozen(eq=False)
class Connected:
    """`connected to x through y where …`: what links lead to from a space, or from those of a set."""

    begin: Expression
    name: str
    name_span: Span
    test: Expression
    span: Span


@frozen(eq=False)
class SubsetsOf:
    """`subsets of 1..9`; with a *member* (name and place) `3 different g from gem where …`, so many (*sizes*) that pass."""

    among: Expression
    member: tuple[str, Span] | None
    where: Expression | None
    sizes: tuple[int, int] | None
    span: Span


@frozen(eq=False)
class OptionsOf:
    """`any option of move (me)`, and where they are *counted* `count(options of move (me))`."""

    call: Call
    counted: bool
    span: Span


@frozen(eq=False)
class After:
    """`after place (me, x), free(x)`: a condition as it would be once a phase were done."""

    call: Call
    test: Expression
    span: Span


@frozen(eq=False)
class TimesRemembered:
    """`times diagram[me] was remembered`"""

    position: Expression
    span: Span


@frozen(eq=False)
class AllOf:
    """`all of … for x in … where …`: the elements of many sets, or many values, each once."""

    value: Expression
    binder: Binder
    where: Expression | None
    span: Span


@frozen(eq=False)
class Naming:
    """`let x = …` above what a function gives."""

    name: str
    value: Expression
    body: Expression
    span: Span


@frozen(eq=False)
class UpTo:
    """`ray(x, d) up to s where …`: the elements of a set, up to and including the first that passes a test."""

    among: Expression
    name: str
    name_span: Span
    test: Expression
    span: Span


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
    | AllOf
    | UpTo
    | Naming
)

# ------------------------------------------------------------------------------------------------------ sentences


@frozen(eq=False)
class Reason:
    """The text after `because` or `say`: in quotes, or the name of a text when *named*."""

    text: str
    named: bool
    span: Span


@frozen(eq=False)
class Domain:
    """`card from hand[me] where … because …`"""

    name: str
    name_span: Span
    among: Expression
    where: Expression | None
    because: Reason | None
    span: Span


@frozen(eq=False)
class Call:
    """A call of a phase, with its arguments."""

    name: str
    arguments: tuple[Expression, ...]
    span: Span


@frozen(eq=False)
class LetLine:
    """`let x = …`"""

    name: str
    value: Expression
    span: Span


@frozen(eq=False)
class LetRow:
    """`let left[c] = … for each colour c`"""

    name: str
    index: str
    value: Expression
    binder: Binder
    span: Span


@frozen(eq=False)
class Change:
    """`x = …`, `x += …`, `x -= …`"""

    target: Expression
    how: str
    value: Expression
    span: Span


@frozen(eq=False)
class ChangeAll:
    """`x[s] = … for each space s where …`"""

    target: Expression
    value: Expression
    binder: Binder
    where: Expression | None
    span: Span


@frozen(eq=False)
class ChooseLine:
    """`me chooses card from hand[me] where …`"""

    actor: Expression | None
    domain: Domain
    secret: bool
    span: Span


@frozen(eq=False)
class ChooseCards:
    """`choose 3 cards from hand[me] and put them in table[me]`"""

    actor: Expression | None
    number: Expression
    source: Expression
    target: Expression
    span: Span


@frozen(eq=False)
class RandomLine:
    """`random face from 1..6 weighing …`"""

    domain: Domain
    weight: Expression | None
    span: Span


@frozen(eq=False)
class RandomInto:
    """`random die[p] from 1..6`"""

    name: str
    name_span: Span
    indices: tuple[Expression, ...]
    among: Expression
    where: Expression | None
    weight: Expression | None
    span: Span


@frozen(eq=False)
class RollLine:
    """`roll 2 dice as red, blue`: what is thrown for each of them; *number* of them are announced."""

    number: int
    number_span: Span
    throws: tuple[RandomLine | RandomInto, ...]
    span: Span


@frozen(eq=False)
class DealLine:
    """`deal 5 from stock to hand of each player`"""

    number: Expression
    source: Expression
    target: Expression
    each: str | None
    span: Span


@frozen(eq=False)
class DrawLine:
    """`draw card from stock to open`, `draw card from stock on top of discard`"""

    name: str
    source: Expression
    target: Expression
    end: str
    span: Span


@frozen(eq=False)
class PutLine:
    """`put card in tote`, on top, or on the bottom"""

    card: Expression
    source: Expression | None
    target: Expression
    end: str
    span: Span


@frozen(eq=False)
class PutTop:
    """`put top of hand[a] in front[a]`, or the card at the *bottom*, or on top of a pile, or on the bottom of it"""

    source: Expression
    target: Expression
    span: Span
    end: str = "in"
    bottom: bool = False


@frozen(eq=False)
class MoveCards:
    """`move all from tote to used`, or those `where` something holds, or on top of a pile, or on the bottom of it"""

    source: Expression
    target: Expression
    name: str
    where: Expression | None
    span: Span
    end: str = "in"


@frozen(eq=False)
class SwapLine:
    """`swap hand[p] and hand[q]`"""

    one: Expression
    other: Expression
    span: Span


@frozen(eq=False)
class PassLine:
    """`pass hand of each player p to next(p)`"""

    zone: Expression
    kind: str
    name: str
    name_span: Span
    to: Expression
    span: Span


@frozen(eq=False)
class GatherLine:
    """`gather racing into stock`"""

    deck: str
    deck_span: Span
    target: Expression
    span: Span


@frozen(eq=False)
class MoveBy:
    """`move figure[s] by 3`"""

    piece: Expression
    steps: Expression
    span: Span


@frozen(eq=False)
class PlaceOn:
    """`place figure[s] on 0`"""

    piece: Expression
    space: Expression
    span: Span


@frozen(eq=False)
class TakeOff:
    """`remove pawn[s]`"""

    piece: Expression
    span: Span


@frozen(eq=False)
class ShuffleLine:
    """`shuffle stock`"""

    zone: Expression
    span: Span


@frozen(eq=False)
class RevealLine:
    """`reveal front of everyone`, `reveal hand[p] to q`, `reveal card`"""

    zone: Expression
    all: bool
    to: Expression | None
    span: Span


@frozen(eq=False)
class TellLine:
    """`tell everyone which card in hand[q] has card.colour = red`, or only one seat (*to*)"""

    to: Expression | None
    name: str
    name_span: Span
    zone: Expression
    test: Expression
    span: Span


@frozen(eq=False)
class SayLine:
    """`say announcement`; *settled* once it is known which of several texts under that name it says."""

    reason: Reason
    span: Span
    settled: bool = False


@frozen(eq=False)
class RememberLine:
    """`remember diagram[me]`"""

    position: Expression
    span: Span


@frozen(eq=False)
class ForgetLine:
    """`forget diagram`"""

    position: Expression
    span: Span


@frozen(eq=False)
class DoLine:
    """`do resolve the round`"""

    call: Call
    span: Span


@frozen(eq=False)
class LeaveLine:
    """`leave the loop`"""

    span: Span


@frozen(eq=False)
class EndPhaseLine:
    """`end the phase`"""

    span: Span


@frozen(eq=False)
class EndGameLine:
    """`end the game`, `end the game after this phase`"""

    after: bool
    span: Span


@frozen(eq=False)
class OnlyIf:
    """`only if … because …`"""

    test: Expression
    because: Reason | None
    span: Span


# ------------------------------------------------------------------------------------------- headings and their lists


@frozen(eq=False)
class ForEachHead:
    """`for each horse h where … starting with … in order of …, while …`"""

    binder: Binder
    where: Expression | None
    start: Expression | None
    keys: tuple[SortKey, ...]
    still: Expression | None
    span: Span


@frozen(eq=False)
class RepeatHead:
    """`repeat 5 times as round while … until …`"""

    times: Expression | None
    name: str | None
    still: Expression | None
    until: Expression | None
    span: Span


@frozen(eq=False)
class IfHead:
    """`if …`, `else if …`, `else`"""

    test: Expression | None
    first: bool
    span: Span


@frozen(eq=False)
class TogetherHead:
    """`together, each player me`"""

    kind: str
    name: str
    where: Expression | None
    span: Span


@frozen(eq=False)
class MenuHead:
    """`me chooses one`"""

    actor: Expression | None
    span: Span


@frozen(eq=False)
class OptionHead:
    """`extend e from end, step from neighbours of tip[me, e]`; with *last_resort* `otherwise pass`."""

    label: str
    domains: tuple[Domain, ...]
    last_resort: bool
    span: Span


@frozen(eq=False)
class Unreadable:
    """A sentence that the grammar refuses; *name* is what it seems to introduce, so that later uses of it are accepted."""

    name: str
    span: Span


Line = (
    LetLine
    | LetRow
    | Change
    | ChangeAll
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
    | RememberLine
    | ForgetLine
    | DoLine
    | LeaveLine
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
class ForEachBlock:
    """A heading `for each` with its list."""

    head: ForEachHead
    body: tuple[Statement, ...]
    span: Span


@frozen(eq=False)
class RepeatBlock:
    """A heading `repeat` with its list."""

    head: RepeatHead
    body: tuple[Statement, ...]
    span: Span


@frozen(eq=False)
class IfBlock:
    """`if` and its `else if` and `else` branches, each with its list; only the last may have no test."""

    branches: tuple[tuple[IfHead, tuple[Statement, ...]], ...]
    span: Span


@frozen(eq=False)
class TogetherBlock:
    """A heading `together` with its list."""

    head: TogetherHead
    body: tuple[Statement, ...]
    span: Span


@frozen(eq=False)
class Option:
    """A line of a menu with the list under it: conditions with the names above them, then sentences."""

    head: OptionHead
    guards: tuple[Guard, ...]
    body: tuple[Statement, ...]
    span: Span


@frozen(eq=False)
class ChooseBlock:
    """A choice with a list: conditions with the names above them, then sentences."""

    head: ChooseLine
    guards: tuple[Guard, ...]
    body: tuple[Statement, ...]
    span: Span


@frozen(eq=False)
class MenuBlock:
    """A menu with its options, and with *instead* the list under its `else` (None: it has none)."""

    head: MenuHead
    options: tuple[Option, ...]
    instead: tuple[Statement, ...] | None
    span: Span


Guard = LetLine | OnlyIf | Unreadable
"""A line of those that stand first under an option or a choice: the last is a condition."""

Statement = Line | Unreadable | ForEachBlock | RepeatBlock | IfBlock | TogetherBlock | MenuBlock | ChooseBlock

# -------------------------------------------------------------------------------------------------- other lines


@frozen(eq=False)
class Signature:
    """`turn (player p)`: a name and its parameters, each as (kind, name, position)."""

    name: str
    parameters: tuple[tuple[str, str, Span], ...]
    span: Span


@frozen(eq=False)
class Extent:
    """`player`, `space of sheet`, `2..10`."""

    kind: str
    of: str | None
    low: Expression | None
    high: Expression | None
    span: Span


@frozen(eq=False)
class Making:
    """`every pair of horse as colours`: each part is (enumeration, attribute)."""

    pairs: bool
    parts: tuple[tuple[str, str], ...]
    span: Span


Parsed = (
    Expression
    | Line
    | ForEachHead
    | RepeatHead
    | IfHead
    | TogetherHead
    | MenuHead
    | OptionHead
    | Signature
    | Call
    | SortKey
    | Extent
    | Making
)
