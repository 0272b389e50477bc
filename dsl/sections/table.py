"""Reads `table:`: how a table shows a match. It is checked like everything else, and nothing that is played depends on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from attrs import evolve

from ...program import ir
from ...program.colours import COLOURS
from ...program.span import Span
from ..declarations.constants import constant
from ..declarations.declare import declared_seats
from ..diagnostics import shared
from ..diagnostics.diagnostic import DiagnosticError, Guess, guess, meant
from ..diagnostics.report import error, misspelt
from ..symbols.symbols import BoardSymbol, DeckSymbol, PlaceSymbol, Sort, Symbols, ZoneSymbol
from ..symbols.translations import tongues
from ..text.document import Document, bare
from ..text.fields import Findings, mapping, one_or_more, pairs, text
from ..text.nodes import Mapping, Node, Scalar

LONGEST_SIGN = 4

Named = TypeVar("Named", PlaceSymbol, BoardSymbol, ZoneSymbol)

Thing = tuple[int | None, int]
"""What a colour or a sign is for, as in `ir.Look`."""


def table_hints(document: Document, game: Symbols, findings: Findings) -> ir.Hints:
    """What the section says; wrong parts are reported and left out."""
    made = ir.Hints()
    for pair in pairs(document.get("table"), "what the table shows otherwise, such as `colours:`", findings):
        read = HINTS.get(pair.key.text)
        if read is None:
            findings.tell(
                misspelt("unknown-hint", pair.key.span, f"`table:` has no `{pair.key.text}:`", guess(pair.key.text, HINTS))
            )
            continue
        with findings.collecting():
            made = read(made, pair.value, Reading(document, game, findings))
    return made


class Reading:
    """Looks up what the parts of the section name."""

    def __init__(self, document: Document, game: Symbols, findings: Findings) -> None:
        self.document = document
        self.game = game
        self.findings = findings

    def things(self, name: Scalar) -> tuple[Thing, ...]:
        """The seats, values and pieces of that name; none for a seat that is empty this time. Raises DiagnosticError for
        others.
        """
        game = self.game
        found: list[Thing] = []
        for value, type_ in game.constants.get(name.text, ()):
            if type_.domain is not None and game.domains[type_.domain].sort in (Sort.SEAT, Sort.VALUE):
                found.append((type_.domain, value))
        symbol = game.symbols.get(name.text)
        if isinstance(symbol, PlaceSymbol):
            found.append((None, symbol.index))
        seats = declared_seats(self.document)
        if found or name.text in seats:
            return tuple(found)
        sorts = (Sort.SEAT, Sort.VALUE)
        values = [
            word
            for word, meanings in game.constants.items()
            if any(type_.domain is not None and game.domains[type_.domain].sort in sorts for _, type_ in meanings)
        ]
        known = [*seats, *values, *(word for word, each in game.symbols.items() if isinstance(each, PlaceSymbol))]
        raise game.missed(
            name.text,
            misspelt("unknown-thing", name.span, f"there is no seat, value or piece `{name.text}`", guess(name.text, known)),
        )

    def values(self, name: Scalar) -> tuple[Thing, ...]:
        """All values of the enumeration of that name; none where there is no such enumeration."""
        return tuple(
            (domain.index, domain.ir.low + at)
            for domain in self.game.domains
            if domain.sort is Sort.VALUE and domain.name == name.text
            for at in range(domain.size)
        )

    def colour(self, node: Node) -> str:
        """The name of a colour. Raises DiagnosticError."""
        colour = text(node, "the name of a colour").text
        if colour not in COLOURS:
            help_ = meant(colour, COLOURS) or "known here: " + ", ".join(f"`{each}`" for each in COLOURS)
            raise error("unknown-colour", node.span, f"there is no colour `{colour}`", help=help_)
        return colour

    def deck(self, name: Scalar) -> DeckSymbol:
        """The deck of that name. Raises DiagnosticError."""
        found = self.game.decks.get(name.text)
        if found is None:
            raise self.game.missed(name.text, shared.unknown_deck(name.text, name.span, guess(name.text, self.game.decks)))
        return found

    def place(self, name: Scalar) -> PlaceSymbol:
        """The variable, score or piece of that name. Raises DiagnosticError."""
        return self._declared(name, PlaceSymbol, shared.unknown_variable)

    def board(self, name: Scalar) -> BoardSymbol:
        """The board of that name. Raises DiagnosticError."""
        return self._declared(name, BoardSymbol, shared.unknown_board)

    def zone(self, name: Scalar) -> ZoneSymbol:
        """The zone of that name. Raises DiagnosticError."""
        return self._declared(name, ZoneSymbol, shared.unknown_zone)

    def _declared(self, name: Scalar, kind: type[Named], diagnostic: Callable[[str, Span, Guess], DiagnosticError]) -> Named:
        symbol = self.game.symbols.get(name.text)
        if isinstance(symbol, kind):
            return symbol
        known = [word for word, each in self.game.symbols.items() if isinstance(each, kind)]
        unknown = diagnostic(name.text, name.span, guess(name.text, known))
        raise self.game.missed(name.text, unknown)

    def panel(self, name: Scalar) -> str:
        """The name, if it is that of a value, a zone or something under `show:`. Raises DiagnosticError."""
        shown = [bare(pair.key.text) for pair in pairs(self.document.get("show"), "values to show by name", Findings())]
        declared = [word for word, each in self.game.symbols.items() if isinstance(each, PlaceSymbol | ZoneSymbol)]
        if name.text in shown or name.text in declared:
            return name.text
        unknown = misspelt(
            "nothing-to-show",
            name.span,
            f"there is no value or zone `{name.text}`, and nothing of that name under `show:`",
            guess(name.text, (*declared, *shown)),
        )
        raise self.game.missed(name.text, unknown)


# --------------------------------------------------------------------------------------------------- colours and signs


def _colours(made: ir.Hints, node: Node, read: Reading) -> ir.Hints:
    """`{clubs: green, Anne: red}`: the colours of seats, values of enumerations and pieces. A thing named `red` needs none."""
    looks = {(look.domain, look.value): look for look in made.looks}
    for pair in mapping(node, "colours by the names of seats, values or pieces").pairs:
        with read.findings.collecting():
            colour = read.colour(pair.value)
            for thing in read.things(pair.key):
                looks[thing] = evolve(looks.get(thing, ir.Look(*thing, None, None)), colour=colour)
    return evolve(made, looks=tuple(looks.values()))


def _signs(made: ir.Hints, node: Node, read: Reading) -> ir.Hints:
    """`{king: K, clubs: ♣}`: short signs for seats, values or pieces, perhaps by language. Cards whose values all have signs
    show only the signs.
    """
    looks = {(look.domain, look.value): look for look in made.looks}
    taken: dict[tuple[int | None, str, str], str] = {}
    for pair in mapping(node, "signs by the names of seats, values or pieces").pairs:
        with read.findings.collecting():
            sign = _sign(pair.value)
            for thing in read.things(pair.key):
                for tongue, letters in (("", sign.plain), *sign.translations):
                    other = taken.setdefault((thing[0], tongue, letters), pair.key.text)
                    if thing[0] is not None and other != pair.key.text:
                        raise error("duplicate-name", pair.value.span, f"`{letters}` is the sign of `{other}` already")
                looks[thing] = evolve(looks.get(thing, ir.Look(*thing, None, None)), sign=sign)
    return evolve(made, looks=tuple(looks.values()))


def _sign(node: Node) -> ir.Words:
    """A sign with its translations; that of the first language serves all others. Raises DiagnosticError for one that is too
    long.
    """
    found = tongues(node)
    if not found:
        raise error("empty-sign", node.span, "expected a sign such as `N`, found nothing")
    for _, scalar in found:
        if len(scalar.text) > LONGEST_SIGN:
            raise error(
                "sign-too-long",
                scalar.span,
                f"a sign has at most {LONGEST_SIGN} letters, and `{scalar.text}` has {len(scalar.text)}",
            )
    return ir.Words(found[0][1].text, tuple((tongue, scalar.text) for tongue, scalar in found if tongue))


# ------------------------------------------------------------------------------------------------------- what is drawn


def _finish(made: ir.Hints, node: Node, read: Reading) -> ir.Hints:
    """`{track: 12}`: a line across a track or lanes, before the spaces of that number."""
    finishes = []
    for pair in mapping(node, "the number of the first space behind the line, by the name of a board").pairs:
        with read.findings.collecting():
            board = read.board(pair.key)
            layout = board.layout
            if layout.shape not in (ir.Shape.TRACK, ir.Shape.LANES):
                raise error(
                    "wrong-type", pair.key.span, f"a finish line lies across a track or lanes, and `{board.name}` is neither"
                )
            low = board.domain.ir.low if board.track else layout.low
            high = low + max(column for _, column in layout.points)
            number = constant(pair.value, "the number of the first space behind the line", read.game, read.findings)
            if not low <= number <= high:
                raise error(
                    "finish-beyond-the-ends", pair.value.span, f"`{board.name}` has the spaces {low} to {high}, and no {number}"
                )
            finishes.append(ir.Finish(board.index, number - low))
    return evolve(made, finishes=tuple(finishes))


def _round(made: ir.Hints, node: Node, read: Reading) -> ir.Hints:
    """`ring`: closed tracks: the second half is drawn backwards above the first."""
    found = []
    for each in one_or_more(node):
        with read.findings.collecting():
            name = text(each, "the name of a track")
            board = read.board(name)
            if board.layout.shape is not ir.Shape.TRACK:
                raise error("wrong-type", name.span, f"a track goes round, and `{board.name}` is none")
            found.append(board.index)
    return evolve(made, rounds=tuple(dict.fromkeys(found)))


def _path(made: ir.Hints, node: Node, read: Reading) -> ir.Hints:
    """`{line: ends}`, or `line` alone: joins the spaces for which `line` is true, in the order in which `ends` visited them;
    without ends, all neighbours are joined.
    """
    named: list[tuple[Scalar, Scalar | None]]
    if isinstance(node, Mapping):
        named = [(pair.key, text(pair.value, "the variable that holds its ends")) for pair in node.pairs]
    else:
        named = [(text(each, "the variable that is true for its spaces"), None) for each in one_or_more(node)]
    found = []
    for name, ends in named:
        with read.findings.collecting():
            road = read.place(name)
            found.append(ir.Path(road.index, None if ends is None else _ends(road, _spaces(road, name, read), ends, read)))
    return evolve(made, paths=tuple(found))


def _spaces(road: PlaceSymbol, name: Scalar, read: Reading) -> int:
    """The position of the index of a path that is a space. Raises DiagnosticError where there is none, or no truth for each."""
    boards = {board.domain.index: board for board in read.game.boards}
    at = [at for at, extent in enumerate(road.extents) if extent.domain in boards]
    if len(at) != 1 or not read.game.ir_places[road.index].truth:
        message = f"`{road.name}` does not hold a truth for each space of a board"
        raise error("not-a-path", name.span, message, help="such as `line: {per: [player, space of board], holds: truth}`")
    domain = road.extents[at[0]].domain
    assert domain is not None
    if boards[domain].layout.shape is ir.Shape.LANES:
        raise error("wrong-type", name.span, f"no line is drawn on the lanes of `{boards[domain].name}`")
    return at[0]


def _ends(road: PlaceSymbol, space: int, name: Scalar, read: Reading) -> int:
    """The place that holds the ends of a path. Raises DiagnosticError where its values are no spaces, or belong to something
    else.
    """
    ends = read.place(name)
    declared = read.game.ir_places[ends.index]
    others = [extent for at, extent in enumerate(road.extents) if at != space]
    begins = [(extent.domain, extent.low, extent.size) for extent in ends.extents[: len(others)]]
    if declared.domain != road.extents[space].domain or begins != [(each.domain, each.low, each.size) for each in others]:
        message = f"`{ends.name}` does not hold spaces of the same board for each line of `{road.name}`"
        raise error("wrong-type", name.span, message, help="such as `ends: {per: [player, 1..2], holds: space of board}`")
    return ends.index


def _middle(made: ir.Hints, node: Node, read: Reading) -> ir.Hints:
    """`played`: the zones whose cards lie in the middle of the table, such as a trick."""
    names = (text(each, "the name of a zone") for each in one_or_more(node))
    return evolve(made, middle=tuple(dict.fromkeys(read.zone(name).index for name in names)))


def _first(made: ir.Hints, node: Node, read: Reading) -> ir.Hints:
    """`[points, hand]`: values and zones to show before all others."""
    return evolve(made, first=_panels(node, read))


def _aside(made: ir.Hints, node: Node, read: Reading) -> ir.Hints:
    """`counter`: values and zones to leave out, because players do not need them."""
    return evolve(made, aside=_panels(node, read))


def _untold(made: ir.Hints, node: Node, read: Reading) -> ir.Hints:
    """`[stock, hand]`: values whose changes the log omits, and zones whose name and arriving cards it omits."""
    return evolve(made, untold=_panels(node, read))


def _panels(node: Node, read: Reading) -> tuple[str, ...]:
    names = (text(each, "the name of a value, a zone, or of something under `show:`") for each in one_or_more(node))
    return tuple(dict.fromkeys(read.panel(name) for name in names))


HINTS: dict[str, Callable[[ir.Hints, Node, Reading], ir.Hints]] = {
    "colours": _colours,
    "signs": _signs,
    "finish": _finish,
    "round": _round,
    "path": _path,
    "middle": _middle,
    "first": _first,
    "aside": _aside,
    "untold": _untold,
}
"""What the section may have, by key; the docstrings are the manual's, and begin with an example."""
