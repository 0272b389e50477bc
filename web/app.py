"""The site: which address does what."""

from __future__ import annotations

import json
import logging
import re
from asyncio import wrap_future
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from urllib.parse import parse_qs
from xml.etree.ElementTree import Element, fromstring

import segno
from attrs import evolve, field, frozen
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from ..bots import BotFailed
from ..dsl.settings import WrongSetting
from ..dsl.text.files import read_source
from ..interpreter import PlayError
from ..interpreter.match.records import RecordError, digest_of
from ..program.harmless import harmless
from ..rulebook.rules_page import rules_page
from ..session.catalogue import CatalogueEntry
from ..session.levels import GOOD, LEVELS
from ..session.question import NotOffered, Stale
from ..session.seating import HUMAN, RANDOM, Seating, all_names, recorded_seats
from ..session.session import Session
from .answers import ByCards, ByCode, Picked, answer_of, one_of, why_not
from .feed import feed
from .guard import Guard, Limits
from .house import Begun, House, Table
from .live import Unsaved
from .pages import Invitation, Seen, front_page, host_page, join_page, message_page, rules_document, set_up_page, table_page
from .parts import Parts
from .pictures import picture
from .setting_up import ME, MOST_PATIENCE, Wish, program_of, renamed, seated
from .static import TYPES, content
from .store import Role, StoreError
from .thinking import bot_hint
from .updates import Stamp, stamp_of, update
from .words import LANGUAGES, say

LOG = logging.getLogger(__name__)

A_YEAR = 365 * 24 * 3600
MINE = "mine"
"""The cookie that tells which seats this browser has; it opens none of them."""
MOST_MINE = 12
PLACE = re.compile(r"[0-9a-z]+/seat/[0-9]+")
MOST_FIELDS = 200
PING = 20
"""After so many seconds without news a page is told that the server is there."""


class Turned(Exception):
    """Somebody may not come in; the message has the *name* of the words that say why."""

    def __init__(self, status: int, name: str, language: str = "") -> None:
        super().__init__(name)
        self.status, self.name, self.language = status, name, language


class Refused(Exception):
    """Something cannot be done now; the message says why."""


