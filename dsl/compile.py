"""From a ruleset's text to Programs and diagnostics: the passes in their order.

read ▸ structure (document, outline) ▸ parse ▸ declare ▸ lower (names, kinds, statements) ▸ Program
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from . import ir
from . import syntax as s
from .declare import declare, player_numbers
from .diagnostics import Complaint, Diagnostic, Severity, meant
from .document import Document, documents, extended
from .ending import endless, invariants, longest, outcome
from .examples import Written, answers, expect, give, refusals, written
from .expressions import Elaborator
from .game import FunctionSymbol, Game
from .lower import Lowering
from .messages import title_of, tongues
from .parse import Start, parse
from .read import Scalar
from .scope import Frame, Local, Scope
from .source import NOWHERE, Source, Span
from .structure import Fields, Findings, complain, mapping, pairs, sequence, text

if TYPE_CHECKING:
    from collections.abc import Mapping

LARGEST_FILE = 1_000_000
BUNDLED = Path(__file__).parent.parent / "rulesets"


@frozen
class Compilation:
    """A Program, or None where there are errors, and all that was found."""

    program: ir.Program | None
    diagnostics: tuple[Diagnostic, ...]


@frozen
class ParameterSurvey:
    """A dial: its value unless told otherwise, and what it may be (choices, or from low to high)."""

    name: str
    default: str
    choices: tuple[str, ...] | None
    low: int | None
    high: int | None


@frozen
class VariantSurvey:
    """A variant: its name, title and numbers of players."""

    name: str
    title: ir.Words
    players: tuple[int, ...]


@frozen
class Survey:
    """What a ruleset offers, without reading its rules; `problems` tells what hinders even that."""

    name: str
    title: ir.Words
    players: tuple[int, ...]
    variants: tuple[VariantSurvey, ...]
    parameters: tuple[ParameterSurvey, ...]
    languages: tuple[str, ...]
    problems: tuple[Diagnostic, ...]


# ------------------------------------------------------------------------------------------------------- the files


def read_source(path: Path) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """The text of a ruleset file, with the one it extends; what hinders reading it comes as diagnostics."""
    return _read_file(path, ())


def _read_file(path: Path, above: tuple[Path, ...]) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    def trouble(code: str, message: str) -> tuple[None, tuple[Diagnostic, ...]]:
        return None, (Diagnostic(code, message, NOWHERE),)

    try:
        if path.is_dir():
            return trouble("not-a-file", f"expected a ruleset, found the folder `{path}`")
        if path.stat().st_size > 4 * LARGEST_FILE:
            return trouble(
                "too-large", f"a ruleset has at most {LARGEST_FILE:,} characters, `{path}` has {path.stat().st_size:,} bytes"
            )
        content = path.read_bytes()
    except FileNotFoundError:
        return trouble("no-such-file", f"there is no file `{path}`")
    except OSError as error:
        return trouble("unreadable", f"`{path}` cannot be read: {error.strerror or error}")
    except ValueError:
        return trouble("no-such-file", "this cannot be the name of a file")
    try:
        decoded = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        return trouble("not-text", f"`{path}` is not text in UTF-8: line {line} has a byte that no letter has")
    source = Source(str(path), decoded.replace("\r\n", "\n"))
    name = extended(source)
    if name is None:
        return source, ()
    return _with_base(source, name, path, above)


def _with_base(source: Source, name: Scalar, path: Path, above: tuple[Path, ...]) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    wanted = name.text if name.text.endswith((".yaml", ".yml")) else f"{name.text}.yaml"
    found = next((each for each in (path.parent / wanted, BUNDLED / wanted) if each.is_file()), None)
    if found is None:
        return source, (
            Diagnostic(
                "no-such-file",
                f"there is no ruleset `{name.text}` to extend",
                name.span,
                "it is looked for beside this file, then among the bundled rulesets",
            ),
        )
    if found.resolve() in (*above, path.resolve()):
        return source, (Diagnostic("recursion", f"`{name.text}` extends itself in the end", name.span),)
    base, problems = _read_file(found, (*above, path.resolve()))
    if base is None or problems:
        reason = problems[0].message if problems else ""
        return source, (Diagnostic("broken-base", f"the ruleset to extend cannot be read: {reason}", name.span),)
    return Source(source.name, source.text, base), ()


# ------------------------------------------------------------------------------------------------------- the survey


def survey(source: Source) -> Survey:
    """What a ruleset offers: title, numbers of players, variants, dials."""
    findings = Findings()
    found = documents(source, findings)
    base = found.get("")
    if base is None:
        return Survey("", ir.Words(""), (), (), (), (), tuple(findings.found))
    name, title = "unnamed", ir.Words("unnamed")
    players: tuple[int, ...] = (1,)
    variants: list[VariantSurvey] = []
    parameters: tuple[ParameterSurvey, ...] = ()
    languages: tuple[str, ...] = ()
    try:
        node = base.get("ruleset")
        name = text(node, "the ruleset's name").text if node is not None else name
        title = title_of(name, base.get("title"))
        players = player_numbers(base)
        for variant, document in found.items():
            if variant:
                variants.append(VariantSurvey(variant, title_of(variant, document.get("title")), player_numbers(document)))
        every = {each.name: each for document in reversed(found.values()) for each in _dials(document, findings)}
        parameters = tuple(every.values())
        languages = _languages(base)
    except Complaint as complaint:
        findings.add(complaint.diagnostic)
    return Survey(name, title, players, tuple(variants), parameters, languages, tuple(findings.found))


def _languages(document: Document) -> tuple[str, ...]:
    nodes = [pair.value for pair in pairs(document.get("texts"), "texts by name", Findings())]
    title = document.get("title")
    spoken = [tongue for node in ([title] if title is not None else []) + nodes for tongue, _ in tongues(node) if tongue]
    return tuple(dict.fromkeys(spoken))


def _dials(document: Document, findings: Findings) -> tuple[ParameterSurvey, ...]:
    found = []
    for pair in pairs(document.get("parameters"), "parameters by name", findings):
        try:
            fields = Fields(mapping(pair.value, "what the parameter may be"), "a parameter", findings)
            default, bounds, choices = (
                text(fields.need("default"), "a value").text,
                fields.text("range", "a range"),
                fields.get("one of"),
            )
            words: tuple[str, ...] | None = None
            if choices is not None:
                words = tuple(text(node, "a value").text for node in sequence(choices, "a list of values"))
            elif default in ("yes", "no"):
                words = ("yes", "no")
            ends = [part.strip() for part in bounds.text.split("..")] if bounds is not None else []
            low, high = (
                (int(ends[0]), int(ends[1]))
                if len(ends) == 2 and all(end.lstrip("+-").isdecimal() for end in ends)
                else (None, None)
            )
            found.append(ParameterSurvey(pair.key.text, default, words, low, high))
        except Complaint as complaint:
            findings.add(complaint.diagnostic)
    return tuple(found)


# --------------------------------------------------------------------------------------------------------- Programs


def compile_ruleset(
    source: Source, variant: str = "", players: int | None = None, parameters: Mapping[str, str] | None = None
) -> Compilation:
    """The Program of a variant for that number of players (the smallest allowed, when None), with these parameters."""
    findings = Findings()
    document = _chosen(source, variant, findings)
    if document is None:
        return Compilation(None, tuple(findings.found))
    try:
        count = _players(document, players)
        _known_parameters(document, parameters or {}, findings)
    except Complaint as complaint:
        findings.add(complaint.diagnostic)
        return Compilation(None, tuple(findings.found))
    program = None if findings.errors else _program(document, source, count, parameters or {}, None, findings)
    return Compilation(None if findings.errors else program, tuple(findings.found))


def _chosen(source: Source, variant: str, findings: Findings) -> Document | None:
    found = documents(source, findings)
    if found and variant not in found:
        known = [name for name in found if name]
        help_ = meant(variant, known) if known else "this ruleset has no variants"
        findings.say("unknown-variant", f"there is no variant `{variant}`", NOWHERE, help_)
    return found.get(variant)


def _players(document: Document, players: int | None) -> int:
    allowed = player_numbers(document)
    if players is None:
        return allowed[0]
    if players not in allowed:
        words = (
            f"{allowed[0]}"
            if len(allowed) == 1
            else f"{allowed[0]} to {allowed[-1]}"
            if allowed == tuple(range(allowed[0], allowed[-1] + 1))
            else ", ".join(map(str, allowed))
        )
        node = document.get("players")
        raise complain(
            "out-of-range", f"this game is for {words} players, found {players}", node.span if node is not None else NOWHERE
        )
    return players


def _known_parameters(document: Document, parameters: Mapping[str, str], findings: Findings) -> None:
    known = [pair.key.text for pair in pairs(document.get("parameters"), "parameters by name", Findings())]
    for name in parameters:
        if name not in known:
            findings.say(
                "unknown-parameter",
                f"there is no parameter `{name}`",
                NOWHERE,
                meant(name, known) or "this ruleset has no parameters",
            )


def _program(
    document: Document, source: Source, players: int, parameters: Mapping[str, str], example: Written | None, findings: Findings
) -> ir.Program | None:
    """The Program of a document, or of one of its examples."""
    room = 32
    while True:
        attempt = Findings()
        made = _attempt(document, source, players, parameters, example, attempt, room)
        if isinstance(made, int) and made > room:
            room = made
            continue
        for each in attempt.found:
            findings.add(each)
        return None if isinstance(made, int) or attempt.errors else made


def _attempt(
    document: Document,
    source: Source,
    players: int,
    parameters: Mapping[str, str],
    example: Written | None,
    findings: Findings,
    room: int,
) -> ir.Program | int | None:
    """The Program, with *room* slots for names that live in phases; how many it takes, when that is more."""
    game = declare(document, source, players, parameters, findings)
    clock = game.reserve((0,)) if document.get("longest") is not None else 0
    base = len(game.start)
    read = Elaborator(game, findings, Scope(), base + room)
    lowering = Lowering(game, findings, read, Frame(base))
    try:
        if example is not None:
            give(example, game, read)
        result = outcome(document, read, findings)
        held = invariants(document, read, findings)
        limit = longest(document, clock)
        body = _body(lowering, example, document)
        if example is None:
            _unused(game, lowering, findings)
            loop = endless(body)
            if loop is not None and limit is None:
                span = game.sentence_list[loop.sentence].span
                findings.say(
                    "endless-game",
                    "this loop may go on for ever",
                    span,
                    "say `repeat … times`, or declare `longest: {decisions: 1000, then: draw}`",
                )
        else:
            expect(example, game, read, findings)
    except Complaint as complaint:
        findings.add(complaint.diagnostic)
        return None
    if lowering.frame.most > room:
        return lowering.frame.most
    if findings.errors:
        return None
    slots = base + lowering.frame.most
    scratch = max(read.most_registers, base + room) - slots
    seats = game.seats
    digest = _digest(source, document.variant, players, game.parameters)
    return ir.Program(
        ir.VERSION,
        game.name,
        game.title,
        digest,
        document.variant,
        tuple(game.parameters),
        seats,
        slots,
        base,
        scratch,
        tuple(game.start) + (0,) * (slots - base),
        tuple(each.ir for each in game.domains),
        tuple(game.tables),
        tuple(game.rows),
        tuple(game.ir_decks),
        tuple(game.ir_zones),
        tuple(game.ir_places),
        tuple(game.ir_boards),
        body,
        lowering.stops,
        lowering.next_code,
        result,
        held,
        limit,
        tuple(game.sentence_list),
        game.languages,
        tuple((name, game.words(name)) for name in game.texts),
    )


def _body(lowering: Lowering, example: Written | None, document: Document) -> ir.Block:
    """What is played: the phase `game`, or what the example runs."""
    from .flow import do
    from .lower import Around

    lowering.phases.append(Around("", 0, None, False))
    if example is not None and not example.plays:
        ops: list[ir.Op] = []
        for call in example.run:
            lowering.elaborator.sentence = lowering.game.sentence(call.span)
            ops += do(call, lowering)
        return tuple(ops)
    phase = lowering.game.phases.get("game")
    if phase is None:
        node = document.get("phases")
        span = node.span if node is not None else Span(document.span.line, 1, document.span.line, 2)
        raise complain(
            "missing-phase",
            "a ruleset needs a phase `game`, which is played",
            span,
            "for example `phases:` and under it `game:` with its sentences",
        )
    lowering.elaborator.sentence = lowering.game.sentence(phase.span)
    return tuple(do(s.Call("game", (), phase.span), lowering))


def _unused(game: Game, lowering: Lowering, findings: Findings) -> None:
    """Read what is never done or used, so that its mistakes are found as well."""
    from .flow import inline

    done = {sentence.span for sentence in game.sentence_list}
    for phase in game.phases.values():
        if phase.body and phase.body[0].span not in done:
            names = {
                name: Local(name, lowering.elaborator.kind_type(kind, span), ir.Number(0), fixed=True)
                for kind, name, span in phase.signature.parameters
            }
            inline(phase, Scope(None, names), lowering)
            findings.warn("unused", f"the phase `{phase.name}` is never done", phase.span, "a phase is begun with `do`")
    for symbol in list(game.symbols.values()):
        if isinstance(symbol, FunctionSymbol):
            try:
                _check_function(symbol, lowering.elaborator)
            except Complaint as complaint:
                findings.add(complaint.diagnostic)


def _check_function(symbol: FunctionSymbol, read: Elaborator) -> None:
    names = {
        name: Local(name, read.kind_type(kind, span), ir.Slot(read.registers), fixed=True)
        for kind, name, span in symbol.signature.parameters
    }
    body = parse(symbol.body, Start.EXPRESSION)
    assert isinstance(body, s.Expression)
    outer, read.scope = read.scope, Scope(None, names)
    read.calls.append(symbol.name)
    read.registers += 1
    try:
        if _is_set(body, read):
            read.elements(body)
        else:
            read.value(body)
    finally:
        read.registers -= 1
        read.calls.pop()
        read.scope = outer


def _is_set(body: s.Expression, read: Elaborator) -> bool:
    match body:
        case s.Where() | s.FromTo() | s.Items():
            return True
        case s.Name(name) | s.Element(name=name) if read.scope.find(name) is None:
            from .game import BoardSymbol, ZoneSymbol
            from .types import SetOf

            return isinstance(read.game.symbols.get(name), SetOf | BoardSymbol | ZoneSymbol)
        case s.Invoke(name=("neighbours" | "lines")):
            return True
        case _:
            return False


def _digest(source: Source, variant: str, players: int, parameters: list[tuple[str, str]]) -> str:
    parts = [f"rulerun {ir.VERSION}", variant, str(players), *(f"{name}={value}" for name, value in parameters)]
    below: Source | None = source
    while below is not None:
        parts.append(below.text)
        below = below.base
    return sha256("\0".join(parts).encode()).hexdigest()


# ---------------------------------------------------------------------------------------------------------- all of it


def examine(source: Source) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with a ruleset, in every variant, for every number of players, in the order of the file."""
    findings = Findings()
    unused: list[set[Diagnostic]] = []
    for document in documents(source, findings).values():
        own = Findings()
        try:
            for players in player_numbers(document):
                _program(document, source, players, {}, None, own)
        except Complaint as complaint:
            own.add(complaint.diagnostic)
        _examples_of(document, source, own)
        unused.append({each for each in own.found if each.code == "unused"})
        for each in own.found:
            if each.code != "unused":
                findings.add(each)
    for each in sorted(set.intersection(*unused), key=lambda each: each.span.line) if unused else ():
        findings.add(each)
    found = _once(findings.found)
    return tuple(sorted(found, key=lambda each: (each.span.line, each.span.column, each.severity is Severity.WARNING)))


