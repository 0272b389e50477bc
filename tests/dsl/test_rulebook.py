"""The rules page: every bundled ruleset can be told, in every language, for every number of players."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import wrap

import pytest

from rulerun.dsl.compile import examine
from rulerun.dsl.describe import survey
from rulerun.dsl.rulebook.nouns import an, plural, smooth, the
from rulerun.dsl.rulebook.page import Heading, Page, Paragraph, Step, Steps, Table, sentences, to_json
from rulerun.dsl.rulebook.phrases import ATTRIBUTES, KINDS, LANGUAGES, PHRASES
from rulerun.dsl.rulebook.tell import rules_page
from rulerun.dsl.rulebook.telling import filled
from rulerun.dsl.text.files import find, read_source
from rulerun.dsl.text.source import Source

from ..support.battery import of_each_file
from ..support.cases import for_all

ROOM = Path(__file__).resolve().parents[2] / "dsl" / "rulebook"
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
    return "\n".join(short for line in lines for short in wrap(line, 110, subsequent_indent="    ")) + "\n"


@of_each_file("change_horses", "why_first")
def test_every_ruleset_is_told_in_every_language(file: str) -> None:
    text = source(file)
    overview = survey(text)
    every = [("", overview.players), *((each.name, each.players) for each in overview.variants if each.name)]
    for variant, players in every:
        for language in LANGUAGES:
            # what is told for all other numbers of players stands at the end of the page
            page = rules_page(text, variant, players[0], {}, language)
            found = sentences(page)
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
    assert "Deal 4 cards from the stock to the hand of each automa." in [each.text for each in last.items[0].below]


def test_those_who_sit_at_the_table_are_called_by_their_names() -> None:
    page = plain(rules_page(source("why_first"), "", 2, {}, "en", {"Anne": "Vera"}))
    assert "At the table: Vera and Ben." in " ".join(page.split())
    assert "Anne" not in page


def test_a_parameter_changes_what_is_told() -> None:
    told = sentences(rules_page(source("goofspiel"), "", 2, {"cards": "5", "prizes": "descending"}, "en"))
    assert any(each.startswith("5 times") for each in told)
    assert not any(each.startswith("Draw") for each in told)


def test_the_author_s_own_words_stand_first_with_their_numbers() -> None:
    page = rules_page(source("why_first"), "", 3, {"stages": "7"}, "en")
    assert page.blocks[3] == Heading("The rules in short", 2)
    short = page.blocks[4]
    assert isinstance(short, Steps)
    assert short.items[0].plain.startswith("You race over 7 stages")
    assert short.items[-1].lead == "The end and the winner"


def test_a_condition_that_always_holds_is_left_out() -> None:
    told = sentences(rules_page(source("change_horses"), "", 2, {}, "en"))
    assert "Up to 2 cards are laid open (see below)." in told


def test_a_name_with_a_text_is_told_as_it_was_given_and_what_a_function_does_not_find_is_not_there() -> None:
    told = sentences(rules_page(source("change_horses"), "", 2, {}, "en"))
    assert "Call this “space before”: the space number of the horse." in told
    assert any(" is less than “space before” plus " in each for each in told)
    assert any(each.startswith("If there is no owner of the horse: ") for each in told)


def test_nothing_is_said_twice_where_a_text_meets_a_value() -> None:
    assert filled("the {e} of {p}", {"e": "the end", "p": "Ann"}, "en") == "the end of Ann"
    assert filled("at number {n}", {"n": "the number of the space"}, "en") == "at the number of the space"
    assert filled("al numero {n}", {"n": "il numero di x"}, "it") == "al numero di x"
    assert filled("the {e} of {p}", {"e": "end", "p": "the player"}, "en") == "the end of the player"


def test_a_page_is_json() -> None:
    found = to_json(rules_page(source("tic_tac_toe"), "", 2, {}, "en"))
    blocks = found["blocks"]
    assert isinstance(blocks, list)
    assert {block["kind"] for block in blocks} == {"heading", "paragraph", "steps"}


@for_all(PHRASES)
def test_every_phrase_has_every_language_and_the_same_gaps(name: str) -> None:
    assert set(PHRASES[name]) == set(LANGUAGES)
    gaps = {frozenset(re.findall(r"\{(\d)\}", text)) for text in PHRASES[name].values()}
    assert len(gaps) == 1


def test_every_phrase_is_said() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in ROOM.glob("*.py") if "phrases" not in path.name)
    made = re.compile(
        r"rank \d|(ranked|tie) (high|low)est|beyond .*|(top|bottom) n|(not )?holds for|[<>=!]+|stop short|stay|jump"
    )
    assert [name for name in PHRASES if f'"{name}"' not in code and not made.fullmatch(name)] == []


def test_every_kind_has_every_language() -> None:
    assert [name for name, forms in (*KINDS.items(), *ATTRIBUTES.items()) if set(forms) != set(LANGUAGES)] == []


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


def test_nouns_have_plurals_and_indefinite_articles() -> None:
    assert [plural(each, "en") for each in ("card", "box", "penalty")] == ["cards", "boxes", "penalties"]
    assert [plural(each, "it") for each in ("carta", "mazzo", "presa")] == ["carte", "mazzi", "prese"]
    assert [plural(each, "es") for each in ("carta", "color")] == ["cartas", "colores"]
    assert [an("ace", "en"), an("asso", "it"), an("carta", "es")] == ["an ace", "un asso", "una carta"]


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
What follows says it all sentence by sentence, with the settings chosen, to look up what is in doubt.
## Components
Cards: 3 cards.
Rank: jack, queen, king
## Set-up
- The cards start in the stock.
- The stake of each player is 1 at the start.
- Shuffle the stock.
- Deal one card from the stock to the card of each player.
## How it is played
1. In turn, each player, if there is no bettor – the player does one of these:
  - Check
  - Bet
    - The bettor becomes the player.
    - The stake of the player goes up by 1.
2. In turn, each player for whom there is a bettor and the bettor is not the player:
  - The player does one of these:
    - Fold
      - From now on the player has folded.
    - Call
      - The stake of the player goes up by 1.
3. If no player has folded: the card of each player is shown to everybody.
## The end and the winner
- The game is won by whoever is ahead.
- Each player is paid: the sum of the stake of each other player if the player is ahead, otherwise minus the
    stake of the player.
## What the words mean
- “The player is ahead” – this holds if the player has not folded and for each other player, that other player
    has folded or the rank of the player's card is more than the rank of that other player's card.
- “The rank of the player's card”: the highest rank among cards in the card of the player.
## What is hidden
- Nobody sees: the stock.
- Only their owner sees: the card of each player.
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
Quel che segue dice tutto frase per frase, con le impostazioni scelte, per chiarire i dubbi.
## Materiale
Griglia: una griglia di 7 colonne e 6 righe.
## Come si gioca
- 21 volte – a turno, ogni giocatore:
  - Il giocatore sceglie un numero da 1 a 7 («colonna»).
    - «La colonna è piena»: si può solo se non c'è disco all'altezza 6 della colonna.
  - Chiamiamo «riga»: il primo tra: numero r da 1 a 6 per cui non c'è disco all'altezza r della colonna.
  - Sulla casella nella colonna, la riga va il disco del giocatore.
  - Se il giocatore ha quattro dischi in fila: la partita è finita.
## La fine e chi vince
- Vince chi ha quattro dischi in fila.
## Che cosa vuol dire
- «Il disco all'altezza r di c»: il disco sulla casella in colonna c, riga r.
- «Il giocatore ha quattro dischi in fila» – vale se ci sono 4 caselle in fila, e per ciascuna sulla casella
    c'è il disco del giocatore.
## Che cosa è nascosto
- Niente: tutti vedono tutto.
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
