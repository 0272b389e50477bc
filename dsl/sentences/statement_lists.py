"""Reads the list under a phase: each item is a sentence, or a heading with its own list."""

from __future__ import annotations

import re
from typing import TypeGuard, get_args

from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import DiagnosticError
from ..diagnostics.report import error, warning
from ..text.edits import BETWEEN
from ..text.fields import Findings, describe
from ..text.nodes import Mapping, Node, Pair, Scalar, Sequence
from . import syntax as s
from .parse import Start, parse, reserved
from .walk import parts

LINES = get_args(s.Line)
HAS_SENTENCES = re.compile(r"\s*(for|foreach|repeat|while|until|if|elif|else|together)\b", re.IGNORECASE)
NAMES = re.compile(r"[^\W\d]\w*")
PASS = "pass"
"""The option of whoever does not do what they may."""
GO_ON = ("continue", "pass", "next")
LEAVING = {"return": "end the phase", "break": "leave the loop"}
"""Words with which programs go on with a loop, or leave it or a function."""

GIVES_NAME = re.compile(r"\b(let|chooses?|random|draw)\s+([^\W\d]\w*)")


def statements(node: Node, findings: Findings) -> tuple[s.Statement, ...]:
    """The sentences and headings of a list. Raises DiagnosticError when the node is no list.

    An item that cannot be read is complained of, and replaced by a stand-in for the names that it may introduce.
    """
    if _empty(node):
        return ()
    if not isinstance(node, Sequence):
        wrong = f"expected a list of sentences, each after `- `, found {describe(node)}"
        raise error("not-a-list", node.span, wrong, help=_as_a_list(node))
    found: list[s.Statement] = []
    for item in node.items:
        try:
            found.append(_statement(item, findings))
        except DiagnosticError as diagnostic:
            findings.add(diagnostic.diagnostic)
            found += _salvaged(item, findings)
    _nothing_alone(found, findings)
    return tuple(found)


def _as_a_list(node: Node) -> str:
    """How to write as a list what is none."""
    match node:
        case Scalar(text=text) if text in GO_ON:
            return "what is done only otherwise stands in a list under `if not …:`"
        case Scalar(text=text) if "\n" not in text:
            return f"write it on the next line, indented, as `- {LEAVING.get(text, text)}`"
        case Mapping(pairs=(first, *_)) if isinstance(first.value, Sequence):
            return f"leave `{first.key.text}:` away: the list stands directly under the name"
        case _:
            return ""


def _nothing_alone(found: list[s.Statement], findings: Findings) -> None:
    """Warn where `nothing happens` stands in a list in which something does."""
    for each in found if len(found) > 1 else ():
        if isinstance(each, s.NothingLine):
            findings.tell(warning("nothing-alone", each.span, "`nothing happens` stands alone in its list", help="leave it out"))


def _salvaged(item: Node, findings: Findings) -> list[s.Statement]:
    """Stand-ins for an item that cannot be read: for the name that a sentence seems to introduce, for a heading and its list."""
    match item:
        case Scalar():
            match = GIVES_NAME.search(item.text)
            return [] if match is None else [s.Unreadable(match.group(2), span=item.span)]
        case Mapping(pairs=pairs):
            headings = [pair for pair in pairs if HAS_SENTENCES.match(pair.key.text)]
            return [each for pair in headings for each in _unheaded(pair, findings)]
        case _:
            return []


def _unheaded(pair: Pair, findings: Findings) -> tuple[s.Statement, ...]:
    """The list under a heading that cannot be read, as an `if`; every word of the heading may be a name that it introduces.

    Where no list stands there, the next sentences may be meant, and the names are known to them.
    """
    names = tuple(s.Unreadable(word, span=pair.key.span) for word in NAMES.findall(pair.key.text) if word not in reserved())
    if _empty(pair.value):
        return names
    body = statements(pair.value, findings) if isinstance(pair.value, Sequence) else ()
    head = s.IfHead(s.Truth(True, span=pair.key.span), True, span=pair.key.span)
    return (s.IfBlock(((head, (*names, *body)),), span=pair.key.span),)


def _statement(item: Node, findings: Findings) -> s.Statement:
    match item:
        case Scalar():
            return _sentence(item)
        case Mapping(pairs=pairs) if pairs:
            return _block(item, findings)
        case _:
            raise error("not-a-sentence", item.span, f"expected a sentence or a heading, found {describe(item)}")


def _sentence(scalar: Scalar) -> s.Statement:
    if not scalar.text.strip():
        raise error("wrong-shape", scalar.span, "expected a sentence, found nothing")
    try:
        line = parse(scalar, Start.SENTENCE)
    except DiagnosticError:
        first = scalar.raw.split("\n", 1)[0]
        if first != scalar.raw and _is_heading(Scalar(first, first, False, scalar.span)):
            end = scalar.span.column + len(first.rstrip())
            place = Span(scalar.span.line, scalar.span.column, scalar.span.line, end)
            raise shared.missing_colon(first.strip(), place) from None
        if _is_heading(scalar):
            raise error(
                "missing-list",
                scalar.span,
                "this heading has no list under it",
                help="end it with `:` and put its sentences below, indented",
            ) from None
        raise
    assert _is_line(line)
    if isinstance(line, s.OnlyIf):
        raise shared.misplaced_condition(scalar.span, "elsewhere, write `if …:` with a list under it")
    return line


