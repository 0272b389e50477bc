"""The parts of a table's page for one who looks at it, as HTML: each is put in place of the old one when it changes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Protocol
from urllib.parse import urlencode
from xml.etree.ElementTree import Element

from attrs import Factory, define, evolve, frozen

from ..drawing.markup import Child, as_html, element, put
from ..drawing.table import table_html
from ..interpreter import Decision
from ..session.events import Happened, Numbered
from ..session.levels import LEVELS
from ..session.question import NotOffered, Question
from ..session.seating import RANDOM, level_text
from ..session.session import Session
from ..table.in_words import in_words, on_space
from ..table.phrases import listed, phrase
from ..table.picking import Picking
from ..table.scene import Scene
from ..table.spots import spot_at, spot_id
from ..table.stages import Stage, groups
from ..table.story import StoryLine, flat
from ..table.styles import StyledText
from .settings import TableSettings
from .words import say

ROOM = 14
"""Of more options than this, those that begin alike are folded together."""
LONGEST_STORY = 300
"""A page tells at most so many of the last lines."""
LATEST = 3
"""So many of them stand beside the question too, where the story is far from it."""
COLUMNS = 12
"""A board that is wider than this many spaces is not shrunk to the width of a phone."""
SPACE = 60
"""How wide a space is drawn."""

Hinted = tuple[tuple[tuple[str, ...], ...], ...]
"""What a hint marks: for each of the first choices that are expected, and each of its arguments, the ids of what means it."""

Parts = Mapping[str, str]
"""Each part of a page, as HTML, under its id."""


class Attended(Protocol):
    """A match that is played, with those who are there."""

    settings: TableSettings

    @property
    def session(self) -> Session:
        """The match at its table."""
        ...

    @property
    def taken(self) -> Collection[int]:
        """The seats to which somebody has come."""
        ...

    @property
    def failed(self) -> Mapping[int, str]:
        """What bots did that failed, by their seats."""
        ...

    @property
    def present(self) -> Mapping[int | None, int]:
        """How many pages of each seat are open; under None, how many watch."""
        ...

    @property
    def moves(self) -> int:
        """Rises with everything that changes the match or its settings."""
        ...


@define(eq=False)
class Painter:
    """Makes the parts of the pages of one match, each once for all who look at it from the same seat, and anew only where the
    seat has heard something since, is asked something else, or others are.
    """

    live: Attended
    _made: dict[tuple[str, int | None], tuple[Hashable, str]] = Factory(dict)
    _asked: dict[int, tuple[tuple[str, int], Question]] = Factory(dict)
    _hints: dict[int, tuple[tuple[str, int], Hinted]] = Factory(dict)

    def parts(self, seat: int | None) -> Parts:
        """The parts for a seat (None: for whoever watches) as things stand. Raises PlayError."""
        session, settings = self.live.session, self.live.settings
        told = session.told(seat)
        number = session.number(seat) if seat is not None and seat in session.asked else 0
        heard = session.epoch, told, number, str(settings), self.hinted(seat)
        if seat is not None and number:
            mine = session.undo_asked, session.match.settled(seat)
            ask = self._once("ask", seat, (*heard, *mine), lambda: ask_html(self.live, seat, self.question(seat)))
        else:
            ask = as_html(ask_html(self.live, seat, None))
        return {
            "table": self._once("table", seat, heard, lambda: self._table(seat)),
            "ask": ask,
            "story": self._once("story", seat, heard[:2], lambda: story_html(session, seat)),
            "people": as_html(people_html(self.live, seat)),
        }

    def _once(self, part: str, seat: int | None, key: Hashable, make: Callable[[], Element]) -> str:
        known = self._made.get((part, seat))
        if known is None or known[0] != key:
            known = self._made[part, seat] = key, as_html(make())
        return known[1]

    def question(self, seat: int | None) -> Question | None:
        """What the seat is asked, worked out once; None where it is asked nothing. Raises PlayError."""
        session = self.live.session
        if seat is None or seat not in session.asked:
            return None
        key = session.epoch, session.number(seat)
        if seat not in self._asked or self._asked[seat][0] != key:
            question = session.question(seat)
            assert question is not None  # it is asked
            self._asked[seat] = key, question
        return self._asked[seat][1]

    def hint(self, seat: int, marks: Hinted) -> None:
        """Marks what a hint names on the table of a seat, as long as its question stands."""
        session = self.live.session
        if seat in session.asked:
            self._hints[seat] = (session.epoch, session.number(seat)), marks

    def hinted(self, seat: int | None) -> Hinted:
        """What is marked so."""
        session = self.live.session
        if seat is None or seat not in self._hints or seat not in session.asked:
            return ()
        key, marks = self._hints[seat]
        return marks if key == (session.epoch, session.number(seat)) else ()

    def _table(self, seat: int | None) -> Element:
        question = self.question(seat)
        picking = None if question is None else question.picking
        return table_part(self.live.session, self.scene(seat), question, picking, self.hinted(seat))

    def scene(self, seat: int | None) -> Scene:
        """What the seat is shown, but for who is asked, which stands beside the table."""
        shown = self.live.session.scene(seat)
        return evolve(shown, seats=tuple(evolve(each, asked=False) for each in shown.seats))

    def picked(self, seat: int, picks: Sequence[str]) -> Parts:
        """The same, where the seat has picked that much of its answer. Raises NotOffered and PlayError."""
        session = self.live.session
        question = self.question(seat)
        if question is None or not picks:
            return self.parts(seat)
        picking = picking_of(session, question, picks)
        return {
            **self.parts(seat),
            "table": as_html(table_part(session, self.scene(seat), question, picking, self.hinted(seat))),
            "ask": as_html(ask_html(self.live, seat, question, picking)),
        }


def picking_of(session: Session, question: Question, picks: Sequence[str]) -> Picking:
    """What of the question was picked, by the ids of spots. Raises NotOffered."""
    picking: Picking | None = question.picking
    for written in picks:
        try:
            picking = None if picking is None else picking.pick(spot_at(session.program, written))
        except ValueError:
            picking = None
    if picking is None:
        raise NotOffered(say(session.language, "not offered"))
    return picking


# ------------------------------------------------------------------------------------------------ the table


@frozen
class Pointing:
    """What can be pointed at: the ids of spots on offer, those that are picked, and what each spot is called."""

    opened: Collection[str]
    picked: Sequence[str]
    names: Mapping[str, str]

    def link(self, spot: str, kind: str) -> Element:
        """The link that picks a spot, or puts it back."""
        ids = [each for each in self.picked if each != spot] if spot in self.picked else [*self.picked, spot]
        name = self.names.get(spot, spot.rpartition("/")[2])
        return element("a", href="?" + urlencode([("pick", each) for each in ids]), class_=kind, aria_label=name, data_pick=spot)


def table_part(session: Session, scene: Scene, question: Question | None, picking: Picking | None, hinted: Hinted) -> Element:
    """The table, with links where something can be picked, and all of it in words."""
    program = session.program
    found = () if picking is None else picking.spots()
    opened = tuple(spot_id(program, spot) for spot in found)
    picked = () if picking is None else tuple(spot_id(program, spot) for spot in picking.picked)
    spaces = (space for board in scene.boards for space in board.spaces)
    names = {
        space.id: ", ".join((space.name, *(words for _, words in on_space(program, space, session.language))))
        for space in spaces
        if space.id in opened
    }
    cards = (card for zone in scene.zones for card in zone.cards)
    names |= {card.id: card.name for card in cards} | {each.id: each.name for each in scene.seats}
    named = {spot for means in next(iter(hinted), ()) for spot in means}
    names = {spot: f"{name}, {say(session.language, 'hint')}" if spot in named else name for spot, name in names.items()}
    made = table_html(scene, opened, hinted)
    for each in made.iter():
        if each.get("data-spot") in named:
            each.set("class", f"{each.get('class', '')} hinted".strip())
    pointable(made, Pointing(opened, picked, names), question is not None)
    words = [element("li", line) for line in in_words(program, scene, printed=False)]
    told = element("details", element("summary", say(session.language, "in words")), element("ul", *words), id="words")
    heading = element("h2", say(session.language, "table"), class_="unseen", id="table-heading")
    return element("section", heading, made, told, id="table", aria_labelledby="table-heading")


def pointable(made: Element, pointing: Pointing, asked: bool) -> None:
    """Puts links on what can be picked in a drawing of a table, and marks what is *picked*; what is not on offer is marked too,
    while somebody is *asked*.
    """
    if asked:
        made.set("class", f"{made.get('class', '')} asking")
    for each in made.iter("svg"):
        if each.get("role") == "img" and asked and pointing.opened:
            each.set("role", "group")
        if "board" in each.get("class", "").split():
            raised(each, {*pointing.opened, *pointing.picked})
    for frame in made.iter("div"):
        board = frame.find("svg") if frame.get("class") == "board-frame" else None
        if board is not None and float(board.get("viewBox", "0 0 0 0").split()[2]) > COLUMNS * SPACE:
            board.set("class", f"{board.get('class', '')} large")
            frame.attrib.update({"tabindex": "0", "role": "group", "aria-label": board.get("aria-label", "")})
    for each in list(made.iter()):
        spot = each.get("data-spot", "")
        if not spot or (spot not in pointing.opened and spot not in pointing.picked):
            continue
        marks = {"open": spot in pointing.opened, "picked": spot in pointing.picked}
        names = dict.fromkeys([*each.get("class", "").split(), *(name for name, so in marks.items() if so)])
        each.set("class", " ".join(names))
        if each.tag == "g":
            inside, children = pointing.link(spot, "pick"), list(each)
            for child in children:
                each.remove(child)
                inside.append(child)
            each.append(inside)
        else:
            holder = {"section": each.find("h3"), "tr": each.find("th")}.get(each.tag)
            (each if holder is None else holder).append(pointing.link(spot, "pick cover"))


def raised(board: Element, marked: Collection[str]) -> None:
    """Draws the spaces that are *marked* above their neighbours, which would hide their edges, those of a hint above these, and
    links above all.
    """
    spaces = [each for each in board if "space" in each.get("class", "").split()]
    if spaces:
        at = list(board).index(spaces[0])
        for each in spaces:
            board.remove(each)
        names = [each.get("class", "").split() for each in spaces]
        ranks = [
            ("link" in name, each.get("data-spot") in marked, "hinted" in name) for name, each in zip(names, spaces, strict=True)
        ]
        board[at:at] = [space for _, space in sorted(zip(ranks, spaces, strict=True), key=lambda each: each[0])]


# ------------------------------------------------------------------------------------------------ the question


def ask_html(live: Attended, seat: int | None, question: Question | None, picked: Picking | None = None) -> Element:
    """What the seat is asked, of which something may be *picked*, else who is waited for; at the end who has won."""
    session, language = live.session, live.session.language
    picking = question.picking if picked is None and question is not None else picked
    made = element("section", id="ask", aria_label=say(language, "question"))
    put(made, latest_html(session, seat))
    if session.is_over:
        return put(made, element("h2", over_text(session)), *over_tools(live, seat))
    put(made, *agreement(session, seat))
    if question is None or picking is None:
        again = element("noscript", element("p", element("a", say(language, "look again"), href="./", class_="button")))
        put(made, *waiting(live), again)
    else:
        made.set("class", "turn")
        whose = element("span", say(language, "your turn"), class_="whose")
        put(made, element("h2", whose, " ", question.prompt.text), answer_form(session, question, picking))
        put(made, *barred_html(question, language))
    return put(made, *tools(live, seat, question))


def waiting(live: Attended) -> Iterator[Element]:
    """Who is waited for: people, and bots that think."""
    session, language = live.session, live.session.language
    thinking = [seat for seat in session.asked if seat not in session.seating.people and seat not in live.failed]
    people = [session.program.seat_name(seat, language) for seat in session.asked if seat not in thinking]
    if people:
        yield element("h2", say(language, "waiting for", listed(language, people)), class_="quiet")
    for seat in thinking:
        yield element("p", phrase(language, "thinks", session.program.seat_name(seat, language)), class_="thinking")


def answer_form(session: Session, question: Question, picking: Picking) -> Element:
    """The options as buttons, folded together where they are many."""
    language = session.language
    picks = [spot_id(session.program, spot) for spot in picking.picked]
    form = element("form", *hidden(question.number, picks), method="post", action="choose", class_="options")
    put(form, how_html(session, picking, picks))
    if picking.is_set:
        put(form, entry_html(session, question.asked, picking, Pointing((), picks, {})))
    else:
        left = [choice.option for choice in picking.open]
        put(form, element("ul", *staged(session, question.asked, left, None)))
    if picking.complete or picking.given is not None:
        put(form, element("button", say(language, "give"), name="give", value="1", class_="main"))
    return form


def how_html(session: Session, picking: Picking, picks: Sequence[str]) -> Element | None:
    """How to answer by pointing, what was picked so far, and the way back."""
    language = session.language
    if not picks:
        if picking.missing:
            return element("p", say(language, "more", picking.missing), class_="how")
        if picking.members:
            return element("p", say(language, "pick"), class_="how")
        return element("p", say(language, "point"), class_="how") if picking.spots() else None
    told = [entry.words + (f" ×{entry.picked}" if entry.picked > 1 else "") for entry in picking.entries() if entry.picked]
    words = say(language, "picked", ", ".join(told if picking.is_set else (each.rpartition("/")[2] for each in picks)))
    missing = f" {say(language, 'more', picking.missing)}" if picking.missing else ""
    onward = "" if picking.is_set else f" {say(language, 'point on')}"
    return element(
        "p", words, missing or onward, " ", element("a", say(language, "clear"), href="?", class_="pick back"), class_="how"
    )


def hidden(number: int, picks: Sequence[str]) -> Iterator[Element]:
    """What a form tells of the question beside the answer."""
    yield element("input", type="hidden", name="number", value=str(number))
    for spot in picks:
        yield element("input", type="hidden", name="pick", value=spot)


def staged(session: Session, asked: Decision, options: Sequence[int], within: Stage | None) -> Iterator[Element]:
    """A button for each of these options of a decision; those that begin alike are folded together where there are many."""
    for group in groups(session.game, asked, options, within, ROOM, session.language):
        if group.stage is None:
            code = asked.options[group.options[0]].code
            yield element("li", element("button", group.words, name="code", value=str(code)))
        else:
            inside = element("ul", *staged(session, asked, group.options, group.stage))
            key = "-".join(map(str, (group.stage.alternative, *group.stage.arguments)))
            yield element("li", element("details", element("summary", group.words), inside, id=f"stage-{key}"))


def entry_html(session: Session, asked: Decision, picking: Picking, pointing: Pointing) -> Element:
    """The list where several things are picked one by one."""
    made = element("ul")
    for entry in picking.entries():
        if entry.spot is not None:
            link = pointing.link(spot_id(session.program, entry.spot), "pick button")
            link.attrib.pop("aria-label")
            count = f" ×{entry.picked}" if entry.picked > 1 else ""
            link.set("aria-pressed", "true" if entry.picked else "false")
            link.set("role", "button")
            made.append(element("li", put(link, entry.words + count)))
        elif entry.option is not None and entry.option != picking.given:
            made.append(element("li", element("button", entry.words, name="code", value=str(asked.options[entry.option].code))))
    return made


def barred_html(question: Question, language: str) -> Iterator[Element]:
    """What is not on offer, with the reasons."""
    if question.barred:
        lines = [element("li", plain(each.answer)) for each in question.barred]
        yield element("details", element("summary", say(language, "not allowed")), element("ul", *lines), id="barred")


def agreement(session: Session, seat: int | None) -> Iterator[Element]:
    """The question whether another seat may take something back."""
    wanted, language = session.undo_asked, session.language
    if wanted is None:
        return
    if seat in wanted.of:
        who = session.program.seat_name(wanted.seat, language)
        buttons = [element("button", say(language, each), name="yes", value=each) for each in ("yes", "no")]
        yield element(
            "form", element("p", say(language, "undo asked", who)), *buttons, method="post", action="agree", class_="agree"
        )
    else:
        names = [session.program.seat_name(each, language) for each in wanted.of]
        yield element("p", say(language, "undo waits", listed(language, names)))


def tools(live: Attended, seat: int | None, question: Question | None) -> Iterator[Element]:
    """What else the seat can do during a match."""
    session, language = live.session, live.session.language
    if seat is None:
        yield element("p", say(language, "watching"), class_="quiet")
        return
    buttons: list[Child] = []
    if session.match.settled(seat) is None and session.undo_asked is None:
        buttons.append(post_button("undo", say(language, "undo")))
    if live.settings.hints and question is not None:
        button, meanwhile = element("button", say(language, "hint")), say(language, "computer thinks")
        buttons.append(element("form", button, method="post", action="hint", data_meanwhile=meanwhile))
    if buttons:
        yield element("div", *buttons, class_="tools")


def post_button(action: str, words: str) -> Element:
    """A button that asks the server to do something."""
    return element("form", element("button", words), method="post", action=action)


def over_text(session: Session) -> str:
    """Who has won."""
    language, program = session.language, session.program
    names = [program.seat_name(each, language) for each in session.winners]
    told = "nobody won" if not names else "won" if len(names) == 1 else "won several"
    return f"{say(language, 'match over')}: " + say(language, told, *([listed(language, names)] if names else []))


def over_tools(live: Attended, seat: int | None) -> Iterator[Element]:
    """What can be done once a match is over."""
    language = live.session.language
    later = live.settings.later
    made: list[Child] = []
    if seat is not None:
        made.append(post_button("rematch", say(language, "to rematch" if later else "rematch")))
    made.append(element("a", say(language, "record"), href="record", class_="button"))
    yield element("div", *made, class_="tools")


# ------------------------------------------------------------------------------------------------ story and people


def story_html(session: Session, seat: int | None) -> Element:
    """What happened, the newest last."""
    lines = [line for group in session.groups(seat) for line in flat([group])][-LONGEST_STORY:]
    return element("ol", *map(line_html, lines), id="story")


def latest_html(session: Session, seat: int | None) -> Element | None:
    """The last lines of the story; none before anything happened. A screen reader is told them as they come."""
    newest = (line for group in reversed(session.groups(seat)) for line in reversed(list(flat([group]))))
    lines = [line_html(line) for line in islice(newest, LATEST)]
    return element("ul", *reversed(lines), class_="latest", aria_hidden="true") if lines else None


def line_html(line: StoryLine) -> Element:
    """One line of the story."""
    return element("li", line.text, class_=line.kind.value)


def said(events: Sequence[Numbered]) -> list[StoryLine]:
    """The lines of these events."""
    return [line for each in events if isinstance(each.event, Happened) for line in flat([each.event.lines])]


def people_html(live: Attended, seat: int | None) -> Element:
    """Who sits at the table, and who is there."""
    session, language = live.session, live.session.language
    made = element("ul", id="people")
    for each in session.program.players:
        doing = "" if each not in session.asked else say(language, "your turn now" if each == seat else "choosing")
        told = ", ".join(filter(None, (sitting(live, each, seat), doing, tally(live, each))))
        name = session.program.seat_name(each, language)
        asked = " asked" if doing else ""
        made.append(element("li", element("b", name), f" {told}", class_=f"person{asked}"))
    if live.present[None]:
        made.append(element("li", say(language, "watchers", live.present[None]), class_="quiet"))
    return made


def sitting(live: Attended, seat: int, viewer: int | None) -> str:
    """Who sits at a seat."""
    session, language = live.session, live.session.language
    if seat == viewer:
        return say(language, "you")
    if seat in live.failed:
        return say(language, "failed", live.failed[seat])
    if seat in session.seating.people:
        return say(language, "here" if live.present[seat] else "away" if seat in live.taken else "not come")
    if seat in live.settings.people:
        return say(language, "stands in")
    name = session.seating.named_bots.get(seat, RANDOM)
    told = level_text(session.program, name, language) if name in LEVELS else name
    return say(language, "computer", told)


def tally(live: Attended, seat: int) -> str:
    """How many matches in a row a seat has won, where this is not the first."""
    if not live.settings.tally:
        return ""
    return say(live.session.language, "wins", live.settings.tally.get(seat, 0) + (seat in live.session.winners))


def plain(text: StyledText) -> str:
    """A text without its styles."""
    return "".join(run.text for run in text)
