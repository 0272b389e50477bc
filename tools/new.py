"""Writes the file of a new game: small, but whole, so that it validates, tests and plays before anything in it is changed."""

from __future__ import annotations

import json
import re

from attrs import frozen

from ..program.harmless import harmful

CARDS = """\
decks:
  cards:
    cards: [{value: 1..10, copies: 5}]
    starts in: stock

zones:
  stock: {of: cards, kind: pile}                # seen by nobody
  hand: {of: cards, per: player, seen by: owner}
  shown: {of: cards, per: player, seen by: everyone}

scores:
  points: {per: player}

phases:
  game:
    - shuffle stock
    - deal 5 from stock to hand of each player
    - repeat 5 times:
        - for each player me:
            - do turn (me)
  turn (player me):
    - let best = highest of card.value for card in shown[me], else 0
    - me chooses card from hand[me]
    - put card in shown[me]
    - if card.value > best:
        - points[me] += 1

outcome:
  ranking (player p):
    - highest points[p]

invariants:
  no card is lost: count(stock) + (sum of count(hand[p]) + count(shown[p]) for p in players) = count(cards)

examples:
  a card that none before beats brings a point:
    given: {hand: {Anne: [7]}, shown: {Anne: [4]}}
    run: turn (Anne)
    answers:
      - Anne: card 7
    expect: {points: {Anne: 1}, hand: {Anne: []}}
"""

RACE = """\
parameters:
  last: {default: 20, range: 5..100}            # the number of the last space

boards:
  road: {kind: track, spaces: 0..last}

movement:
  road: {beyond the ends: stop}

pieces:
  runner: {one per: player, on: road, starts on: 0}

phases:
  game:
    - repeat:
        - for each player me:
            - do turn (me)
            - if runner[me] = last:
                - end the game
  turn (player me):
    - roll 1 die as face
    - me chooses one:
        - run:
            - move runner[me] by face
        - walk:
            - move runner[me] by 2

outcome:
  winners: players p where runner[p] = last

longest: {decisions: 1000, then: draw}

invariants:
  at most one arrives: (number of p in players where runner[p] = last) <= 1

examples:
  whoever runs moves by the die:
    given: {runner: {Anne: 3}}
    run: turn (Anne)
    answers:
      - nature: 5
      - Anne: run
    expect: {runner: {Anne: 8}}
"""

GRID = """\
boards:
  field: {kind: grid, columns: 5, rows: 5}

variables:
  mark: {per: space of field, holds: player}

functions:
  row (player p): any l in lines(field, 4) has every x in l has mark[x] = p
  full: every x in field has mark[x] != nothing
  marks (player p): number of x in field where mark[x] = p

phases:
  game:
    - repeat 25 times:
        - for each player me where not full:
            - do turn (me)
            - if row(me):
                - end the game
  turn (player me):
    - me chooses space from field where mark[space] = nothing because "somebody is there already"
    - mark[space] = me

outcome:
  winners: players p where row(p)

invariants:
  turns go round: every player p has every player q has marks(p) - marks(q) <= 1

examples:
  a mark stays:
    given: {mark: {b2: Anne}}
    run: turn (Anne)
    answers:
      - Anne: space c3
    expect: {mark: {b2: Anne, c3: Anne}}
  a space is marked once:
    given: {mark: {b2: Anne}}
    run: turn (Anne)
    refused:
      - Anne: space b2
        because: somebody is there already
"""

DICE = """\
parameters:
  target: {default: 50, range: 10..200}

scores:
  points: {per: player}

phases:
  game:
    - repeat:
        - for each player me:
            - do turn (me)
            - if points[me] >= target:
                - end the game
  turn (player me):
    - roll 2 dice as red, blue
    - me chooses one:
        - take both:
            - points[me] += red + blue
        - double one:
            - points[me] += 2 * max(red, blue) if red != blue else 0

outcome:
  winners: players p where points[p] >= target

longest: {decisions: 1000, then: draw}

invariants:
  at most one is there: (number of p in players where points[p] >= target) <= 1

examples:
  equal dice double to nothing:
    given: {points: {Anne: 7}}
    run: turn (Anne)
    answers:
      - nature: 4
      - nature: 4
      - Anne: double one
    expect: {points: {Anne: 7}}
"""


@frozen
class Kind:
    """What lies on the table of a new game: the word for it, what it is in a few words, its sections, most players."""

    word: str
    about: str
    sections: str
    most: int = 30


KINDS = {
    kind.word: kind
    for kind in (
        Kind("cards", "hands of cards, which score when they are laid", CARDS, 10),
        Kind("race", "a track, runners and a die", RACE),
        Kind("grid", "marks on a grid, four in a row", GRID),
        Kind("dice", "two dice, and points", DICE),
    )
}
"""The games that a new file can begin with, by their words."""

MOST_PLAYERS = 30
"""The most players of a game."""


class NotPossible(ValueError):
    """What was asked for cannot be a ruleset; the message says what is expected."""


def file_name(title: str) -> str:
    """The name of a ruleset with that title: `Otter Run!` gives `otter_run`. Raises NotPossible without a letter."""
    name = re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_")
    if not name:
        raise NotPossible(f"expected a title with letters or digits of English, found `{title}`: give a name with `--name`")
    return name


def numbers_of_players(words: str, kind: Kind) -> str:
    """The numbers of players as a ruleset says them, from `2`, `2..4` or `2-4`. Raises NotPossible for others."""
    found = re.fullmatch(r"\s*(\d{1,3})\s*(?:(?:\.\.|-|–|to)\s*(\d{1,3})\s*)?", words)
    low, high = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= low <= high <= MOST_PLAYERS:
        raise NotPossible(f"expected numbers of players from 1 to {MOST_PLAYERS}, such as `2..4`, found `{words}`")
    if high > kind.most:
        raise NotPossible(f"a new game of `{kind.word}` is for at most {kind.most} players, found `{words}`")
    return f"{low}..{high}" if high > low else str(low)


def new_ruleset(name: str, title: str, players: str, kind: Kind) -> str:
    """The text of a new ruleset. Raises NotPossible for a name or numbers of players that no ruleset has."""
    if not re.fullmatch(r"[A-Za-z0-9_-]+", name):
        raise NotPossible(f"expected a name of letters, digits, `_` and `-`, found `{name}`")
    numbers = numbers_of_players(players, kind)
    if any(harmful(title)):
        raise NotPossible(f"the title has a character that cannot be seen: `{title}`")
    plain = re.fullmatch(r"[A-Za-z][\w '!–-]*", title) is not None and title.strip() == title
    shown = title if plain else json.dumps(title, ensure_ascii=False)
    return f"ruleset: {name}\ntitle: {shown}\nplayers: {numbers}\n\n{kind.sections}"
