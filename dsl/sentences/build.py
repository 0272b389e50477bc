"""Builds the classes of `syntax` from Lark's trees; `BUILD` has one entry for each rule of the grammar, under the rule's name."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard, TypeVar, get_args

from attrs import frozen
from lark import Token, Tree

from ...program.span import NOWHERE, Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import Edit, Fix
from ..diagnostics.report import error
from ..text.fields import whole
from . import syntax as s

if TYPE_CHECKING:
    from collections.abc import Callable

    from lark.tree import Branch

T = TypeVar("T")
DEEPEST = 80
"""The most levels of a line's parse tree."""

EXPRESSIONS = get_args(s.Expression)
LINES = get_args(s.Parsed)
RANKS = {"second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6}
RELATIONS = {"is": "=", "isnot": "!="}


@frozen
class Label:
    """Words that name a phase or an option."""

    text: str
    span: Span


@frozen
class Given:
    """What a phase or function is given: `player p`, `direction d of field`."""

    kind: str
    name: str
    span: Span


Part = s.Parsed | s.Binder | s.Domain | s.Several | s.Reason | Label | Given | Token | None


@frozen
class Parts:
    """The children of a node in the parse tree, counted from 0, and the node's position."""

    of: tuple[Part, ...]
    span: Span

    def token(self, at: int) -> str:
        """The word at that index."""
        part = self.of[at]
        assert isinstance(part, Token)
        return str(part)

    def whole(self, at: int) -> int:
        """The whole number at that index."""
        value = whole(self.token(at))
        assert value is not None
        return value

    def maybe_token(self, at: int) -> str | None:
        """The word at that index, or None when it was left out."""
        return None if self.of[at] is None else self.token(at)

    def place(self, at: int) -> Span:
        """The position of the word at that index."""
        part = self.of[at]
        assert isinstance(part, Token)
        return _token_span(part)

    def expression(self, at: int) -> s.Expression:
        """The expression at that index."""
        part = self.of[at]
        assert _is_expression(part), part
        return part

    def maybe(self, at: int) -> s.Expression | None:
        """The expression at that index, or None when it was left out."""
        return None if self.of[at] is None else self.expression(at)

    def expressions(self, start: int = 0) -> tuple[s.Expression, ...]:
        """The expressions from index *start* on."""
        return tuple(self.expression(at) for at in range(start, len(self.of)) if self.of[at] is not None)

    def one(self, at: int, kind: type[T]) -> T:
        """The part at that index, which is of class *kind*."""
        part = self.of[at]
        assert isinstance(part, kind), part
        return part

    def each(self, kind: type[T]) -> tuple[T, ...]:
        """All parts of class *kind*."""
        return tuple(part for part in self.of if isinstance(part, kind))

    def first(self, kind: type[T]) -> T | None:
        """The first part of class *kind*, or None."""
        return next(iter(self.each(kind)), None)


def build(tree: Branch[Token]) -> s.Parsed:
    """The syntax of a whole line. Raises DiagnosticError when it is nested more than `DEEPEST` levels."""
    part = _part(tree, 0)
    assert _is_line(part), part
    return part


def _is_expression(part: Part) -> TypeGuard[s.Expression]:
    return isinstance(part, EXPRESSIONS)


def _is_line(part: Part) -> TypeGuard[s.Parsed]:
    return isinstance(part, LINES)


def _part(tree: Branch[Token], depth: int) -> Part:
    if isinstance(tree, Token) or tree is None:
        return tree
    if depth > DEEPEST:
        raise error("too-deep", _tree_span(tree), "this line has too many brackets inside brackets, or too many parts")
    parts = Parts(tuple(_part(child, depth + 1) for child in tree.children), _tree_span(tree))
    return BUILD[str(tree.data)](parts)


def _tree_span(tree: Tree[Token]) -> Span:
    meta = tree.meta
    return NOWHERE if meta.empty else Span(meta.line, meta.column, meta.end_line, meta.end_column)


def _token_span(token: Token) -> Span:
    return Span(token.line or 1, token.column or 1, token.end_line or 1, token.end_column or 1)


def _calculate(how: str) -> Callable[[Parts], Part]:
    return lambda p: s.Calculate(how, p.expression(0), p.expression(1), span=p.span)


def _quantified(quantifier: str) -> Callable[[Parts], Part]:
    return lambda p: s.Quantified(quantifier, p.one(0, s.Binder), p.maybe(1), p.expression(2), span=p.span)


def _compare(p: Parts) -> Part:
    relations = tuple(RELATIONS.get("".join(token.split()), str(token)) for token in p.each(Token))
    operands = tuple(p.expression(at) for at in range(0, len(p.of), 2))
    return s.Compare(operands, relations, span=p.span)


def _extreme(p: Parts) -> Part:
    words = p.token(0).split()
    rank = RANKS.get(words[0], 1)
    return s.Extreme(
        rank, "highest" in words, "distinct" in words, p.expression(1), p.one(2, s.Binder), p.maybe(3), p.maybe(4), span=p.span
    )


def _sum(p: Parts) -> Part:
    """Behind several `for` the sums are one in the other; the condition is that of the innermost."""
    binders = p.each(s.Binder)
    found: s.Expression = s.Sum(p.expression(0), binders[-1], p.maybe(len(p.of) - 1), span=p.span)
    for binder in reversed(binders[:-1]):
        found = s.Sum(found, binder, None, span=p.span)
    return found


def _first(p: Parts) -> Part:
    keys = p.each(s.SortKey)
    return s.FirstOf(p.one(0, s.Binder), p.maybe(1), keys, p.maybe(len(p.of) - 1), span=p.span)


def _binder_of(p: Parts) -> Part:
    """The directions of a board have a function of their own; its spaces go by its name."""
    board = s.Name(p.token(2), span=p.place(2))
    among = s.Invoke("directions", p.place(0), (board,), span=p.span) if p.token(0) == "direction" else board
    return s.Binder(p.token(0), p.token(1), among, span=p.span)


def _domain(p: Parts) -> Part:
    return s.Domain(p.token(0), p.place(0), p.expression(1), p.maybe(2), _reason(p, 3), span=p.span)


def _reason(p: Parts, at: int) -> s.Reason | None:
    return None if p.of[at] is None else p.one(at, s.Reason)


def _option_with(p: Parts) -> Part:
    label = p.one(0, Label)
    name, _, last = label.text.rpartition(" ")
    span = label.span
    name_span = Span(span.line, span.end_column - len(last), span.end_line, span.end_column)
    head = s.Domain(last, name_span, p.expression(1), p.maybe(2), _reason(p, 3), span=name_span.until(p.span))
    return s.OptionHead(name or last, (head, *p.each(s.Domain)), False, span=p.span)


def _option_different(p: Parts) -> Part:
    label, domains = p.one(0, Label), p.each(s.Domain)
    number = domains[0].span
    if (label.span.end_line, label.span.end_column) == (number.line, number.column):
        word = label.text.split()[-1]
        message = f"`{word}` is read as a word of the option's name here, and the brackets behind it as a number"
        help_ = f"brackets around a number that is calculated: `({word}(…))`; or a blank behind the name of the option"
        raise error("number-in-brackets", label.span, message, help=help_)
    return s.OptionHead(label.text, domains, False, span=p.span)


def _may(p: Parts) -> Part:
    option = p.one(1, s.OptionHead)
    if option.label.split()[0] in ("choose", "chooses"):
        message = "behind `may` stands what an option is called, and then what it asks for"
        help_ = "for example `me may play card from hand[me]:`; who must choose `chooses`"
        raise error("may-choose", option.span, message, help=help_)
    return s.MayHead(p.expression(0), option, span=p.span)


def _different(p: Parts) -> Part:
    least, most = p.expression(0), p.maybe(1)
    among = s.SubsetsOf(p.expression(3), (p.token(2), p.place(2)), p.maybe(4), (least, most or least), span=p.span)
    return s.Domain(p.token(5), p.place(5), among, None, None, span=p.span)


def _cards_at_once(p: Parts) -> Part:
    return s.Domain(p.token(1), p.place(1), p.one(0, s.Several), None, None, span=p.span)


def _subsets_of(p: Parts) -> Part:
    first, last = p.expression(0), p.maybe(1)
    among = first if last is None else s.FromTo(first, last, span=p.span)
    return s.SubsetsOf(among, None, None, None, span=p.span)


def _given(p: Parts) -> Part:
    kind = p.token(0) if p.of[2] is None else f"{p.token(0)} of {p.token(2)}"
    return Given(kind, p.token(1), p.span)


def _signature(p: Parts) -> Part:
    last = len(p.of) - 1
    deep = None if p.of[last] is None else p.whole(last)
    parameters = tuple((each.kind, each.name, each.span) for each in p.each(Given))
    return s.Signature(p.one(0, Label).text, parameters, deep, span=p.span)


def _for_each(p: Parts) -> Part:
    return s.ForEachHead(p.one(0, s.Binder), p.maybe(1), p.maybe(2), p.each(s.SortKey), p.maybe(len(p.of) - 1), span=p.span)


def _pick_into(p: Parts) -> Part:
    last = len(p.of) - 3
    indices = tuple(p.expression(at) for at in range(1, last) if p.of[at] is not None)
    return s.RandomInto(p.token(0), p.place(0), indices, p.expression(last), p.maybe(last + 1), p.maybe(last + 2), span=p.span)


def _roll(p: Parts) -> Part:
    """Each die is as if it were thrown by `random`."""
    at = p.place(0)
    faces = p.maybe(1) or s.FromTo(s.Numeral(1, span=at), s.Numeral(6, span=at), span=at)
    return s.RollLine(p.whole(0), at, tuple(_throw(die, faces, p.span) for die in p.expressions(2)), span=p.span)


def _several(p: Parts, name: str, name_span: Span, source: s.Expression, where: s.Expression | None) -> Part:
    first, last = p.expression(0), p.maybe(1)
    least, most = (None, first) if last is None else (first, last)
    return s.Several(least, most, name, name_span, source, where, span=p.span)


def _move_so_many(p: Parts) -> Part:
    name = p.token(2)
    return s.MoveSoMany(p.expression(1), p.of[0] is not None, name, *p.expressions(3), span=p.span)


def _throw(die: s.Expression, faces: s.Expression, span: Span) -> s.RandomLine | s.RandomInto:
    match die:
        case s.Name(name=name):
            return s.RandomLine(s.Domain(name, die.span, faces, None, None, span=span), None, span=span)
        case s.Element(name=name, name_span=name_span, indices=indices):
            return s.RandomInto(name, name_span, indices, faces, None, None, span=span)
        case _:
            raise TypeError(die)


def _deal(*, up_to: bool) -> Callable[[Parts], Part]:
    return lambda p: s.DealLine(p.expression(0), p.expression(1), p.expression(2), p.maybe_token(3), up_to, span=p.span)


def _together(p: Parts) -> Part:
    """Those of a set are those for whom it holds that they are in it."""
    among, where = p.maybe(2), p.maybe(3)
    if among is not None:
        belongs = s.Belongs(s.Name(p.token(1), span=p.place(1)), among, False, span=p.place(1).until(among.span))
        where = belongs if where is None else s.Logic(True, (belongs, where), span=belongs.span.until(where.span))
    return s.TogetherHead(p.token(0), p.token(1), where, span=p.span)


def _put(end: str) -> Callable[[Parts], Part]:
    return lambda p: s.PutLine(p.expression(0), p.maybe(1), p.expression(2), end, span=p.span)


def _put_end(end: str, bottom: bool) -> Callable[[Parts], Part]:
    return lambda p: s.PutTop(p.expression(0), p.expression(1), span=p.span, end=end, bottom=bottom)


def _every_value(p: Parts) -> Part:
    return s.Making(False, tuple((p.token(at), p.token(at + 1)) for at in range(0, len(p.of), 2)), span=p.span)


def _count_options(p: Parts) -> Part:
    if p.token(0) != "count":
        raise error(
            "options-not-counted", p.place(0), "the options of a phase can be counted", help="write `count(options of …)`"
        )
    return s.OptionsOf(p.one(1, s.Call), True, span=p.span)


def _add_all(how: str) -> Callable[[Parts], Part]:
    def build(p: Parts) -> Part:
        return s.AddAll(p.expression(0), how, p.expression(1), p.one(2, s.Binder), p.maybe(3), span=p.span)

    return build


def _secret_of_all(p: Parts) -> Part:
    raise shared.secret_of_all(p.span)


def _choose_apart(p: Parts) -> Part:
    """Of several things to choose in a sentence, those behind the first are refused."""
    second = [part for part in p.of if isinstance(part, s.Domain | s.Several)][1]
    message = "a sentence chooses one thing, or several cards from one zone"
    help_ = "write a sentence for each; an option of a menu may ask for several: `swap card from hand[me], other from table`"
    raise error("chosen-apart", second.span, message, help=help_)


def _done_for_value(p: Parts) -> Part:
    call = p.one(0, s.Call)
    name = call.name.partition(" because ")[0]
    message = f"`{name}` is run by a sentence of its own, and gives its value there"
    help_ = f"write `let answer = do {name}{' (…)' if call.arguments else ''}` above, and `answer` here"
    raise error("run-for-a-value", p.span, message, help=help_)


def _roll_elsewhere(p: Parts) -> Part:
    message = "dice are rolled by a sentence of their own, which names what each shows"
    words = [str(part) for part in p.each(Token)]
    number = next((int(word) for word in words if word.isdecimal()), 1)
    sides = next((word[1:] for word in words if word[0] == "d" and word[1:].isdecimal() and word[1:] not in ("", "6")), "")
    rolled = f"roll {number} {'die' if number == 1 else 'dice'}{f' of 1..{sides}' if sides else ''} as "
    rolled += "face" if number == 1 else ", ".join(("red", "blue", "white", "black", "green", "yellow")[:number])
    help_ = f"for example `{rolled}`; the names stand where they count"
    raise error("rolled-elsewhere", p.span, message, help=help_)


def _unquoted_reason(p: Parts) -> Part:
    words = " ".join(p.token(at) for at in range(len(p.of)))
    whole_ = p.span.line == p.span.end_line and p.span.end_column - p.span.column == len(words)
    fix = Fix(f'write `"{words}"`', (Edit(p.span, f'"{words}"', words),)) if whole_ else None
    message = "what is said stands in quotes, or is the name of a text under `texts:`"
    raise shared.syntax(message, p.span, f'write `"{words}"`', fix)


def _unquoted(p: Parts) -> str:
    return p.token(0)[1:-1]


REFUSED = ("choose_apart", "done_for_value", "roll_elsewhere", "secret_of_all", "unquoted")
"""The rules of lines that are refused with a message of their own."""

BUILD: dict[str, Callable[[Parts], Part]] = {
    # sentences
    "let": lambda p: s.LetLine(p.token(0), p.expression(1), span=p.span),
    "let_row": lambda p: s.LetRow(p.token(0), p.token(1), p.expression(2), p.one(3, s.Binder), span=p.span),
    "assign": lambda p: s.Change(p.expression(0), "=", p.expression(1), None, span=p.span),
    "assign_all": lambda p: s.ChangeAll(p.expression(0), p.expression(1), p.one(2, s.Binder), p.maybe(3), span=p.span),
    "add": lambda p: s.Change(p.expression(0), "+", p.expression(1), p.maybe(2), span=p.span),
    "subtract": lambda p: s.Change(p.expression(0), "-", p.expression(1), p.maybe(2), span=p.span),
    "add_all": _add_all("+"),
    "subtract_all": _add_all("-"),
    "choose": lambda p: s.ChooseLine(None, p.one(0, s.Domain), False, span=p.span),
    "choose_by": lambda p: s.ChooseLine(p.expression(0), p.one(1, s.Domain), False, span=p.span),
    "choose_secretly": lambda p: s.ChooseLine(p.expression(0), p.one(1, s.Domain), True, span=p.span),
    "several": lambda p: _several(p, "", p.span, p.expression(2), None),
    "several_such": lambda p: _several(p, p.token(2), p.place(2), p.expression(3), p.maybe(4)),
    "choose_cards": lambda p: s.ChooseCards(None, p.one(0, s.Several), p.expression(1), span=p.span),
    "choose_cards_by": lambda p: s.ChooseCards(p.expression(0), p.one(1, s.Several), p.expression(2), span=p.span),
    "pick": lambda p: s.RandomLine(p.one(0, s.Domain), p.maybe(1), span=p.span),
    "pick_into": _pick_into,
    "deal": _deal(up_to=False),
    "deal_up_to": _deal(up_to=True),
    "draw": lambda p: s.DrawLine(p.token(0), p.expression(1), p.expression(2), "in", span=p.span),
    "draw_on_top": lambda p: s.DrawLine(p.token(0), p.expression(1), p.expression(2), "on top of", span=p.span),
    "draw_on_bottom": lambda p: s.DrawLine(p.token(0), p.expression(1), p.expression(2), "on the bottom of", span=p.span),
    "draw_bottom": lambda p: s.DrawLine(p.token(0), p.expression(1), p.expression(2), "in", True, span=p.span),
    "draw_some": lambda p: s.DealLine(
        s.Numeral(p.whole(0), span=p.place(0)), p.expression(1), p.expression(2), None, span=p.span
    ),
    "put": _put("in"),
    "put_on_top": _put("on top of"),
    "put_on_bottom": _put("on the bottom of"),
    "put_top": _put_end("in", False),
    "put_top_on_top": _put_end("on top of", False),
    "put_top_on_bottom": _put_end("on the bottom of", False),
    "put_bottom": _put_end("in", True),
    "put_bottom_on_top": _put_end("on top of", True),
    "put_bottom_on_bottom": _put_end("on the bottom of", True),
    "move_all": lambda p: s.MoveCards(p.expression(0), p.expression(1), "", None, span=p.span),
    "move_some": lambda p: s.MoveCards(p.expression(1), p.expression(2), p.token(0), p.expression(3), span=p.span),
    "move_all_on_top": lambda p: s.MoveCards(p.expression(0), p.expression(1), "", None, span=p.span, end="on top of"),
    "move_all_on_bottom": lambda p: s.MoveCards(p.expression(0), p.expression(1), "", None, span=p.span, end="on the bottom of"),
    "move_so_many": _move_so_many,
    "roll": _roll,
    "swap": lambda p: s.SwapLine(p.expression(0), p.expression(1), span=p.span),
    "pass_on": lambda p: s.PassLine(p.expression(0), p.token(1), p.token(2), p.place(2), p.expression(3), span=p.span),
    "gather": lambda p: s.GatherLine(p.token(0), p.place(0), p.expression(1), span=p.span),
    "move_by": lambda p: s.MoveBy(p.expression(0), p.expression(1), span=p.span),
    "place_on": lambda p: s.PlaceOn(p.expression(0), p.expression(1), span=p.span),
    "take_off": lambda p: s.TakeOff(p.expression(0), span=p.span),
    "shuffle": lambda p: s.ShuffleLine(p.expression(0), span=p.span),
    "reveal": lambda p: s.RevealLine(p.expression(0), False, None, False, span=p.span),
    "reveal_all": lambda p: s.RevealLine(p.expression(0), True, None, False, span=p.span),
    "reveal_to": lambda p: s.RevealLine(p.expression(0), False, p.expression(1), False, span=p.span),
    "reveal_secretly": lambda p: s.RevealLine(p.expression(0), False, p.expression(1), True, span=p.span),
    "choose_apart": _choose_apart,
    "done_for_value": _done_for_value,
    "roll_elsewhere": _roll_elsewhere,
    "secret_of_all": _secret_of_all,
    "unquoted": _unquoted_reason,
    "tell_all": lambda p: s.TellLine(None, p.token(0), p.place(0), p.expression(1), p.expression(2), False, span=p.span),
    "tell_one": lambda p: s.TellLine(
        p.expression(0), p.token(1), p.place(1), p.expression(2), p.expression(3), False, span=p.span
    ),
    "tell_secretly": lambda p: s.TellLine(
        p.expression(0), p.token(1), p.place(1), p.expression(2), p.expression(3), True, span=p.span
    ),
    "say": lambda p: s.SayLine(p.one(0, s.Reason), span=p.span),
    "nothing_happens": lambda p: s.NothingLine(span=p.span),
    "remember": lambda p: s.RememberLine(p.expression(0), span=p.span),
    "forget": lambda p: s.ForgetLine(p.expression(0), span=p.span),
    "do": lambda p: s.DoLine(p.one(0, s.Call), span=p.span),
    "leave": lambda p: s.LeaveLine(span=p.span),
    "let_done": lambda p: s.DoLine(p.one(1, s.Call), p.token(0), span=p.span),
    "assign_done": lambda p: s.DoLine(p.one(1, s.Call), target=p.expression(0), span=p.span),
    "give": lambda p: s.GiveLine(p.expression(0), span=p.span),
    "end_phase": lambda p: s.EndPhaseLine(span=p.span),
    "end_game": lambda p: s.EndGameLine(False, span=p.span),
    "end_game_after": lambda p: s.EndGameLine(True, span=p.span),
    "only_if": lambda p: s.OnlyIf(p.expression(0), _reason(p, 1), span=p.span),
    # headings
    "for_each": _for_each,
    "repeat": lambda p: s.RepeatHead(None, p.maybe_token(0), p.maybe(1), p.maybe(2), span=p.span),
    "repeat_times": lambda p: s.RepeatHead(p.expression(0), p.maybe_token(1), p.maybe(2), p.maybe(3), span=p.span),
    "if": lambda p: s.IfHead(p.expression(0), True, span=p.span),
    "else_if": lambda p: s.IfHead(p.expression(0), False, span=p.span),
    "else": lambda p: s.IfHead(None, False, span=p.span),
    "together": _together,
    "menu": lambda p: s.MenuHead(None, span=p.span),
    "menu_by": lambda p: s.MenuHead(p.expression(0), span=p.span),
    "may": _may,
    # options and other lines
    "option": lambda p: s.OptionHead(p.one(0, Label).text, (), False, span=p.span),
    "last_resort": lambda p: s.OptionHead(p.one(0, Label).text, (), True, span=p.span),
    "option_with": _option_with,
    "option_different": _option_different,
    "different": _different,
    "cards_at_once": _cards_at_once,
    "label": lambda p: Label(" ".join(p.token(at) for at in range(len(p.of))), p.span),
    "domain": _domain,
    "text": lambda p: s.Reason(_unquoted(p), False, span=p.span),
    "text_name": lambda p: s.Reason(p.token(0), True, span=p.span),
    "given": _given,
    "signature": _signature,
    "asked": lambda p: s.Call(" ".join(p.token(0).split()), p.expressions(1), span=p.span),
    "call": lambda p: s.Call(p.one(0, Label).text, p.expressions(2), p.maybe(1), span=p.span),
    "key": lambda p: s.SortKey(p.maybe_token(0) == "highest", p.expression(1), span=p.span),
    "extent_kind": lambda p: s.Extent(p.token(0), None, None, None, span=p.span),
    "extent_of": lambda p: s.Extent(p.token(0), p.token(1), None, None, span=p.span),
    "extent_range": lambda p: s.Extent("", None, p.expression(0), p.expression(1), span=p.span),
    "every_value": _every_value,
    "every_pair": lambda p: s.Making(True, ((p.token(0), p.token(1)),), span=p.span),
    # expressions
    "sum_of": _sum,
    "number_of": lambda p: s.Count(p.one(0, s.Binder), p.maybe(1), span=p.span),
    "extreme_of": _extreme,
    "any": _quantified("any"),
    "every": _quantified("every"),
    "no": _quantified("no"),
    "after": lambda p: s.After(p.one(0, s.Call), p.expression(1), span=p.span),
    "first": _first,
    "all_of": lambda p: s.AllOf(p.expression(0), p.one(1, s.Binder), p.maybe(2), span=p.span),
    "up_to": lambda p: s.UpTo(p.expression(0), p.token(1), p.place(1), p.expression(2), span=p.span),
    "filtered": lambda p: s.Where(p.token(0), p.token(1), p.expression(2), span=p.span),
    "connected": lambda p: s.Connected(p.expression(0), p.token(1), p.place(1), p.expression(2), span=p.span),
    "connected_over": lambda p: s.Connected(p.expression(0), p.token(1), p.place(1), p.expression(2), True, span=p.span),
    "either": lambda p: s.Choice(p.expression(0), p.expression(1), p.expression(2), span=p.span),
    "or_": lambda p: s.Logic(False, p.expressions(), span=p.span),
    "and_": lambda p: s.Logic(True, p.expressions(), span=p.span),
    "not_": lambda p: s.Contrary(p.expression(0), span=p.span),
    "compare": _compare,
    "in_": lambda p: s.Belongs(p.expression(0), p.expression(1), False, span=p.span),
    "not_in": lambda p: s.Belongs(p.expression(0), p.expression(1), True, span=p.span),
    "subsets_of": _subsets_of,
    "range_of": lambda p: s.FromTo(p.expression(0), p.expression(1), span=p.span),
    "plus": _calculate("+"),
    "minus": _calculate("-"),
    "times": _calculate("*"),
    "div": _calculate("div"),
    "over": _calculate("/"),
    "mod": _calculate("mod"),
    "negative": lambda p: s.Negative(p.expression(0), span=p.span),
    "half_up": lambda p: s.Half(p.expression(0), True, span=p.span),
    "half_down": lambda p: s.Half(p.expression(0), False, span=p.span),
    "count_of": lambda p: s.CountOf(p.expression(0), p.expression(1), span=p.span),
    "invoke_of": lambda p: s.Invoke(p.token(0), p.place(0), (p.expression(1),), span=p.span),
    "number": lambda p: s.Numeral(p.whole(0), span=p.span),
    "string": lambda p: s.Quoted(_unquoted(p), span=p.span),
    "nothing": lambda p: s.Nothing(span=p.span),
    "yes": lambda p: s.Truth(True, span=p.span),
    "no_": lambda p: s.Truth(False, span=p.span),
    "name": lambda p: s.Name(p.token(0), span=p.span),
    "element": lambda p: s.Element(p.token(0), p.place(0), p.expressions(1), span=p.span),
    "any_option": lambda p: s.OptionsOf(p.one(0, s.Call), False, span=p.span),
    "count_options": _count_options,
    "times_remembered": lambda p: s.TimesRemembered(p.expression(0), span=p.span),
    "attribute": lambda p: s.Attribute(p.expression(0), p.token(1), p.place(1), p.maybe(2), span=p.span),
    "invoke": lambda p: s.Invoke(p.token(0), p.place(0), p.expressions(1), span=p.span),
    "listed": lambda p: s.Items(p.expressions(), span=p.span),
    "grouped": lambda p: p.of[0],
    "binder_kind": lambda p: s.Binder(p.token(0), p.token(1), p.maybe(2), span=p.span),
    "binder_of": _binder_of,
    "binder_in": lambda p: s.Binder(None, p.token(0), p.expression(1), span=p.span),
}
