"""What a seat sees, as the numbers of `program/features.py`, written by emitted code.

observe(s, a, k, m, seat, x)     writes all pieces but `options` to *x*, where all numbers are 0 before; *a* is the vector
                                 from before a block in which all decide together, *k* what seats remember
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ...interpreter.views import cells
from ...program import features
from ...program.ir import NOTHING, Block, Do, Program, Target, Together, Visibility, Zone
from ...program.ir import Place as Declared
from ...program.local_names import Place, Scope, Scopes, scopes_of
from ...program.ops import inside, statements
from ...program.ops import stop as stop_of
from .context import Emission, Module, at
from .expressions import place, value
from .hearing import sights
from .memory import Remembered
from .noting import ordered_parts

ONE = "share(1, 1)"


def observed(program: Program) -> tuple[features.Piece, ...]:
    """The pieces of an observation, in their order."""
    return tuple(piece for piece in features.pieces(program) if piece.name != "options")


def observing(module: Module, memory: Remembered | None) -> list[str]:
    """The lines of `observe`."""
    em, program, seats = Emission(module, {}), module.program, len(module.program.seats)
    simultaneous = [op for op in statements(program) if isinstance(op, Together)]
    with em.writer.block("def observe(s: Slots, a: Slots, k: Slots, m: Numbers, seat: int, x: Reals) -> None:"):
        writer = em.writer
        with writer.block(f"if {' and '.join(f's[0] != {op.stop}' for op in simultaneous) or 'True'}:"):
            writer.line("a = s")
        writer.line(f"x[U(seat)] = {ONE}")
        writer.line("bits = asking(s, m)")
        with em.loop(f"for q in range({seats}):"):
            writer.line("if ((bits >> (q + 1)) & 1) != 0:")
            writer.line(f"    x[U({seats} + q)] = {ONE}")
        spot = 2 * seats
        writer.line("if (bits & 1) != 0:")
        writer.line(f"    x[{spot}] = {ONE}")
        spot += 1
        writer.line("own = 0")
        with writer.block("if ((bits >> (seat + 1)) & 1) != 0:"):
            writer.line("own = s[0]")
            for op in simultaneous:
                writer.line(f"if own == {op.stop}:")
                writer.line(f"    own = s[U({op.positions} + seat)]")
        writer.line(f"x[U({spot} + own)] = {ONE}")
        spot += program.stops + 1
        for zone in program.zones:
            _zone(em, zone, spot, memory)
            spot += features.cells_of(zone) * features.zone_width(program, zone)
        for declared in program.places:
            _place(em, declared, spot)
            spot += features.cells_of(declared) * features.place_width(program, declared)
        spots = _Spots(spot, features.layout(program))
        if spots.names.chosen or spots.names.local:
            _in_scope(em, spots, simultaneous)
    return em.writer.lines


def _own(em: Emission, thing: Zone | Declared, number: str) -> str:
    """Writes which vector tells of the instance or cell; gives its name. A seat sees its own as they are now."""
    owners = [-1 if thing.owner is None else index[thing.owner] for index, _ in cells(thing.base, thing.extents)]
    if not any(isinstance(op, Together) for op in statements(em.program)):
        return "s"
    if thing.owner is None:
        return "a"
    vector = em.writer.fresh("v")
    em.writer.line(f"{vector} = s if {em.table(tuple(owners))}[{at(number)}] == seat else a")
    return vector


def _first(em: Emission, thing: Zone | Declared, number: str) -> str:
    """The name of the first slot of an instance or cell."""
    bases = tuple(base for _, base in cells(thing.base, thing.extents))
    if len(bases) == 1:
        return str(bases[0])
    step = bases[1] - bases[0]
    if bases == tuple(range(bases[0], bases[0] + step * len(bases), step)) and step > 0:
        return em.atom(f"{bases[0]} + {number} * {step}", "a")
    return em.atom(f"{em.table(bases)}[{at(number)}]", "a")


def _zone(em: Emission, zone: Zone, spot: int, memory: Remembered | None) -> None:
    program, writer, kinds = em.program, em.writer, zone.kinds
    copies = program.decks[zone.deck].copies
    width, number, start = features.zone_width(program, zone), writer.fresh("i"), em.room(kinds)
    parts = tuple(zip(ordered_parts(zone), (zone.top_capacity, zone.bottom_capacity), strict=True))
    seen_by, rows = em.table(sights(program)), 2 + 2 * kinds
    most = em.table(tuple(max(1, count) for count in copies))
    with em.loop(f"for {number} in range({features.cells_of(zone)}):"):
        base, to = _first(em, zone, number), em.atom(f"{spot} + {number} * {width}", "t")
        vector = _own(em, zone, number)
        writer.line(f"x[{at(to)}] = share({vector}[{at(base)}], {max(1, sum(copies))})")

        def counted(source: str, first: str, to: str) -> None:
            """Writes the counts of the kinds, loose and in order."""
            writer.line(f"for j in range({kinds}):")
            writer.line(f"    m[U({start} + j)] = {source}[U({first} + 1 + j)]")
            for part, _ in parts:
                if part:
                    writer.line(f"for j in range({source}[U({first} + {part})]):")
                    writer.line(f"    card = {source}[U({first} + {part + 1} + j)]")
                    writer.line("    if card > 0:")
                    writer.line(f"        m[U({start - 1} + card)] += 1")
            writer.line(f"for j in range({kinds}):")
            writer.line(f"    if m[U({start} + j)] != 0:")
            writer.line(f"        x[U({to} + j)] = share(min(m[U({start} + j)], {most}[U(j)]), {most}[U(j)])")

        def ordered(source: str, first: str, known: bool) -> None:
            """Writes the cards that lie in order."""
            row = rows
            for part, capacity in parts:
                if part:
                    card = f"max({source}[U({first} + {part + 1} + j)], 0)" if known else "0"
                    writer.line(f"for j in range({source}[U({first} + {part})]):")
                    writer.line(f"    x[U({to} + {row} + j)] = share({card} + 1, {kinds + 1})")
                row += capacity

        def faces() -> None:
            counted(vector, base, f"{to} + 2")
            ordered(vector, base, known=True)
            writer.line(f"x[U({to} + 1)] = {ONE}")

        def hidden() -> None:
            if memory is None or not any(memory.place(one, seat) for one in zone.bases for seat in range(len(program.seats))):
                ordered(vector, base, known=False)
                return
            kept = em.atom(f"{em.table(memory.places)}[U({base} * {len(program.seats)} + seat)]", "p")
            counted("k", kept, f"{to} + {2 + kinds}")
            ordered("k", kept, known=True)
            if zone.deck in features.told_of(program):
                _among(em, zone, kept, to)

        match zone.sight:
            case Visibility.EVERYONE:
                faces()
            case Visibility.NOBODY:
                hidden()
            case _:
                with writer.block(f"if (({seen_by}[{at(base)}] >> seat) & 1) != 0:"):
                    faces()
                with writer.block("else:"):
                    hidden()


def _among(em: Emission, zone: Zone, kept: str, to: str) -> None:
    """Writes what the cards in order can be, as far as the seat was told."""
    spot = 2 + 2 * zone.kinds + zone.top_capacity + zone.bottom_capacity
    for part, capacity in zip(ordered_parts(zone), (zone.top_capacity, zone.bottom_capacity), strict=True):
        if part:
            with em.writer.block(f"for j in range(k[U({kept} + {part})]):"):
                em.writer.line(f"card = 0 - k[U({kept} + {part + 1} + j)]")
                with em.writer.block("if card > 0:"), em.writer.block(f"for kind in range({zone.kinds}):"):
                    em.writer.line("if ((card >> kind) & 1) != 0:")
                    em.writer.line(f"    x[U({to} + {spot} + j * {zone.kinds} + kind)] = {ONE}")
        spot += capacity * zone.kinds


def _place(em: Emission, declared: Declared, spot: int) -> None:
    writer, number, width = em.writer, em.writer.fresh("i"), features.place_width(em.program, declared)
    values, seen_by = features.values_of(em.program, declared), em.table(sights(em.program))
    with em.loop(f"for {number} in range({features.cells_of(declared)}):"):
        slot = _first(em, declared, number)
        vector = _own(em, declared, number)
        to = em.atom(f"{spot} + {number} * {width}", "t")
        visible = "True" if declared.sight is Visibility.EVERYONE else f"(({seen_by}[{at(slot)}] >> seat) & 1) != 0"
        with writer.block(f"if {visible}:"):
            held = em.atom(f"{vector}[{at(slot)}]", "h")
            if values is not None:
                with writer.block(f"if {held} >= {values.start} and {held} < {values.stop}:"):
                    writer.line(f"x[U({to} + {held} - {values.start})] = {ONE}".replace("- -", "+ "))
            else:
                whole = max(1, declared.high - declared.low)
                with writer.block(f"if {held} != {NOTHING}:"):
                    writer.line(f"x[{at(to)}] = {ONE}")
                    share = f"min(max({held} - {declared.low}, 0), {whole})".replace("- -", "+ ")
                    writer.line(f"x[U({to} + 1)] = share({share}, {whole})")


# ------------------------------------------------------------------------------------------------------------- names


@frozen
class _Spots:
    """Where the numbers of the names stand: of those that the seat chose, then of those inside phases."""

    first: int
    names: features.Layout

    def of_choice(self, name: str, domain: int | None) -> tuple[int, features.Name]:
        """Where the number of what was chosen stands."""
        return _found(self.names.chosen, name, domain, self.first)

    def of_name(self, name: str, domain: int | None) -> tuple[int, features.Name] | None:
        """Where the number of a name stands; None where it has none."""
        known = any((each.name, each.domain) == (name, domain) for each in self.names.local)
        return _found(self.names.local, name, domain, self.first + len(self.names.chosen)) if known else None


def _found(names: tuple[features.Name, ...], name: str, domain: int | None, first: int) -> tuple[int, features.Name]:
    return next((first + number, each) for number, each in enumerate(names) if (each.name, each.domain) == (name, domain))


def _in_scope(em: Emission, spots: _Spots, simultaneous: list[Together]) -> None:
    """Writes the names in scope where the seat is asked, or where play waits, and the arguments that the seat has chosen."""
    program, scopes = em.program, scopes_of(em.program)
    together = {stop: op for op in simultaneous for stop in _stops_inside(program, op.body)}
    em.writer.line("stop = s[0]")
    for op in simultaneous:
        em.writer.line(f"if stop == {op.stop} and own != 0:")
        em.writer.line("    stop = own")
    found: dict[int, list[str]] = {}
    for stop, where in scopes.stops.items():
        own = Emission(em.module, {}, em.writer.numbers)
        if stop in together:
            own.taking(together[stop], "seat")
        _scope(own, scopes, where, spots, chosen=all(stop != op.stop for op in simultaneous))
        if own.writer.lines:
            found[stop] = own.writer.lines
    if found:
        with em.writer.block("match stop:"):
            for stop, lines in found.items():
                with em.writer.block(f"case {stop}:"):
                    em.writer.paste(lines)


def _stops_inside(program: Program, ops: Block) -> Iterator[int]:
    """The stops of these statements, and of the phases that they do."""
    for op in inside(ops):
        number = stop_of(op)
        if number is not None:
            yield number
        if isinstance(op, Do):
            yield from _stops_inside(program, program.phases[op.phase].body)


def _scope(em: Emission, scopes: Scopes, where: Place, spots: _Spots, chosen: bool) -> None:
    """Writes the names in scope at a place, those of the phases around it first; without *chosen*, not what seats chose."""
    if where.phase is not None:
        calls, back = scopes.calls[where.phase], em.program.phases[where.phase].back
        if back is None:
            _scope(em, scopes, next(iter(calls.values())), spots, chosen)
        else:
            number = em.atom(place(em, back))
            for call, around in calls.items():
                with em.writer.aside() as lines:
                    _scope(em, scopes, around, spots, chosen)
                if lines:
                    with em.writer.block(f"if {number} == {call}:"):
                        em.writer.paste(lines)
    _names(em, where.scope, spots, chosen)


def _names(em: Emission, scope: Scope, spots: _Spots, chosen: bool) -> None:
    for ask, parameter in scope.chosen if chosen else ():
        spot, name = spots.of_choice(parameter.name.plain, parameter.domain)
        with em.writer.block(f"if {value(em, ask.actor)} == seat:"):
            em.writer.line(f"x[{spot}] = {_share(em, parameter.target, name)}")
    for each in scope.names:
        known = spots.of_name(each.name.plain, each.domain)
        if known is not None:
            spot, name = known
            with em.writer.block(f"if {place(em, each.target)} != {NOTHING}:"):
                em.writer.line(f"x[{spot}] = {_share(em, each.target, name)}")


def _share(em: Emission, target: Target, name: features.Name) -> str:
    whole = name.high - name.low + 1
    return f"share(min(max({place(em, target)} - {name.low - 1}, 0), {whole}), {whole})".replace("- -", "+ ")
