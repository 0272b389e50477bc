"""Reads how a match ends: winners, ranking, payoffs and scores; also invariants, and the longest length of a match."""

from __future__ import annotations

from collections.abc import Callable

from ...program import ir
from ...program.span import Span
from ..declarations.constants import constant
from ..diagnostics.diagnostic import DiagnosticError
from ..diagnostics.report import amount, error, misspelt, warning
from ..expressions.aggregates import sort_keys
from ..expressions.constant_folding import both, contrary, either
from ..expressions.context import Reading
from ..expressions.elaborate import Elaborator
from ..expressions.fractions import Fraction, fraction
from ..sentences import syntax as s
from ..sentences.parse import Start, parse, parse_expression, parse_signature
from ..symbols.scope import Local, Scope
from ..symbols.symbols import PlaceSymbol
from ..symbols.types import Kind, SetOf, join
from ..text.document import Document, bare
from ..text.fields import Findings, describe, key_meant, mapping, one_or_more, pairs, text, whole
from ..text.nodes import Node, Pair, Scalar
from .example_checks import claims

KNOWN = ("winners", "ranking", "payoff", "score")


def outcome(document: Document, read: Elaborator, findings: Findings) -> ir.Outcome:
    """The outcome that the ruleset declares.

    Raises DiagnosticError when `outcome:`, or both of `winners:` and `ranking:`, are missing; other mistakes are added to
    *findings*.
    """
    node = document.get("outcome")
    seat = read.registers
    read.registers += 1
    read.most_registers = max(read.most_registers, read.registers)
    if node is None:
        place = Span(document.span.line, 1, document.span.line, 2)
        raise error(
            "missing-outcome",
            place,
            "a ruleset needs `outcome:` with `winners:`",
            help="for example `winners: players p where points[p] >= 10`",
        )
    found: dict[str, Pair] = {}
    if isinstance(node, Scalar) and node.text:
        message = f"expected who wins: `winners:` or `ranking:`, found {describe(node)}"
        help_ = f"for example `ranking (player p): highest {_score(document)}`, on a line of its own"
        raise error("wrong-shape", node.span, message, help=help_)
    for pair in mapping(node, "who wins: `winners:` or `ranking:`").pairs:
        if bare(pair.key.text) not in KNOWN:
            likely = key_meant(bare(pair.key.text), KNOWN)
            findings.tell(misspelt("unknown-key-of-outcome", pair.key.span, f"an outcome has no `{pair.key.text}:`", likely))
            found.setdefault(likely.sole or "", pair)
        else:
            found[bare(pair.key.text)] = pair
    ranking = _ranking(found.get("ranking"), seat, read)
    if ranking:
        assert found["ranking"]
        _directed(found["ranking"], document, findings)
        read.game.symbols["leaders"] = _leaders(found["ranking"], read)
    winner = _winner(found, node.span, seat, read, findings)
    payoff = _of_seat(found.get("payoff"), seat, read, findings, fraction)
    score = _of_seat(found.get("score"), seat, read, findings, _whole)
    scores = _declared_score(seat, read) if score is None else score.amount.expr
    ranked, scored = _whose(found.get("ranking"), read), _whose(found.get("score"), read)
    pays, parts = (None, 1) if payoff is None else (payoff.amount.expr, payoff.parts)
    keys = _key_words(found.get("ranking"), read)
    return ir.Outcome(seat, winner, ranking, pays, scores, read.game.sentence(node.span), ranked, scored, parts, keys)


def _directed(pair: Pair, document: Document, findings: Findings) -> None:
    """Warn of scores in a ranking without a word for which of them comes first."""
    scores = [bare(each.key.text) for each in pairs(document.get("scores"), "scores by name", Findings())]
    for item in one_or_more(pair.value):
        key = parse(text(item, "what to sort by"), Start.KEY)
        if not isinstance(key, s.SortKey) or not isinstance(key.value, s.Name | s.Element) or key.value.name not in scores:
            continue
        if isinstance(item, Scalar) and not item.text.lstrip().startswith(("highest", "lowest")):
            message = f"the lowest `{key.value.name}` comes first here, for nothing else is said"
            help_ = f"write `highest {item.text.strip()}` or `lowest {item.text.strip()}`"
            findings.tell(warning("highest-or-lowest", item.span, message, help=help_))


def _score(document: Document) -> str:
    """The first score of a player, as what a ranking goes by."""
    scores = pairs(document.get("scores"), "scores by name", Findings())
    return f"{next((bare(pair.key.text) for pair in scores), 'points')}[p]"


def _key_words(pair: Pair | None, read: Elaborator) -> tuple[ir.Words, ...]:
    """What each key of the ranking looks at: the name of a value or function, else the words of the rules."""
    if pair is None:
        return ()
    found = []
    for item in one_or_more(pair.value):
        key = parse(text(item, "what to sort by, such as `highest points[p]`"), Start.KEY)
        assert isinstance(key, s.SortKey)
        match key.value:
            case s.Element(name=name) | s.Invoke(name=name):
                found.append(read.game.words(name))
            case _:
                found.append(ir.Words(text(item, "what to sort by").text.partition(" ")[2]))
    return tuple(found)


