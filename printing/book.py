"""The rulebook as plain data: what the rules page tells, in the order of a rulebook, with pictures, examples and variants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, frozen

from ..drawing.board import Token, bare, board_svg, shape_of
from ..drawing.inks import INK, LIGHT
from ..drawing.markup import element
from ..dsl.declarations.declare import minutes, player_numbers
from ..dsl.symbols.translations import title_of
from ..dsl.text.document import OUTCOME, Document
from ..dsl.text.fields import Findings
from ..dsl.text.merge import documents
from ..interpreter import NATURE, State, actors, advance, decision, heard_by_all, initial
from ..interpreter.core.rng import Use, stream, weighted
from ..interpreter.game import Game
from ..program.harmless import harmless
from ..program.ir import Program
from ..program.number_text import with_minus
from ..rulebook.beginning import beginning
from ..rulebook.components import scattered, sets_of
from ..rulebook.context import Context
from ..rulebook.nouns import capital
from ..rulebook.page import Block, Code, Heading, Page, Paragraph, Step, Steps, rewritten
from ..rulebook.rules_page import Parts, context_of, differences, glossary, opening, page_of, part, parts_of
from ..rulebook.ruleset_lines import asks, lines_of, set_up_phases
from ..table.model import scene_of
from ..table.scene import Board, Scene
from ..table.writing import by_rank, titled
from .blocks import Book, BookBlock, Boxed, CardShown, Drawn, Gallery, Pair, Told
from .counters import standing
from .cropping import cropped
from .examples import examples
from .faces import deck_title
from .forms import own_space, scored, written_boards
from .phrases import phrase


def book_of(told: Told) -> Book:
    """The rulebook. Raises PlayError where the game cannot begin."""
    every = documents(told.source, Findings())
    document = every[told.variant]
    numbers = player_numbers(document)
    contexts = {each: context_of(document, told.source, each, told.parameters, told.language, {}) for each in numbers}
    to, lines = contexts[told.players], lines_of(told.source, told.variant)
    drawn = frozenset(name for each in contexts.values() for name in scattered(each))  # the table shows how these begin
    parts = parts_of(to, document, lines, drawn)
    pages = {each: _with_automas(context, page_of(context, document, lines, drawn)) for each, context in contexts.items()}
    differing = differences(contexts, pages, told.players)
    game = Game(told.program)
    laid = at_the_start(game, told.language)
    plain = Plain(to, told.program, parts)
    cards = _in_each_set(to, told, document)
    blocks: list[BookBlock] = [
        Heading(parts.title, 1),
        *opening(to, document, numbers, told.players, bool(differing)),
        *_minutes(told, document),
        *_steps(told.say("goal"), plain.of("game")),
        *_components(to, told, parts, laid, cards),
        *_set_up(to, told, parts, plain.set_up, laid),
        *_steps(told.say("play"), plain.play),
        *part(to, "menus", tuple(map(_once, _menus(parts)))),
        *part(to, "effects", parts.effects),
        *_steps(told.say("scoring"), plain.scoring),
        *_steps(to.phrase("end"), (*plain.of(OUTCOME), *parts.ending)),
        *part(to, "hidden", parts.hidden),
        *_examples(told, document),
        *differing,
        *_variants(told, every, parts),
        *_gallery(told, cards),
        *_reference(to, told, parts),
    ]
    title, *rest = blocks
    whole = (title, *map(_clean, rest))
    return Book(harmless(parts.title), told.language, whole, tuple(unsaid(to, told, document, parts)))


def _with_automas(to: Context, page: Page) -> Page:
    """The page with those who take part without a player."""
    told = " ".join(to.phrase("automa", seat.name) for seat in to.game.seats if seat.automa)
    return evolve(page, blocks=(*page.blocks, Paragraph(told))) if told else page


def _clean(block: BookBlock) -> BookBlock:
    """The block with signs of minus in it, and without what a terminal or a page would obey."""
    match block:
        case Drawn() | Pair() | Gallery():
            return block
        case Boxed(title, blocks):
            return Boxed(harmless(title), tuple(map(_clean, blocks)))
        case _:
            return rewritten(Page("", "", 1, (block,)), lambda text: harmless(with_minus(text))).blocks[0]


def _steps(title: str, steps: Sequence[Step]) -> list[BookBlock]:
    """Sentences under a heading, each that has a name under its own."""
    if not steps:
        return []
    found: list[BookBlock] = [Heading(title, 2)]
    for step in steps:
        if step.lead and step.lead != title:
            found.append(Heading(step.lead, 3))
        if step.text:
            found.append(Paragraph(step.text))
        if step.below:
            found.append(Steps(step.below, False))
    return found


def _menus(parts: Parts) -> Iterator[Step]:
    """The menus; those of effects that are told only where they have reasons."""
    told = {step.lead for step in parts.effects}
    for step in parts.menus:
        if step.lead not in told or any(option.below for option in step.below):
            yield step


def _once(step: Step) -> Step:
    """The step with each sentence below it once."""
    return evolve(step, below=tuple(dict.fromkeys(map(_once, step.below))))


def _minutes(told: Told, document: Document) -> Iterator[Block]:
    found = minutes(document)
    if found is not None:
        yield Paragraph(told.say("minutes", found))


@frozen
class Plain:
    """The author's words by where in a rulebook they stand: phases of the set-up, phases that only score, and all others."""

    to: Context
    program: Program
    parts: Parts

    def of(self, name: str) -> tuple[Step, ...]:
        """What is said of one phase, or of the outcome."""
        return tuple(evolve(step, lead="") for each, step in self.parts.plain if each == name)

    @property
    def set_up(self) -> tuple[Step, ...]:
        """What is said of the set-up."""
        begun = set_up_phases(self.to.game)
        return tuple(step for name, step in self.parts.plain if name in begun)

    @property
    def scoring(self) -> tuple[Step, ...]:
        """What is said of phases that change scores, and in which nobody chooses."""
        names = self._scoring()
        return tuple(step for name, step in self.parts.plain if name in names)

    @property
    def play(self) -> tuple[Step, ...]:
        """What is said of all other phases."""
        others = {"game", OUTCOME, *set_up_phases(self.to.game), *self._scoring()}
        return tuple(step for name, step in self.parts.plain if name not in others)

    def _scoring(self) -> frozenset[str]:
        names = {self.program.phases[phase].name for phase, _, _ in scored(self.program) if phase is not None}
        phases = self.to.game.phases
        return frozenset(
            name for name in names if name in phases and name != "game" and not asks(self.to.game, phases[name].body)
        ) - set_up_phases(self.to.game)


