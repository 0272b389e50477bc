"""Words of Italian rulebooks, and a line of one with English words."""

from __future__ import annotations

from .names import Names
from .parts import TOKEN, printed

ITALIAN = {
    "the": "il lo la gli le i l",
    "a": "un uno una",
    "of": "di del dello della dei degli delle dell d",
    "to": "a al allo alla ai agli alle all",
    "from": "da dal dallo dalla dagli dalle dall",
    "in": "nel nello nella nei negli nelle nell",
    "on": "su sul sullo sulla sui sugli sulle",
    "with": "con",
    "for": "per",
    "and": "e ed",
    "or": "o oppure",
    "not": "non",
    "if": "se",
    "when": "quando appena",
    "while": "mentre",
    "until": "finché finche",
    "else": "altrimenti",
    "only": "solo soltanto",
    "because": "perché perche poiché",
    "each": "ogni ciascun ciascuno ciascuna",
    "all": "tutti tutte tutto tutta",
    "nobody": "nessuno",
    "no": "nessun nessuna",
    "someone": "qualcuno",
    "whoever": "chi chiunque",
    "player": "giocatore giocatrice",
    "players": "giocatori",
    "you": "tu",
    "card": "carta",
    "cards": "carte",
    "hand": "mano",
    "deck": "mazzo",
    "discard": "scarti scarto scarta scartano scartare",
    "table": "tavolo",
    "market": "mercato",
    "token": "segnalino segnalini gettone gettoni pedina pedine",
    "space": "casella caselle spazio spazi",
    "point": "punto",
    "points": "punti",
    "coin": "moneta",
    "coins": "monete soldi",
    "life": "vita",
    "lives": "vite",
    "die": "dado",
    "dice": "dadi",
    "turn": "turno turni",
    "round": "giro giri",
    "trick": "presa prese",
    "game": "gioco partita",
    "dealer": "mazziere",
    "winner": "vincitore",
    "value": "valore",
    "suit": "seme",
    "action": "azione azioni scelta opzione",
    "times": "volte volta",
    "empty": "vuoto vuota vuoti vuote finito finita esaurito esaurita",
    "free": "libero libera liberi libere",
    "occupied": "occupato occupata",
    "next": "prossimo prossima successivo successiva seguente",
    "left": "sinistra",
    "right": "destra",
    "first": "primo prima",
    "last": "ultimo ultima",
    "most": "più piu maggior",
    "least": "meno minor",
    "nothing": "niente nulla",
    "forward": "avanti",
    "back": "indietro",
    "my": "mio mia suo sua tuo tua loro",
    "has": "ha hanno hai",
    "is": "è sono",
    "becomes": "diventa",
    "draw": "pesca pescano pescare",
    "deal": "dai dà dare distribuisci distribuire distribuisce",
    "shuffle": "mescola mescolare rimescola mischia si_mescola",
    "play": "gioca giocano giocare",
    "put": "metti mette mettere piazza posa",
    "move": "muovi muove muovere sposta spostare avanza",
    "roll": "tira tirare lancia lanciare",
    "gains": "guadagna guadagnano prende prendono riceve ricevono ottiene segna",
    "pays": "paga pagano perde perdono spende",
    "choose": "scegli sceglie scegliere scelgono",
    "wins": "vince vincono",
    "ends": "finisce termina finisci finire fine",
    "reveal": "rivela scopri mostra",
    "passes": "passa passano",
    "at least": "almeno",
    "random": "caso",
    "add": "aggiungi aggiungere somma",
    "subtract": "togli sottrai togliere",
    "swap": "scambia scambiano",
    "does": "fai esegui",
    "makes": "fa fanno",
    "may": "può possono puoi",
    "must": "deve devono devi",
    "reaches": "arriva raggiunge arrivano",
    "repeat": "ripeti ripetere",
    "starting": "partire cominciando iniziando partendo",
    "adjacent": "adiacente adiacenti vicina vicino",
}
"""Words of Italian rulebooks, by their English."""

AMBIGUOUS = frozenset(["a", "e", "i", "o", "d", "l", "in", "per", "dai", "me", "all", "come"])
"""Words of Italian that are English words or names as well."""

ENGLISH = {word: english for english, words in ITALIAN.items() for word in words.split()}


def in_english(text: str, names: Names) -> str:
    """A line of an Italian rulebook with English words; any other as it is."""
    words = TOKEN.findall(text)
    known = [each.casefold() in ENGLISH and each not in names.by_name for each in words]
    if not any(here and each.casefold() not in AMBIGUOUS for here, each in zip(known, words, strict=True)):
        return text
    low = [each.casefold() for each in words]
    found: list[str] = []
    for at, word in enumerate(words):
        by = ENGLISH[low[at]] if known[at] and word[0] not in "'’" else word
        if low[at] == "fino":
            by = "up" if words[at + 2 : at + 3] and words[at + 2].isdigit() else "until"
        elif by == "until" and low[at + 1 : at + 2] != ["non"] and not {"reaches"} & {ENGLISH.get(each) for each in low[at:]}:
            by = "while"
        elif found and found[-1] == "until" and low[at] in ("a", "al", "alla", "non", "che", "quando"):
            continue
        elif low[at] == "partire" and found and found[-1] == "to":
            found.pop()
        elif by == "from" and found and found[-1] == "starting":
            by = "with"
        elif low[at] in ("'", "’") and found and found[-1] in ("the", "of", "to", "from"):
            continue
        elif at and low[at] == "dai":
            by = "from"
        elif low[at] == "si" and not at:
            continue
        found.append(by)
    return printed(found)
