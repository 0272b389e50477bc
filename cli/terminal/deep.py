"""What random games of a ruleset show: every variant, number of players, and the ends of every parameter, for a bounded time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import monotonic

from attrs import Factory, define, evolve, frozen

from ...dsl.compile import Survey, combinations, compile_examples, compile_ruleset, survey
from ...dsl.diagnostics import shared
from ...dsl.diagnostics.diagnostic import Diagnostic, Severity
from ...dsl.diagnostics.report import warning
from ...dsl.settings import allowed_players
from ...dsl.text.pasting import pasted
from ...dsl.text.source import Source
from ...interpreter import PlayError
from ...interpreter.game import covering
from ...interpreter.match.examples import run_example
from ...interpreter.measures import measuring
from ...lab.deep.example import example_lines
from ...lab.deep.games import DeepGame, Kind, Player, Trouble
from ...lab.deep.shrink import shrunk
from ...lab.statistics.decision_points import carried
from ...program.budgets import MOST_COMBINATIONS
from ...program.ir import Program
from ...program.ops import asks
from ...program.span import Span
from ...simulation import Chunk, Columns, prepare
from ...simulation.compile.loaded import COMPILES

GAMES = 200
"""At most so many games are played with each setting."""

ENOUGH = 20
"""Behind fewer games nothing is said of what never happened in any of them."""

MANY = 5_000
"""At most so many games with a setting that compiled code plays."""

AT_ONCE = 64
"""So many games are played by compiled code at a time."""

SHRINKING = 10.0
"""For how many seconds a game is made shorter at most."""

TRIED = 30
"""So many games of each setting are tried for a shorter one."""

MOST_SHOWN = 5
"""Of at most so many troubles the shortest game is looked for."""

SEED = 0
"""The seed of all games: a ruleset gets the same ones again."""

DIAGNOSTICS = {
    Kind.ERROR: shared.fails_in_play,
    Kind.INVARIANT: shared.broken_invariant,
    Kind.ENDLESS: shared.never_over,
}

Parameters = tuple[tuple[str, str], ...]


@frozen
class Setting:
    """How a ruleset is played: the variant, the number of players, and the parameters that do not have their defaults."""

    variant: str
    players: int
    parameters: Parameters

    def __str__(self) -> str:
        """As a clause: "in the variant `x`, with 3 players, `a` = 1"."""
        where = [f"in the variant `{self.variant}`"] if self.variant else []
        many = f"with {self.players} player{'s' * (self.players != 1)}"
        return ", ".join([*where, many, *(f"`{name}` = {value}" for name, value in self.parameters)])


@frozen
class Found:
    """A finding; *example* has the lines of a game that shows it (none: there is no such game), to be pasted into the examples of
    the *variant*. *pastes* tells that the pasted example was run and fails just so.
    """

    diagnostic: Diagnostic
    variant: str = ""
    example: tuple[str, ...] = ()
    pastes: bool = False


@frozen
class Deep:
    """All findings, and how much was played: so many settings of all that there are, games, decisions."""

    found: tuple[Found, ...]
    played: int
    settings: int
    games: int
    decisions: int
    seconds: float

    @property
    def errors(self) -> int:
        """How many of the findings are errors."""
        return sum(each.diagnostic.severity is Severity.ERROR for each in self.found)


@define
class Played:
    """A setting that is played: its Player, the games so far, and how many of these `longest:` cut short."""

    setting: Setting
    player: Player
    games: int = 0
    decisions: int = 0
    cut: int = 0
    failed: bool = False


@define
class Course:
    """The games in progress, until a moment of `time.monotonic`; *say* is told how far they have come."""

    source: Source
    until: float
    say: Callable[[str], None]
    played: list[Played] = Factory(list)
    troubles: dict[tuple[Kind, Span], tuple[Played, DeepGame]] = Factory(dict)
    refused: list[Diagnostic] = Factory(list)

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return monotonic() >= self.until


def deep(source: Source, seconds: float, say: Callable[[str], None]) -> Deep:
    """What random games show of a ruleset without errors, within about so many seconds."""
    begun = monotonic()
    overview = survey(source)
    every = list(settings_of(overview))
    course = Course(source, begun + seconds * 3 / 4, say)
    for at, setting in enumerate(every):
        if course.over:
            break
        start(course, setting)
        say(f"{at + 1} of {len(every)} settings tried")
    rounds(course)
    quick(course)
    found = [*(Found(each) for each in course.refused), *told(course, begun + seconds)]
    if sum(each.games for each in course.played) >= ENOUGH and not found:
        found += [Found(each) for each in (*never_over(course), *never_done(course, begun + seconds))]
    return Deep(
        tuple(found),
        len(course.played),
        len(every),
        sum(each.games for each in course.played),
        sum(each.decisions for each in course.played),
        monotonic() - begun,
    )


def settings_of(overview: Survey) -> Iterator[Setting]:
    """Every variant with every number of players; then parameters at their ends, one at a time and all at once."""
    variants = {name: allowed_players(overview, name) for name in dict.fromkeys(["", *(one.name for one in overview.variants)])}
    for variant, players in combinations(variants)[:MOST_COMBINATIONS]:
        yield Setting(variant, players, ())
    corners = list(_corners(overview))
    for variant, numbers in variants.items():
        ends = dict.fromkeys((numbers[0], numbers[-1]) if not variant else numbers[:1])
        for players in ends:
            yield from (Setting(variant, players, each) for each in corners)


def _corners(overview: Survey) -> Iterator[Parameters]:
    values: dict[str, list[str]] = {}
    for each in overview.parameters:
        ends = each.choices if each.choices is not None else (each.low, each.high)
        values[each.name] = [str(end) for end in ends if end is not None and str(end) != each.default]
    for name, others in values.items():
        yield from (((name, other),) for other in others)
    moved = {name: others for name, others in values.items() if others}
    if len(moved) > 1:
        yield tuple((name, others[0]) for name, others in moved.items())
        yield tuple((name, others[-1]) for name, others in moved.items())


def start(course: Course, setting: Setting) -> None:
    """Compile a setting and play its first game; what cannot be compiled is a finding, unless the variant lacks the parameter."""
    made = compile_ruleset(course.source, setting.variant, setting.players, dict(setting.parameters))
    if made.program is None:
        wrong = [each for each in made.diagnostics if each.severity is Severity.ERROR]
        if all(each.code != "unknown-parameter" for each in wrong):
            known = {(each.code, each.span) for each in course.refused}
            course.refused += [
                evolve(each, message=f"{each.message} ({setting})") for each in wrong[:1] if (each.code, each.span) not in known
            ]
        return
    one = Played(setting, Player(measuring(made.program)))
    course.played.append(one)
    play(course, one)


def rounds(course: Course) -> None:
    """Play one game of each setting in turn, until the time is up or there are enough."""
    while not course.over:
        left = [one for one in course.played if one.games < GAMES and not one.failed]
        if not left:
            return
        for one in left:
            if course.over:
                return
            play(course, one)
        course.say(f"{sum(each.games for each in course.played):,} games")


def play(course: Course, one: Played) -> None:
    """Play the next game of a setting."""
    game = one.player.random(SEED, one.games)
    one.games += 1
    one.decisions += len(game.choices)
    one.cut += game.cut
    for trouble in game.troubles:
        one.failed = True
        course.troubles.setdefault(_place(one, trouble), (one, evolve(game, troubles=(trouble,))))


def quick(course: Course) -> None:
    """Play on in compiled code, where it can be had: so many games that rare sentences are carried out."""
    if not COMPILES or course.over:
        return
    for one in course.played:
        if course.over or one.failed or one.setting.parameters:
            continue
        engine = prepare(one.player.game.program)
        course.say(f"many games {one.setting}")
        while not course.over and one.games < MANY:
            try:
                chunk = engine.run(SEED, one.games, AT_ONCE)
            except PlayError:
                for _ in range(AT_ONCE):  # one of these games, all of which are played again
                    play(course, one)
                break
            one.games += AT_ONCE
            one.decisions += int(chunk.rows[:, engine.columns.decisions].sum())
            one.cut += int(chunk.rows[:, engine.columns.cut].sum())
            note_counted(one, engine.columns, chunk)


def note_counted(one: Played, columns: Columns, chunk: Chunk) -> None:
    """Note what compiled games carried out, and which options were taken in them."""
    done = one.player.carried
    done.update(number for number in range(columns.sentences) if chunk.counters[columns.sentence(number)])
    chosen = (each for at, each in enumerate(columns.alternatives) if chunk.counters[columns.chosen(at)])
    done.update(each.sentence for each in chosen)


def told(course: Course, until: float) -> Iterator[Found]:
    """Each trouble with the shortest game that shows it."""
    for number, (one, game) in enumerate(course.troubles.values()):
        trouble = game.troubles[0]
        if number >= MOST_SHOWN or trouble.kind is Kind.ENDLESS:
            yield Found(_diagnostic(one, trouble))
            continue
        course.say("a failure is made shorter")
        one, game = fewest(course, one, game, min(until, monotonic() + SHRINKING / 2))
        shortest = shrunk(one.player, game, SEED, min(until, monotonic() + SHRINKING))
        name = "found in play" if not number else f"found in play {number + 1}"
        setting, trouble = one.setting, shortest.troubles[0]
        lines = example_lines(one.player.game, dict(setting.parameters), shortest, name)
        shown = fails_so(course.source, setting.variant, name, lines, trouble)
        yield Found(_diagnostic(one, trouble), setting.variant, tuple(lines), shown)


def fewest(course: Course, one: Played, game: DeepGame, until: float) -> tuple[Played, DeepGame]:
    """A game with the same trouble, where random games find one until that moment: with fewer parameters changed, or as many and
    shorter.
    """
    for other in sorted(course.played, key=lambda each: len(each.setting.parameters)):
        changed = len(other.setting.parameters)
        for number in range(TRIED):
            simpler = len(one.setting.parameters) - changed
            if simpler < 0 or monotonic() > until or len(game.choices) <= 1:
                return one, game
            tried = other.player.random(SEED, number, len(game.choices) * 2 if simpler else len(game.choices) - 1)
            if tried.troubles and _place(other, tried.troubles[0]) == _place(one, game.troubles[0]):
                one, game = other, evolve(tried, troubles=tried.troubles[:1])
    return one, game


def _place(one: Played, trouble: Trouble) -> tuple[Kind, Span]:
    return trouble.kind, one.player.game.program.sentences[trouble.sentence].span


def _diagnostic(one: Played, trouble: Trouble) -> Diagnostic:
    return DIAGNOSTICS[trouble.kind](trouble.message, str(one.setting), _place(one, trouble)[1]).diagnostic


def fails_so(source: Source, variant: str, name: str, lines: Sequence[str], trouble: Trouble) -> bool:
    """Whether the example, pasted into the ruleset, fails with that trouble."""
    text = pasted(source, variant, lines)
    if text is None:
        return False
    for example in compile_examples(text)[0]:
        if example.name == name and example.program.variant == variant:
            failures = run_example(example).failures
            return any(each.message.startswith(trouble.message) for each in failures)
    return False


def never_over(course: Course) -> Iterator[Diagnostic]:
    """A warning where all games of a setting were cut short."""
    for one in course.played:
        longest = one.player.game.program.longest
        if longest is not None and one.games >= ENOUGH and one.cut == one.games:
            place = one.player.game.program.sentences[one.player.game.program.outcome.sentence].span
            yield warning(
                "only-longest-ends-it",
                place,
                f"all {one.games} random games were cut short by `longest:` ({one.setting!s}): nothing else ends them",
            ).diagnostic
            return


def never_done(course: Course, until: float) -> Iterator[Diagnostic]:
    """Warnings of sentences that no game and no example carried out, and of options that nobody took; of several in a row the
    first.
    """
    lines: dict[Span, bool] = {}
    options: set[Span] = set()
    for one in course.played:
        _note(one.player.game.program, one.player.carried, lines, options)
    for example in compile_examples(course.source)[0] if not all(lines.values()) else ():
        if all(lines.values()) or monotonic() > until:
            break
        game, done = covering(example.program)
        run_example(example, game)
        _note(example.program, done, lines, options, new=False)
    games = sum(one.games for one in course.played)
    before = True
    for place in sorted(lines, key=lambda each: (each.line, each.column)):
        if before and not lines[place] and place.line <= course.source.length:
            yield shared.never_done(games, place in options, place).diagnostic
        before = lines[place]


def _note(program: Program, done: set[int], lines: dict[Span, bool], options: set[Span], new: bool = True) -> None:
    """Note which sentences of a Program were carried out; of those that are not known yet only where they are *new*."""
    taken = [each.sentence for ask in asks(program) for each in ask.alternatives]
    options.update(program.sentences[each].span for each in taken)
    for sentence in dict.fromkeys((*carried(program), *taken)):
        place = program.sentences[sentence].span
        if new or place in lines:
            lines[place] = lines.get(place, False) or sentence in done