def _once(found: list[Diagnostic]) -> list[Diagnostic]:
    """One diagnostic of a kind at a place: others there speak of the same mistake for another number of players."""
    kept: dict[tuple[str, Span], Diagnostic] = {}
    for each in found:
        kept.setdefault((each.code, each.span), each)
    return list(kept.values())


def compile_examples(source: Source) -> tuple[tuple[ir.Example, ...], tuple[Diagnostic, ...]]:
    """The worked examples of a ruleset and of its variants, each with its Program."""
    findings = Findings()
    found: list[ir.Example] = []
    for document in documents(source, findings).values():
        found += _examples_of(document, source, findings)
    return tuple(found), tuple(_once(findings.found))


def _examples_of(document: Document, source: Source, findings: Findings) -> list[ir.Example]:
    found = []
    for pair in pairs(document.get("examples"), "examples by name", findings):
        try:
            example = written(pair, findings)
            players = _players(document, example.players)
            _known_parameters(document, example.parameters, findings)
            made = _example(example, document, source, players, findings)
            if made is not None:
                found.append(made)
        except Complaint as complaint:
            findings.add(complaint.diagnostic)
    return found


def _example(example: Written, document: Document, source: Source, players: int, findings: Findings) -> ir.Example | None:
    program = _program(document, source, players, example.parameters, example, findings)
    if program is None:
        return None
    game = declare(document, source, players, example.parameters, Findings())
    game.sentence_list, game.sentences = list(program.sentences), {each.span: at for at, each in enumerate(program.sentences)}
    told, refused = answers(example.answers, game), refusals(example.refused, game)
    sentence = game.sentence(example.name.span)
    from attrs import evolve

    program = evolve(program, sentences=tuple(game.sentence_list))
    return ir.Example(
        example.name.text, program, told, refused, tuple(example.checks), example.winners, tuple(example.payoff), sentence
    )
