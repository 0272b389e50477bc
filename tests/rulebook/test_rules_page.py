"""The rules page: every bundled ruleset can be told, in every language, for every number of players."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import wrap

import pytest
from attrs import evolve

from rulerun.dsl.compile import examine
from rulerun.dsl.describe import survey
from rulerun.dsl.text.files import find, read_source
from rulerun.dsl.text.source import Source
from rulerun.rulebook.nouns import smooth, the
from rulerun.rulebook.page import Block, Code, Heading, Page, Paragraph, Step, Steps, Table, sentences, to_json
from rulerun.rulebook.phrases import KINDS, LANGUAGES, PHRASES
from rulerun.rulebook.rules_page import rules_page

from ..support.battery import of_each_file
from ..support.cases import for_all

ROOM = Path(__file__).resolve().parents[2] / "rulebook"
LEFT_OVER = re.compile(r"[{}_\0]|\b(None|bind)\b|  |\(\)|\.\.(?!\.)")
"""What no sentence of a page contains: braces, names as they are written, gaps that were not filled."""


def source(name: str) -> Source:
    """The text of a bundled ruleset."""
    found, _ = read_source(find(name))
    assert found is not None
    return found


def plain(page: Page) -> str:
    """A page as lines, for comparing; long sentences go on in lines of their own."""
    lines: list[str] = []

    def listed(steps: tuple[Step, ...], indent: str, mark: str) -> None:
        for number, step in enumerate(steps, 1):
            lines.append(f"{indent}{f'{number}.' if mark == '1' else '-'} {step.plain}")
            listed(step.below, indent + "  ", "-")

    for block in page.blocks:
        match block:
            case Heading(text, level):
                lines.append("#" * level + " " + text)
            case Paragraph(text):
                lines.append(text)
            case Steps(items, numbered):
                listed(items, "", "1" if numbered else "-")
            case Table(columns, rows):
                lines.extend(" | ".join(row) for row in (columns, *rows))
            case Code(own):
                lines.extend(f"> {line}" for line in own)
    return "\n".join(short for line in lines for short in wrap(line, 110, subsequent_indent="    ")) + "\n"


@of_each_file("change_horses", "why_first")
def test_every_ruleset_is_told_in_every_language(file: str) -> None:
    text = source(file)
    overview = survey(text)
    every = [("", overview.players), *((each.name, each.players) for each in overview.variants if each.name)]
    for variant, players in every:
        for language in LANGUAGES if not variant else ("en",):
            # what is told for all other numbers of players stands at the end of the page
            page = rules_page(text, variant, players[0], {}, language)
            names = PHRASES["names"][language]
            glossary = below(page, names) if Heading(names, 2) in page.blocks else ()
            # names are written there as the lines have them
            found = sentences(evolve(page, blocks=tuple(block for block in page.blocks if block not in glossary)))
            assert [each for each in found if LEFT_OVER.search(each) or not each.strip()] == []
            assert len(found) > 10


def test_a_small_game_is_told_in_english() -> None:
    assert plain(rules_page(source("kuhn_poker"), "", 2, {}, "en")) == KUHN


def test_a_small_game_is_told_in_italian() -> None:
    assert plain(rules_page(source("connect_four"), "", 2, {}, "it")) == FORZA_QUATTRO


def test_another_number_of_players_is_told_at_the_end() -> None:
    page = rules_page(source("why_first"), "", 3, {}, "en")
    assert page.blocks[-2] == Heading("With other numbers of players", 2)
    last = page.blocks[-1]
    assert isinstance(last, Steps)
    assert [item.text for item in last.items] == ["With 2 players:"]
    assert [each.text for each in last.items[0].below] == ["Leo can win too."]


def test_those_who_sit_at_the_table_are_called_by_their_names() -> None:
    page = plain(rules_page(source("why_first"), "", 2, {}, "en", {"Anne": "Vera"}))
    assert "At the table: Vera and Ben." in " ".join(page.split())
    assert "Anne" not in page


def test_the_author_s_own_words_stand_first_with_their_numbers() -> None:
    page = rules_page(source("why_first"), "", 3, {"stages": "7"}, "en")
    assert page.blocks[3] == Heading("The rules in short", 2)
    short = page.blocks[4]
    assert isinstance(short, Steps)
    assert short.items[0].plain.startswith("You race over 7 stages")
    assert short.items[-1].lead == "The end and the winner"


def below(page: Page, title: str) -> tuple[Block, ...]:
    """The blocks of a part of a page."""
    start = page.blocks.index(Heading(title, 2)) + 1
    rest = page.blocks[start:]
    return rest[: next((at for at, block in enumerate(rest) if isinstance(block, Heading)), len(rest))]


def test_an_option_is_told_with_the_author_s_reasons() -> None:
    (found,) = below(rules_page(source("traxx"), "", 2, {}, "en"), "What can be chosen")
    assert isinstance(found, Steps)
    (phase,) = found.items
    assert phase.lead == "The roads grow"
    extend, pass_ = phase.below
    assert (extend.lead, pass_) == ("Extend", Step("", (), "Pass"))
    assert "Refused: “the road already passes through this space”" in [each.text for each in extend.below]


TOLLS = """\
ruleset: tolls
players: 2
parameters:
  tolls: {default: no}