def _is_line(line: s.Parsed) -> TypeGuard[s.Line]:
    return isinstance(line, LINES)


def _is_heading(scalar: Scalar) -> bool:
    try:
        parse(scalar, Start.HEADING)
    except DiagnosticError:
        return False
    return True


def _block(item: Mapping, findings: Findings) -> s.Statement:
    first = item.pairs[0]
    head = _heading(first)
    if isinstance(head, s.IfHead):
        return _branches(item, head, findings)
    if isinstance(head, s.MenuHead):
        return _menu(item, head, findings)
    if isinstance(head, s.MayHead):
        return _may(item, head, findings)
    if len(item.pairs) > 1:
        raise _under_the_same_item(item.pairs[1].key)
    span = first.key.span
    match head:
        case s.ForEachHead():
            return s.ForEachBlock(head, _list_below(first, findings), span=span)
        case s.RepeatHead():
            return s.RepeatBlock(head, _list_below(first, findings), span=span)
        case s.TogetherHead():
            return s.TogetherBlock(head, _list_below(first, findings), span=span)
        case s.ChooseLine():
            guards, rest = _guarded(_below(first.value, "choice"), "choice", findings)
            return s.ChooseBlock(head, guards, rest, span=span)
        case _:
            raise AssertionError(head)


def _list_below(heading: Pair, findings: Findings) -> tuple[s.Statement, ...]:
    """The list under a heading. Raises DiagnosticError where nothing stands there."""
    if _empty(heading.value):
        raise error(
            "nothing-below",
            heading.key.span,
            "nothing stands below this heading",
            help="indent the sentences that belong to it, by 4 blanks",
        )
    return statements(heading.value, findings)


def _empty(node: Node) -> bool:
    return isinstance(node, Scalar) and not node.text and not node.quoted


def _heading(pair: Pair) -> s.Parsed:
    try:
        return parse(pair.key, Start.HEADING)
    except DiagnosticError as diagnostic:
        try:
            parse(pair.key, Start.SENTENCE)
        except DiagnosticError:
            raise diagnostic from None
        raise _list_under_a_sentence(pair.key) from None


def _list_under_a_sentence(line: Scalar) -> DiagnosticError:
    return error("list-under-a-sentence", line.span, "this sentence takes no list under it", help="leave the `:` at its end away")


def _under_the_same_item(extra: Scalar) -> DiagnosticError:
    return error(
        "two-headings-under-a-dash",
        extra.span,
        f"`{extra.text}` stands under the same `-` as the heading before it",
        help="begin a new item with `- `",
    )


def _menu(item: Mapping, head: s.MenuHead, findings: Findings) -> s.Statement:
    """A menu, perhaps with `else:`; of its options one may be the last resort."""
    first = item.pairs[0]
    options = _options(first.value, findings)
    last = [option for option in options if option.head.last_resort]
    for option in last[1:]:
        findings.tell(error("misplaced", option.span, "a menu has one option with `otherwise`"))
    for guard in (guard for option in last for guard in option.guards if isinstance(guard, s.OnlyIf)):
        message = "an option with `otherwise` has no conditions: it is there where nothing else is"
        findings.tell(error("misplaced", guard.span, message, help="it may stand above those of the menu"))
    instead = _else_of(item)
    if instead is not None and last:
        message = "with `otherwise` in a menu something is always on offer, so its `else` is never done"
        raise error("misplaced", instead.key.span, message)
    return s.MenuBlock(head, options, None if instead is None else statements(instead.value, findings), span=first.key.span)


def _may(item: Mapping, head: s.MayHead, findings: Findings) -> s.Statement:
    """What a seat may do: a menu of that and `pass`, which has the list under `else:`."""
    first, instead = item.pairs[0], _else_of(item)
    guards, body = _guarded(_below(first.value, "option"), "option", findings)
    passing = first.key.span if instead is None else instead.key.span
    otherwise = () if instead is None else statements(instead.value, findings)
    options = (
        s.Option(head.option, guards, body, span=head.option.span),
        s.Option(s.OptionHead(PASS, (), False, span=passing), (), otherwise, span=passing),
    )
    if head.option.label == PASS:
        raise error("misplaced", head.option.span, f"`{PASS}` stands behind no `may`: it is there of itself")
    return s.MenuBlock(s.MenuHead(head.actor, span=head.span), options, None, span=first.key.span, may=True)


def _else_of(item: Mapping) -> Pair | None:
    """The key `else:` of a menu, with its list; None without one."""
    found: Pair | None = None
    for pair in item.pairs[1:]:
        each = _heading(pair)
        if not isinstance(each, s.IfHead) or each.first or each.test is not None:
            raise _under_the_same_item(pair.key)
        if found is not None:
            raise error("misplaced", pair.key.span, "nothing follows `else:`")
        found = pair
    return found


