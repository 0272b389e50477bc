"""Reads the declarations of a ruleset, section by section, into one `Symbols`."""

from __future__ import annotations

import re
from collections.abc import Callable
from collections.abc import Mapping as Dictionary

from ...program import ir
from ...program.budgets import DEEPEST_CIRCLE, MOST_LANGUAGES, MOST_PLAYERS, MOST_SEATS
from ...program.span import NOWHERE, Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import DiagnosticError, Note, guess
from ..diagnostics.report import error
from ..sentences.parse import parse_expression, parse_signature
from ..sentences.statement_lists import statements
from ..symbols.other_names import called_here
from ..symbols.symbols import FamilySymbol, FunctionSymbol, ParameterSymbol, PhaseSymbol, Sort, Symbols
from ..symbols.translations import title_of, tongues
from ..symbols.types import TRUTH, Kind, SetOf, Type, number
from ..text.document import Document, bare
from ..text.fields import Fields, Findings, describe, integer, mapping, one_or_more, pairs, sequence, text, whole
from ..text.nodes import Mapping, Node, Pair, Scalar, Sequence
from ..text.source import Source
from ..text.spoken_keys import place_in_play
from .attributes import enumeration
from .boards import declare_boards
from .cards import check_refills, declare_decks, declare_zones
from .constants import claim, constant_range, reader, settle_seers
from .effects import declare_effects
from .enumerations import declare_enumerations, print_on_values
from .positions import declare_positions
from .variables import declare_pieces, declare_values

MOST_MINUTES = 2000
NAMES = ("Anne", "Ben", "Chris", "Dana", "Emma", "Felix", "Gina", "Hugo", "Iris", "Jan", "Kim", "Leo")
"""The names of seats in a ruleset that gives none."""


def declare(document: Document, source: Source, players: int, values: Dictionary[str, Scalar], findings: Findings) -> Symbols:
    """All that the document declares for that number of players, with these values for its parameters.

    Mistakes are added to *findings*; the other declarations are read all the same.
    """
    game = Symbols(source, "", ir.Words(""), document.variant, left_out={each.text: each.span for each in document.left_out})
    steps: tuple[Callable[[Document, Symbols, Findings], None], ...] = (
        _names,
        _texts,
        lambda d, g, f: _table(g, players),
        lambda d, g, f: _parameters(d, g, f, values),
        _seats,
        declare_enumerations,
        _functions_and_phases,
        declare_effects,
        declare_boards,
        print_on_values,
        declare_decks,
        declare_zones,
        declare_pieces,
        declare_values,
        declare_positions,
        settle_seers,
        check_refills,
        _given_names,
    )
    for step in steps:
        with findings.collecting():
            step(document, game, findings)
    return game


def _names(document: Document, game: Symbols, findings: Findings) -> None:
    node = document.get("ruleset")
    if node is None:
        findings.say(
            "missing-key",
            "a ruleset needs `ruleset:`, its name",
            Span(document.span.line, 1, document.span.line, 2),
            "begin with `ruleset: my_game`",
        )
        game.name = "unnamed"
    else:
        game.name = text(node, "the ruleset's name").text
        if not re.fullmatch(r"[\w-]+", game.name):
            findings.tell(error("bad-name", node.span, f"expected a name of letters, digits, `_` and `-`, found `{game.name}`"))
    game.title = title_of(game.name, document.get("title"))


def _texts(document: Document, game: Symbols, findings: Findings) -> None:
    spoken: list[str] = []
    for pair in pairs(document.get("texts"), "texts by name", findings):
        with game.declaring(pair.key.text, findings):
            spoken += [tongue for tongue, _ in tongues(pair.value) if tongue]
            game.texts[pair.key.text] = pair.value
            place = place_in_play(pair.key.text)
            if place is not None:
                game.phase_texts.setdefault(place, []).append(pair.key)
    title = document.get("title")
    if title is not None:
        spoken = [tongue for tongue, _ in tongues(title) if tongue] + spoken
    languages = tuple(dict.fromkeys(spoken))
    game.languages = languages[:MOST_LANGUAGES]
    if len(languages) > MOST_LANGUAGES:
        message = f"a ruleset speaks at most {MOST_LANGUAGES} languages, this one {len(languages):,}"
        raise error("too-large", (document.get("texts") or document).span, message)


def minutes(document: Document) -> int | None:
    """How many minutes a match takes; None where the ruleset does not say it. Raises DiagnosticError."""
    node = document.get("minutes")
    found = None if node is None else integer(node, "a number of minutes")
    if node is not None and found not in range(1, MOST_MINUTES + 1):
        raise error("out-of-range", node.span, f"a match takes from 1 to {MOST_MINUTES} minutes")
    return found


