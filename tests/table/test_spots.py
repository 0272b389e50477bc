"""The ids of all that can be pointed at: each has one of its own, and leads back to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import evolve

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter.player_names import named
from rulerun.interpreter.views import cells
from rulerun.program.ir import NOTHING, Program, Words
from rulerun.table.spots import OnCard, OnMember, OnSeat, OnSpace, OnValue, OnZone, Spot, on_place, spot_at, spot_id

from ..support.battery import Setting, compiled, of_each, settings

HARBOUR = """ruleset: harbour
players: 2
enumerations:
  berth: [inside, half, whole]
  cargo: [salt, rum]
decks:
  crates:
    starts in: hold
    cards: [{cargo: salt, copies: 2}, {cargo: rum}]
zones:
  hold: {of: crates}
  quay: {of: crates, per: berth, seen by: everyone}
variables:
  toll: {per: [player, berth], holds: 0..3}
phases:
  game:
    - for each player p:
        - p chooses n from 1..2
outcome:
  winners: players
"""


def spots(program: Program) -> Iterator[Spot]:
    """All that there is, and a member of a set for each value of each domain."""
    for number, board in enumerate(program.boards):
        yield from (OnSpace(number, space) for space in range(len(board.points)))
    yield from map(OnSeat, range(len(program.seats)))
    for number, zone in enumerate(program.zones):
        for index, _ in cells(zone.base, zone.extents):
            yield OnZone(number, index)
            yield from (OnCard(number, index, kind) for kind in range(zone.kinds))
            yield from (OnCard(number, index, NOTHING, place) for place in ((1, 2, 30) if zone.row else ()))
    for number, place in enumerate(program.places):
        yield from (on_place(program, number, index) for index, _ in cells(place.base, place.extents))
    for number, shown in enumerate(program.shown, len(program.places)):
        yield from (OnValue(number, index) for index, _ in cells(0, shown.extents))
    for number, domain in enumerate(program.domains):
        if len(domain.labels) < 100:
            yield from (OnMember(1, number, domain.low + at) for at in range(len(domain.labels)))
    yield from (OnMember(0, None, number) for number in (-3, 0, 12))


def ids_lead_back(program: Program) -> list[str]:
    """The ids of all spots."""
    found = list(spots(program))
    ids = [spot_id(program, spot) for spot in found]
    assert len(set(ids)) == len(ids)
    assert [spot_at(program, each) for each in ids] == found
    return ids


@of_each(settings())
def test_every_spot_has_an_id_of_its_own_that_leads_back_to_it(setting: Setting) -> None:
    program = compiled(setting)
    ids = ids_lead_back(program)
    called = named(program, {seat.name: f"Zoë {number}" for number, seat in enumerate(program.seats)})
    assert ids_lead_back(called) == ids


def harbour() -> Program:
    """Berths whose names have the signs in them that ids have a use for."""
    program = compile_ruleset(Source("harbour.yaml", HARBOUR)).program
    assert program is not None
    names = {"inside": "in/out", "half": "50%", "whole": "50%25"}
    labels = [tuple(Words(names.get(each.plain, each.plain), ()) for each in domain.labels) for domain in program.domains]
    domains = [evolve(domain, labels=each) for domain, each in zip(program.domains, labels, strict=True)]
    return evolve(program, domains=tuple(domains))


def test_a_slash_and_a_percent_sign_in_a_name_are_escaped() -> None:
    assert {"zone/quay/in%2Fout", "zone/quay/50%25", "zone/quay/50%2525"} <= {*ids_lead_back(harbour())}


NONE = ("", "seat", "seat/Nobody", "seat/%41nne", "zone/quay", "zone/quay/in/out", "card/hold/tea", "value/toll/Anne")


@pytest.mark.parametrize("written", NONE)
def test_what_is_no_id_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="nothing on this table"):
        spot_at(harbour(), written)
