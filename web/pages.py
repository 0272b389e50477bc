"""Whole pages: the games, setting a table, joining one, the table itself, the host's page, and what went wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

from attrs import frozen

from ..drawing.markup import Child, as_html, element, put
from ..drawing.rules import rules_html
from ..program.colours import COLOURS
from ..rulebook.page import Page
from ..session.catalogue import CatalogueEntry
from ..session.levels import LEVELS
from ..session.setup import counts
from ..table.phrases import phrase
from .house import Table
from .parts import Parts, sitting
from .setting_up import ME, OPEN, SET, Wish, dial_choices
from .static import CLIENT, ICON, STYLES, address
from .updates import stamp_of
from .words import LANGUAGES, say

PATIENCE = (0, 30, 120, 600)
"""So many seconds it may be waited before a bot stands in."""
LONGEST_NAME = 24


def document(title: str, language: str, *body: Child, script: bool = True) -> str:
    """A page of the site."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        element("link", rel="stylesheet", href=address(STYLES)),
        element("link", rel="icon", href=address(ICON), type="image/svg+xml"),
        element("script", type="module", src=address(CLIENT)) if script else None,
    )
    return "<!doctype html>\n" + as_html(element("html", head, element("body", *body), lang=language)) + "\n"


def message_page(language: str, sentence: str, *further: Child) -> str:
    """A page that says one thing."""
    home = element("p", element("a", say(language, "to front"), href="/"))
    return document("rulerun", language, element("main", element("h1", sentence), *further, home, class_="message"), script=False)


def rules_document(page: Page, language: str, back: str, words: str) -> str:
    """The rules of a game, with a link back to where they were opened."""
    ways = element("nav", element("a", words, href=back), element("a", say(language, "to front"), href="/"), class_="ways")
    return document(page.title, language, ways, element("main", rules_html(page)), script=False)


def language_links(language: str) -> Element:
    """Links to the same page in other languages."""
    links = [
        element("a", name, href=f"?lang={code}", lang=code, aria_current="true" if code == language else None)
        for code, name in LANGUAGES.items()
    ]
    return element("nav", *links, class_="languages", aria_label=say(language, "language"))


# ------------------------------------------------------------------------------------------------ the games


def front_page(games: Mapping[str, CatalogueEntry], mine: Sequence[tuple[str, str]], language: str) -> str:
    """All games, each with its picture; above them the matches of this browser, each with its address and its name."""
    listed = [game_html(name, game, language) for name, game in games.items()]
    main = element("main", element("h1", say(language, "games")), element("p", say(language, "front")), class_="front")
    if mine:
        links = [element("li", element("a", name, href=where)) for where, name in mine]
        put(main, element("h2", say(language, "your matches")), element("ul", *links, class_="mine"))
    put(main, element("ul", *listed, class_="games"))
    return document("rulerun", language, language_links(language), main, script=False)


def game_html(name: str, game: CatalogueEntry, language: str) -> Element:
    """A game: picture, title, how many play and how long, what it is."""
    survey = game.survey
    about = survey.about.say(language)
    facts = f"{counts(survey.players)} {phrase(language, 'players')}"
    if survey.minutes:
        facts += " · " + say(language, "minutes", survey.minutes)
    picture = element("img", src=f"/picture/{name}.svg", alt="", loading="lazy", width=160, height=120)
    title = element("a", survey.title.say(language), href=f"/new/{name}")
    return element("li", picture, element("h2", title), element("p", facts, class_="facts"), element("p", about))


# ------------------------------------------------------------------------------------------------ setting a table


def set_up_page(name: str, wish: Wish, seats: Sequence[str], fault: str, language: str) -> str:
    """What is asked before a match; *seats* are what the seats are called."""
    survey = wish.game.survey
    title = survey.title.say(language)
    rules = [*variant_fields(wish, language), *players_fields(wish, language), *dial_fields(wish, language)]
    if len(survey.languages) > 1:
        spoken = [(each, LANGUAGES.get(each, each)) for each in survey.languages]
        rules.append(select("language", say(language, "language"), spoken, wish.language))
    change = element("button", say(language, "change"), formmethod="get", formnovalidate="", class_="quiet")
    who = [select(f"seat-{at}", seat, sitters(language), wish.seats[at - 1]) for at, seat in enumerate(seats, 1)]
    own = [
        field(
            say(language, "your name"),
            element("input", name="name", value=wish.name, maxlength=LONGEST_NAME, autocomplete="nickname"),
        ),
        colour_field(wish.colour, language),
    ]
    waits = [(str(each), patience_text(each, language)) for each in PATIENCE]
    ticked = "checked" if wish.hints else None
    hints = element("input", type="checkbox", name="hints", value="yes", checked=ticked)
    extras = [
        element("label", hints, f" {say(language, 'allow hints')}", class_="tick"),
        select("patience", say(language, "patience"), waits, str(wish.patience)),
    ]
    form = element(
        "form",
        element("p", fault, class_="fault", role="alert") if fault else None,
        element("fieldset", *rules, change),
        element("fieldset", element("legend", say(language, "who sits")), *who),
        element("fieldset", *own, *extras),
        element("input", type="hidden", name="lang", value=language),
        element("button", say(language, "begin"), class_="main"),
        method="post",
        class_="set-up",
    )
    home = element("a", say(language, "to front"), href="/")
    links = element("p", home, " · ", element("a", say(language, "rules"), href=f"/rules/{name}?lang={language}"))
    return document(title, language, element("main", element("h1", say(language, "set up", title)), links, form))


