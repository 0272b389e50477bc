"""Reads worked examples: sets up how they start, and turns what they expect into expressions."""

from __future__ import annotations

from attrs import Factory, define

from ...program import ir
from ...program.span import Span
from ..declarations.by_element import by_element, element_value
from ..diagnostics import shared
from ..diagnostics.diagnostic import guess
from ..diagnostics.report import error, misspelt, warning
from ..expressions.elaborate import Elaborator
from ..sentences import syntax as s
from ..sentences.parse import Start, parse, parse_expression
from ..symbols.symbols import MemorySymbol, PlaceSymbol, Symbols, ZoneSymbol
from ..symbols.translations import tongues
from ..symbols.types import Kind
from ..text.braces import taken_apart
from ..text.fields import Fields, Findings, describe, integer, mapping, one_or_more, sequence, text, whole
from ..text.nodes import Mapping, Node, Pair, Scalar, Sequence
from .example_cards import Laid, index, known, laid, lay_out
from .example_checks import claims


@define
class Written:
    """The fields of an example, not yet checked against the game.

    `expect` fills *checks*, *winners*, *payoff* and *over*; *numbered* is where the number of players is written.
    """

    name: Scalar
    players: int | None
    numbered: Span
    parameters: tuple[tuple[Scalar, Scalar], ...]
    given: Node | None
    run: tuple[s.Call, ...]
    answers: tuple[Node, ...]
    refused: tuple[Node, ...]
    expect: Node | None
    check: tuple[Node, ...]
    known: Node | None
    checks: list[ir.Expectation] = Factory(list)
    winners: tuple[int, ...] | None = None
    payoff: list[tuple[int, int, int]] = Factory(list)
    over: ir.Over | None = None

    @property
    def ends(self) -> bool:
        """Whether it runs phases, and says whether the match is over then."""
        match self.expect:
            case Mapping(pairs=pairs):
                return bool(self.run) and any(pair.key.text == "over" for pair in pairs)
            case _:
                return False

    @property
    def whole(self) -> bool:
        """Whether it plays the game from the start that the rules lay out."""
        return self.given is None and (self.plays or [call.name for call in self.run] == ["game"])

    @property
    def plays(self) -> bool:
        """Whether the example plays the whole game: it has answers or refused choices, and names no phase to run."""
        return not self.run and bool(self.answers or self.refused)


def written(pair: Pair, findings: Findings) -> Written:
    """The fields of one example. Raises DiagnosticError when one has the wrong shape."""
    fields = Fields(mapping(pair.value, "an example: `given:`, `run:`, `answers:`, `expect:`"), "an example", findings)
    players, parameters = fields.get("players"), fields.get("parameters")
    given, run = fields.get("given"), fields.get("run")
    answers, refused = fields.get("answers"), fields.get("refused")
    expect, check, known = fields.get("expect"), fields.get("check"), fields.get("known")
    fields.finish()
    calls = []
    for node in one_or_more(run) if run is not None else ():
        call = parse(text(node, "a phase to run"), Start.CALL)
        assert isinstance(call, s.Call)
        calls.append(call)
    dials = () if parameters is None else mapping(parameters, "parameters and their values").pairs
    return Written(
        pair.key,
        None if players is None else integer(players, "a number of players"),
        pair.key.span if players is None else players.span,
        tuple((each.key, text(each.value, "a value")) for each in dials),
        given,
        tuple(calls),
        () if answers is None else sequence(answers, "a list of answers such as `- Anne: card 3`"),
        () if refused is None else sequence(refused, "a list of choices that are not on offer"),
        expect,
        () if check is None else one_or_more(check),
        known,
    )


# ------------------------------------------------------------------------------------------------------------ given


def give(example: Written, game: Symbols, read: Elaborator) -> None:
    """Change the start of the match to what the example gives; the rest stays as in every match. Raises DiagnosticError."""
    if example.given is None:
        return
    filled: list[Laid] = []
    for pair in mapping(example.given, "values by name").pairs:
        symbol = game.symbols.get(pair.key.text)
        match symbol:
            case PlaceSymbol():
                for slot, value in by_element(symbol.name, symbol.type, symbol.extents, symbol.base, pair.value, read):
                    game.start[slot] = value
            case ZoneSymbol():
                filled += laid(symbol, pair.value, game, read)
            case MemorySymbol():
                message = f"an example begins with nothing remembered: `{pair.key.text}` cannot be given"
                raise error("wrong-type", pair.key.span, message, help="let `run:` do a phase that remembers it")
            case _:
                named = [name for name, each in game.symbols.items() if isinstance(each, PlaceSymbol | ZoneSymbol)]
                unknown = shared.unknown_in_example(pair.key.text, pair.key.span, guess(pair.key.text, named))
                raise game.missed(pair.key.text, unknown)
    lay_out(filled, game)


# ---------------------------------------------------------------------------------------------------------- results