def _branches(item: Mapping, head: s.IfHead, findings: Findings) -> s.Statement:
    if not head.first:
        raise error(
            "else-alone",
            head.span,
            "`else` follows an `if`, under the same `-`",
            help="put `else:` below `if …:`, without a `-` of its own",
        )
    branches: list[tuple[s.IfHead, tuple[s.Statement, ...]]] = []
    for pair in item.pairs:
        each = _heading(pair)
        if not isinstance(each, s.IfHead) or (each.first and branches):
            raise error(
                "two-ifs-under-a-dash",
                pair.key.span,
                f"`{pair.key.text}` cannot follow an `if` under the same `-`",
                help="begin a new item with `- `",
            )
        if branches and branches[-1][0].test is None:
            raise error("misplaced", pair.key.span, "nothing follows `else:`")
        branches.append((each, _list_below(pair, findings)))
    return s.IfBlock(tuple(branches), span=head.span)


def _options(node: Node, findings: Findings) -> tuple[s.Option, ...]:
    """The options of a menu; conditions between them, and names, are guards of all options below."""
    if not isinstance(node, Sequence) or not node.items:
        raise error("wrong-shape", node.span, f"expected a list of options, found {describe(node)}")
    found: list[s.Option] = []
    shared: list[s.Guard] = []
    idle = 0
    for item in node.items:
        with findings.collecting():
            between = _between(item)
            if between is None:
                idle = len(shared)
                found.append(_option(item, tuple(shared), findings))
            else:
                shared.append(between)
    for line in shared[idle:]:
        message = "below this line stands no option for which it could hold"
        findings.tell(warning("no-option-below", line.span, message, help="move it up, or under its option"))
    return tuple(found)


def _between(item: Node) -> s.LetLine | s.OnlyIf | None:
    """A condition, or a name, between the options of a menu; None for an option."""
    if isinstance(item, Mapping) and item.pairs and BETWEEN.match(item.pairs[0].key.text):
        raise _list_under_a_sentence(item.pairs[0].key)
    if not isinstance(item, Scalar) or not BETWEEN.match(item.text):
        return None
    line = parse(item, Start.SENTENCE)
    assert isinstance(line, s.LetLine | s.OnlyIf)
    return line


def _option(item: Node, shared: tuple[s.Guard, ...], findings: Findings) -> s.Option:
    body: tuple[Node, ...] = ()
    match item:
        case Scalar(text=text) if text.strip():
            line = item
        case Mapping(pairs=(pair,)):
            line, body = pair.key, _below(pair.value, "option")
        case Mapping(pairs=(_, other, *_)):
            help_ = (
                "put `else:` in the column of its `if`" if other.key.text.startswith("else") else "begin each option with `- `"
            )
            raise error("wrong-shape", other.key.span, f"`{other.key.text}` belongs to no option", help=help_)
        case _:
            raise error("wrong-shape", item.span, f"expected an option, found {describe(item)}")
    head = parse(line, Start.OPTION)
    assert isinstance(head, s.OptionHead)
    guards, rest = _guarded(body, "option", findings)
    names = {guard.name for guard in shared if isinstance(guard, s.LetLine)}
    for node in parts(head.domains):
        if isinstance(node, s.Name | s.Element) and node.name in names:
            message = f"`{node.name}` is known to conditions and lists below it, but not to what is chosen from"
            raise error("misplaced", node.span, message, help="put the `let` above the menu")
    return s.Option(head, (*shared, *guards), rest, len(shared), span=head.span)


def _below(node: Node, what: str) -> tuple[Node, ...]:
    """The items of the list under an option or a choice, none where nothing stands there."""
    if isinstance(node, Sequence):
        return node.items
    if isinstance(node, Scalar) and not node.text:
        return ()
    raise error("wrong-shape", node.span, f"expected a list under the {what}, found {describe(node)}")


def _guarded(items: tuple[Node, ...], what: str, findings: Findings) -> tuple[tuple[s.Guard, ...], tuple[s.Statement, ...]]:
    """The conditions of a list with the names that stand above any of them, and the sentences behind."""
    guards: list[s.Guard] = []
    rest: list[s.Statement] = []
    for node in items:
        try:
            condition = _condition(node)
            if condition is None:
                rest.append(_statement(node, findings))
                continue
            above = [line for line in rest if isinstance(line, s.LetLine | s.Unreadable)]
            if len(above) < len(rest):
                help_ = "move this line up: only `let` and other conditions may stand above it"
                raise error("misplaced", condition.span, f"conditions stand first under their {what}", help=help_)
            guards += [*above, condition]
            rest = []
        except DiagnosticError as diagnostic:
            findings.add(diagnostic.diagnostic)
            rest += _salvaged(node, findings)
    _nothing_alone(rest, findings)
    return tuple(guards), tuple(rest)


def _condition(node: Node) -> s.OnlyIf | None:
    if isinstance(node, Scalar) and node.text.startswith("only "):
        line = parse(node, Start.SENTENCE)
        return line if isinstance(line, s.OnlyIf) else None
    return None