scores:
  points: {per: player}
phases:
  game:
    - for each player p:
        - p chooses one:
            - go:
                - points[p] += 1
            - pay the toll:
                - only if tolls because "nobody asks for a toll"
                - only if points[p] > 0 because "there are no points"
                - points[p] -= 1
outcome:
  ranking (player p): highest points[p]
"""


def test_an_option_that_the_settings_leave_out_is_not_told() -> None:
    told = [sentences(rules_page(Source("tolls.yaml", TOLLS), "", 2, {"tolls": tolls}, "en")) for tolls in ("yes", "no")]
    assert [("Go" in each, "Pay the toll" in each) for each in told] == [(True, True), (True, False)]
    assert "Refused: “there are no points”" in told[0]


def test_the_ruleset_s_own_lines_stand_there_with_their_names_explained() -> None:
    page = rules_page(source("traxx"), "", 2, {}, "it")
    lines = below(page, "Le righe del regolamento, per chiarire i dubbi")
    assert all(isinstance(block, Code) for block in lines)
    text = source("traxx").text
    for block in lines:
        assert isinstance(block, Code)
        # the phase `game` is told in two parts, and the first line of the second follows its heading
        assert all(line.strip() in text for line in block.lines)
        assert all(any(name in line for line in block.lines) for name, _ in block.names)
    names = dict(pair for block in lines if isinstance(block, Code) for pair in block.names)
    assert names["tail"] == "capo dietro"


def test_lines_of_the_base_and_of_the_variant_are_put_together() -> None:
    own, other = (rules_page(source("change_horses"), variant, 3, {}, "en") for variant in ("", "derby"))
    assert plain(own) != plain(other)
    assert [
        block for block in other.blocks if isinstance(block, Code) and any("from derby" in line for line in block.lines)
    ] == []


def test_a_page_is_json() -> None:
    found = to_json(rules_page(source("tic_tac_toe"), "", 2, {}, "en"))
    blocks = found["blocks"]
    assert isinstance(blocks, list)
    assert {block["kind"] for block in blocks} == {"heading", "paragraph", "steps", "code"}


@for_all(PHRASES)
def test_every_phrase_has_every_language_and_the_same_gaps(name: str) -> None:
    assert set(PHRASES[name]) == set(LANGUAGES)
    gaps = {frozenset(re.findall(r"\{(\d)\}", text)) for text in PHRASES[name].values()}
    assert len(gaps) == 1


def test_every_phrase_is_said() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in ROOM.glob("*.py") if "phrases" not in path.name)
    made = re.compile(r"beyond .*|stop short|stay|jump")
    assert [name for name in PHRASES if f'"{name}"' not in code and not made.fullmatch(name)] == []


def test_every_kind_has_every_language() -> None:
    assert [name for name, forms in KINDS.items() if set(forms) != set(LANGUAGES)] == []


@for_all(
    [
        ("hand", "en", "the hand"),
        ("mano", "it", "la mano"),
        ("mazzo", "it", "il mazzo"),
        ("asso", "it", "l'asso"),
        ("scarti", "it", "gli scarti"),
        ("giocate", "it", "le giocate"),
        ("mano", "es", "la mano"),
        ("puntos", "es", "los puntos"),
        ("casilla", "es", "la casilla"),
        ("tilt", "it", "il tilt"),
        ("menù", "it", "«menù»"),
        ("committente", "it", "il committente"),
        ("stazione", "it", "la stazione"),
        ("portone", "it", "il portone"),
    ]
)
def test_a_noun_has_its_article(case: tuple[str, str, str]) -> None:
    noun, language, told = case
    assert the(noun, language) == told


def test_prepositions_and_articles_are_drawn_together() -> None:
    assert smooth("Si pesca da il mazzo a la mano di l'asso.", "it") == "Si pesca dal mazzo alla mano dell'asso."
    assert smooth("de el mazo a el jugador", "es") == "del mazo al jugador"
    assert smooth("Who wins?.", "en") == "Who wins?"


KUHN = """\
# Kuhn poker
Three cards, one bet. The higher card takes what lies in the middle, unless its rival is bluffed out of it.
For 2 players.
## The rules in short
- The pack is three cards: jack, queen and king. Each of the two players puts 1 into the pot and gets one
    card, which only its owner sees; the third stays hidden. The first player checks or bets 1 more. After a
    check the other may check as well or bet. Whoever faces a bet of the other folds, or calls and adds 1 too.
    There is one bet only, and nobody raises.
