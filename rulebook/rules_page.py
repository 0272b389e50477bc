"""Makes the rules page of a ruleset: what its author says, what follows from its declarations, and its own lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from attrs import frozen

from ..dsl.declarations.declare import NAMES, declare, player_numbers
from ..dsl.sections.told import about, plain_rules, wordings
from ..dsl.symbols.translations import title_of
from ..dsl.text.document import OUTCOME, Document
from ..dsl.text.fields import Findings
from ..dsl.text.merge import documents
from ..dsl.text.nodes import Scalar
from ..dsl.text.source import Source
from ..program import ir
from ..program.number_text import with_minus
from ..program.span import NOWHERE
from . import components
from .context import Context
from .ending import ending, longest
from .menus import effect_noun, menus, phase_noun
from .nouns import capital
from .page import Block, Code, Heading, Page, Paragraph, Step, Steps, rewritten, sentences
from .ruleset_lines import Lines, code, explained, head, lines_of, set_up, used


def rules_page(
    source: Source,
    variant: str,
    players: int,
    parameters: Mapping[str, str],
    language: str,
    names: Mapping[str, str] = MappingProxyType({}),
) -> Page:
    """The rules of a ruleset without errors, told for that number of players, in that language.

    The other parameters have their defaults. *names* has what those who sit there are called, by the name of their seat. The
    page's own words are in English where the language is none of `LANGUAGES`.
    """
    document = documents(source, Findings())[variant]
    allowed = player_numbers(document)
    contexts = {number: context_of(document, source, number, parameters, language, names) for number in allowed}
    lines = lines_of(source, variant)
    pages = {number: page_of(to, document, lines) for number, to in contexts.items()}
    to, page = contexts[players], pages[players]
    differing = differences(contexts, pages, players)
    title, *rest = page.blocks
    beginning = opening(to, document, allowed, players, bool(differing))
    return rewritten(Page(page.title, language, players, (title, *beginning, *rest, *differing)), with_minus)


def context_of(
    document: Document, source: Source, players: int, parameters: Mapping[str, str], language: str, names: Mapping[str, str]
) -> Context:
    """The declarations for that number of players."""
    values = {name: Scalar(value, value, False, NOWHERE) for name, value in parameters.items()}
    game = declare(document, source, players, values, Findings())
    game.worded.update({seat: ir.Words(seat, (("*", name),)) for seat, name in names.items()})
    return Context(game, language, wordings(document, game, Findings()))


@frozen
class Parts:
    """What is told of a game for one number of players, part by part. *plain* are the author's words, each with its phase or
    `OUTCOME`; *begun* and *end* are the ruleset's own lines of the set-up and of the outcome, *lines* all others.
    """

    title: str
    plain: tuple[tuple[str, Step], ...]
    components: tuple[Block, ...]
    start: tuple[Step, ...]
    begun: tuple[Block, ...]
    menus: tuple[Step, ...]
    effects: tuple[Step, ...]
    untold_effects: tuple[Block, ...]
    ending: tuple[Step, ...]
    end: tuple[Block, ...]
    hidden: tuple[Step, ...]
    lines: tuple[Block, ...]


def parts_of(to: Context, document: Document, lines: Lines, without: frozenset[str] = frozenset()) -> Parts:
    """The parts of what is told, *without* how these begin."""
    phases = lines.get("phases", {})
    before, game = set_up(to.game, phases.get("game", ()))
    end = tuple(_end_lines(lines))
    functions = lines.get("functions", {})
    effects, untold = _effects(to, document, lines.get("effects", {}))
    return Parts(
        title=title_of(to.game.name, document.get("title")).say(to.spoken),
        plain=tuple(_plain(to, document)),
        components=(*components.decks(to, document), *components.boards(to, document), *components.printed_values(to)),
        start=components.start(to, document, without),
        begun=(code(to, before),) if before else (),
        menus=tuple(menus(to)),
        effects=effects,
        untold_effects=untold,
        ending=tuple(ending(to, document)),
        end=(code(to, end),) if end else (),
        hidden=components.hidden(to),
        lines=(
            *(code(to, game if name == "game" else phases[name]) for name in used(to.game, phases)),
            *(code(to, functions[name]) for name in used(to.game, functions)),
        ),
    )


def page_of(to: Context, document: Document, lines: Lines, without: frozenset[str] = frozenset()) -> Page:
    """The page without what it is and what differs, *without* how these begin."""
    parts = parts_of(to, document, lines, without)
    blocks = (
        Heading(parts.title, 1),
        *part(to, "plainly", tuple(step for _, step in parts.plain)),
        *([Heading(to.phrase("components"), 2), *parts.components] if parts.components else []),
        *part(to, "setup", parts.start, parts.begun),
        *part(to, "menus", parts.menus),
        *part(to, "effects", parts.effects, parts.untold_effects),
        *part(to, "end", (*parts.ending, *longest(to, document)), parts.end),
        *part(to, "hidden", parts.hidden),
        *part(to, "lines", (), parts.lines),
    )
    return Page(parts.title, to.spoken, to.game.players, (*blocks, *glossary(to, blocks)))


def _end_lines(lines: Lines) -> Iterator[str]:
    for section in ("outcome", "longest"):
        if section in lines:
            entries = lines[section]
            yield " ".join((f"{section}:", *entries.get("", ())))
            yield from (f"  {line}".rstrip() for name, entry in entries.items() if name for line in entry)


def glossary(to: Context, blocks: Sequence[Block]) -> list[Block]:
    """What the ruleset says of the names in its lines, once for each."""
    names = dict.fromkeys(name for block in blocks if isinstance(block, Code) for name, _ in block.names)
    return part(to, "names", tuple(Step(explained(to, name) or "", lead=head(to, name)) for name in sorted(names)))


def _plain(to: Context, document: Document) -> Iterator[tuple[str, Step]]:
    """The rules in the author's own words."""
    for name, wording in plain_rules(document, to.game):
        if effect_noun(to, name):
            continue
        lead = "" if name == "game" else to.phrase("end") if name == OUTCOME else phase_noun(to, name)
        text = wording.text(to.spoken)
        if text:
            yield name, Step(text, lead=lead)


