"""The site as browsers without a program use it, and as those do who mean harm."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.interpreter.match.records import read_record

from ..support.site import HOST, Browser, served, table

pytest.importorskip("starlette", reason="needs the extra `web`")
pytest.importorskip("sse_starlette", reason="needs the extra `web`")
pytest.importorskip("segno", reason="needs the extra `web`")
pytest.importorskip("httpx2", reason="needs httpx2")

SHORT = """ruleset: short
title: {en: Short, it: Breve}
players: 2
parameters:
  most: {default: 3, range: 1..9}
variables:
  guess: {per: player, holds: 0..9, seen by: owner}
  coin: {holds: 0..9}
phases:
  game:
    - for each player me:
        - me chooses n from 1..most
        - guess[me] = n
    - for each player me:
        - me chooses n from 1..most
        - coin = n
outcome:
  winners: players p where guess[p] = coin
"""


@pytest.fixture
def short(tmp_path: Path) -> Path:
    """A game of four choices."""
    path = tmp_path / "short.yaml"
    path.write_text(SHORT)
    return path


def test_two_friends_play_a_match_by_forms_alone(tmp_path: Path, short: Path) -> None:
    with served(tmp_path, short) as client:
        maria, links = table(client, "short", **{"seat-1": "me", "seat-2": "open", "name": "Maria"})
        joe = Browser(client).open(links[0])
        assert "Maria" in joe.text
        joe.send(joe.at, {"name": "Joe"})
        assert "Waiting for Maria" in joe.text
        maria.choose("n 2")
        joe.open(joe.at).choose("n 3")
        maria.open(maria.at).choose("n 1")
        joe.open(joe.at).choose("n 2")
        assert "The match is over: Maria wins" in joe.text
        record = read_record(client.get(maria.at + "record", headers=maria._headers()).content)
        assert record.finished


def test_rematch_leads_all_to_the_same_next_match_with_a_tally(tmp_path: Path, short: Path) -> None:
    with served(tmp_path, short) as client:
        one, links = table(client, "short", **{"seat-1": "me", "seat-2": "open", "most": "1", "set-most": "1"})
        two = Browser(client).open(links[3])
        for browser in (one, two, one, two):
            browser.open(browser.at).choose("n 1")
        one.send("rematch", {})
        two.send("rematch", {})
        assert one.at.split("/")[2] == two.at.split("/")[2]
        assert (one.at[-2], two.at[-2]) == ("2", "1")  # they have changed seats
        assert one.text.count("won: 1") == 2
        assert "Waiting for Anne" in one.text
        assert two.number


def test_what_was_sent_twice_counts_once_and_what_is_stale_is_told(tmp_path: Path, short: Path) -> None:
    with served(tmp_path, short) as client:
        one, links = table(client, "short", **{"seat-1": "me", "seat-2": "open"})
        form = {"number": one.number, "code": one.options["n 2"]}
        other = {"number": one.number, "code": one.options["n 3"]}
        assert one.asked("choose", form).status_code == 200
        assert one.asked("choose", form).status_code == 200
        late = one.asked("choose", other)
        assert (late.status_code, late.json()["notice"]) == (409, "The table has moved on. This is how it stands now.")
        two = Browser(client).open(links[3])
        forged = two.asked("choose", {"number": two.number, "code": "999999"})
        assert forged.status_code == 422
        assert two.asked("choose", {"number": two.number, "code": "1' or 1"}).status_code == 422
        assert two.asked("choose", {"number": two.number, "spot": "space/nowhere/1"}).status_code == 422
        assert two.asked("choose", {}).status_code == 422


def test_a_seat_is_closed_to_all_who_do_not_hold_its_key(tmp_path: Path, short: Path) -> None:
    with served(tmp_path, short) as client:
        one, links = table(client, "short", **{"seat-1": "me", "seat-2": "open"})
        stranger = Browser(client)
        for path in ("", "events", "state", "record", "rules"):
            assert stranger.open(one.at + path).status == 403
        assert stranger.send(one.at + "choose", {"number": "1", "code": "1"}).status == 403
        stranger.cookies = {"seat-1": links[3].rpartition("/")[2]}  # the key of another seat
        assert stranger.open(one.at).status == 403
        assert stranger.open(links[3] + "x").status == 404
        assert stranger.open(one.at.replace("/seat/1/", "/host")).status == 403


def test_links_that_ended_and_a_full_table_are_told(tmp_path: Path, short: Path) -> None:
    with served(tmp_path, short) as client:
        one, links = table(client, "short", **{"seat-1": "me", "seat-2": "open"})
        two = Browser(client).open(links[0])
        two.send(two.at, {"name": ""})
        assert two.at.endswith("/seat/2/")
        third = Browser(client).open(links[3])
        assert (third.status, "Somebody else has taken this seat" in third.text) == (410, True)
        third.open(links[0])
        third.send(third.at, {"name": "Eve"})
        assert (third.status, "All seats are taken" in third.text) == (409, True)
        one.open(one.at.replace("/seat/1/", "/host"))
        one.send("host/links", {"name": "watch"})
        assert third.open(links[1]).status == 410
        assert third.open(one.links[1]).text.count("You are watching.") == 1


def test_a_new_link_of_a_seat_and_a_bot_in_it_end_the_seat_of_whoever_sat_there(tmp_path: Path, short: Path) -> None:
    with served(tmp_path, short) as client:
        one, links = table(client, "short", **{"seat-1": "me", "seat-2": "open"})
        two = Browser(client).open(links[3])
        there, host = two.at, one.at.replace("/seat/1/", "/host")
        one.open(host).send("host/links", {"name": "2"})
        assert two.open(there).status == 403
        assert two.open(one.links[3]).status == 200
        one.send("host", {"seat-1": "me", "seat-2": "easy"})
        assert two.open(there).status == 403
        one.open(host).send("host/links", {"name": "1"})
        assert one.open(one.at.replace("/host", "/seat/1/")).number


def test_the_record_of_a_match_that_goes_on_is_kept(tmp_path: Path, short: Path) -> None:
    with served(tmp_path, short) as client:
        one, _ = table(client, "short", **{"seat-1": "me", "seat-2": "open"})
        assert one.open(one.at + "record").status == 409


def test_an_undo_is_asked_of_whoever_chose_since(tmp_path: Path, short: Path) -> None:
    with served(tmp_path, short) as client:
        one, links = table(client, "short", **{"seat-1": "me", "seat-2": "open"})
        two = Browser(client).open(links[3])
        one.choose("n 1")
        two.open(two.at).choose("n 2")
        one.send("undo", {})
        assert "Anne would like to take back the last choice" in two.open(two.at).text
        two.send("agree", {"yes": "yes"})
        assert "n 1" in one.open(one.at).options


def test_people_are_renamed_and_a_name_that_another_seat_has_gets_a_number(tmp_path: Path, short: Path) -> None:
    with served(tmp_path, short) as client:
        one, _ = table(client, "short", **{"seat-1": "me", "seat-2": "open"})
        one.send("rename", {"name": "Ben", "colour": "purple"})
        assert "Ben 2 you" in one.text
        assert one.send("rename", {"name": "x" * 40}).status == 422


@pytest.mark.slow
def test_bots_play_beside_people_and_hints_need_the_hosts_leave(tmp_path: Path, short: Path) -> None:
    short.write_text(SHORT.replace("guess[p] = coin", "guess[p] >= coin"))  # else a guess is worth as much as any other
    with served(tmp_path, short) as client:
        one, _ = table(client, "short", **{"seat-1": "me", "seat-2": "easy"})
        assert one.asked("hint", {}).status_code == 422
        one.open(one.at.replace("/seat/1/", "/host"))
        one.send("host", {"seat-1": "me", "hints": "yes"})
        one.open(one.at.replace("/host", "/seat/1/"))
        told = one.asked("hint", {}).json()
        assert "The computer would choose: n " in told["notice"]
        assert "100" not in told["notice"]
        assert 'data-meanwhile="The computer is thinking …"' in told["parts"]["ask"]
        assert one.asked("hint", {"pick": "space/nowhere/1"}).status_code == 422


def test_requests_from_elsewhere_and_those_too_large_are_refused(tmp_path: Path, short: Path) -> None:
    with served(tmp_path, short) as client:
        one, _ = table(client, "short", **{"seat-1": "me", "seat-2": "open"})
        headers = one._headers()
        form = {"number": one.number, "code": one.options["n 2"]}
        assert client.post(one.at + "choose", data=form, headers=headers).status_code == 403
        assert client.post(one.at + "choose", data=form, headers={**headers, "origin": "http://evil.example"}).status_code == 403
        assert client.post(one.at + "choose", content=b"a" * 70_000, headers={**headers, "origin": HOST}).status_code == 413
        pieces = iter([b"a" * 40_000] * 2)
        assert client.post(one.at + "choose", content=pieces, headers={**headers, "origin": HOST}).status_code == 413
        broken = client.post(one.at + "choose", content=b"\xff\xfe=%", headers={**headers, "origin": HOST})
        assert broken.status_code == 400
        assert one.options.keys() == {"n 1", "n 2", "n 3"}


def test_every_answer_keeps_the_page_to_itself(tmp_path: Path, short: Path) -> None:
    with served(tmp_path, short) as client:
        one, _ = table(client, "short", **{"seat-1": "me", "seat-2": "open"})
        for where in ("/", one.at, "/nowhere", "/static/x/web.css"):
            answer = client.get(where, headers=one._headers())
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert answer.headers["referrer-policy"] == "same-origin"
        assert "style=" not in one.page
        assert "<script>" not in one.page


def test_wrong_settings_are_told_beside_the_form(tmp_path: Path, short: Path) -> None:
    with served(tmp_path, short) as client:
        host = Browser(client)
        host.send("/new/short", {"set-most": "99"})
        assert (host.status, "`most` is a number from 1 to 9" in host.text) == (422, True)
        assert host.send("/new/short", {"seat-1": "me", "seat-2": "no-such-bot"}).status == 422
        assert host.open("/new/nothing").status == 404


def test_a_match_goes_on_after_a_restart_and_with_its_own_rules(tmp_path: Path, short: Path) -> None:
    with served(tmp_path, short) as client:
        one, links = table(client, "short", **{"seat-1": "me", "seat-2": "open"})
        one.choose("n 1")
    short.write_text(SHORT.replace("1..9}", "1..8}"))
    with served(tmp_path, short) as client:
        one.client = client
        assert "The rules in the file have changed since." in one.open(one.at).text
        two = Browser(client).open(links[3])
        assert two.choose("n 3").status == 200
