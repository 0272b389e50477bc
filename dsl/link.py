"""Builds a Program, or a worked example with its Program, from the sections of a ruleset."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from hashlib import sha256

from attrs import Factory, define, evolve, frozen

from ..program import ir
from ..program.budgets import MOST_CODES, MOST_STATEMENTS
from ..program.layout import laid_out
from ..program.leaks import leaks
from ..program.local_names import CHOSEN, lacking
from ..program.meter import METER, counting
from ..program.ops import alternatives, inside, nodes, sizes, statements, writes
from ..program.sides import all_win_together
from ..program.span import Span
from ..program.verify import TooDeep, verify, verify_depth, verify_start
from .declarations.cards import never_filled
from .declarations.declare import declare, minutes
from .declarations.positions import never_remembered
from .declarations.variables import never_set
from .diagnostics import shared
from .diagnostics.diagnostic import DiagnosticError
from .diagnostics.report import error, warning
from .expressions.builtins import BUILTINS
from .expressions.elaborate import Elaborator
from .sections.card_texts import with_texts
from .sections.drawing import drawing
from .sections.examples import Written, answers, expect, give, knows, refusals, written
from .sections.measures import measures
from .sections.outcome import invariants, longest, outcome
from .sections.show import named_values
from .sections.table import table_hints
from .sections.told import about, wordings
from .sections.untold import untold
from .sentences import syntax as s
from .sentences import walk
from .statements import phases
from .statements.context import Around, Lowering
from .statements.lower import Lowerer
from .statements.measures import Measuring
from .statements.phase_calls import do, linked, read_phases
from .statements.prompts import asked_twice, is_said, unsaid
from .statements.routines import unit
from .statements.strategies import strategies
from .statements.trials import read_trials, trials
from .statements.unused import read_unused
from .symbols.scope import Frame, Scope
from .symbols.symbols import Symbols
from .symbols.types import ANY_NUMBER, Kind, Typed, join
from .text.document import Document
from .text.fields import Findings, mapping, pairs
from .text.nodes import Scalar
from .text.source import Source

ROOM = 32
"""The number of slots for the names inside phases at the first attempt; if more are needed, there is a second attempt."""

ROUNDS = 8
"""How often all is read again because a phase gives more than was known, before the numbers that phases give may be any."""

AMPLE = 128
"""The same where Programs are only checked: nobody plays them, so that slots to spare cost less than a second attempt."""

EACH, PROGRAM = 20, 1_000
"""What a declaration or a sentence costs, in the units of `Spent.work`, besides its values; and what any Program costs."""

Parameters = tuple[tuple[str, Scalar], ...]
"""The parameters that are set, with their values; the others have their defaults."""


@frozen
class Setting:
    """A document read for one number of players and one choice of parameters: its declarations, and how its matches end.

    *clock* is the slot that counts decisions for `longest:`, *meter* the first of those that count how often a phase is done.
    """

    document: Document
    game: Symbols
    registers: int
    most_registers: int
    clock: int
    meter: int
    outcome: ir.Outcome | None
    invariants: tuple[ir.Invariant, ...]
    measures: tuple[Measuring, ...]
    longest: ir.Longest | None
    shown: tuple[ir.NamedValue, ...]
    hints: ir.Hints
    findings: Findings


_Key = tuple[str, int, tuple[tuple[str, str], ...], int]
"""What a setting depends on: the variant, the number of players, the parameters, and the room for names."""

_Given = tuple[tuple[str, tuple[Typed, ...]], ...]
"""The phases that are run, each with what it is given."""


@define
class Workshop:
    """Makes Programs of one source; *settings* caches the parts that several of them share.

    *counted* is the phase that the Programs count, "" for none. *run* has the phases that the examples of a variant run by name,
    *games* what the examples that play the whole game share, *done* has the phases of the game of a variant.
    *work* is what all that has cost so far, in the units of
    `Spent.work`. *can_hold* has the comparisons that can hold in one of these Programs. *room* is the most that the names inside
    phases have needed so far: what follows begins with as much, so that it need not be read twice. Worked examples that are *only
    checked* are not verified: their phases are those of the game, and nobody plays them. What one runs is not read again where
    the game does it in the same way, or where it is among those *run_before*. *told* has the variants whose rules
    were held against what the author says of them. *at_once* looks at sentences and declarations, and not at what follows from
    a whole Program: how deep it is, what it lets somebody know, and what texts leave out.
    """

    source: Source
    counted: str = ""
    only_checked: bool = False
    settings: dict[_Key, Setting] = Factory(dict)
    run: dict[str, tuple[str, ...]] = Factory(dict)
    games: dict[_Key, _Attempt] = Factory(dict)
    done: dict[str, frozenset[str]] = Factory(dict)
    run_before: set[tuple[_Key, _Given]] = Factory(set)
    told: set[str] = Factory(set)
    work: int = 0
    can_hold: set[Span] = Factory(set)
    room: int = ROOM
    at_once: bool = False

    def program(
        self, document: Document, players: int, parameters: Parameters, findings: Findings, between: bool = False
    ) -> ir.Program | None:
        """The Program of a document; None when it has errors, which are added to *findings*.

        One for a number of players *between* two others whose Programs are verified needs only to be no deeper than it may be.
        """
        verified = _unverified if self.at_once else verify_depth if between else verify
        made = self._make(document, players, parameters, None, findings, verified)
        assert not isinstance(made, ir.Example)
        return made

    def example(self, document: Document, players: int, example: Written, findings: Findings) -> ir.Example | None:
        """A worked example with its Program; None when it has errors, which are added to *findings*."""
        parameters = tuple((name.text, value) for name, value in example.parameters)
        made = self._make(document, players, parameters, example, findings, _unverified if self.only_checked else verify)
        assert not isinstance(made, ir.Program)
        return made

    def _make(
        self,
        document: Document,
        players: int,
        parameters: Parameters,
        example: Written | None,
        findings: Findings,
        verified: Callable[[ir.Program], None],
    ) -> ir.Program | ir.Example | None:
        rounds = 0
        while True:
            room = self.room
            key = document.variant, players, tuple((name, value.text) for name, value in parameters), room
            setting = self._setting(document, parameters, key)
            played = self._played(setting, key) if example is not None and example.plays else None
            ends = example is not None and example.ends
            attempt = _Attempt(setting, self.source, room, self.counted, played, ends, self.only_checked)
            attempt.verified = verified
            if self.only_checked and example is not None and not example.plays and not parameters:
                attempt.looked_at = self._done(setting)
                attempt.is_known = partial(self._is_known, key, attempt)
            attempt.at_once = self.at_once
            made = attempt.program(self._run_by_examples(document)) if example is None else attempt.example(example)
            self.work += attempt.work
            if attempt.tries_more:
                attempt = _Attempt(setting, self.source, room, self.counted, None, ends, self.only_checked)
                attempt.verified = verified
                made = None if example is None else attempt.example(example)
                self.work += attempt.work
            if attempt.lowering.frame.top > attempt.room:
                self.room = attempt.lowering.frame.top + ends
                continue
            if attempt.lowering.widened and played is None:
                _widen(setting.game, rounds := rounds + 1)
                continue
            self.can_hold |= setting.game.can_hold
            for each in attempt.findings.found:
                findings.add(each)
            looked_through = self.only_checked and not self.at_once and isinstance(made, ir.Program)
            if looked_through and document.variant not in self.told:
                self.told.add(document.variant)
                untold(document, attempt.game, findings)
            return made

    def _run_by_examples(self, document: Document) -> tuple[str, ...]:
        if document.variant not in self.run:
            self.run[document.variant] = _run_by_examples(document)
        return self.run[document.variant]

    def _done(self, setting: Setting) -> frozenset[str]:
        """The phases that the game does, which are looked at where its Program is made."""
        variant = setting.document.variant
        if variant not in self.done:
            self.done[variant] = phases.reached(("game",), setting.game)
        return self.done[variant]

    def _is_known(self, key: _Key, attempt: _Attempt, given: _Given) -> bool:
        """Whether these phases were read before with just what they are given here, so that no other mistake is in them.

        They are of the game, or a Program would be made of them.
        """
        run = tuple(name for name, _ in given)
        if not phases.reached(run, attempt.game) <= attempt.looked_at:
            return False
        if phases.as_in_the_game(run, attempt.game):
            return True
        known = (key, given) in self.run_before
        self.run_before.add((key, given))
        return known

    def _setting(self, document: Document, parameters: Parameters, key: _Key) -> Setting:
        if key not in self.settings:
            self.settings[key] = _settle(document, self.source, key[1], parameters, key[3], bool(self.counted), self.only_checked)
            self.work += self.settings[key].game.spent.work + len(self.settings[key].game.symbols) * EACH
        return self.settings[key]

    def _played(self, setting: Setting, key: _Key) -> _Attempt:
        if key not in self.games:
            widened, rounds = True, 0
            while widened:
                _widen(setting.game, rounds := rounds + 1)
                attempt = _Attempt(setting, self.source, key[3], self.counted, only_checked=self.only_checked)
                attempt.verified = _unverified if self.only_checked else verify
                attempt.play()
                widened = attempt.lowering.widened
            self.games[key] = attempt
        return self.games[key]


def _widen(game: Symbols, rounds: int) -> None:
    """Lets the numbers that phases give be any, where they have grown with every reading: those of a circle could for ever."""
    if rounds > ROUNDS:
        for name, type_ in game.results.items():
            if type_.kind is Kind.NUMBER:
                game.results[name] = join(type_, ANY_NUMBER) or type_


def _settle(
    document: Document,
    source: Source,
    players: int,
    parameters: Parameters,
    room: int,
    counts: bool,
    only_checked: bool,
) -> Setting:
    findings = Findings()
    game = declare(document, source, players, dict(parameters), findings)
    clock = game.reserve((0,)) if document.get("longest") is not None else 0
    meter = game.reserve(METER) if counts else 0
    read = Elaborator(game, findings, Scope(), len(game.start) + room, only_checked=only_checked, builtins=BUILTINS)
    result, limit, said = None, None, None
    with findings.collecting():
        result = outcome(document, read, findings)
        limit = longest(document, clock, read)
        said = about(document)
        minutes(document)
    held = invariants(document, read, findings)
    measured = measures(document, read, findings)
    wordings(document, game, findings)
    shown = named_values(document, read, findings) if document.get("show") is not None else ()
    registers = read.registers, read.most_registers
    hints = evolve(table_hints(document, game, findings), about=said, drawing=drawing(document, game, findings))
    return Setting(document, game, *registers, clock, meter, result, held, measured, limit, shown, hints, findings)


class _Attempt:
    """One attempt to make a Program with *room* slots for the names inside phases.

    The Program counts how often the phase *counted* is done ("": none). Behind another that has *played*, the attempt goes on
    from there: the phases are read already, which is not enough where an example tries phases by itself (*tries_more*). Where it
    *ends*, one slot of the room is taken for whether play has come through what the example runs. What is *only_checked* lacks
    what is told of it while it is played. *verified* raises what is wrong with the Program. Phases that are *looked_at* are those
    of the game; what *is_known* is not read again, where no Program is made of it. *unused* is what was spent on phases and
    functions that nothing uses. *at_once*, nothing is asked of the whole Program.
    """

    def __init__(
        self,
        setting: Setting,
        source: Source,
        room: int,
        counted: str,
        played: _Attempt | None = None,
        ends: bool = False,
        only_checked: bool = False,
    ) -> None:
        self.setting, self.source, self.counted, self.played = setting, source, counted, played
        self.only_checked = only_checked
        before: Setting | _Attempt = setting if played is None else played
        self.game: Symbols = before.game.fork()
        self.findings: Findings = Findings(list(before.findings.found))
        self.through = self.game.reserve((0,)) if ends else None
        self.base, self.room = len(self.game.start), room - ends
        most = setting.most_registers if played is None else played.read.most_registers
        self.read: Elaborator = Elaborator(
            self.game, self.findings, Scope(), setting.registers, most, only_checked=only_checked, builtins=BUILTINS
        )
        self.lowering: Lowering = (
            Lowerer(
                self.game,
                self.findings,
                self.read,
                Frame(self.base),
                setting.measures,
                unit((), self.game),
                strategies=strategies(setting.document, self.findings),
            )
            if played is None
            else played.lowering
        )
        self.broken = False
        self.tries_more = False
        self.unused = 0
        self.verified: Callable[[ir.Program], None] = verify
        self.looked_at: frozenset[str] = frozenset()
        self.is_known: Callable[[_Given], bool] = _never_before
        self.made: ir.Program | None = None
        self.at_once = False

    def play(self) -> None:
        """Reads the phase `game`, and makes the Program that plays it; *broken* tells that there is none to read."""
        try:
            body = self._game()
        except DiagnosticError as diagnostic:
            self.findings.add(diagnostic.diagnostic)
            self.broken = True
            return
        read_trials(self.lowering)
        if not self.findings.errors and self.lowering.frame.top <= self.room and not self.lowering.widened:
            self.made = self._finish(body)

    def program(self, run: tuple[str, ...]) -> ir.Program | None:
        """The Program that plays the phase `game`; None when there are errors or more room is needed.

        *run* are the phases that examples run by name, which may be done by no other.
        """
        try:
            body = self._game()
            read_trials(self.lowering)
            beside = read_unused(self.lowering, phases.reached(run, self.game))
            self.lowering.widened |= beside.widened
            self.unused = beside.made * EACH + beside.game.spent.work - self.game.spent.work
            never_remembered(self.game, self.findings)
            never_set(self.setting.document, self.game, self.findings)
            never_filled(self.setting.document, self.game, self.findings)
            self.lowering.strategies.check(beside.strategies, bool(self.game.refused), self.findings)
            self._unspoken()
        except DiagnosticError as diagnostic:
            self.findings.add(diagnostic.diagnostic)
            return None
        made = self._finish(body)
        if made is not None and not self.findings.errors and not self.at_once:
            _leaking(made, self.findings)
            _unpaid(made, self.findings)
        return None if self.findings.errors else made

    @property
    def work(self) -> int:
        """What the attempt has cost, in the units of `Spent.work`."""
        game, before = self.game, self.setting.game.spent.work
        sentences = (self.lowering.made + len(game.sentence_list)) * EACH
        return PROGRAM + len(self.source.text) // 300 + game.spent.work - before + len(game.start) + sentences + self.unused

    def _unspoken(self) -> None:
        """Warn of texts that are never used; those of the base are left in peace."""
        game = self.game
        inside = [name for phase in game.phases.values() for name in walk.names(phase.body)]
        printed = [name for domain in game.domains for name in domain.printed]
        given = [name for phase in game.phases.values() for _, name, _ in phase.signature.parameters]  # told on the rules page
        known = {*game.spoken, *game.symbols, *game.constants, *game.phases, *game.decks, *given, *inside, *printed}
        for pair in pairs(self.setting.document.get("texts"), "texts by name", Findings()):
            twice = asked_twice(pair.key.text, pair.key.span, game)
            if twice is not None:
                self.findings.tell(twice)
            if pair.key.text not in known and pair.key.span.line <= game.source.length:
                message, help_ = unsaid(pair.key.text, game)
                self.findings.tell(warning("unused", pair.key.span, message, help=help_))

    def example(self, example: Written) -> ir.Example | None:
        """The example, with a Program that starts from what it gives and plays what it runs.

        None when there are errors or more room is needed, and where its phases were *looked at* already and nobody plays it.
        """
        if self.played is not None and self.played.broken:
            return None
        try:
            example.checks.clear()
            example.payoff.clear()
            give(example, self.game, self.read)
            if self.played is not None:
                body: ir.Block = ()
            else:
                body = self._game() if example.plays else self._calls(example.run)
            expect(example, self.through, self.setting.invariants, self.game, self.read, self.findings)
            told, refused = answers(example.answers, self.game), refusals(example.refused, self.game)
            known = knows(example, self.game, self.read)
            if self.played is None:
                read_trials(self.lowering)
            elif len(self.game.tries) > len(self.played.game.tries):
                self.tries_more = True
                return None
            sentence = self.game.sentence(example.name.span)
        except DiagnosticError as diagnostic:
            self.findings.add(diagnostic.diagnostic)
            return None
        if self.findings.errors or self.lowering.frame.top > self.room:
            return None
        run = tuple(call.name for call in example.run)
        if self.looked_at and phases.reached(run, self.game) <= self.looked_at:
            return None
        program = self._finish(body) if self.played is None else self._begun(self.played.made)
        if program is None:
            return None
        if self.through is not None:
            through = ir.Assign(ir.Slot(self.through), ir.Number(1), 0, 1, False, None, sentence)
            program = evolve(program, body=(*program.body, through))
        checks, payoff = tuple(example.checks), tuple(example.payoff)
        made = ir.Example(
            example.name.text, program, told, refused, checks, example.winners, payoff, sentence, known, example.over
        )
        return evolve(made, whole=example.whole)

    def _begun(self, program: ir.Program | None) -> ir.Program | None:
        """The same Program, begun from what was given."""
        if program is None:
            return None
        game, slots = self.game, program.slots
        made = evolve(
            program,
            start=(*game.start, *program.start[self.base :]),
            scratch=max(self.read.most_registers, self.base + self.room) - slots,
            domains=tuple(each.ir for each in game.domains),
            tables=tuple(game.tables),
            rows=tuple(game.rows),
            sentences=tuple(game.sentence_list),
        )
        verify_start(made)
        return made

    def _game(self) -> ir.Block:
        phase = self.game.phases.get("game")
        document = self.setting.document
        if phase is None:
            node = document.get("phases")
            span = node.span if node is not None else Span(document.span.line, 1, document.span.line, 2)
            if node is not None:
                mapping(node, "phases by name")
            help_ = "for example `phases:` and under it `game:` with its sentences"
            raise error("missing-phase", span, "a ruleset needs a phase `game`, which is played", help=help_)
        return self._calls((s.Call("game", (), span=phase.span),))

    def _calls(self, roots: tuple[s.Call, ...]) -> ir.Block:
        """The statements that do these phases, one after another; all phases below them are read, unless they are known."""
        to = self.lowering
        to.phases.append(Around("", 0, None, None, False, ()))
        to.unit = unit(roots, self.game)
        ops: list[ir.Op] = []
        with to.scoped() as top:
            for call in roots:
                self.read.sentence = self.game.sentence(call.span)
                ops += do(call, to)
            ops += to.cleared(top)
            if not self.is_known(tuple((routine.symbol.name, site.given) for routine, site in to.done)):
                read_phases(to)
        return tuple(ops)

    def _bounded(self, program: ir.Program) -> None:
        """Report a loop that asks and has no end, unless `longest:` ends it."""
        for op in statements(program):
            match op:
                case ir.Repeat(limit=None, stops=True) if self.setting.document.get("longest") is None:
                    span = self.game.sentence_list[op.sentence].span
                    help_ = "say `repeat … times`, or declare `longest: {decisions: 1000, then: draw}`"
                    self.findings.tell(error("endless-game", span, "this loop may go on for ever", help=help_))
                    return

    def _small_enough(self, program: ir.Program) -> None:
        """Report phases that do phases over and over, and of too many options."""
        for phase, size in reversed(list(zip(program.phases, sizes(program), strict=True))):
            if size > MOST_STATEMENTS:
                sentence = next((op.sentence for op in inside(phase.body) if isinstance(op, ir.Do)), phase.sentence)
                span = self.game.sentence_list[sentence].span
                self.findings.tell(error("too-large", span, "phases that do phases many times over make this ruleset too large"))
                return
        if program.codes > MOST_CODES:
            sentence = next(one.sentence for _, _, one in alternatives(program) if one.code + one.size > MOST_CODES)
            message = (
                f"there are at most {MOST_CODES:,} different options in all decisions: with what can be chosen here, "
                f"allowed or not, there would be {program.codes:,}"
            )
            help_ = "let less be chosen at once, one thing after the other"
            self.findings.tell(error("too-large", self.game.sentence_list[sentence].span, message, help=help_))

    def _too_deep(self, fault: TooDeep) -> None:
        """Report loops or statements that stand too deep inside each other."""
        loops = "what is gone through or chosen in a sentence counts, and what stands around the phase where it is done"
        statements = "a phase that does itself stands once for each depth: let it go less deep, or nest fewer sentences in it"
        help_ = loops if fault.what == "loops" else statements
        self.findings.tell(error("too-large", self.game.sentence_list[fault.deepest.sentence].span, str(fault), help=help_))

    def _finish(self, ops: ir.Block) -> ir.Program | None:
        """The Program that plays these statements; None when more room is needed, or when a phase could not be read."""
        to = self.lowering
        game, setting, used = self.game, self.setting, self.lowering.frame.top
        read = (*to.routines, *(trial.routine for trial in to.trials))
        if setting.outcome is None or used > self.room or to.widened or any(routine.phase is None for routine in read):
            return None
        slots = self.base + used
        body, phases = linked(ops, to.done, to.routines)
        spoken = () if self.only_checked else _spoken(game)
        made = ir.Program(
            version=ir.VERSION,
            ruleset=game.name,
            title=game.title,
            digest="" if self.only_checked else _digest(self.source, game),
            variant=game.variant,
            parameters=tuple(game.parameters),
            seats=game.seats,
            slots=slots,
            locals=self.base,
            scratch=max(self.read.most_registers, self.base + self.room) - slots,
            start=tuple(game.start) + (0,) * used,
            domains=tuple(each.ir for each in game.domains),
            tables=tuple(game.tables),
            rows=tuple(game.rows),
            decks=tuple(game.ir_decks) if self.at_once else with_texts(setting.document, game),
            zones=tuple(game.ir_zones),
            places=tuple(game.ir_places),
            boards=tuple(game.ir_boards),
            body=body,
            phases=phases,
            stops=to.stops,
            codes=0,
            outcome=setting.outcome,
            invariants=setting.invariants,
            longest=setting.longest,
            sentences=tuple(game.sentence_list),
            languages=game.languages,
            texts=spoken,
            measures=tuple(each.measure for each in setting.measures),
            trials=trials(to),
            memories=tuple(game.ir_memories),
            shown=setting.shown,
            strategies=to.strategies.made(),
            hints=setting.hints,
        )
        made = laid_out(evolve(made, names=local_names(made, to)))
        self._bounded(made)
        self._small_enough(made)
        if self.findings.errors:
            return None
        try:
            self.verified(made)
        except TooDeep as fault:
            self._too_deep(fault)
            return None
        return counting(made, self.counted, setting.meter) if self.counted else made


def _never_before(given: _Given) -> bool:
    """The phases have to be read, for a Program is made of them."""
    return False


def _unverified(program: ir.Program) -> None:
    """Nobody plays the Program, and its phases are those of another that is verified."""


def local_names(program: ir.Program, to: Lowering) -> tuple[ir.LocalName, ...]:
    """The names to which sentences of the Program give values, in the order of play."""
    written = dict.fromkeys(write.target for op in statements(program) for write in writes(op, program))
    return tuple(
        ir.LocalName(to.game.words(local.name), target, local.type.domain, local.type.kind is Kind.TRUTH)
        for target in written
        if (local := to.named.get(target)) is not None
    )


def _leaking(program: ir.Program, findings: Findings) -> None:
    """Warn of what a Program lets somebody know who must not, and of what it hides from who has to know it."""
    for leak in leaks(program):
        kind = shared.said_to_all if leak.said else shared.telling_options
        findings.tell(kind(leak.name, leak.sight.value, program.sentences[leak.sentence].span))
    for one in lacking(program):
        of = one.of if one.of == CHOSEN else f"`{one.of}`"
        findings.tell(
            warning(
                "unseen-name",
                program.sentences[one.sentence].span,
                f"which options there are depends on `{one.name}`, unseen by who is asked: it tells of {of}",
            )
        )


def _unpaid(program: ir.Program, findings: Findings) -> None:
    """Warn where all win or lose together and nothing says what that is worth: winners and losers would both get 0."""
    outcome = program.outcome
    may_lose = any(isinstance(each, ir.Filtered) and not isinstance(each.where, ir.Number) for each in nodes((outcome.winner,)))
    if len(program.players) > 1 and outcome.payoff is None and may_lose and all_win_together(program):
        message = "all players win or lose together, and without `payoff:` all get 0 in both cases"
        help_ = "say what a win is worth, for example `payoff (player p): 1 if … else 0`"
        findings.tell(warning("unpaid-team", program.sentences[outcome.sentence].span, message, help=help_))


def _run_by_examples(document: Document) -> tuple[str, ...]:
    """The phases that examples run by name."""
    found = []
    for pair in pairs(document.get("examples"), "examples by name", Findings()):
        try:
            found += [call.name for call in written(pair, Findings()).run]
        except DiagnosticError:
            continue
    return tuple(found)


def _spoken(game: Symbols) -> tuple[tuple[str, ir.Words], ...]:
    """The names with their translations: those under `texts:`, then those that have a usual one."""
    own = tuple((name, game.words(name)) for name in game.texts if not is_said(name, game))
    printed = (name for domain in game.domains for name in domain.printed)
    named = dict.fromkeys((*game.symbols, *game.phases, *game.worded, *printed))
    others = ((name, game.words(name)) for name in named if name not in game.texts)
    return own + tuple((name, words) for name, words in others if words.translations)


def _digest(source: Source, game: Symbols) -> str:
    """The SHA-256 digest, in hexadecimal, of all that a Program is made from.

    These are the version of its format, the text with its tables and the texts that it is based on, the variant, the
    number of players and the parameters.
    """
    settings = [f"{name}={value}" for name, value in game.parameters]
    parts = [f"rulerun {ir.VERSION}", game.variant, str(game.players), *settings]
    below: Source | None = source
    while below is not None:
        parts += [below.text, *(text for _, text in below.tables)]
        below = below.base
    return sha256("\0".join(parts).encode()).hexdigest()
