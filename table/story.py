"""Tells a match as a story: a line for each thing that happened, whatever number of events it took.

A choice is told with what it brought about, unless its words say that already; whatever else happened in a phase is gathered by
sentence and told under the name of the phase. Nothing is told that the listener may not hear.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import pairwise
from operator import is_not

from attrs import Factory, define, evolve, frozen

from ..interpreter import NATURE, CardMoved, Changed, Chosen, Ended, Happening, Held, Picked, Released, Said, option_text
from ..interpreter.core.events import NOWHERE, Instance, Origin
from ..interpreter.course import Noted, Turn
from ..interpreter.game import Game
from ..program.ir import NOTHING, Ask, Place, PlaceKind
from ..program.number_text import with_minus
from ..program.ops import asks, within
from ..program.rounds import counted, covert, phase_by_sentence
from .boards import is_board
from .clauses import Clauses, empty, hearers, is_shown
from .labels import spoken_numbers
from .narration import cards_text, heading, hear, heard_part, index_labels, pass_words, phase_words, value_text, zone_words
from .phrases import phrase
from .values import is_seats


class Kind(Enum):
    """What a line of a story is."""

    PASS = "pass"  # a counted loop begins anew: "round 2"
    CHOICE = "choice"
    EVENT = "event"
    MESSAGE = "message"  # in the words of the rules


@frozen
class StoryLine:
    """A line of a story: what it is, the seat that did it (None: nobody alone), and its text.

    Where nothing but a choice is told, *stem* is its text up to the last thing that it names, and *tail* what stands behind that:
    the next line may name another.
    """

    kind: Kind
    seat: int | None
    text: str
    stem: str = ""
    tail: str = ""


@frozen
class Reached:
    """Where a story has come to: the origin of its last line, what the listener has chosen in this pass of all loops, and the
    seats that have *decided* where all decide together and are not done.
    """

    origin: Origin = NOWHERE
    chosen: tuple[tuple[Origin, Chosen], ...] = ()
    decided: frozenset[int] = frozenset()


@frozen
class Heard:
    """What the listener heard, where it comes from, and the seat that did it while all decided together (None: not so)."""

    happening: Happening
    origin: Origin
    by: int | None


@define
class Scrap:
    """A part of a step that is told in one line: a choice with what it brought about, or what happened in one phase."""

    choice: Chosen | None
    by: int | None
    origin: Origin
    rest: list[Heard] = Factory(list)

    @property
    def is_message(self) -> bool:
        """Whether it is something that the rules say."""
        return self.choice is None and any(isinstance(each.happening, Said) for each in self.rest)


class Teller:
    """Tells the events of matches of one program in one language."""

    def __init__(self, game: Game, language: str) -> None:
        """Ready to tell."""
        program = game.program
        self.game, self.program = game, program
        self.language = language
        self._asks: dict[int, Ask] = {ask.stop: ask for ask in asks(program)}
        secret = covert(program)
        self._phases = {sentence: phase for sentence, phase in phase_by_sentence(program).items() if phase not in secret}
        self._counted = counted(program)
        self._seats = [number for number in range(len(program.domains)) if is_seats(program, number)]
        self._bodies: dict[tuple[int, int], frozenset[int]] = {}

    def tell(self, step: Sequence[Noted], listener: int, before: Reached) -> tuple[tuple[StoryLine, ...], Reached]:
        """The lines for a step of a match as that seat (or `EVERYBODY`) hears it, where the story had come to *before*; and
        where it has come to then.
        """
        lines: list[StoryLine] = []
        origin, chosen = before.origin, before.chosen
        decided = before.decided | {each.event.seat for each in step if isinstance(each.event, Held)}
        released, behind = self._released(step, listener), 0
        for scrap in self._scraps(self._heard(step, listener)):
            chosen = tuple(one for one in chosen if one[0].passes == scrap.origin.passes)
            told = self._line(self._unsaid(scrap, [choice for _, choice in chosen]))
            if scrap.choice is not None and scrap.choice.actor == listener:
                chosen = (*chosen, (scrap.origin, scrap.choice))
            if told is None:
                continue
            told = evolve(told, text=with_minus(told.text), stem=with_minus(told.stem), tail=with_minus(told.tail))
            if scrap.origin.passes not in ((), origin.passes):
                turn = self._turn(origin, scrap.origin)
                lines += [StoryLine(Kind.PASS, None, turn)] if turn else []
                origin = scrap.origin
            lines.append(told)
            behind = len(lines) if scrap.by in released else behind
        if released:
            quiet = (seat for seat in sorted(decided - released) if seat != listener)
            lines[behind:behind] = [StoryLine(Kind.EVENT, seat, self._nothing(seat)) for seat in quiet]
        done = any(not isinstance(each.event, Held) for each in step)
        if decided and done and not lines:
            lines.append(StoryLine(Kind.EVENT, None, phrase(self.language, "all decided")))
        return tuple(lines), Reached(origin, chosen, frozenset() if done else frozenset(decided))

    def _released(self, step: Sequence[Noted], listener: int) -> frozenset[int]:
        """The seats of which the listener knows that they did something, now that all who decided together are done."""
        events = (each.event for each in step if isinstance(each.event, Released))
        return frozenset(one.seat for one in events if one.seat == listener or hear(self.program, one, listener) is not None)

    def _nothing(self, seat: int) -> str:
        return phrase(self.language, "decided", self.program.seat_name(seat, self.language))

    def _heard(self, step: Sequence[Noted], listener: int) -> Iterable[Heard]:
        for each in step:
            happening = hear(self.program, each.event, listener)
            if happening is None:
                continue
            by = each.event.seat if isinstance(each.event, (Held, Released)) else None
            yield Heard(happening, each.origin or NOWHERE, by)

    # ------------------------------------------------------------------------------------------------ what belongs together

    def _scraps(self, step: Iterable[Heard]) -> list[Scrap]:
        found: list[Scrap] = []
        for each in step:
            match each.happening:
                case Chosen() as choice:
                    found.append(Scrap(choice, each.by, each.origin))
                case Ended():
                    pass
                case Said() as said if found and self._same_phase(found[-1], each):
                    found[-1].rest = [other for other in found[-1].rest if not self._tells(said, other.happening)]
                    found.append(Scrap(None, each.by, each.origin, [each]))
                case _ if found and self._continues(found[-1], each):
                    found[-1].rest.append(each)
                case _ if found and (earlier := self._repeats(found, each)) is not None:
                    earlier.rest.append(each)
                case _:
                    found.append(Scrap(None, each.by, each.origin, [each]))
        return found

    def _repeats(self, found: Sequence[Scrap], each: Heard) -> Scrap | None:
        """What happened in the same phase before the last messages, where something of the same kind did; else None."""
        told = next((scrap for scrap in reversed(found) if not scrap.is_message), None)
        if not found[-1].is_message or told is None or not self._same_phase(told, each):
            return None
        kind = self._clauses(None).kind
        return told if kind(each.happening) in [kind(other.happening) for other in told.rest] else None

    def _same_phase(self, scrap: Scrap, each: Heard) -> bool:
        """Whether what was heard belongs to the same phase, in the same pass, as what was told without a choice."""
        phase = self._phases.get(each.origin.sentence)
        here = phase is not None and phase == self._phases.get(scrap.origin.sentence)
        return here and scrap.choice is None and scrap.by == each.by and scrap.origin.passes == each.origin.passes

    def _tells(self, said: Said, happening: Happening) -> bool:
        """Whether a message names a score that has changed: whose it is, what was added, and what it is now."""
        if not isinstance(happening, Changed):
            return False
        place, text = self.program.places[happening.place], said.text(self.language)
        if place.kind is not PlaceKind.SCORE:
            return False
        whose = index_labels(self.program, place.extents, happening.index, self.language)
        numbers = spoken_numbers(text)
        added = abs(happening.new - happening.old)
        return all(label in text for label in whose) and added in numbers and happening.new in numbers

    def _unsaid(self, scrap: Scrap, chosen: Sequence[Chosen]) -> Scrap:
        """What happened without the cards that went where the listener's own choices have said."""
        if scrap.choice is not None or not chosen:
            return scrap
        return evolve(scrap, rest=[each for each in scrap.rest if not self._chosen_so(each.happening, chosen)])

    def _chosen_so(self, happening: Happening, chosen: Sequence[Chosen]) -> bool:
        if not isinstance(happening, CardMoved):
            return False
        cards = [pair for one in chosen for pair in self._cards(one)]
        named = {each for one in chosen for each in self._named(one)}
        target = self.program.zones[happening.target.zone]
        where = [(extent.domain, at) for extent, at in zip(target.extents, happening.target.index, strict=True)]
        return (happening.source, happening.kind) in cards and all(each in named for each in where)

    def _cards(self, choice: Chosen) -> Iterator[tuple[Instance | None, int]]:
        """The cards that the words of a choice name, each with where it lay."""
        parameters = self._asks[choice.stop].alternatives[choice.option.alternative].parameters
        for origin, parameter, argument in zip(choice.origins, parameters, choice.option.arguments, strict=True):
            yield from ((origin, kind) for kind in self.program.inside(parameter.domain, argument))

    def _continues(self, scrap: Scrap, each: Heard) -> bool:
        """Whether what was heard is told in one line with what was heard before it."""
        if isinstance(each.happening, Said) or scrap.is_message:
            return False
        if scrap.by != each.by or scrap.origin.passes != each.origin.passes:
            return False
        if scrap.choice is None:
            if self._refills(scrap, each.happening):
                return True
            if self._picked_again(scrap, each):
                return False
            return self._phases.get(scrap.origin.sentence) == self._phases.get(each.origin.sentence)
        if each.origin.sentence in self._brought_about(scrap.choice):
            return True
        if self._says_nothing_new(scrap, each.happening):
            return True
        if self._phases.get(scrap.origin.sentence) != self._phases.get(each.origin.sentence):
            return False
        match each.happening:
            case CardMoved(source=source):
                return source in scrap.choice.origins
            case Changed(place=place, index=index, old=old, new=new):
                return self._belongs(self.program.places[place], index, (old, new), scrap.choice.actor)
            case _:
                return False

    def _picked_again(self, scrap: Scrap, each: Heard) -> bool:
        """Whether a sentence has chance pick anew, after something has come of its last pick that does not say what it was."""
        if not isinstance(each.happening, Picked) or scrap.rest[-1].origin.sentence == each.origin.sentence:
            return False
        clauses = self._clauses(scrap.by)
        before = [pair for pair in pairwise(scrap.rest) if pair[0].origin.sentence == each.origin.sentence]
        told = [one.happening for one, after in before if not clauses.says(after.happening, one.happening)]
        return any(isinstance(happening, Picked) for happening in told)

    def _refills(self, scrap: Scrap, happening: Happening) -> bool:
        """Whether a value that was emptied before is set anew."""
        if not isinstance(happening, Changed):
            return False
        place = self.program.places[happening.place]
        cell = happening.place, happening.index
        changes = [each.happening for each in scrap.rest if isinstance(each.happening, Changed)]
        return empty(place, happening.old) and any((one.place, one.index) == cell and one.new == happening.old for one in changes)

    def _belongs(self, place: Place, index: tuple[int, ...], values: tuple[int, int], seat: int) -> bool:
        """Whether a place with this index is the seat's own, or says before or after a change that something is."""
        where = [(extent.domain, at) for extent, at in zip(place.extents, index, strict=True)]
        said = [(place.domain, value) for value in values]
        return any((domain, seat) in (*said, *where) for domain in self._seats)

    def _brought_about(self, choice: Chosen) -> frozenset[int]:
        """The sentences of what a choice does."""
        key = choice.stop, choice.option.alternative
        if key not in self._bodies:
            ask = self._asks.get(choice.stop)
            body = () if ask is None else ask.alternatives[choice.option.alternative].body
            sentences = (getattr(op, "sentence", -1) for op in within(self.program, body))
            self._bodies[key] = frozenset(sentences)
        return self._bodies[key]

    def _named(self, choice: Chosen) -> set[tuple[int | None, int]]:
        """What the words of a choice name, each with its domain: the arguments, and who chose."""
        ask = self._asks.get(choice.stop)
        named: set[tuple[int | None, int]] = {(domain, choice.actor) for domain in self._seats}
        if ask is not None:
            parameters = ask.alternatives[choice.option.alternative].parameters
            named |= {
                (one.domain, given) for one, given in zip(parameters, choice.option.arguments, strict=True) if given != NOTHING
            }
        return named

    def _says_nothing_new(self, scrap: Scrap, happening: Happening) -> bool:
        """Whether a change can be read off the choice: its place and value are named there, or the value left a named place."""
        choice = scrap.choice
        if choice is None or not isinstance(happening, Changed):
            return False
        place, named = self.program.places[happening.place], self._named(choice)
        where = [(extent.domain, at) for extent, at in zip(place.extents, happening.index, strict=True)]
        if not where or not all(each in named for each in where):
            return False
        if place.truth or happening.new == NOTHING:
            return True
        return self._known(scrap, place, happening, named) and not self._taken(scrap, happening)

    def _known(self, scrap: Scrap, place: Place, change: Changed, named: set[tuple[int | None, int]]) -> bool:
        """Whether the choice names the new value, or something that left another place of the same kind has come here, which no
        piece does whose space another piece has left.
        """
        others = [each.happening for each in scrap.rest] if place.kind is not PlaceKind.PIECE else []
        moved = any(isinstance(one, Changed) and one.place == change.place and one.old == change.new for one in others)
        return (place.domain, change.new) in named or moved

    def _taken(self, scrap: Scrap, happening: Happening) -> str:
        """What a choice replaced by something else on a space that it names; empty where it replaced nothing there."""
        if scrap.choice is None or not isinstance(happening, Changed) or NOTHING in (happening.old, happening.new):
            return ""
        place, named = self.program.places[happening.place], self._named(scrap.choice)
        spaces = self._spaces(place)
        if spaces is None or (spaces, happening.index[0]) not in named or not place.optional:
            return ""
        if not self._known(scrap, place, happening, named):
            return ""
        return value_text(self.program, place.domain, happening.old, self.language)

    def _way(self, scrap: Scrap, happening: Happening) -> str:
        """`a1 → b1` where something left a space and came to one that the choice names, and none named was left; else empty."""
        if scrap.choice is None or not isinstance(happening, Changed) or happening.new != NOTHING:
            return ""
        place, named = self.program.places[happening.place], self._named(scrap.choice)
        spaces = self._spaces(place)
        if spaces is None:
            return ""
        changes = [each.happening for each in scrap.rest if isinstance(each.happening, Changed)]
        same = [one for one in changes if one.place == happening.place and one.new == happening.old]
        came = [one for one in same if (spaces, one.index[0]) in named]
        left = [one for one in changes if one.place == happening.place and one.old == happening.old and one.new == NOTHING]
        if not came or any((spaces, one.index[0]) in named for one in (happening, *left)):
            return ""
        return " → ".join(value_text(self.program, spaces, each.index[0], self.language) for each in (happening, came[0]))

    def _spaces(self, place: Place) -> int | None:
        """The domain of the spaces by which alone a place is indexed; None where it is indexed otherwise."""
        domain = place.extents[0].domain if len(place.extents) == 1 else None
        return domain if is_board(self.program, domain) else None

    # ----------------------------------------------------------------------------------------------------- the words

    def _turn(self, before: Origin, now: Origin) -> str:
        """`stage 2, round 1`: the loops that have begun anew; those around them that go on are not told again."""
        earlier = before.passes or (0,) * len(now.passes)
        first = next((at for at, (old, new) in enumerate(zip(earlier, now.passes, strict=True)) if old != new), len(now.passes))
        parts = [
            pass_words(loop, turn, self.language)
            for loop, turn in zip(self._counted[first:], now.passes[first:], strict=True)
            if turn
        ]
        return ", ".join(parts)

    def _line(self, scrap: Scrap) -> StoryLine | None:
        """The line for what belongs together; None where nothing is worth telling."""
        match scrap:
            case Scrap(choice=None, rest=[Heard(Said() as said)]):
                return StoryLine(Kind.MESSAGE, scrap.by, said.text(self.language))
            case Scrap(choice=None):
                return self._events(scrap)
            case _:
                return self._choice(scrap)

    def _events(self, scrap: Scrap) -> StoryLine | None:
        clauses = self._clauses(scrap.by).tell(each.happening for each in scrap.rest)
        if not clauses:
            return None
        text = "; ".join(clauses)
        if scrap.by is not None:
            return StoryLine(Kind.EVENT, scrap.by, f"{self.program.seat_name(scrap.by, self.language)}: {text}")
        number = self._phases.get(scrap.origin.sentence)
        name = phase_words(self.program, number, self.language) if number else ""
        if any(name == heading(loop.name, self.language) for loop in self._counted):
            name = ""  # the line of the loop says that already
        return StoryLine(Kind.EVENT, None, f"{name}: {text}" if name and not text.startswith(f"{name}:") else text)

    def _choice(self, scrap: Scrap) -> StoryLine:
        choice, program = scrap.choice, self.program
        assert choice is not None
        option = choice.option
        whole = option.code >= 0
        if whole:
            said = option_text(self.game, choice.stop, option, self.language)
        else:
            said = heard_part(program, choice.stop, option, self.language)
        said = said.replace("_", " ")
        text = f"{program.seat_name(choice.actor, self.language)}: {said}"
        rest, tail = list(scrap.rest), ""
        gone = [each.happening for each in rest if isinstance(each.happening, CardMoved)]
        gone = [each for each in gone if each.source in choice.origins]
        shown, moved = [each for each in gone if is_shown(each)], [each for each in gone if not is_shown(each)]
        if shown and len({each.kind for each in shown}) == 1:
            text += "" if whole or shown[0].kind is None else f" {cards_text(program, shown[:1], self.language)}"
            tail = f" ({hearers(program, shown[-1].shown, self.language, choice.actor)})"
            rest = [each for each in rest if each.happening not in shown]
            whole = whole or [each.kind for each in moved] == [shown[0].kind] != [None]
        if len(moved) == 1:
            move = moved[0]
            text += "" if whole else f" {cards_text(program, [move], self.language)}"
            untold = program.zones[move.target.zone].name.plain in program.hints.untold
            tail += "" if untold else f" → {zone_words(program, move.target, self.language, choice.actor)}"
            rest = [each for each in rest if each.happening is not move]
        told = [each for each in rest if not self._says_nothing_new(scrap, each.happening)]
        taken = [what for each in told if (what := self._taken(scrap, each.happening))]
        ways = [way for each in told if (way := self._way(scrap, each.happening))]
        tail += "".join(f" ({way})" for way in ways) + (f" × {' '.join(taken)}" if taken else "")
        told = [each for each in told if not self._taken(scrap, each.happening) and not self._way(scrap, each.happening)]
        clauses = self._clauses(choice.actor).tell(each.happening for each in told)
        stem = "" if clauses or ways or taken else self._stem(choice, text)
        return StoryLine(Kind.CHOICE, choice.actor, "; ".join([text + tail, *clauses]), stem, tail if stem else "")

    def _stem(self, choice: Chosen, text: str) -> str:
        """The text of a choice up to the last thing that it names; empty where it names nothing, or goes on behind that."""
        ask = self._asks.get(choice.stop)
        if ask is None or not choice.option.arguments:
            return ""
        domain = ask.alternatives[choice.option.alternative].parameters[-1].domain
        last = value_text(self.program, domain, choice.option.arguments[-1], self.language)
        return text.removesuffix(last) if text.endswith(f" {last}") else ""

    def _clauses(self, by: int | None) -> Clauses:
        return Clauses(self.game, self.language, by)