def _whose(pair: Pair | None, read: Elaborator) -> tuple[int, ...]:
    """The seats to which `ranking (player p)` or `score (seat s)` applies; all seats when it is not declared."""
    seats = tuple(range(len(read.game.seats)))
    if pair is None:
        return seats
    signature = parse_signature(pair.key)
    kinds = [kind for kind, _, _ in signature.parameters]
    return seats[: read.game.players] if kinds == ["player"] else seats


def _named(pair: Pair, register: int, read: Elaborator) -> Scope:
    """A scope in which the name in `payoff (player p)` means the seat in the register. Raises DiagnosticError."""
    signature = parse_signature(pair.key)
    if len(signature.parameters) != 1 or signature.parameters[0][0] not in ("player", "seat"):
        raise error("score-of-a-player", pair.key.span, f"expected `{signature.name} (player p)`")
    name = signature.parameters[0][1]
    return Scope(None, {name: Local(name, read.game.seat_domain.type(), ir.Slot(register), fixed=True)})


def _ranking(pair: Pair | None, register: int, read: Elaborator) -> tuple[ir.Key, ...]:
    if pair is None:
        return ()
    outer, read.scope = read.scope, _named(pair, register, read)
    try:
        nodes = []
        for item in one_or_more(pair.value):
            key = parse(text(item, "what to sort by, such as `highest points[p]`"), Start.KEY)
            assert isinstance(key, s.SortKey)
            nodes.append(key)
        read.sentence = read.game.sentence(pair.key.span)
        return sort_keys(read, tuple(nodes))
    finally:
        read.scope = outer


def _leaders(pair: Pair, read: Elaborator) -> SetOf:
    """The set of those who are first in the ranking, ties included: `leaders` in a ruleset."""
    players = read.game.kinds["seat" if len(_whose(pair, read)) == len(read.game.seats) else "player"]
    first, second = read.registers, read.registers + 1
    read.registers += 2
    read.most_registers = max(read.most_registers, read.registers)
    mine, theirs = _ranking(pair, first, read), _ranking(pair, second, read)
    better: list[ir.Expr] = []
    for at, (own, other) in enumerate(zip(mine, theirs, strict=True)):
        level = [ir.Comparison(ir.Relation.EQUAL, mine[k].value, theirs[k].value) for k in range(at)]
        relation = ir.Relation.MORE if own.highest else ir.Relation.LESS
        nothing = ir.Number(ir.NOTHING)
        only = both(
            [ir.Comparison(ir.Relation.EQUAL, own.value, nothing), ir.Comparison(ir.Relation.DIFFERENT, other.value, nothing)]
        )
        better.append(both([*level, either([ir.Comparison(relation, other.value, own.value), only])]))
    read.registers = read.most_registers
    test = ir.Fold(ir.FoldKind.EVERY, second, players.set, None, contrary(either(better)), None, 1, False, False, read.sentence)
    return SetOf(ir.Filtered(players.set, first, test), players.element, players.size, None)


def _winner(found: dict[str, Pair], span: Span, seat: int, read: Elaborator, findings: Findings) -> ir.Expr:
    pair = found.get("winners")
    if pair is None:
        if "ranking" not in found:
            raise error(
                "missing-winners",
                span,
                "an outcome needs `winners:` or `ranking:`",
                help="for example `winners: players p where points[p] >= 10`",
            )
        return ir.Contains(read.elements(s.Name("leaders", span=span)).set, ir.Slot(seat))
    try:
        node = parse_expression(text(pair.value, "a set of seats"))
        read.sentence = read.game.sentence(pair.value.span)
        winners = _seats(node, read)
        if join(winners.element, read.game.seat_domain.type()) is None:
            raise error("winners-not-seats", pair.value.span, f"winners are seats, found {read.game.describe(winners.element)}")
        return ir.Contains(winners.set, ir.Slot(seat))
    except DiagnosticError as diagnostic:
        findings.add(diagnostic.diagnostic)
        return ir.Number(0)


def _seats(node: s.Expression, read: Elaborator) -> SetOf:
    """The set of seats that an expression gives; a single seat counts as a set of one, nothing as the empty set."""
    try:
        return read.elements(node)
    except DiagnosticError:
        try:
            one = read.value(node)
        except DiagnosticError:
            one = None
        if one is None or one.type.domain != read.game.seat_domain.index:
            raise
        return SetOf(ir.Listed((one.expr,)), one.type.surely(), 1)


def can_win(document: Document, read: Elaborator) -> tuple[int, ...]:
    """The seats that may be among the winners. The outcome, which names the leaders, must have been read without mistakes."""
    pair = next((pair for pair in pairs(document.get("outcome"), "who wins", read.findings) if pair.key.text == "winners"), None)
    node = s.Name("leaders", span=document.span) if pair is None else parse_expression(text(pair.value, "a set of seats"))
    among = _seats(node, read).element
    return tuple(seat for seat in range(len(read.game.seats)) if among.low <= seat <= among.high and _may_pass(node, seat, read))