def _effects(to: Context, document: Document, lines: Mapping[str, tuple[str, ...]]) -> tuple[tuple[Step, ...], tuple[Block, ...]]:
    """What the values of enumerations do: in the author's words, else in the ruleset's own lines."""
    told = {name: text for name, wording in plain_rules(document, to.game) if (text := wording.text(to.spoken))}
    steps = tuple(Step(text, lead=capital(noun)) for name, text in told.items() if (noun := effect_noun(to, name)))
    families = [(name, _untold_effects(name, lines.get(name, ()), told)) for name in to.game.families]
    return steps, tuple(code(to, left) for _, left in families if len(left) > 1)


def _untold_effects(family: str, lines: tuple[str, ...], told: Mapping[str, str]) -> tuple[str, ...]:
    """The lines of a family without the effects that are told."""
    left, kept = list[str](), True
    for number, line in enumerate(lines):
        if re.match(r" {0,2}\S", line):
            head = next((each for each in lines[number:] if not each.lstrip().startswith("#")), "")  # comments stand above
            kept = f"{family} of {head.strip().partition(':')[0]}" not in told
        left += [line] if kept else []
    return tuple(left)


def part(to: Context, name: str, found: tuple[Step, ...], below: Sequence[Block] = ()) -> list[Block]:
    """A part of the page under its heading; nothing where there is nothing to tell."""
    listed: list[Block] = [Steps(found, False)] if found else []
    return [Heading(to.phrase(name), 2), *listed, *below] if found or below else []


def opening(to: Context, document: Document, allowed: tuple[int, ...], players: int, differs: bool) -> Iterator[Block]:
    """What the game is, for how many, and who sits there."""
    said = about(document)
    if said is not None:
        yield Paragraph(said.say(to.spoken))
    told = [to.phrase("for one") if allowed == (1,) else to.phrase("for players", _range(allowed))]
    if differs:
        told.append(to.phrase("told for one") if players == 1 else to.phrase("told for", players))
    seats = [to.game.words(seat.name).say(to.spoken) for seat in to.game.seats if not seat.automa]
    if document.get("seats") is not None and not set(seats) <= set(NAMES):  # usual names say nothing
        told.append(to.phrase("seats", to.joined(seats)))
    told += [to.phrase("automa", seat.name) for seat in to.game.seats if seat.automa]
    yield Paragraph(" ".join(told))


def _range(allowed: tuple[int, ...]) -> str:
    """The numbers of players: `2–6`, or one after the other."""
    whole = len(allowed) > 1 and allowed == tuple(range(allowed[0], allowed[-1] + 1))
    return f"{allowed[0]}–{allowed[-1]}" if whole else ", ".join(map(str, allowed))


# -------------------------------------------------------------------------------------------------------- differences


def differences(contexts: Mapping[int, Context], pages: Mapping[int, Page], players: int) -> tuple[Block, ...]:
    """What is told for other numbers of players and not for this one; numbers with the same differences together."""
    to = contexts[players]
    here = {_same(to, text) for text in sentences(pages[players])}
    groups: dict[tuple[str, ...], list[int]] = {}
    for number, other in pages.items():
        texts = sentences(other) if number != players else ()
        new = [text for text in texts if _same(contexts[number], text) not in here and len(text.split()) > 2]
        new += components.other_copies(contexts[number], to)
        groups.setdefault(tuple(dict.fromkeys(new)), []).append(number)
    found = []
    for texts, numbers_ in groups.items():
        head = (
            to.phrase("with one") if numbers_ == [1] else to.phrase("with players", to.joined([str(each) for each in numbers_]))
        )
        found += [Step(head, tuple(Step(text) for text in texts))] if texts else []
    return (Heading(to.phrase("others"), 2), Steps(tuple(found), False)) if found else ()


def _same(to: Context, text: str) -> str:
    """A sentence as it is where nobody takes part who is no player."""
    return text.replace(to.kind("seat"), to.kind("player"))