@frozen
class Site:
    """The pages of a house. *games* are offered by name; *address* is where others reach the server ("": where they did), and
    *safe* whether they reach it by HTTPS or on this machine.
    """

    house: House
    games: Mapping[str, CatalogueEntry]
    address: str = ""
    safe: bool = True
    hosts: Collection[str] = ()
    limits: Limits | None = field(factory=Limits)

    def app(self) -> Starlette:
        """The site as an application."""
        seat, watch = "/match/{key}/seat/{seat:int}", "/match/{key}/watch"
        asked: dict[str, Callable[[Request], Awaitable[Response]]] = {
            "choose": self.choose, "undo": self.undo, "agree": self.agree, "why": self.why, "hint": self.hint,
            "rename": self.rename, "rematch": self.rematch,
        }  # fmt: skip
        routes = [
            Route("/", self.front),
            Route("/static/{digest}/{name}", self.static),
            Route("/picture/{game}.svg", self.picture),
            Route("/rules/{game}", self.rules_of_game),
            Route("/new/{game}", self.set_up, methods=["GET"]),
            Route("/new/{game}", self.begin, methods=["POST"]),
            Route("/match/{key}/key/{secret}", self.enter, methods=["GET"]),
            Route("/match/{key}/key/{secret}", self.join, methods=["POST"]),
            Route("/match/{key}/host", self.host, methods=["GET"]),
            Route("/match/{key}/host", self.change, methods=["POST"]),
            Route("/match/{key}/host/links", self.renew, methods=["POST"]),
            *(
                Route(f"{place}/{path}", handler)
                for place in (seat, watch)
                for path, handler in (
                    ("", self.table),
                    ("events", self.events),
                    ("state", self.state),
                    ("rules", self.rules),
                    ("record", self.record),
                )
            ),
            *(Route(f"{seat}/{path}", handler, methods=["POST"]) for path, handler in asked.items()),
        ]
        told = Turned, StoreError, RecordError, PlayError, WrongSetting, Unsaved, HTTPException, Exception
        faults: Mapping[object, Callable[[Request, Exception], Awaitable[Response]]] = dict.fromkeys(told, self.fault)

        @asynccontextmanager
        async def living(_: Starlette) -> AsyncIterator[None]:
            yield
            self.house.close()

        middleware = [Middleware(Guard, hosts=self.hosts, limits=self.limits), Middleware(GZipMiddleware, compresslevel=5)]
        return Starlette(routes=routes, middleware=middleware, exception_handlers=dict(faults), lifespan=living)

    # -------------------------------------------------------------------------------------------- games and setting a table

    async def front(self, request: Request) -> Response:
        """All games."""
        language = language_of(request)
        mine = [(f"/match/{where}/", name) for where, name in mine_of(request)]
        return HTMLResponse(front_page(self.games, mine, language))

    async def static(self, request: Request) -> Response:
        """A file that pages fetch."""
        name = request.path_params["name"]
        if name not in TYPES:
            raise Turned(404, "no page")
        return Response(content(name), media_type=TYPES[name], headers={"Cache-Control": f"public, max-age={A_YEAR}, immutable"})

    async def picture(self, request: Request) -> Response:
        """The picture of a game."""
        made = await run_in_threadpool(picture, self.game(request).path)
        return Response(made, media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=3600"})

    def game(self, request: Request) -> CatalogueEntry:
        """The game that is meant. Raises Turned."""
        found = self.games.get(request.path_params["game"])
        if found is None:
            raise Turned(404, "no page", language_of(request))
        return found

    async def rules_of_game(self, request: Request) -> Response:
        """The rules of a game, before a match."""
        language = language_of(request)
        game = self.game(request)
        wish = Wish.of(game, request.query_params, language)
        _, source = await run_in_threadpool(program_of, wish)
        page = await run_in_threadpool(rules_page, source, wish.variant, wish.players, {}, wish.language)
        back = f"/new/{request.path_params['game']}?lang={language}"
        return HTMLResponse(rules_document(page, wish.language, back, say(language, "set a table")))

    async def set_up(self, request: Request) -> Response:
        """What is asked before a match."""
        return await self.asked(request, request.query_params, "")

    async def asked(self, request: Request, form: Mapping[str, str], fault: str) -> Response:
        """The same, where something in the form is wrong perhaps."""
        language, game = language_of(request, form), self.game(request)
        try:
            wish = Wish.of(game, form, language)
        except WrongSetting as wrong:
            wish, fault = Wish.of(game, {}, language), fault or str(wrong)
        try:
            program, _ = await run_in_threadpool(program_of, wish)
        except WrongSetting as wrong:
            return HTMLResponse(message_page(language, str(wrong)), 422)
        seats = [program.seat_name(seat, language) for seat in program.players]
        html = set_up_page(request.path_params["game"], wish, seats, fault, language)
        return HTMLResponse(html, 422 if fault else 200)

    async def begin(self, request: Request) -> Response:
        """A new table; the browser gets the host's key, and that of the host's own seat."""
        form = await form_of(request)
        try:
            wish = Wish.of(self.game(request), one_each(form), language_of(request, one_each(form)))
            program, source = await run_in_threadpool(program_of, wish)
            settings, seating, own = await run_in_threadpool(seated, wish, program)
            begun = await self.house.begin(program, source, settings, seating)
        except (WrongSetting, PlayError) as wrong:
            return await self.asked(request, one_each(form), str(wrong))
        return await self.welcomed(request, begun, own, program.title.say(wish.language))

    async def welcomed(self, request: Request, begun: Begun, own: int | None, title: str) -> Response:
        """On to the host's page, with the keys of a new match."""
        answer = RedirectResponse(f"/match/{begun.key}/host", 303)
        self.give(request, answer, begun.key, "host", begun.host)
        if own is not None:
            await self.sit(request, answer, begun.key, own, begun.seats[own], title)
        known = {"join": begun.join, "watch": begun.watch} | {str(seat + 1): each for seat, each in begun.seats.items()}
        self.give(request, answer, begun.key, "links", written_links(known))
        return answer

    async def sit(self, request: Request, answer: Response, key: str, seat: int, secret: str, title: str) -> None:
        """Gives a browser the key of a seat."""
        table = await self.house.table(key)
        await wrap_future(self.house.store.use(secret))
        if table is not None:
            table.live.taken.add(seat)
        self.give(request, answer, key, f"seat-{seat + 1}", secret)
        where = f"{key}/seat/{seat + 1}"
        others = [each for each in mine_of(request) if each[0] != where]
        value = json.dumps([(where, title), *others][:MOST_MINE])
        answer.set_cookie(MINE, value.encode().hex(), A_YEAR, httponly=True, samesite="lax", secure=self.secure(request))

    def give(self, request: Request, answer: Response, key: str, name: str, value: str) -> None:
        """Sets a cookie that is sent to one match alone."""
        answer.set_cookie(name, value, A_YEAR, path=f"/match/{key}", httponly=True, samesite="lax", secure=self.secure(request))

    def secure(self, request: Request) -> bool:
        """Whether the browser came by HTTPS."""
        return request.url.scheme == "https" or self.address.startswith("https:")

    # -------------------------------------------------------------------------------------------- links

    async def enter(self, request: Request) -> Response:
        """Exchanges a link for a cookie; whoever joins is asked first."""
        table, role, seat = await self.opened(request)
        key, secret = table.live.key, request.path_params["secret"]
        if role is Role.JOIN:
            return HTMLResponse(join_page(table, self.own_seat(request, key), ""))
        where = {Role.WATCH: "watch/", Role.HOST: "host"}.get(role) or f"seat/{(seat or 0) + 1}/"
        answer = RedirectResponse(f"/match/{key}/{where}", 303)
        if role is Role.SEAT and seat is not None:
            await self.sit(request, answer, key, seat, secret, table.live.session.program.title.say(table.live.session.language))
            await table.live.tell()
        else:
            self.give(request, answer, key, role.value, secret)
        return answer

    async def join(self, request: Request) -> Response:
        """Sits down at the next open seat."""
        table, role, _ = await self.opened(request)
        live = table.live
        form = one_each(await form_of(request))
        if role is not Role.JOIN:
            raise Turned(404, "dead link", live.session.language)
        name = form.get("name", "").strip()
        program = live.session.game.unnamed.program
        free = [seat for seat in live.settings.people if seat not in live.taken]
        free.sort(key=lambda seat: name not in all_names(program, seat))  # whoever is called like a seat sits there
        if not free:
            raise Turned(409, "full table", live.session.language)
        try:
            if name:
                renamed(live.settings, live.session.seating, program, free[0], name, "")
        except WrongSetting as wrong:
            return HTMLResponse(join_page(table, self.own_seat(request, live.key), str(wrong)), 422)
        taken = await wrap_future(self.house.store.join(live.key, free))
        if taken is None:
            raise Turned(409, "full table", live.session.language)
        seat, secret = taken
        answer = RedirectResponse(f"/match/{live.key}/seat/{seat + 1}/", 303)
        await self.sit(request, answer, live.key, seat, secret, live.session.program.title.say(live.session.language))
        if name:
            await self.renamed(table, seat, name, "")
        await live.tell()
        return answer

    async def opened(self, request: Request) -> tuple[Table, Role, int | None]:
        """What a link opens. Raises Turned."""
        key, secret = request.path_params["key"], request.path_params["secret"]
        link = await run_in_threadpool(self.house.store.linked, secret)
        if link is None or link.match != key:
            raise Turned(404, "dead link", language_of(request))
        table = await self.found(request)
        if link.revoked:
            taken = link.role is Role.SEAT and link.seat in table.live.taken
            raise Turned(410, "taken seat" if taken else "dead link", table.live.session.language)
        return table, link.role, link.seat

    def own_seat(self, request: Request, key: str) -> str:
        """The address of a seat of the match that this browser has; empty where it has none."""
        return next((f"/match/{where}/" for where, _ in mine_of(request) if where.startswith(f"{key}/")), "")

    async def found(self, request: Request) -> Table:
        """The match that is meant. Raises Turned."""
        table = await self.house.table(request.path_params["key"])
        if table is None:
            raise Turned(404, "no page", language_of(request))
        return table

    async def holds(self, request: Request, name: str, role: Role, seat: int | None = None) -> bool:
        """Whether the browser has the key of a role at a match."""
        secret = request.cookies.get(name, "")
        link = await run_in_threadpool(self.house.store.linked, secret) if secret else None
        key = request.path_params["key"]
        return link is not None and (link.match, link.role, link.seat, link.revoked) == (key, role, seat, False)

    # -------------------------------------------------------------------------------------------- the table

    async def visited(self, request: Request) -> tuple[Table, int | None]:
        """The match, and the seat at which its visitor sits (None: watches). Raises Turned."""
        number = request.path_params.get("seat")
        seat = None if number is None else number - 1
        name, role = ("watch", Role.WATCH) if seat is None else (f"seat-{number}", Role.SEAT)
        table = await self.found(request)
        if not await self.holds(request, name, role, seat):
            raise Turned(403, "not yours", table.live.session.language)
        await table.live.returned(seat)
        return table, seat

    async def seated(self, request: Request) -> tuple[Table, int]:
        """The same for one who sits. Raises Turned."""
        table, seat = await self.visited(request)
        if seat is None:
            raise Turned(403, "not yours", table.live.session.language)
        return table, seat

    async def table(self, request: Request) -> Response:
        """The page of the table."""
        table, seat = await self.visited(request)
        return await self.shown(request, table, seat, request.query_params.getlist("pick"))

    async def shown(
        self, request: Request, table: Table, seat: int | None, picks: Sequence[str], notice: str = "", status: int = 200
    ) -> Response:
        """The table as it stands: the page, or what the page's own program puts in place."""

        def parts(_: Session) -> Parts:
            try:
                return table.painter.parts(seat) if seat is None else table.painter.picked(seat, picks)
            except NotOffered:
                return table.painter.parts(seat)

        if by_program(request):
            found, stamp = await table.live.read(lambda session: (parts(session), stamp_of(table.live, seat)))
            html = {name: part for name, part in found.items() if name != "story"}
            return JSONResponse({"parts": html, "notice": notice, "drawn": str(stamp)}, status)
        host = await self.holds(request, "host", Role.HOST)
        seen = Seen(seat, host, notice, self.safe, await run_in_threadpool(self.has_old_rules, table))
        page = await table.live.read(lambda session: table_page(table, seen, parts(session)))
        return HTMLResponse(page, status, {"Cache-Control": "no-store"})

    def has_old_rules(self, table: Table) -> bool:
        """Whether the ruleset in the file is another one now."""
        header = table.live.session.match.header
        game = self.games.get(header.ruleset)
        source = None if game is None else read_source(game.path)[0]
        return source is not None and digest_of(source) != header.digest

    async def state(self, request: Request) -> Response:
        """What has changed since a page was drawn."""
        table, seat = await self.visited(request)
        since = Stamp.read(request.query_params.get("after", ""))
        return JSONResponse(await table.live.read(lambda _: update(table.live, seat, since, table.painter.parts(seat))))

    async def events(self, request: Request) -> Response:
        """What happens from now on, as server-sent events."""
        table, seat = await self.visited(request)
        since = Stamp.read(request.headers.get("last-event-id") or request.query_params.get("after", ""))

        async def told() -> AsyncIterator[ServerSentEvent]:
            async for stamp, news in feed(table, seat, since):
                yield ServerSentEvent(news, id=stamp)

        return EventSourceResponse(told(), ping=PING, send_timeout=PING, headers={"Cache-Control": "no-store"})

    async def choose(self, request: Request) -> Response:
        """An answer, or a part of one."""
        form = await form_of(request)
        table, seat = await self.seated(request)
        live = table.live

        async def chosen() -> Sequence[str] | None:
            question = None if "code" in form else table.painter.question(seat)
            match answer_of(live.session, question, form):
                case ByCode(number, code):
                    await live.choose(seat, number, code)
                case ByCards(number, kinds):
                    await live.choose_cards(seat, number, kinds)
                case Picked(spots):
                    return spots
            return None

        return await self.answered(request, table, seat, chosen)

    async def answered(
        self, request: Request, table: Table, seat: int, work: Callable[[], Awaitable[Sequence[str] | None]]
    ) -> Response:
        """Does what somebody asks, and shows the table; what cannot be done is told, with the table as it stands."""
        language = table.live.session.language
        try:
            picks = await work()
        except Refused as refused:
            return await self.shown(request, table, seat, (), str(refused), 422)
        except Stale:
            return await self.shown(request, table, seat, (), say(language, "stale"), 409)
        except (NotOffered, ValueError):
            return await self.shown(request, table, seat, (), say(language, "not offered"), 422)
        except WrongSetting as wrong:
            return await self.shown(request, table, seat, (), str(wrong), 422)
        except PlayError as fault:
            return await self.shown(request, table, seat, (), say(language, "broken rules", fault), 422)
        except Unsaved as fault:
            return await self.shown(request, table, seat, (), say(language, "unsaved", fault), 503)
        if not by_program(request):
            return RedirectResponse("./", 303)
        if picks is None and table.live.present[seat]:
            return JSONResponse({"notice": ""})  # the page hears of it as all others do
        return await self.shown(request, table, seat, picks or ())

    async def undo(self, request: Request) -> Response:
        """Takes the last choice back, or asks others."""
        table, seat = await self.seated(request)

        async def undone() -> None:
            refused = await table.live.undo(seat)
            if refused is not None:
                raise Refused(refused)

        return await self.answered(request, table, seat, undone)

    async def agree(self, request: Request) -> Response:
        """Says whether another seat may take something back."""
        yes = one_of(await form_of(request), "yes") == "yes"
        table, seat = await self.seated(request)
        return await self.answered(request, table, seat, lambda: table.live.agree(seat, yes))

    async def why(self, request: Request) -> Response:
        """Why something that was pointed at is not on offer."""
        form = await form_of(request)
        table, seat = await self.seated(request)
        session = table.live.session
        question = session.question(seat)
        if question is None:
            return await self.shown(request, table, seat, ())
        told = why_not(session, question, form)
        return await self.shown(request, table, seat, form.get("pick", []), told)

    async def hint(self, request: Request) -> Response:
        """What the computer would choose in this seat's place, or thinks of what the picks leave."""
        table, seat = await self.seated(request)
        live = table.live
        language, session = live.session.language, live.session
        question = session.question(seat)
        if not live.settings.hints or question is None:
            return await self.shown(request, table, seat, (), say(language, "not offered"), 422)
        picks = (await form_of(request)).get("pick", [])
        try:
            record = await live.read(lambda session: session.record)
            found = await live.thinks(partial(bot_hint, language=language, picks=picks), record, seat, GOOD)
        except NotOffered:
            return await self.shown(request, table, seat, (), say(language, "not offered"), 422)
        except (BotFailed, PlayError) as fault:
            return await self.shown(request, table, seat, (), say(language, "failed", fault), 422)
        if seat not in live.session.asked or live.session.number(seat) != question.number:
            return await self.shown(request, table, seat, ())  # it was answered meanwhile
        table.painter.hint(seat, found.marks)
        return await self.shown(request, table, seat, picks, found.text)

    async def rename(self, request: Request) -> Response:
        """Another name and colour."""
        form = one_each(await form_of(request))
        table, seat = await self.seated(request)
        return await self.answered(
            request, table, seat, lambda: self.renamed(table, seat, form.get("name", ""), form.get("colour", ""))
        )

    async def renamed(self, table: Table, seat: int, name: str, colour: str) -> None:
        """Stores another name and colour. Raises WrongSetting and Unsaved."""
        live = table.live
        settings, seating = renamed(live.settings, live.session.seating, live.session.game.unnamed.program, seat, name, colour)
        if settings != live.settings:
            await live.settle(settings)
        if seating != live.session.seating:
            await live.seat(seating)

    async def rematch(self, request: Request) -> Response:
        """On to the next match of the same people, which begins when the first of them wants it."""
        table, seat = await self.seated(request)
        live = table.live
        if not live.session.is_over:
            raise Turned(409, "stale", live.session.language)
        key = await self.house.again(live)
        players = live.session.program.players
        onward = players[(players.index(seat) + 1) % len(players)]
        secret = await wrap_future(self.house.store.link(key, Role.SEAT, onward))
        where = f"/match/{key}/seat/{onward + 1}/"
        answer: Response = JSONResponse({"go": where}) if by_program(request) else RedirectResponse(where, 303)
        await self.sit(request, answer, key, onward, secret, live.session.program.title.say(live.session.language))
        if await self.holds(request, "host", Role.HOST):
            self.give(request, answer, key, "host", await wrap_future(self.house.store.link(key, Role.HOST)))
        return answer

    async def rules(self, request: Request) -> Response:
        """The rules of the match, for those who play it."""
        table, _ = await self.visited(request)
        session = table.live.session
        header = session.match.header
        names = {session.program.seats[seat].name: name for seat, name in session.seating.names.items()}
        parameters = dict(header.parameters)
        page = await run_in_threadpool(
            rules_page, session.source, header.variant, header.players, parameters, session.language, names
        )
        return HTMLResponse(rules_document(page, session.language, "./", say(session.language, "to table")))

    async def record(self, request: Request) -> Response:
        """The record of a match that is over."""
        table, _ = await self.visited(request)
        session = table.live.session
        if not session.is_over:
            raise Turned(409, "not over", session.language)
        name = f"{session.match.header.ruleset}-{table.live.key}.rulerun"
        return Response(
            session.record,
            media_type="application/octet-stream",
            headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"},
        )

    # -------------------------------------------------------------------------------------------- the host

    async def hosted(self, request: Request) -> Table:
        """The match whose host it is. Raises Turned."""
        table = await self.found(request)
        if not await self.holds(request, "host", Role.HOST):
            raise Turned(403, "not yours", table.live.session.language)
        return table

    async def host(self, request: Request, fault: str = "") -> Response:
        """The host's page."""
        table = await self.hosted(request)
        live, language = table.live, table.live.session.language
        known = known_links(request)
        own = self.own_seat(request, live.key)
        wanted = [("join", say(language, "join link")), ("watch", say(language, "watch link"))]
        for seat in live.settings.people:
            name = live.session.program.seat_name(seat, language)
            mine = own == f"/match/{live.key}/seat/{seat + 1}/"
            wanted.append((str(seat + 1), say(language, "own link") if mine else say(language, "seat link", name)))
        links = []
        for name, words in wanted:
            secret = known.get(name, "")
            link = await run_in_threadpool(self.house.store.linked, secret) if secret else None
            good = link is not None and not link.revoked and link.match == live.key
            address = f"{self.base(request)}/match/{live.key}/key/{secret}" if good else ""
            links.append(Invitation(name, words, address, qr_code(address) if good and name == "join" else None))
        html = host_page(table, links, own, fault, self.safe)
        return HTMLResponse(html, 422 if fault else 200, {"Cache-Control": "no-store"})

    def base(self, request: Request) -> str:
        """Where others reach the server."""
        return (self.address or f"{request.url.scheme}://{request.url.netloc}").rstrip("/")

    async def change(self, request: Request) -> Response:
        """Other settings, and others at the table."""
        form = one_each(await form_of(request))
        table = await self.hosted(request)
        live = table.live
        players = live.session.program.players
        before = recorded_seats(live.session.match) or {}
        wished = {seat: form.get(f"seat-{at}", "") for at, seat in enumerate(players, 1)}
        people = [seat for seat in players if wished[seat] == ME or (not wished[seat] and seat in live.settings.people)]
        sitters = {seat: before.get(seat, RANDOM) for seat in players}
        sitters |= {seat: who for seat, who in wished.items() if who in LEVELS}
        sitters |= {seat: HUMAN for seat in people if seat not in live.settings.people}
        patience = form.get("patience", "0")
        settings = evolve(
            live.settings,
            people=tuple(people),
            hints=form.get("hints") == "yes",
            patience=min(int(patience), MOST_PATIENCE) if patience.isdecimal() and len(patience) < 9 else 0,
        )
        for seat in set(live.settings.people) - set(people):  # whoever sat there must not look into what the computer holds
            await wrap_future(self.house.store.revoke(live.key, Role.SEAT, seat))
            live.taken.discard(seat)
        await live.settle(settings)
        seating = Seating.of(sitters, live.session.seating.names)
        if seating != live.session.seating:
            await live.seat(seating)
        return RedirectResponse("host", 303)

    async def renew(self, request: Request) -> Response:
        """A new link, to join, to watch or for a seat; the old one opens nothing any more, whoever has used it."""
        name = one_of(await form_of(request), "name")
        table = await self.hosted(request)
        live, store = table.live, self.house.store
        answer = RedirectResponse("../host", 303)
        known = known_links(request)
        if name in (Role.JOIN.value, Role.WATCH.value):
            known[name] = await wrap_future(store.link(live.key, Role(name)))
        elif name in [str(seat + 1) for seat in live.settings.people]:
            seat = int(name) - 1
            known[name] = await wrap_future(store.link(live.key, Role.SEAT, seat))
            live.taken.discard(seat)
            if self.own_seat(request, live.key) == f"/match/{live.key}/seat/{name}/":
                await self.sit(request, answer, live.key, seat, known[name], table.live.session.program.title.say(""))
        self.give(request, answer, live.key, "links", written_links(known))
        return answer

    # -------------------------------------------------------------------------------------------- what goes wrong

    async def fault(self, request: Request, fault: Exception) -> Response:
        """What is told where a request fails; never a traceback."""
        language = getattr(fault, "language", "") or language_of(request)
        match fault:
            case Turned(status=status, name=name):
                told = say(language, name)
            case HTTPException(status_code=status):
                told = say(language, "too large" if status == 413 else "no page")
            case WrongSetting():
                status, told = 422, harmless(str(fault))
            case StoreError() | Unsaved():
                status, told = 503, harmless(str(fault))
            case RecordError() | PlayError():
                status, told = 500, say(language, "broken rules", fault)
            case _:
                route = request.scope.get("route")
                LOG.error("%s %s: %r", request.method, getattr(route, "path", "?"), fault)  # the path may hold a key
                status, told = 500, say(language, "broken")
        if by_program(request):
            return JSONResponse({"notice": told}, status)
        return HTMLResponse(message_page(language, told), status)


# ------------------------------------------------------------------------------------------------ requests


async def form_of(request: Request) -> dict[str, list[str]]:
    """What a form sends. Raises HTTPException for one that is too large or no form."""
    try:
        body = await request.body()
        return parse_qs(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except (ValueError, ClientDisconnect):
        raise HTTPException(400) from None


def one_each(form: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The form with the last value of each field."""
    return {name: values[-1] for name, values in form.items()}


def known_links(request: Request) -> dict[str, str]:
    """The secrets of links that a host's browser keeps, by `join`, `watch`, and the numbers of seats."""
    return dict(part.split(":", 1) for part in request.cookies.get("links", "").split(".") if ":" in part)


def written_links(known: Mapping[str, str]) -> str:
    """The same as a cookie has them."""
    return ".".join(f"{name}:{secret}" for name, secret in known.items())


def qr_code(address: str) -> Element:
    """An address for cameras."""
    return fromstring(segno.make(address).svg_inline(border=3, light="#fff", omitsize=True))


def by_program(request: Request) -> bool:
    """Whether the page's own program asks, and not the browser for a page."""
    return "application/json" in request.headers.get("accept", "")


def language_of(request: Request, form: Mapping[str, str] | None = None) -> str:
    """The language in which a page is wanted."""
    asked = (form or {}).get("lang") or request.query_params.get("lang", "")
    accepted = [part.split(";")[0].strip()[:2].lower() for part in request.headers.get("accept-language", "").split(",")]
    return next((each for each in (asked, *accepted) if each in LANGUAGES), "en")


def mine_of(request: Request) -> list[tuple[str, str]]:
    """The seats that this browser has: for each its place below `/match/`, and what is played there."""
    try:
        found = json.loads(bytes.fromhex(request.cookies.get(MINE, "")).decode() or "[]")
        return [(str(where), harmless(str(title))) for where, title in found if PLACE.fullmatch(str(where))]
    except (ValueError, TypeError):
        return []
