"""The usual words of games in other languages: a ruleset that speaks one of these need not translate them again."""

from __future__ import annotations

from ...program import ir

LANGUAGES = ("it", "es")
"""The languages of the columns of `USUAL`."""
USUAL: dict[str, tuple[str, str]] = {
    "card": ("carta", "carta"),
    "cards": ("carte", "cartas"),
    "hand": ("mano", "mano"),
    "stock": ("mazzo", "mazo"),
    "deck": ("mazzo", "mazo"),
    "pool": ("riserva", "reserva"),
    "dealer": ("mazziere", "repartidor"),
    "trick": ("presa", "baza"),
    "tricks": ("prese", "bazas"),
    "trump": ("briscola", "triunfo"),
    "suit": ("seme", "palo"),
    "rank": ("valore", "valor"),
    "value": ("valore", "valor"),
    "number": ("numero", "número"),
    "clubs": ("fiori", "tréboles"),
    "diamonds": ("quadri", "diamantes"),
    "hearts": ("cuori", "corazones"),
    "spades": ("picche", "picas"),
    "ace": ("asso", "as"),
    "two": ("due", "dos"),
    "three": ("tre", "tres"),
    "four": ("quattro", "cuatro"),
    "five": ("cinque", "cinco"),
    "six": ("sei", "seis"),
    "seven": ("sette", "siete"),
    "eight": ("otto", "ocho"),
    "nine": ("nove", "nueve"),
    "ten": ("dieci", "diez"),
    "jack": ("fante", "jota"),
    "queen": ("donna", "reina"),
    "king": ("re", "rey"),
    "colour": ("colore", "color"),
    "colours": ("colori", "colores"),
    "red": ("rosso", "rojo"),
    "yellow": ("giallo", "amarillo"),
    "green": ("verde", "verde"),
    "blue": ("blu", "azul"),
    "white": ("bianco", "blanco"),
    "black": ("nero", "negro"),
    "grey": ("grigio", "gris"),
    "brown": ("marrone", "marrón"),
    "orange": ("arancione", "naranja"),
    "purple": ("viola", "morado"),
    "pink": ("rosa", "rosa"),
    "north": ("nord", "norte"),
    "east": ("est", "este"),
    "south": ("sud", "sur"),
    "west": ("ovest", "oeste"),
    "board": ("tabellone", "tablero"),
    "space": ("casella", "casilla"),
    "column": ("colonna", "columna"),
    "row": ("riga", "fila"),
    "disc": ("disco", "ficha"),
    "stone": ("pietra", "piedra"),
    "stones": ("pietre", "piedras"),
    "die": ("dado", "dado"),
    "dice": ("dadi", "dados"),
    "face": ("faccia", "cara"),
    "pit": ("buca", "hoyo"),
    "ring": ("anello", "anillo"),
    "points": ("punti", "puntos"),
    "score": ("punteggio", "puntuación"),
    "penalty": ("penalità", "penalización"),
    "passes": ("passi", "pases"),
    "lives": ("vite", "vidas"),
    "coins": ("monete", "monedas"),
    "money": ("denaro", "dinero"),
    "market": ("mercato", "mercado"),
    "bank": ("banca", "banca"),
    "turn": ("turno", "turno"),
    "round": ("round", "ronda"),
    "player": ("giocatore", "jugador"),
    "players": ("giocatori", "jugadores"),
    "start": ("partenza", "salida"),
    "target": ("arrivo", "llegada"),
    "play": ("gioca", "juega"),
    "move": ("muovi", "mueve"),
    "draw": ("pesca", "roba"),
    "pass": ("passo", "paso"),
    "roll": ("tira", "tira"),
    "take": ("prendi", "toma"),
    "keep": ("tieni", "conserva"),
    "change": ("cambia", "cambia"),
    "swap": ("scambia", "intercambia"),
    "no more": ("basta", "basta"),
}
"""Names as rules write them, with what they are called in `LANGUAGES`; one with a capital letter, such as a seat, keeps it."""


def usual_words(name: str, languages: tuple[str, ...]) -> ir.Words:
    """A name that the ruleset does not translate, with its usual translations into the languages that the ruleset speaks."""
    found = USUAL.get(name) or USUAL.get(name[:1].lower() + name[1:])
    if found is None:
        return ir.Words(name)
    capital = name[:1].isupper()
    spoken = zip(LANGUAGES, found, strict=True)
    return ir.Words(name, tuple((each, _begun(word, capital)) for each, word in spoken if each in languages))


def _begun(word: str, capital: bool) -> str:
    return word[:1].upper() + word[1:] if capital else word
