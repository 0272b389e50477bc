"""Makes the rules page of a ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from ...program import ir
from ...program.number_text import with_minus
from ...program.span import NOWHERE
from ..declarations.declare import declare, player_numbers
from ..sections.told import about, plain_rules, wordings
from ..sentences import syntax as s
from ..symbols.symbols import Game
from ..symbols.translations import title_of
from ..text.document import OUTCOME, Document
from ..text.fields import Findings
from ..text.merge import documents
from ..text.nodes import Scalar
from ..text.source import Source
from . import components
from .ending import ending, terms
from .nouns import capital
from .page import Block, Heading, Page, Paragraph, Step, Steps, rewritten, sentences
from .phases import Story, counted
from .steps import steps, steps_inside
from .words import Words


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
    tellings = {number: _telling(document, source, number, parameters, language, names) for number in allowed}
    pages = {number: _page(to, document) for number, to in tellings.items()}
    to, page = tellings[players], pages[players]
    differences = _differences(tellings, pages, players)
    head, *rest = page.blocks
    opening = _opening(to, document, allowed, players, bool(differences))
    return rewritten(Page(page.title, language, players, (head, *opening, *rest, *differences)), with_minus)


def _telling(
    document: Document, source: Source, players: int, parameters: Mapping[str, str], language: str, names: Mapping[str, str]
) -> Words:
    values = {name: Scalar(value, value, False, NOWHERE) for name, value in parameters.items()}
    game = declare(document, source, players, values, Findings())
    game.worded.update({seat: ir.Words(seat, (("*", name),)) for seat, name in names.items()})
    return Words(game, language, wordings=wordings(document, game, Findings()))


def _page(to: Words, document: Document) -> Page:
    """The page without what it is and what differs."""
    title = title_of(to.game.name, document.get("title")).say(to.spoken)
    blocks = [
        Heading(title, 1),
        *_plain(to, document),
        *_components(to, document),
        *_play(to, document),
        *_part(to, "end", tuple(ending(to, document))),
    ]
    blocks += _part(to, "terms", terms(to))
    blocks += _part(to, "hidden", components.hidden(to))
    return Page(title, to.spoken, to.game.players, tuple(blocks))


def _plain(to: Words, document: Document) -> list[Block]:
    """The rules in the author's own words; what is worked out sentence by sentence follows as their details."""
    story = Story(to, to.game.phases, {})
    items = []
    for name, wording in plain_rules(document, to.game):
        lead = "" if name == "game" else to.phrase("end") if name == OUTCOME else capital(story.phase_noun(name))
        text = wording.text(to.spoken)
        items += [Step(text, lead=lead)] if text else []
    return [Heading(to.phrase("plainly"), 2), Steps(tuple(items), False), Paragraph(to.phrase("in detail"))] if items else []


def _part(to: Words, name: str, found: tuple[Step, ...], numbered: bool = False) -> list[Block]:
    return [Heading(to.phrase(name), 2), Steps(found, numbered)] if found else []


def _opening(to: Words, document: Document, allowed: tuple[int, ...], players: int, differs: bool) -> Iterator[Block]:
    said = about(document)
    if said is not None:
        yield Paragraph(said.say(to.spoken))
    told = [to.phrase("for one") if allowed == (1,) else to.phrase("for players", _range(allowed))]
    if differs:
        told.append(to.phrase("told for one") if players == 1 else to.phrase("told for", players))
    seats = [to.game.words(seat.name).say(to.spoken) for seat in to.game.seats if not seat.automa]
    if document.get("seats") is not None:
        told.append(to.phrase("seats", to.joined(seats)))
    told += [to.phrase("automa", seat.name) for seat in to.game.seats if seat.automa]
    yield Paragraph(" ".join(told))


def _range(allowed: tuple[int, ...]) -> str:
    """The numbers of players: `2–6`, or one after the other."""
    whole = len(allowed) > 1 and allowed == tuple(range(allowed[0], allowed[-1] + 1))
    return f"{allowed[0]}–{allowed[-1]}" if whole else ", ".join(map(str, allowed))


def _components(to: Words, document: Document) -> list[Block]:
    found = [*components.decks(to, document), *components.boards(to, document), *components.printed_values(to)]
    return [Heading(to.phrase("components"), 2), *found] if found else []


# --------------------------------------------------------------------------------------------------------------- play


def _play(to: Words, document: Document) -> list[Block]:
    """How it begins, how it goes, and the phases that are told in parts of their own."""
    game: Game = to.game
    story = Story(to, game.phases, counted(game))
    body = game.phases["game"].body
    split = _first_decision(story, body)
    with to.scope():
        begun = (*components.start(to, document), *steps_inside(story, body[:split], 0))
        goes = steps_inside(story, body[split:], 0)
    found = _part(to, "setup", begun)
    found += _part(to, "play", goes, numbered=len(goes) > 1)
    told: set[str] = set()
    while any(name not in told for name in story.parts):
        name = next(name for name in story.parts if name not in told)
        told.add(name)
        phase = game.phases[name]
        with story.inside(phase, None):
            below = steps(story, phase.body)
        found += [Heading(capital(story.phase_noun(name)), 3), Steps(below, len(below) > 1)] if below else []
    return found


def _first_decision(story: Story, body: tuple[s.Statement, ...]) -> int:
    """How many of the first sentences of the game are its set-up: those before anybody chooses, without loops of rounds."""
    for at, statement in enumerate(body):
        if story.asks((statement,)) or isinstance(statement, s.RepeatBlock):
            return at
    return 0


# -------------------------------------------------------------------------------------------------------- differences


def _differences(tellings: Mapping[int, Words], pages: Mapping[int, Page], players: int) -> tuple[Block, ...]:
    """What is told for other numbers of players and not for this one; numbers with the same differences together."""
    to = tellings[players]
    here = {_same(to, text) for text in sentences(pages[players])}
    groups: dict[tuple[str, ...], list[int]] = {}
    for number, other in pages.items():
        texts = sentences(other) if number != players else ()
        new = [text for text in texts if _same(tellings[number], text) not in here and len(text.split()) > 2]
        groups.setdefault(tuple(dict.fromkeys(new)), []).append(number)
    found = []
    for texts, numbers_ in groups.items():
        head = (
            to.phrase("with one") if numbers_ == [1] else to.phrase("with players", to.joined([str(each) for each in numbers_]))
        )
        found += [Step(head, tuple(Step(text) for text in texts))] if texts else []
    return (Heading(to.phrase("others"), 2), Steps(tuple(found), False)) if found else ()


def _same(to: Words, text: str) -> str:
    """A sentence as it is where nobody takes part who is no player."""
    return text.replace(to.kind("seat"), to.kind("player"))