def variant_fields(wish: Wish, language: str) -> Iterator[Element]:
    """The choice of a variant, where there is one."""
    named = [(each.name, each.title.say(language)) for each in wish.game.survey.variants if each.name]
    if named:
        yield select("variant", say(language, "variant"), [("", say(language, "plain")), *named], wish.variant)


def players_fields(wish: Wish, language: str) -> Iterator[Element]:
    """How many play, where that is open."""
    survey = wish.game.survey
    found = next((each.players for each in survey.variants if each.name == wish.variant and each.players), survey.players)
    if len(found) > 1:
        yield select("players", say(language, "how many"), [(str(each), str(each)) for each in found], str(wish.players))


def dial_fields(wish: Wish, language: str) -> Iterator[Element]:
    """The parameters of the rules."""
    survey = wish.game.survey
    named = {name: words.say(language) for name, words in survey.names}
    for dial in survey.parameters:
        label = named.get(dial.name, dial.name.replace("_", " "))
        value, choices = wish.parameters[dial.name], dial_choices(dial)
        if choices is None:
            low, high = (None if each is None else str(each) for each in (dial.low, dial.high))
            box = element("input", type="number", name=SET + dial.name, value=value, min=low, max=high, required="")
            yield field(label, box)
        else:
            texts = {"yes": say(language, "yes").lower(), "no": say(language, "no").lower(), **named}
            yield select(SET + dial.name, label, [(each, texts.get(each, each.replace("_", " "))) for each in choices], value)


def sitters(language: str) -> list[tuple[str, str]]:
    """Who may sit at a seat."""
    bots = [(level, say(language, "computer", phrase(language, level))) for level in LEVELS]
    return [(ME, say(language, "me")), (OPEN, say(language, "open")), *bots]