def expect(
    example: Written, through: int | None, held: tuple[ir.Invariant, ...], game: Symbols, read: Elaborator, findings: Findings
) -> None:
    """Fill in what the example expects, as expressions; mistakes are added to *findings*.

    The invariants that are *held* are expected too, where the whole game is played. Slot *through*, where there is one, holds 1
    when play has come through the phases that the example runs.
    """
    example.checks.clear()
    example.payoff.clear()
    said = example.expect or example.check or example.known or example.refused or _refuses(example)
    if not said and not (example.whole and held):
        help_ = "for example `expect: {winners: [" + read.game.seats[0].name + "]}`, or `check:` with a condition"
        findings.tell(warning("expects-nothing", example.name.span, "this example expects nothing", help=help_))
    if example.expect is not None:
        for pair in mapping(example.expect, "values by name").pairs:
            with findings.collecting():
                _expected(example, through, pair, game, read)
    for node in example.check:
        with findings.collecting():
            parsed = parse_expression(text(node, "a condition"))
            read.sentence = game.sentence(node.span)
            words, test = game.source.words(parsed.span), read.truth(parsed)
            told = claims(parsed, test, read)
            example.checks.append(ir.Expectation(words, test, 1, None, True, read.sentence, told))


def _refuses(example: Written) -> bool:
    """Whether something is refused between its answers."""
    pairs_ = (pair for node in example.answers if isinstance(node, Mapping) for pair in node.pairs)
    return any(pair.key.text == "refused" for pair in pairs_)


def _expected(example: Written, through: int | None, pair: Pair, game: Symbols, read: Elaborator) -> None:
    name, node = pair.key.text, pair.value
    sentence = game.sentence(pair.key.span.until(node.span) if node.span.line == pair.key.span.line else pair.key.span)
    if name == "over":
        example.over = _over(example, through, text(node, "`yes` or `no`"), sentence)
        return
    if name == "winners":
        named = [text(item, "a seat") for item in sequence(node, "a list of seats")]
        example.winners = tuple(sorted(_seat(each, read) for each in named))
        return
    if name == "payoff":
        for each in mapping(node, "payoffs by seat").pairs:
            seat = _seat(each.key, read)
            if game.seats[seat].automa:
                raise error("payoff-of-an-automa", each.key.span, f"a payoff is a player's, found the automa `{each.key.text}`")
            example.payoff.append((seat, *_paid(each.value)))
        return
    symbol = game.symbols.get(name)
    match symbol:
        case PlaceSymbol():
            for slot, value in by_element(symbol.name, symbol.type, symbol.extents, symbol.base, node, read):
                words = name + _indices(symbol.extents, slot - symbol.base, game)
                written_by = symbol.type.domain if symbol.type.kind is Kind.ELEMENT else None
                example.checks.append(ir.Expectation(words, ir.Slot(slot), value, written_by, False, sentence))
        case ZoneSymbol():
            for cards in laid(symbol, node, game, read):
                _expected_cards(example, cards, sentence, read)
        case MemorySymbol():
            raise error(
                "wrong-type",
                pair.key.span,
                f"the position `{name}` has no value of its own",
                help=f"ask under `check:` for `times {name} was remembered`",
            )
        case _:
            declared = [each for each, of in game.symbols.items() if isinstance(of, PlaceSymbol | ZoneSymbol)]
            unknown = shared.unknown_in_example(name, pair.key.span, guess(name, [*declared, "winners", "payoff", "over"]))
            raise game.missed(name, unknown)


def _seat(word: Scalar, read: Elaborator) -> int:
    """The seat of that name. Raises DiagnosticError."""
    seat = element_value(word, read.game.seat_domain.type(), read)
    if seat == ir.NOTHING:
        raise error("nothing-for-a-seat", word.span, "expected a seat, found `nothing`")
    return seat


def _over(example: Written, through: int | None, word: Scalar, sentence: int) -> ir.Over:
    """Whether the match must be over. Raises DiagnosticError where nothing is played."""
    if word.text.strip() not in ("yes", "no"):
        raise error("over-yes-or-no", word.span, f"expected `yes` or `no`, found {describe(word)}")
    if not example.run and not example.plays:
        raise error("nothing-played", word.span, "nothing happens in this example, so no match goes on or is over")
    return ir.Over(word.text.strip() == "yes", through, sentence)


def _expected_cards(example: Written, cards: Laid, sentence: int, read: Elaborator) -> None:
    symbol, game = cards.symbol, read.game
    offset = cards.base - game.ir_zones[symbol.index].base
    words = symbol.name + _indices(symbol.extents, offset, game)
    example.checks.append(ir.Expectation(f"count({words})", ir.Slot(cards.base), len(cards.cards), None, False, sentence))
    axes = tuple(
        ir.Axis(ir.Number(at), extent.low, extent.size, extent.stride)
        for at, extent in zip(index(symbol.extents, offset), symbol.extents, strict=True)
    )
    there = ir.Cards(ir.ZoneAt(symbol.index, axes, sentence))
    for card in sorted(dict.fromkeys(cards.cards)):
        label = symbol.deck.domain.ir.labels[card].plain
        with read.reserved() as slot:
            same = ir.Comparison(ir.Relation.EQUAL, ir.Slot(slot), ir.Number(card))
            count = ir.Fold(ir.FoldKind.COUNT, slot, there, same, ir.Number(1), None, 1, False, False, sentence)
        example.checks.append(
            ir.Expectation(f"the number of cards {label} in {words}", count, cards.cards.count(card), None, False, sentence)
        )