def _may_pass(node: s.Expression, seat: int, read: Elaborator) -> bool:
    """Whether it is not known before play that the condition of a set keeps a seat out."""
    if not isinstance(node, s.Where):
        return True
    outer = read.scope
    try:
        itself = Local(node.name, read.game.seat_domain.type(seat, 1), ir.Number(seat), fixed=True)
        read.scope = Scope(outer, {node.name: itself})
        return read.truth(node.test) != ir.Number(0)
    finally:
        read.scope = outer


def _whole(read: Reading, node: s.Expression) -> Fraction:
    return Fraction(read.number(node))


def _of_seat(
    pair: Pair | None, register: int, read: Elaborator, findings: Findings, worth: Callable[[Reading, s.Expression], Fraction]
) -> Fraction | None:
    if pair is None:
        return None
    outer = read.scope
    try:
        read.scope = _named(pair, register, read)
        node = parse_expression(text(pair.value, "a number for each player"))
        read.sentence = read.game.sentence(pair.value.span)
        return worth(read, node)
    except DiagnosticError as diagnostic:
        findings.add(diagnostic.diagnostic)
        return None
    finally:
        read.scope = outer


def _declared_score(seat: int, read: Elaborator) -> ir.Expr | None:
    """The first declared score that is indexed by seats, nothing for seats without one; None when there is no such score."""
    for symbol in read.game.symbols.values():
        if isinstance(symbol, PlaceSymbol) and symbol.kind is ir.PlaceKind.SCORE and len(symbol.extents) == 1:
            extent = symbol.extents[0]
            if extent.domain == read.game.seat_domain.index and extent.low == 0 and symbol.type.kind is Kind.NUMBER:
                cell = ir.Cell(symbol.base, (ir.Axis(ir.Slot(seat), 0, extent.size, extent.stride),), symbol.name, read.sentence)
                if extent.size == len(read.game.seats):
                    return cell
                has = ir.Comparison(ir.Relation.LESS, ir.Slot(seat), ir.Number(extent.size))
                return ir.Conditional(has, cell, ir.Number(ir.NOTHING))
    return None


def invariants(document: Document, read: Elaborator, findings: Findings) -> tuple[ir.Invariant, ...]:
    """The conditions that must hold whenever play waits for a decision, and at the end; wrong ones are reported and left out."""
    found = []
    for pair in pairs(document.get("invariants"), "invariants by name", findings):
        with findings.collecting():
            node = parse_expression(text(pair.value, "a condition"))
            read.sentence = read.game.sentence(pair.value.span)
            test, tried = read.truth(node), len(read.game.tries)
            told = () if tried else claims(node, test, read)  # an `after` is read once
            found.append(ir.Invariant(pair.key.text, test, read.sentence, told))
    return tuple(found)


def longest(document: Document, clock: int, read: Elaborator) -> ir.Longest | None:
    """The limit on the decisions of a match, which the slot *clock* counts; None when there is none. Raises DiagnosticError.

    The outcome must have been read, for the ranking may decide at the limit.
    """
    node = document.get("longest")
    if node is None:
        return None
    decisions, ranked = None, False
    for pair in mapping(node, "`decisions:` and `then: draw`").pairs:
        match pair.key.text:
            case "decisions":
                decisions = constant(pair.value, "a number of decisions", read.game, read.findings)
                if not 1 <= decisions < ir.LARGEST:
                    raise error("no-decisions", pair.value.span, f"expected a number of decisions from 1, found {decisions}")
                _long_enough(decisions, pair.value, read)
            case "then":
                word = text(pair.value, "`draw` or `ranking`").text
                if word not in ("draw", "ranking"):
                    raise error("unknown-end-of-longest", pair.value.span, "expected `draw` or `ranking`")
                ranked = word == "ranking"
                if ranked and "leaders" not in read.game.symbols:
                    raise error("unknown-name", pair.value.span, "there is no `ranking:` under `outcome:`")
            case word:
                raise error(
                    "unknown-key-of-longest", pair.key.span, f"`longest` has no `{word}:`", help="known: `decisions`, `then`"
                )
    if decisions is None:
        raise error(
            "missing-decisions",
            node.span,
            "`longest` needs `decisions:`",
            help="for example `longest: {decisions: 500, then: draw}`",
        )
    return ir.Longest(decisions, clock, ranked)


def _long_enough(decisions: int, node: Node, read: Elaborator) -> None:
    """Warn of a limit that is written out and that leaves not everybody two decisions."""
    players = read.game.players
    if decisions < 2 * players and isinstance(node, Scalar) and whole(node.text) is not None:
        message = f"a match of {players} ends after {amount(decisions, 'decision')}, before everybody has decided twice"
        help_ = "all decisions of a match are counted: for example `decisions: 500`"
        read.findings.tell(warning("short-longest", node.span, message, help=help_))