- The end and the winner – Whoever folds leaves the pot to the other. If nobody has folded, both cards are
    turned up, and the higher one takes the pot: the king beats the queen, the queen the jack.
## Components
Cards: 3 cards.
Rank: jack, queen, king
## Set-up
- The cards start in the stock.
- The stake of each player: 1 at the start.
>   - shuffle stock
>   - deal 1 from stock to hand of each player
## What can be chosen
- Check
- Bet
- Fold
- Call
## The end and the winner
> outcome:
>   winners: players p where ahead(p)
>   payoff (player p): (sum of paid[q] for q in players where q != p) if ahead(p) else -paid[p]
## What is hidden
- Nobody sees: the stock.
- Only their owner sees: the card of each player.
## The ruleset's own lines, to look up what is in doubt
> game:
>   - for each player me where bettor = nothing:
>       - me chooses one:
>           - check
>           - bet:
>               - bettor = me
>               - paid[me] += 1
>   - for each player me where bettor != nothing and bettor != me:
>       - me chooses one:
>           - fold:
>               - folded[me] = yes
>           - call:
>               - paid[me] += 1
>   - if no player p has folded[p]:
>       - reveal hand of everyone
> strength (player p): highest of c.rank for c in hand[p]
> ahead (player p): not folded[p] and (every player q where q != p has folded[q] or strength(p) > strength(q))
## The names in these lines
- ahead(p) – p is ahead
- bettor – the bettor
- folded(p) – p has folded
- hand(p) – the card of p
- paid(p) – the stake of p
- strength(p) – the rank of p's card
"""

FORZA_QUATTRO = """\
# Forza quattro
Si lasciano cadere dischi in una griglia verticale. Vince chi per primo ne ha quattro in fila, in verticale,
    in orizzontale o in diagonale.
Per 2 giocatori. Al tavolo: Rosso e Giallo.
## Le regole in breve
- Una griglia verticale ha sette colonne di sei caselle, tutte vuote. Rosso e Giallo lasciano cadere un disco
    a turno, prima Rosso. Scegli una colonna non piena: il tuo disco cade nella casella vuota più in basso e
    vi resta.
- La fine e chi vince – Vince subito chi per primo ha quattro dischi in fila, in verticale, in orizzontale o
    in diagonale. Se la griglia è piena e nessuno li ha, è patta.
## Materiale
Griglia: una griglia di 7 colonne e 6 righe.
## Che cosa si può scegliere
- Colonna
  - Rifiutato: «la colonna è piena»
## La fine e chi vince
> outcome:
>   winners: players p where four(p)
## Che cosa è nascosto
- Niente: tutti vedono tutto.
## Le righe del regolamento, per chiarire i dubbi
> game:
>   - repeat 21 times:
>       - for each player me:
>           - me chooses column from 1..7 where at_height(column, 6) = nothing because column_full
>           - let row = first r in 1..6 where at_height(column, r) = nothing
>           - disc[at(rack, column, row)] = me
>           - if four(me):
>               - end the game
> at_height (number c, number r): disc[at(rack, c, r)]
> four (player p): any l in lines(rack, 4) has every x in l has disc[x] = p
## I nomi in queste righe
- at_height(c, r) – il disco all'altezza r di c
- column_full – la colonna è piena
- disc(x) – il disco su x
- four(p) – p ha quattro dischi in fila
- rack – griglia
"""


CHANGED = """\
ruleset: changed
extends: crazy_eights
phases:
  deal the cards (player starter):
    - shuffle stock
    - deal 5 from stock to hand of each player
    - draw card from stock on top of discard
    - wanted = (top of discard).suit
    - passes = 0
  score: {add: [passes = 0]}
  game: {change: {do deal the cards: do deal the cards (starter)}}