# ---------------------------------------------------------------------------------------------------------- components


def _components(to: Context, told: Told, parts: Parts, laid: Scene, every: Sequence[CardShown]) -> Iterator[BookBlock]:
    """The components, each board below what is said of it, then the pieces."""
    if not parts.components:
        return
    yield Heading(to.phrase("components"), 2)
    yield from parts.components
    for deck in range(len(told.program.decks)):
        cards = [card for card in every if card.deck == deck]
        yield Gallery(
            (*cards[:SAMPLE], CardShown(None, deck, deck_title(told.program.decks[deck], told.language), 0)), small=True
        )
    for board in laid.boards:
        yield Drawn(board_svg(bare(board), laid, names=True, coloured=True), told.say("board", board.title), _share(board))
    written = written_boards(told.program)
    pieces = piece_drawing(laid.language, [board for board in laid.boards if board.id not in written])
    if pieces is not None:
        yield pieces


SAMPLE = 5
"""So many cards of a deck are shown among the components."""


def _share(board: Board) -> float:
    """How much of the width a board takes: not more than makes it as high as a hand."""
    xs, ys = [space.at[0] for space in board.spaces], [space.at[1] for space in board.spaces]
    ratio = (max(xs) - min(xs) + 1) / (max(ys) - min(ys) + 1)
    return min(1.0, max(0.3, 0.55 * ratio))


