"""A site for tests: a browser without a program, which reads pages and sends forms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field

from rulerun.dsl.text.files import find
from rulerun.session.catalogue import CatalogueEntry, entry

if TYPE_CHECKING:
    from httpx2 import Response
    from starlette.testclient import TestClient

HOST = "http://testserver"


@contextmanager
def served(folder: Path, *names: str | Path) -> Iterator[TestClient]:
    """A client of a site with these games, whose matches are kept in that folder; it ends when this does."""
    from starlette.testclient import TestClient

    from rulerun.web.app import Site
    from rulerun.web.house import House, Thinkers
    from rulerun.web.store import Store

    paths = [name if isinstance(name, Path) else find(name) for name in names]
    games: dict[str, CatalogueEntry] = {}
    for path in paths:
        game = entry(path)
        assert game is not None, path
        games[game.survey.name] = game
    house = House(Store(folder / "a.db"), Thinkers(1))
    with TestClient(Site(house, games, limits=None).app(), base_url=HOST) as client:
        yield client


@define
class Browser:
    """Somebody's browser, which is on a page of the site."""

    client: TestClient
    cookies: dict[str, str] = field(factory=dict)
    page: str = ""
    status: int = 0
    at: str = "/"

    def open(self, where: str) -> Browser:
        """Goes to a page, and on to where that leads."""
        return self._came(self.client.get(self._address(where), follow_redirects=False, headers=self._headers()))

    def send(self, where: str, form: Mapping[str, str | list[str]]) -> Browser:
        """Sends a form, and goes on to where that leads."""
        headers = {**self._headers(), "origin": HOST}
        return self._came(self.client.post(self._address(where), data=form, follow_redirects=False, headers=headers))

    def asked(self, where: str, form: Mapping[str, str | list[str]]) -> Response:
        """What the page's own program is answered."""
        headers = {**self._headers(), "origin": HOST, "accept": "application/json"}
        return self.client.post(self._address(where), data=form, follow_redirects=False, headers=headers)

    def _headers(self) -> dict[str, str]:
        self.client.cookies.clear()
        return {"cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}

    def _address(self, where: str) -> str:
        if where.startswith(HOST):
            return where.removeprefix(HOST)
        if where.startswith("/"):
            return where
        folder = self.at.split("?")[0].rpartition("/")[0]
        while where.startswith("../"):
            folder, where = folder.rpartition("/")[0], where.removeprefix("../")
        return f"{folder}/{where.removeprefix('./')}"

    def _came(self, answer: Response) -> Browser:
        self.client.cookies.clear()
        for name, value in answer.cookies.items():
            self.cookies[name] = value
        self.at = answer.request.url.raw_path.decode()
        if answer.is_redirect:
            return self.open(answer.headers["location"])
        self.page, self.status = answer.text, answer.status_code
        return self

    @property
    def text(self) -> str:
        """What the page says, without its markup."""
        return " ".join(unescape(re.sub(r"<[^>]*>", " ", self.page)).split())

    @property
    def links(self) -> list[str]:
        """The links that a host's page holds: to join, to watch, then those of the seats."""
        return re.findall(r'<input value="([^"]+)" readonly', self.page)

    @property
    def number(self) -> str:
        """The number of the question that is asked."""
        found = re.search(r'name="number" value="(\d+)"', self.page)
        assert found is not None, self.text
        return found[1]

    @property
    def options(self) -> dict[str, str]:
        """The codes of the options on the page, by their words."""
        return {unescape(words): code for code, words in re.findall(r'<button name="code" value="(\d+)">([^<]*)<', self.page)}

    def choose(self, words: str) -> Browser:
        """Presses the button of an option."""
        return self.send("choose", {"number": self.number, "code": self.options[words]})


def table(client: TestClient, game: str, **form: str) -> tuple[Browser, list[str]]:
    """The host's browser at the host's own seat of a new table, and the links of the table."""
    host = Browser(client).send(f"/new/{game}", form)
    assert host.status == 200, host.text
    links = host.links
    key = host.at.split("/")[2]
    own = next((int(at) for name in host.cookies if (at := name.removeprefix("seat-")).isdigit()), None)
    return (host if own is None else host.open(f"/match/{key}/seat/{own}/")), links
