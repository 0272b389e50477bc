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
    "pieces": {"en": "Pieces", "it": "Pezzi", "es": "Piezas"},
    "pieces begun": {"en": "The pieces at the start", "it": "I pezzi all'inizio", "es": "Las piezas al principio"},
    "laid": {
        "en": "The table before the first choice; cards that are dealt differ from game to game.",
        "it": "Il tavolo prima della prima scelta; le carte distribuite cambiano di partita in partita.",
        "es": "La mesa antes de la primera elección; las cartas repartidas cambian de partida en partida.",
    },
    "laid open": {
        "en": "The table before the first choice.",
        "it": "Il tavolo prima della prima scelta.",
        "es": "La mesa antes de la primera elección.",
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
    # ----------------------------------------------------------------------------------------- the page for a publisher
    "players": {"en": "Players", "it": "Giocatori", "es": "Jugadores"},
    "time": {"en": "Minutes", "it": "Minuti", "es": "Minutos"},
    "stated": {"en": "{0} as its author says", "it": "{0} secondo l'autore", "es": "{0} según su autor"},
    "counted": {
        "en": "about {0} by the choices of these games, nine of ten from {1} to {2}",
        "it": "circa {0} contando le scelte di queste partite, nove su dieci da {1} a {2}",
        "es": "unos {0} según las elecciones de estas partidas, nueve de cada diez entre {1} y {2}",
    },
    "counted alike": {
        "en": "about {0} by the choices of these games",
        "it": "circa {0} contando le scelte di queste partite",
        "es": "unos {0} según las elecciones de estas partidas",
    },
    "choices alike": {
        "en": "{0} in every game; each from {1} options on average, {2} at most",
        "it": "{0} in ogni partita; ognuna fra {1} opzioni in media, al massimo {2}",
        "es": "{0} en cada partida; cada una entre {1} opciones de media, {2} como máximo",
    },
    "choices": {"en": "Choices", "it": "Scelte", "es": "Elecciones"},
    "choices told": {
        "en": "{0} in a game, nine of ten from {1} to {2}; each from {3} options on average, {4} at most",
        "it": "{0} in una partita, nove su dieci da {1} a {2}; ognuna fra {3} opzioni in media, al massimo {4}",
        "es": "{0} en una partida, nueve de cada diez entre {1} y {2}; cada una entre {3} opciones de media, {4} como máximo",
    },
    "ties": {"en": "Ties", "it": "Pareggi", "es": "Empates"},
    "ties told": {
        "en": "{0} of the games have no single winner ({1} to {2})",
        "it": "nel {0} delle partite non c'è un vincitore unico (da {1} a {2})",
        "es": "en el {0} de las partidas no hay un único ganador (de {1} a {2})",
    },
    "seats": {"en": "Seats", "it": "Posti", "es": "Puestos"},
    "seats told": {
        "en": "wins: {0}; {1}",
        "it": "vittorie: {0}; {1}",
        "es": "victorias: {0}; {1}",
    },
    "level": {
        "en": "no significant seat advantage (p = {0})",
        "it": "nessun vantaggio significativo di posto (p = {0})",
        "es": "sin ventaja significativa de puesto (p = {0})",
    },
    "uneven": {
        "en": "the seats are not level (p = {0})",
        "it": "i posti non sono pari (p = {0})",
        "es": "los puestos no están igualados (p = {0})",
    },
    "untold": {"en": "this cannot be tested", "it": "non si può verificare", "es": "no se puede comprobar"},
    "skill": {"en": "Skill or luck", "it": "Abilità o fortuna", "es": "Habilidad o suerte"},
    "skill told": {
        "en": "against {1}, {0} wins {2} of its games ({3} to {4}), where luck alone would give {5}: {6}",
        "it": "contro {1}, {0} vince il {2} delle partite (da {3} a {4}), dove la sola fortuna darebbe il {5}: {6}",
        "es": "contra {1}, {0} gana el {2} de sus partidas (de {3} a {4}), donde la sola suerte daría el {5}: {6}",
    },
    "skilled": {"en": "skill pays", "it": "l'abilità paga", "es": "la habilidad cuenta"},
    "lucky": {
        "en": "these games do not tell skill from luck",
        "it": "queste partite non distinguono abilità e fortuna",
        "es": "estas partidas no distinguen habilidad de suerte",
    },
    "bots": {
        "en": "Figures are for {0} players; in the games that were counted every choice is by the bot {1}. Intervals are of 95%.",
        "it": "Cifre per {0} giocatori; nelle partite contate ogni scelta è del bot {1}. Gli intervalli sono del 95%.",
        "es": "Cifras para {0} jugadores; en las partidas contadas cada elección es del bot {1}. Los intervalos son del 95%.",
    },
}

LANGUAGES = ("en", "it", "es")


def phrase(language: str, name: str, *values: object) -> str:
    """The phrase of that name in that language, else in English, with the values filled in."""
    return PHRASES[name].get(language, PHRASES[name]["en"]).format(*values)