def piece_drawing(language: str, boards: Sequence[Board]) -> Drawn | None:
    """The pieces that stand on these boards, each kind once with how many there are; None where there are none."""
    found: Counter[Token] = sum(map(standing, boards), Counter())
    if not 0 < len(found) <= MOST_PIECES:
        return None
    drawn = element("svg", viewBox=f"0 0 {60 * len(found)} 78", role="img", font_family="sans-serif", text_anchor="middle")
    for at, (thing, count) in enumerate(found.items()):
        for shape in shape_of(thing, (30 + 60 * at, 30), 24, LIGHT):
            drawn.append(shape)
        drawn.append(element("text", f"×{count}", x=30 + 60 * at, y=72, font_size=14, fill=INK))
    return Drawn(drawn, phrase(language, "pieces begun"), min(1.0, 0.07 * len(found)))


MOST_PIECES = 16


def cards_of(told: Told) -> tuple[CardShown, ...]:
    """All kinds of card, in the order of their faces."""
    found: list[CardShown] = []
    for number, deck in enumerate(told.program.decks):
        labels = told.program.domains[deck.domain].labels
        for kind, copies in enumerate(deck.copies):
            if copies:
                name = harmless(with_minus(labels[kind].say(told.language).replace("_", " ")))
                found.append(CardShown(len(found), number, name, copies))
    return tuple(found)


