"""Names that sections have in other languages and rulebooks, each with the section that holds it here."""

from __future__ import annotations

from collections.abc import Container

from ..diagnostics.diagnostic import Guess

NAMES = {
    "phases": "fasi phasen fases fase",
    "outcome": "win_condition win_conditions winning victory_conditions end_condition esito ergebnis",
    "parameters": "parametri constants config configuration settings options params parameter",
    "enumerations": "enums enum enumerated domains domain kinds sorts types",
    "decks": "cards card deck components mazzi karten cartas",
    "boards": "tabelloni board map grid maps",
    "pieces": "piece tokens token pawns figures meeples units",
    "zones": "zona zone places zonen zonas areas piles hands containers",
    "variables": "variabili variablen vars var variable state counters counter globals values",
    "functions": "funzioni funktionen funcs func defs define definitions helpers macros",
    "effects": "effect abilities powers triggers",
    "texts": "translations strings messages labels i18n",
    "examples": "tests test example",
    "variants": "modes expansions",
    "strategies": "bots bot ai heuristics",
    "extends": "import imports inherits base parent include",
    "players": "giocatori spieler joueurs jugadores player num_players player_count number_of_players",
    "ruleset": "name id",
    "title": "titolo titel titre caption heading",
    "about": "description summary introduction",
    "minutes": "duration time playtime length",
}
CALLED = {name: section for section, names in NAMES.items() for name in names.split()}
ELSEWHERE = {
    "what happens, and what players may do, stands in `phases:`": (
        "turn turns moves move actions action rounds round procedure play game rules main flow"
    ),
    "how a match ends stands in `outcome:`, with `winners:` or `ranking:`": (
        "end ending ends win winner winners victory goal game_over endgame result results how_to_win ties tie vittoria fine"
    ),
    "what is there from the start is told by `starts in:` and `starts as:`, what is done first at the top of `phases:`": (
        "setup set_up init initial initialise initialize start preparation prepare preparazione"
    ),
    "points are numbers of `scores:`; who wins by them stands in `outcome:`": "scoring score points",
    "dice need no section: the sentence `roll 1 die as face` rolls one": "dice die",
}
NO_SECTION = {name: help_ for help_, names in ELSEWHERE.items() for name in names.split()}


def section_meant(name: str, sections: Container[str]) -> Guess | None:
    """The one of *sections* that holds what is called *name* elsewhere, or where that stands; None where it is not known."""
    key = name.casefold().replace(" ", "_").replace("-", "_")
    section = CALLED.get(key)
    if section in sections:
        return Guess(name, f"the section is called `{section}`", section)
    if key in NO_SECTION:
        return Guess(name, NO_SECTION[key], None)
    words = key.split("_")
    known = next((word for word in words if word in NO_SECTION or CALLED.get(word, word) in sections), "") if words[1:] else ""
    here = f"the section is called `{CALLED.get(known, known)}`"
    return Guess(name, NO_SECTION.get(known, here), None) if known else None