def _indices(extents: tuple[ir.Extent, ...], offset: int, game: Symbols) -> str:
    words = [
        str(at) if extent.domain is None else game.domains[extent.domain].ir.label(at)
        for at, extent in zip(index(extents, offset), extents, strict=True)
    ]
    return f"[{', '.join(words)}]" if words else ""


def knows(example: Written, game: Symbols, read: Elaborator) -> tuple[ir.Knows, ...]:
    """What seats must know in the end: `known: {Ben: {hand: {Ben: [blue, not blue]}}}`. Raises DiagnosticError."""
    if example.known is None:
        return ()
    if not example.run and not example.plays:
        raise error("nothing-known", example.known.span, "nothing happens in this example, so nobody knows anything")
    found = []
    for pair in mapping(example.known, "seats, and what each knows").pairs:
        seat = _seat(pair.key, read)
        for zone in mapping(pair.value, "zones, and what is known of their cards").pairs:
            symbol = game.symbols.get(zone.key.text)
            if not isinstance(symbol, ZoneSymbol):
                zones = [name for name, each in game.symbols.items() if isinstance(each, ZoneSymbol)]
                name = zone.key.text
                unknown = shared.unknown_zone(name, zone.key.span, guess(name, zones))
                raise game.missed(name, unknown)
            for at, cards in known(symbol, zone.value, game, read):
                found.append(ir.Knows(seat, symbol.index, at, cards, game.sentence(pair.key.span)))
    return tuple(found)


def answers(nodes: tuple[Node, ...], game: Symbols) -> tuple[ir.Answer | ir.Refused, ...]:
    """The scripted choices: `- Anne: card 3`, `- nature: king`, between them `- refused: {Anne: card 4}`. Raises
    DiagnosticError.
    """
    found: list[ir.Answer | ir.Refused] = []
    for node in nodes:
        body = mapping(node, "an answer such as `Anne: card 3`")
        if len(body.pairs) != 1:
            raise error(
                "not-one-answer",
                node.span,
                "expected one answer such as `Anne: card 3` to an item",
                help="begin each answer with `- `",
            )
        pair = body.pairs[0]
        match pair.value:
            case Mapping() | Sequence() if pair.key.text == "refused":
                found += refusals(one_or_more(pair.value), game)
            case _:
                _actor(pair.key, game)
                found.append(ir.Answer(pair.key.text, text(pair.value, "a choice").text.strip(), game.sentence(pair.key.span)))
    return tuple(found)


def _paid(node: Node) -> tuple[int, int]:
    """An amount and by what it is divided: `2`, `1/2`. Raises DiagnosticError."""
    written = text(node, "a number")
    amount, slash, parts = (part.strip() for part in written.text.partition("/"))
    if not slash:
        return integer(node, "a number"), 1
    if whole(amount) is None or not (whole(parts) or 0) > 0:
        raise error("not-a-fraction", written.span, f"expected a number such as `3` or `1/2`, found `{written.text}`")
    return int(amount), int(parts)


def refusals(nodes: tuple[Node, ...], game: Symbols) -> tuple[ir.Refused, ...]:
    """The choices that must not be on offer, with the reason where it is given. Raises DiagnosticError."""
    found = []
    for node in nodes:
        body = mapping(node, "a choice such as `Anne: card 3`")
        choices = [pair for pair in body.pairs if pair.key.text != "because"]
        reason = next((pair.value for pair in body.pairs if pair.key.text == "because"), None)
        if len(choices) != 1:
            raise error("wrong-shape", node.span, "expected one choice such as `Anne: card 3`, and perhaps `because:`")
        pair = choices[0]
        _actor(pair.key, game)
        because = None
        if reason is not None:
            scalar = text(reason, "a text or the name of one")
            because = _reason(scalar, game)
        found.append(ir.Refused(pair.key.text, text(pair.value, "a choice").text.strip(), because, game.sentence(pair.key.span)))
    return tuple(found)


def _reason(scalar: Scalar, game: Symbols) -> ir.Message:
    """The expected reason as the example gives it; a part in braces stands for any value, or any words."""
    node = game.texts.get(scalar.text)
    if node is None:
        if scalar.text.isidentifier():
            raise shared.unknown_text(scalar.text, scalar.span, guess(scalar.text, game.texts))
        return ir.Message((("", _pattern(scalar)),))
    return ir.Message(tuple((tongue, _pattern(each)) for tongue, each in tongues(node)))


def _pattern(words: Scalar) -> ir.Pieces:
    return tuple(piece if isinstance(piece, str) else ir.Shown(ir.Number(0), None) for piece in taken_apart(words))


def _actor(scalar: Scalar, game: Symbols) -> None:
    known = [*(seat.name for seat in game.seats if not seat.automa), "nature"]
    if scalar.text not in known:
        message = f"no seat that chooses is called `{scalar.text}`"
        raise game.missed(scalar.text, misspelt("unknown-seat", scalar.span, message, guess(scalar.text, known)))