def player_numbers(document: Document) -> tuple[int, ...]:
    """The numbers of players that a ruleset allows, ascending. Raises DiagnosticError when they are missing or wrong."""
    node = document.get("players")
    if node is None:
        raise error(
            "missing-players",
            Span(document.span.line, 1, document.span.line, 2),
            "a ruleset needs `players:`",
            help="for example `players: 2..4`",
        )
    found: list[int] = []
    for item in one_or_more(node):
        scalar = text(item, "numbers of players such as `2..4`")
        match = re.fullmatch(r"(\d+)(?:\s*\.\.\s*(\d+))?", scalar.text.strip())
        if match is None:
            raise error(
                "not-numbers-of-players", item.span, f"expected numbers of players such as `2..4`, found {describe(item)}"
            )
        low, high = whole(match.group(1)), whole(match.group(2) or match.group(1))
        if low is None or high is None or not 1 <= low <= high <= MOST_PLAYERS:
            raise error(
                "number-of-players",
                item.span,
                f"expected numbers of players from 1 to {MOST_PLAYERS}, the smaller first, found `{scalar.text}`",
            )
        found += range(low, high + 1)
    if not found:
        raise error("no-players", node.span, "expected numbers of players such as `2..4`, found nothing")
    return tuple(sorted(dict.fromkeys(found)))


def _table(game: Symbols, players: int) -> None:
    """Declare the number of players, which parameters may use, and the domain of seats.

    That domain must be the first; `_seats` adds the seats to it.
    """
    game.players = players
    game.domain("seat", Sort.SEAT, ())
    game.symbols["players"] = SetOf(ir.Range(ir.Number(0), ir.Number(players - 1)), number(0, 0), players, None, True)


def _seats(document: Document, game: Symbols, findings: Findings) -> None:
    players = game.players
    names = _seat_names(document, players, findings)
    names += [f"Seat{number_ + 1}" for number_ in range(len(names), players)]
    seats = [ir.Seat(name, False) for name in names[:players]]
    for pair in pairs(document.get("automa"), "the seats that play by rule", findings):
        if len(seats) == MOST_SEATS:
            section = document.get("automa") or document
            findings.tell(error("too-large", section.span, f"there are at most {MOST_SEATS} seats, players and automas together"))
            break
        with game.declaring(pair.key.text, findings):
            if _joins(pair, game, findings):
                seats.append(ir.Seat(pair.key.text, True))
    game.seats = tuple(seats)
    game.absent = frozenset(declared_seats(document)) - {seat.name for seat in seats}
    domain = game.seat_domain
    domain.ir = ir.Domain("seat", 0, tuple(game.words(seat.name) for seat in seats))
    for index, seat in enumerate(seats):
        game.constant(seat.name, index, domain.type())
    groups = (
        ("seat", "seats", 0, len(seats)),
        ("player", "players", 0, players),
        ("automa", "automas", players, len(seats) - players),
    )
    for kind, name, low, count in groups:
        found = SetOf(ir.Range(ir.Number(low), ir.Number(low + count - 1)), domain.type(low, count), count, None, True)
        game.kinds[kind] = found
        game.symbols[name] = found


def _seat_names(document: Document, players: int, findings: Findings) -> list[str]:
    """The names of seats that the ruleset gives, or else `NAMES`."""
    node = document.get("seats")
    if node is None:
        return list(NAMES)
    try:
        names = [text(item, "the name of a seat").text for item in sequence(node, "a list of seats' names")]
        if len(set(names)) < len(names):
            findings.tell(error("seats-of-one-name", node.span, "two seats have the same name"))
        if len(names) < players:
            findings.tell(shared.names_of_seats(len(names), players, node.span))
    except DiagnosticError as diagnostic:
        findings.add(diagnostic.diagnostic)
        return list(NAMES)
    return names


def declared_seats(document: Document) -> tuple[str, ...]:
    """The names of all seats that there may be, with however many players; those of automas too."""
    node = document.get("seats")
    players = NAMES if not isinstance(node, Sequence) else [item.text for item in node.items if isinstance(item, Scalar)]
    return (*players, *(pair.key.text for pair in pairs(document.get("automa"), "the seats that play by rule", Findings())))


def _joins(pair: Pair, game: Symbols, findings: Findings) -> bool:
    fields = Fields(mapping(pair.value, "when the seat joins"), "an automa", findings)
    node = fields.get("joins when")
    fields.finish()
    if node is None:
        return True
    test = parse_expression(text(node, "a condition such as `players = 2`"))
    expr = reader(game, findings).truth(test)
    if not isinstance(expr, ir.Number):
        raise error(
            "condition-not-known", node.span, "this condition must be known before play", help="for example `players = 2`"
        )
    return bool(expr.value)


def _parameters(document: Document, game: Symbols, findings: Findings, values: Dictionary[str, Scalar]) -> None:
    for pair in pairs(document.get("parameters"), "parameters by name", findings):
        try:
            if claim(pair.key, game, findings, "a parameter"):
                _parameter(pair, game, findings, values)
        except DiagnosticError as diagnostic:
            findings.add(diagnostic.diagnostic)
            game.symbols[pair.key.text] = ParameterSymbol(pair.key.text, 0, Type(Kind.UNKNOWN), pair.key.span)