"""


def test_what_a_variant_changes_is_not_told_in_the_words_of_the_base(tmp_path: Path) -> None:
    path = tmp_path / "changed.yaml"
    path.write_text(CHANGED, encoding="utf-8")
    text, _ = read_source(path)
    assert text is not None
    own, base = (plain(rules_page(each, "", 2, {}, "en")) for each in (text, source("crazy_eights")))
    assert "The next card is turned up as the first of the discard pile" in base.replace("\n    ", " ")
    assert "The next card is turned up as the first of the discard pile" not in own.replace("\n    ", " ")
    assert "Play one card of the hand that has the suit" in own.replace("\n    ", " ")


LEFT_OUT = """\
ruleset: left_out
extends: crazy_eights
without: [score, drawable]
phases:
  game:
    - do deal the cards
    - repeat until over:
        - for each player me:
            - if not over:
                - do turn (me)
  turn (player me):
    - repeat:
        - me chooses one:
            - play card from hand[me]:
                - put card on top of discard
                - wanted = card.suit
                - if card.rank = eight:
                    - me chooses name from suit
                    - wanted = name
                - end the phase
            - pass:
                - passes += 1
                - end the phase
"""


def test_what_is_left_out_takes_all_the_words_about_it_along(tmp_path: Path) -> None:
    path = tmp_path / "left_out.yaml"
    path.write_text(LEFT_OUT, encoding="utf-8")
    text, _ = read_source(path)
    assert text is not None
    assert [each.code for each in examine(text) if each.code == "nothing-to-tell-of"] == []
    assert "Then everybody gets penalty points" not in plain(rules_page(text, "", 2, {}, "en")).replace("\n    ", " ")


@pytest.mark.parametrize(
    ("ruleset", "variant", "dial", "language", "told", "otherwise"),
    [
        ("why_first", "", "one_space=everyone", "en", "all of them score its number.", "nobody scores."),
        ("why_first", "", "all_level=nobody", "it", "non vince nessuno.", "vincono tutti."),
        ("change_horses", "", "after_fast_track=finish_round", "en", "the round is played to its end", "the race ends as soon"),
        ("change_horses", "", "neutral_takes_win=yes", "es", "no gana nadie.", "los caballos de nadie no cuentan."),
        ("change_horses", "derby", "top_bidder_pays=no", "it", "tranne chi ha offerto di più.", "la sua offerta."),
        ("traxx", "", "open_cards=2", "en", "2 cards are turned up", "a card is turned up"),
    ],
)
def test_the_short_rules_say_what_a_parameter_changes(
    ruleset: str, variant: str, dial: str, language: str, told: str, otherwise: str
) -> None:
    name, value = dial.split("=")
    turned, usual = (
        " ".join(plain(rules_page(source(ruleset), variant, 3, dials, language)).split()) for dials in ({name: value}, {})
    )
    assert (told in turned, otherwise in turned) == (True, False)
    assert (told in usual, otherwise in usual) == (False, True)


@pytest.mark.parametrize(
    ("language", "told"), [("en", "Leo can win too."), ("it", "Può vincere anche Leo."), ("es", "También puede ganar Leo.")]
)
def test_an_automa_that_can_win_is_named_where_the_winner_is_told(language: str, told: str) -> None:
    assert told in sentences(rules_page(source("why_first"), "", 2, {}, language))


@pytest.mark.parametrize(("kind", "test"), [("players", "points[s] = winning_total"), ("seats", "s != Leo")])
def test_an_automa_that_cannot_win_is_not_named_there(kind: str, test: str, tmp_path: Path) -> None:
    path = tmp_path / "alone.yaml"
    outcome = f"outcome:\n  winners: {kind} s where {test}\n"
    path.write_text(f"ruleset: alone\nextends: why_first\nplayers: 2\n{outcome}", encoding="utf-8")
    text, _ = read_source(path)
    assert text is not None
    assert not any("Leo can win" in each for each in sentences(rules_page(text, "", 2, {}, "en")))