def patience_text(seconds: int, language: str) -> str:
    """How long it is waited before a bot stands in."""
    if not seconds:
        return say(language, "never")
    return say(language, "after minutes", seconds // 60) if seconds >= 60 else say(language, "after seconds", seconds)


def select(name: str, label: str, choices: Sequence[tuple[str, str]], value: str) -> Element:
    """A field in which one of these values is picked."""
    options = [element("option", text, value=each, selected="selected" if each == value else None) for each, text in choices]
    return field(label, element("select", *options, name=name))


def field(label: str, box: Element) -> Element:
    """A field of a form under its label."""
    return element("label", element("span", label), box, class_="field")


def colour_field(value: str, language: str) -> Element:
    """The choice of a colour."""
    seen: dict[str, str] = {}
    for name, code in COLOURS.items():
        seen.setdefault(code, name)
    choices = [
        ("", say(language, "as it is")),
        *((name, phrase(language, name) if name in LANGUAGES else name) for name in seen.values()),
    ]
    return select("colour", say(language, "your colour"), choices, value)


# ------------------------------------------------------------------------------------------------ joining, the table, the host


def join_page(table: Table, there: str, fault: str) -> str:
    """What whoever opens the link to join is asked; *there* is the address of a seat that this browser has already ("": none)."""
    session, language = table.live.session, table.live.session.language
    title = session.program.title.say(language)
    seats = [
        element("li", element("b", session.program.seat_name(seat, language)), f" {sitting(table.live, seat, None)}")
        for seat in session.program.players
    ]
    box = element("input", name="name", maxlength=LONGEST_NAME, autocomplete="nickname")
    form = element(
        "form", field(say(language, "your name"), box), element("button", say(language, "join"), class_="main"), method="post"
    )
    back = element("p", element("a", say(language, "go to seat"), href=there, class_="button")) if there else None
    wrong = element("p", fault, class_="fault", role="alert") if fault else None
    main = element("main", element("h1", say(language, "join title", title)), element("ul", *seats), back, wrong, form)
    return document(title, language, main, script=False)


@frozen
class Seen:
    """Who looks at a page of a table: from which *seat* (None: watches), whether it is the host's browser, and what is to be said
    first; *safe* is False where others on the network could read along.
    """

    seat: int | None
    host: bool
    notice: str = ""
    safe: bool = True
    old_rules: bool = False


def table_page(table: Table, seen: Seen, parts: Parts) -> str:
    """The page of a table."""
    session, language = table.live.session, table.live.session.language
    title = session.program.title.say(language)
    turn = seen.seat in session.asked
    notices = [each for each, so in (("plain http", not seen.safe), ("old rules", seen.old_rules)) if so]
    links = [element("a", say(language, "rules"), href="rules")]
    links += [element("a", say(language, "host"), href="../../host" if seen.seat is not None else "../host")] if seen.host else []
    links.append(element("a", say(language, "to front"), href="/"))
    body = element(
        "main",
        element("header", element("h1", title), element("nav", *links)),
        *(element("p", say(language, each), class_="quiet") for each in notices),
        element("p", seen.notice, id="notice", role="alert"),
        slot("table"),
        slot("ask"),
        element(
            "aside",
            element("h2", say(language, "people")),
            slot("people"),
            own_form(table, seen.seat) if seen.seat is not None else None,
            element("h2", say(language, "story")),
            slot("story"),
        ),
        element("p", id="said", class_="unseen", role="status", aria_live="polite"),
        class_="at-table",
        data_stamp=str(stamp_of(table.live, seen.seat)),
        data_title=title,
        data_turn=say(language, "your turn"),
        data_offline=say(language, "offline"),
    )
    html = document(f"● {title}" if turn else title, language, body)
    for name, part in parts.items():
        html = html.replace(as_html(slot(name)), part, 1)
    return html


def slot(name: str) -> Element:
    """Where a part goes that is text already."""
    return element("slot", name=name)


def own_form(table: Table, seat: int) -> Element:
    """Where somebody changes name and colour."""
    session, language = table.live.session, table.live.session.language
    name = session.seating.names.get(seat, "")
    form = element(
        "form",
        field(
            say(language, "your name"), element("input", name="name", value=name, maxlength=LONGEST_NAME, autocomplete="nickname")
        ),
        colour_field(table.live.settings.colours.get(seat, ""), language),
        element("button", say(language, "save")),
        method="post",
        action="rename",
    )
    return element("details", element("summary", say(language, "settings")), form, id="own")


@frozen
class Invitation:
    """A link that the host can send: its *name*, what it is for, its address ("": it is not known any more), and its picture."""

    name: str
    words: str
    address: str
    picture: Element | None = None


def is_local(link: Invitation) -> bool:
    """Whether a link leads nowhere but on the machine where the server runs."""
    return urlsplit(link.address).hostname in ("127.0.0.1", "::1", "localhost")


def host_page(table: Table, links: Sequence[Invitation], there: str, fault: str, safe: bool) -> str:
    """The host's page: links to send, and what may be changed."""
    live, session = table.live, table.live.session
    language, program = session.language, session.program
    listed = []
    for each in links:
        box = element("input", value=each.address, readonly="", aria_label=each.words, class_="link")
        copy = element(
            "button", say(language, "copy"), type="button", data_copy=each.address, data_copied=say(language, "copied")
        )
        shown = (box, copy) if each.address else (element("span", say(language, "no link"), class_="quiet"),)
        renew = element("button", say(language, "new link"), name="name", value=each.name)
        shown = (*shown, element("form", renew, method="post", action="host/links", class_="renew"))
        listed.append(element("li", element("p", each.words), *shown, each.picture))
    seats = []
    for seat in program.players:
        current = ME if seat in live.settings.people else session.seating.named_bots.get(seat, "")
        known = [(ME, say(language, "a person")), *sitters(language)[2:]]
        choices = known if current in dict(known) else [*known, (current, current or "random")]
        seats.append(select(f"seat-{program.players.index(seat) + 1}", program.seat_name(seat, language), choices, current))
    waits = [(str(each), patience_text(each, language)) for each in sorted({*PATIENCE, live.settings.patience})]
    hints = element("input", type="checkbox", name="hints", value="yes", checked="checked" if live.settings.hints else None)
    form = element(
        "form",
        element("p", fault, class_="fault", role="alert") if fault else None,
        element("fieldset", element("legend", say(language, "who sits")), *seats),
        element("label", hints, f" {say(language, 'allow hints')}", class_="tick"),
        select("patience", say(language, "patience"), waits, str(live.settings.patience)),
        element("button", say(language, "save"), class_="main"),
        method="post",
    )
    main = element(
        "main",
        element("h1", say(language, "host")),
        element("p", element("a", say(language, "go to seat"), href=there, class_="button main")) if there else None,
        None if safe else element("p", say(language, "plain http"), class_="quiet"),
        element("h2", say(language, "invite")),
        element("p", say(language, "how to invite")),
        element("p", say(language, "this machine"), class_="fault") if any(map(is_local, links)) else None,
        element("ul", *listed, class_="links"),
        element("h2", say(language, "settings")),
        form,
        class_="host",
    )
    return document(say(language, "host"), language, main)