@frozen
class Passage:
    """An answer of a seat with all that chance decided behind it; its lines, and where the story had come to behind it."""

    turns: tuple[Turn, ...]
    lines: tuple[StoryLine, ...]
    behind: Reached


class Story:
    """The story of one match as one listener hears it; it follows the match when answers are taken back."""

    def __init__(self, game: Game, listener: int, language: str) -> None:
        """A story of which nothing is told yet."""
        self.listener = listener
        self._teller = Teller(game, language)
        self._passages: list[Passage] = []

    def follow(self, course: Sequence[Turn]) -> tuple[tuple[StoryLine, ...], ...]:
        """The lines of the match that took this course (`Match.course`): first what happened before anybody chose, then a group
        for each choice of a seat.
        """
        found: list[Passage] = []
        for turns in passages(course):
            known = self._passages[len(found)] if len(found) < len(self._passages) else None
            if known is None or len(known.turns) != len(turns) or any(map(is_not, known.turns, turns)):
                before = found[-1].behind if found else Reached()
                step = [each for turn in turns for each in turn.happened]
                known = Passage(turns, *self._teller.tell(step, self.listener, before))
            found.append(known)
        self._passages = found
        return tuple([each.lines for each in found])


def passages(course: Sequence[Turn]) -> Iterator[tuple[Turn, ...]]:
    """The turns of a match in groups, each from an answer of a seat up to the next."""
    group: list[Turn] = []
    for turn in course:
        if turn.actor != NATURE and group:
            yield tuple(group)
            group = []
        group.append(turn)
    yield tuple(group)


def flat(groups: Iterable[tuple[StoryLine, ...]]) -> list[StoryLine]:
    """The lines of groups, one after the other; choices that differ only in the last thing that they name are one line."""
    lines: list[StoryLine] = []
    for line in (line for group in groups for line in group):
        if lines and line.stem and same_but_one(lines[-1], line):
            lines[-1] = evolve(lines[-1], text=f"{lines[-1].text.removesuffix(line.tail)}, {line.text.removeprefix(line.stem)}")
        else:
            lines.append(line)
    return lines


def same_but_one(one: StoryLine, other: StoryLine) -> bool:
    """Whether two choices differ only in the last thing that they name."""
    return (one.seat, one.stem, one.tail) == (other.seat, other.stem, other.tail)


def plain(line: StoryLine) -> str:
    """A line as plain text; a counted loop that begins anew stands between dashes."""
    return f"— {line.text} —" if line.kind is Kind.PASS else line.text


def messages(texts: Iterable[str]) -> list[StoryLine]:
    """Texts as lines of a story."""
    return [StoryLine(Kind.MESSAGE, None, text) for text in texts]
