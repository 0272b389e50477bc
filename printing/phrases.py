"""What prints say themselves, in the languages that the bundled games use."""

from __future__ import annotations

PHRASES: dict[str, dict[str, str]] = {
    "glue": {
        "en": "glue neighbours over the broken marks",
        "it": "incolla i fogli vicini fino ai segni tratteggiati",
        "es": "pega las hojas vecinas hasta las marcas discontinuas",
    },
    "name": {"en": "Name", "it": "Nome", "es": "Nombre"},
    # -------------------------------------------------------------------------------------------------- the rulebook
    "contents": {"en": "Contents", "it": "Indice", "es": "Índice"},
    "goal": {"en": "The game in short", "it": "Il gioco in breve", "es": "El juego en breve"},
    "minutes": {"en": "About {0} minutes.", "it": "Circa {0} minuti.", "es": "Unos {0} minutos."},
    "play": {"en": "How it is played", "it": "Come si gioca", "es": "Cómo se juega"},
    "scoring": {"en": "Scoring", "it": "Il punteggio", "es": "La puntuación"},
    "board": {"en": "The {0}", "it": "{0}", "es": "{0}"},
    "pieces": {"en": "The pieces", "it": "I pezzi", "es": "Las piezas"},
    "laid": {
        "en": "The table when the first player chooses; cards that are dealt differ from game to game.",
        "it": "Il tavolo quando il primo giocatore sceglie; le carte distribuite cambiano di partita in partita.",
        "es": "La mesa cuando elige el primer jugador; las cartas repartidas cambian de partida en partida.",
    },
    "examples": {"en": "Examples", "it": "Esempi", "es": "Ejemplos"},
    "example": {"en": "Example {0}", "it": "Esempio {0}", "es": "Ejemplo {0}"},
    "for players": {"en": "with {0} players", "it": "in {0} giocatori", "es": "con {0} jugadores"},
    "what": {"en": "what", "it": "che cosa", "es": "qué"},
    "before": {"en": "before", "it": "prima", "es": "antes"},
    "after": {"en": "after", "it": "dopo", "es": "después"},
    "chooses": {"en": "{0} chooses: {1}.", "it": "{0} sceglie: {1}.", "es": "{0} elige: {1}."},
    "not allowed": {"en": "{0} may not choose: {1}.", "it": "{0} non può scegliere: {1}.", "es": "{0} no puede elegir: {1}."},
    "not allowed why": {
        "en": "{0} may not choose: {1} ({2}).",
        "it": "{0} non può scegliere: {1} ({2}).",
        "es": "{0} no puede elegir: {1} ({2}).",
    },
    "given": {"en": "Given: {0}.", "it": "È dato: {0}.", "es": "Se parte de: {0}."},
    "wins": {"en": "Wins: {0}.", "it": "Vince: {0}.", "es": "Gana: {0}."},
    "nobody": {"en": "nobody", "it": "nessuno", "es": "nadie"},
    "and": {"en": "and", "it": "e", "es": "y"},
    "variants": {"en": "Variants", "it": "Varianti", "es": "Variantes"},
    "for": {"en": "For {0} players.", "it": "Per {0} giocatori.", "es": "Para {0} jugadores."},
    "instead": {
        "en": "The rules above hold, with these instead:",
        "it": "Valgono le regole di sopra, con queste al posto delle corrispondenti:",
        "es": "Valen las reglas de arriba, con estas en lugar de las correspondientes:",
    },
    "gallery": {"en": "All cards", "it": "Tutte le carte", "es": "Todas las cartas"},
    "reference": {
        "en": "For reference: the rules as they run",
        "it": "Per consultazione: le regole come vengono eseguite",
        "es": "Para consulta: las reglas tal como se ejecutan",
    },
    "size": {"en": "{0} cards", "it": "{0} carte", "es": "{0} cartas"},
    "one card": {"en": "1 card", "it": "1 carta", "es": "1 carta"},
}

LANGUAGES = ("en", "it", "es")


def phrase(language: str, name: str, *values: object) -> str:
    """The phrase of that name in that language, else in English, with the values filled in."""
    return PHRASES[name].get(language, PHRASES[name]["en"]).format(*values)