def _parameter(pair: Pair, game: Symbols, findings: Findings, values: Dictionary[str, Scalar]) -> None:
    name = pair.key.text
    fields = Fields(
        mapping(pair.value, "what the parameter may be: `default:` with `range:` or `one of:`"),
        f"the parameter `{name}`",
        findings,
    )
    default = text(fields.need("default"), "a value")
    bounds, choices = fields.get("range"), fields.get("one of")
    if bounds is None:
        fields.known += [end for end in ("min", "max") if choices is None]
    fields.finish()
    chosen = values.get(name, default)
    if chosen.span == NOWHERE:
        chosen = Scalar(chosen.text, chosen.raw, False, default.span)
    if choices is not None:
        if isinstance(choices, Scalar) and ".." in choices.text:
            help_ = f"write `range: {choices.text}`"
            raise error("wrong-shape", choices.span, f"expected a list of values, found `{choices.text}`", help=help_)
        options = [text(node, "one of the values") for node in sequence(choices, "a list of values")]
        found = enumeration(name, options, game)
        known = [option.text for option in options]
        if chosen.text not in known:
            raise shared.parameter_not_listed(
                name, ", ".join(f"`{each}`" for each in known), chosen.text, chosen.span, guess(chosen.text, known)
            )
        value, type_ = known.index(chosen.text), found.element
    elif default.text in ("yes", "no"):
        if chosen.text not in ("yes", "no"):
            raise error("parameter-yes-or-no", chosen.span, f"`{name}` is `yes` or `no`, found `{chosen.text}`")
        value, type_ = int(chosen.text == "yes"), TRUTH
    else:
        value, type_ = _dial(name, chosen, bounds, pair, game, findings)
    game.symbols[name] = ParameterSymbol(name, value, type_, pair.key.span)
    game.parameters.append((name, chosen.text))


def _dial(name: str, chosen: Scalar, bounds: Node | None, pair: Pair, game: Symbols, findings: Findings) -> tuple[int, Type]:
    if not re.fullmatch(r"[+-]?\d{1,10}", chosen.text):
        here = called_here(chosen.text, "name") if bounds is None else None
        truth = here is not None and here.name in ("yes", "no")
        words = "`yes` or `no`" if bounds is None and (truth or chosen.text.casefold() in ("yes", "no")) else "a number"
        help_ = "" if words == "a number" else "truths are `yes` and `no`, in small letters"
        raise error("parameter-not-a-number", chosen.span, f"`{name}` is {words}, found `{chosen.text}`", help=help_)
    value = int(chosen.text)
    if bounds is None:
        ends = {each.key.text: each.value for each in pair.value.pairs} if isinstance(pair.value, Mapping) else {}
        given = [each.text if isinstance(each := ends.get(end), Scalar) else "" for end in ("min", "max")]
        help_ = f"write `range: {'..'.join(given)}`" if all(given) else "for example `range: 1..20`"
        raise error("missing-range", pair.key.span, f"the parameter `{name}` needs `range:`", help=help_)
    low, high = constant_range(bounds, "a range such as `1..20`", game, findings)
    if not low <= value <= high:
        raise error("parameter-out-of-range", chosen.span, f"`{name}` is from {low} to {high}, found {value}")
    return value, number(value, value)


def _functions_and_phases(document: Document, game: Symbols, findings: Findings) -> None:
    for pair in pairs(document.get("functions"), "functions by name", findings):
        with game.declaring(bare(pair.key.text), findings):
            name = Scalar(bare(pair.key.text), "", False, pair.key.span)
            signature = parse_signature(pair.key, circular=True)
            if signature.deep is not None and not 1 <= signature.deep <= DEEPEST_CIRCLE:
                message = f"a function uses itself from 1 to {DEEPEST_CIRCLE} deep, found {signature.deep}"
                raise error("too-deep", pair.key.span, message)
            if claim(name, game, findings, "a function"):
                if signature.deep is not None:
                    game.spent.take_slots(1, f"what `{name.text}` gives", pair.key.span)
                    game.result_slots[name.text] = game.reserve((0,))
                game.symbols[name.text] = FunctionSymbol(name.text, signature, pair.value)
    for pair in pairs(document.get("phases"), "phases by name", findings):
        with game.declaring(bare(pair.key.text), findings):
            signature = parse_signature(pair.key, circular=True)
            if signature.name in game.phases:
                raise error("taken-name", pair.key.span, f"the phase `{signature.name}` is declared twice")
            body = statements(pair.value, findings)
            game.phases[signature.name] = PhaseSymbol(signature.name, signature, body, pair.key.span)


def _given_names(document: Document, game: Symbols, findings: Findings) -> None:
    """Reports what phases and functions are given under the name of something that is declared."""
    effects = {name for family in game.families.values() for name in family.effects.values()}
    given: list[FunctionSymbol | PhaseSymbol | FamilySymbol] = [*game.families.values()]
    given += [each for each in game.symbols.values() if isinstance(each, FunctionSymbol)]
    given += [phase for name, phase in game.phases.items() if name not in effects]
    for each in given:
        for _, name, span in each.signature.parameters:
            if name in game.symbols or name in game.decks:
                notes = (Note("it is declared here", game.spans[name]),) if name in game.spans else ()
                message = f"`{name}` is declared in this ruleset: what `{each.name}` is given needs another name"
                findings.tell(error("declared-name-given", span, message, help="take another name", notes=notes))