def _in_each_set(to: Context, told: Told, document: Document) -> tuple[CardShown, ...]:
    """All kinds of card, of decks that each player has as many as one player has."""
    sets = [sets_of(to, document, deck.name.plain) for deck in told.program.decks]
    return tuple(evolve(card, count=card.count // sets[card.deck]) for card in cards_of(told))


def _gallery(told: Told, cards: Sequence[CardShown]) -> Iterator[BookBlock]:
    if not cards:
        return
    yield Heading(told.say("gallery"), 2)
    for number, deck in enumerate(told.program.decks):
        if len(told.program.decks) > 1:
            yield Heading(deck_title(deck, told.language), 3)
        yield Gallery(tuple(card for card in cards if card.deck == number))


# -------------------------------------------------------------------------------------------------------------- set-up


def at_the_start(game: Game, language: str) -> Scene:
    """The table as all see it when somebody is asked first; chance draws from a fixed seed. Raises PlayError."""
    state, below = initial(game, listening=True), stream(0, 0, Use.NATURE).below
    while actors(game, state) == (NATURE,):
        asked = decision(game, state, NATURE)
        state, _ = advance(game, state, NATURE, weighted([option.weight for option in asked.options], below))
    return shown_to_all(game, state, language)


def shown_to_all(game: Game, state: State, language: str) -> Scene:
    """The table as all see it."""
    return evolve(scene_of(game, heard_by_all(game, state), language, own=False), decided=())


def _set_up(to: Context, told: Told, parts: Parts, plain: Sequence[Step], laid: Scene) -> Iterator[BookBlock]:
    """The set-up: the author's words, what follows from the declarations, and the table."""
    yield Heading(to.phrase("setup"), 2)
    for step in plain:
        yield Heading(step.lead, 3)
        yield Paragraph(step.text)
    steps = (*parts.start, *beginning(to))
    if steps:
        yield Steps(steps, False)
    yield from table_blocks(told, laid)
    yield Paragraph(told.say("laid" if told.program.decks else "laid open"))


def table_blocks(told: Told, laid: Scene) -> Iterator[BookBlock]:
    """The table drawn: boards, then what lies in each zone, and all zones of which only backs are seen side by side; of zones
    that each player has, those of the first.
    """
    for board in (one for each in laid.boards for one in cropped((each,))):
        if board.id in written_boards(told.program):  # each has one
            board = evolve(board, spaces=tuple(own_space(space, told.program.players[0]) for space in board.spaces), paths=())
            yield Drawn(board_svg(board, laid), told.program.seat_name(told.program.players[0], told.language), _share(board))
        else:
            yield Drawn(board_svg(board, laid), "", _share(board))
    backs: list[CardShown] = []
    faces = {(card.deck, kind): card for card, kind in zip(cards_of(told), _kinds(told.program), strict=True)}
    for zone in by_rank(laid.zones):
        if zone.size == 0 or zone.seat not in (None, told.program.players[0]):
            continue
        size = told.say("one card") if zone.size == 1 else told.say("size", zone.size)
        deck = next(each.deck for each in told.program.zones if each.name.plain == zone.zone)
        seen = [faces[deck, card.kind] for card in zone.cards if card.kind is not None and (deck, card.kind) in faces]
        if seen:
            yield Paragraph(capital(f"{titled(zone, zone.title)}: {size}"))
            yield Gallery(tuple(evolve(card, count=0) for card in seen[:MOST_LAID]), small=True)
        else:
            backs.append(CardShown(None, deck, harmless(capital(titled(zone, zone.title))), zone.size))
    if backs:
        yield Gallery(tuple(backs), small=True)


MOST_LAID = 8
"""So many cards of a zone are drawn."""


def _kinds(program: Program) -> Iterator[str]:
    """The kinds of all cards, in the order of their faces."""
    for deck in program.decks:
        for label, copies in zip(program.domains[deck.domain].labels, deck.copies, strict=True):
            if copies:
                yield label.plain


# ------------------------------------------------------------------------------------------- examples, variants, lines


def _examples(told: Told, document: Document) -> Iterator[BookBlock]:
    found = tuple(examples(told, document))
    if found:
        yield Heading(told.say("examples"), 2)
        yield from found


def _variants(told: Told, every: Mapping[str, Document], base: Parts) -> Iterator[BookBlock]:
    """A box for each variant: what is said of it and not of the game."""
    if told.variant or len(every) < 2:
        return
    yield Heading(told.say("variants"), 2)
    known = {step.text for _, step in base.plain} | {str(each) for each in base.components}
    for name, document in every.items():
        if name:
            numbers = player_numbers(document)
            players = min(numbers, key=lambda each: abs(each - told.players))
            to = context_of(document, told.source, players, {}, told.language, {})
            parts = parts_of(to, document, lines_of(told.source, name))
            steps = tuple(step for _, step in parts.plain if step.text not in known)
            menus = tuple(_once(step) for step in parts.menus if step not in base.menus)
            new = [each for each in parts.components if str(each) not in known]
            blocks: list[BookBlock] = []
            if numbers != player_numbers(every[""]):
                blocks.append(Paragraph(told.say("for", f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else numbers[0])))
            blocks += [Paragraph(told.say("instead")), Steps(steps, False)] if steps else []
            blocks += [*new, *([Steps(menus, False)] if menus else [])]
            yield Boxed(title_of(name, document.get("title")).say(told.language), tuple(blocks))


def _reference(to: Context, told: Told, parts: Parts) -> Iterator[BookBlock]:
    """The ruleset's own lines, with the names in them."""
    lines: tuple[Block, ...] = (*parts.begun, *parts.lines, *parts.untold_effects, *parts.end)
    if lines:
        yield Heading(told.say("reference"), 2)
        if parts.begun:
            yield Heading(to.phrase("setup"), 3)
        yield from lines
        for block in glossary(to, lines):
            yield Heading(block.text, 3) if isinstance(block, Heading) else block


# --------------------------------------------------------------------------------------------------- what is not said


def unsaid(to: Context, told: Told, document: Document, parts: Parts) -> Iterator[str]:
    """What a reader of the rulebook is not told in the author's words."""
    said = {name for name, _ in parts.plain}
    if document.get("about") is None:
        yield "what the game is (`about:`)"
    if OUTCOME not in said:
        yield "who wins (`told: rules outcome`)"
    if "game" not in said:
        yield "how the game goes (`told: rules game`)"
    scoring = {told.program.phases[phase].name for phase, _, _ in scored(told.program) if phase is not None}
    effects = {phase for family in to.game.families.values() for phase in family.effects.values()}
    for name, phase in to.game.phases.items():
        if name in effects or name == "game" or name in said:
            continue
        if asks(to.game, phase.body, frozenset(to.game.phases)):
            yield f"what is chosen in `{name}` (`told: rules {name}`)"
        elif name in scoring:
            yield f"what `{name}` scores (`told: rules {name}`)"
    for block in parts.untold_effects:
        if isinstance(block, Code):
            yield f"what these do: `{block.lines[0].strip().rstrip(':')}`"
