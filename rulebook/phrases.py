"""All that the rules page says itself, in three languages; what an author names comes in the places `{0}`, `{1}` …"""

from __future__ import annotations

PHRASES: dict[str, dict[str, str]] = {
    "and": {"en": "and", "it": "e", "es": "y"},
    "or": {"en": "or", "it": "o", "es": "o"},
    "of": {"en": "{0} of {1}", "it": "{0} di {1}", "es": "{0} de {1}"},
    "every one": {"en": "each {0}", "it": "ogni {0}", "es": "cada {0}"},
    "yes": {"en": "yes", "it": "sì", "es": "sí"},
    "no": {"en": "no", "it": "no", "es": "no"},
    "for players": {"en": "For {0} players.", "it": "Per {0} giocatori.", "es": "Para {0} jugadores."},
    "for one": {"en": "For one player.", "it": "Per un giocatore.", "es": "Para un jugador."},
    "told for": {
        "en": "These are the rules for {0} players; what differs with other numbers stands at the end.",
        "it": "Queste sono le regole per {0} giocatori; ciò che cambia con altri numeri sta alla fine.",
        "es": "Estas son las reglas para {0} jugadores; lo que cambia con otros números está al final.",
    },
    "told for one": {
        "en": "These are the rules for one player; what differs with other numbers stands at the end.",
        "it": "Queste sono le regole per un giocatore; ciò che cambia con altri numeri sta alla fine.",
        "es": "Estas son las reglas para un jugador; lo que cambia con otros números está al final.",
    },
    "seats": {"en": "At the table: {0}.", "it": "Al tavolo: {0}.", "es": "En la mesa: {0}."},
    "automa": {
        "en": "{0} takes part without a player and follows the rules alone: an automa.",
        "it": "{0} partecipa senza un giocatore e segue soltanto le regole: è un automa.",
        "es": "{0} participa sin jugador y solo sigue las reglas: es un autómata.",
    },
    "plainly": {"en": "The rules in short", "it": "Le regole in breve", "es": "Las reglas en breve"},
    # -------------------------------------------------------------------------------------------- components
    "components": {"en": "Components", "it": "Materiale", "es": "Componentes"},
    "deck": {"en": "{0}: {1} cards.", "it": "{0}: {1} carte.", "es": "{0}: {1} cartas."},
    "deck of each": {
        "en": "{0}: {1} cards for each player.",
        "it": "{0}: {1} carte per ogni giocatore.",
        "es": "{0}: {1} cartas para cada jugador.",
    },
    "card": {"en": "card", "it": "carta", "es": "carta"},
    "copies": {"en": "copies", "it": "copie", "es": "copias"},
    "one of each": {
        "en": "There is one card for every combination of {0}.",
        "it": "C'è una carta per ogni combinazione di {0}.",
        "es": "Hay una carta por cada combinación de {0}.",
    },
    "values of": {"en": "{0}: {1}", "it": "{0}: {1}", "es": "{0}: {1}"},
    "track": {
        "en": "{0}: a track with the spaces {1} to {2}.",
        "it": "{0}: un percorso con le caselle da {1} a {2}.",
        "es": "{0}: un recorrido con las casillas de {1} a {2}.",
    },
    "lanes": {
        "en": "{0}: {1} lanes with the spaces {2} to {3}.",
        "it": "{0}: {1} corsie con le caselle da {2} a {3}.",
        "es": "{0}: {1} calles con las casillas de {2} a {3}.",
    },
    "finish": {
        "en": "The finish line lies before space {0}; the spaces from there on are for those that have crossed it.",
        "it": "Il traguardo è davanti alla casella {0}; le caselle da lì in poi sono per chi lo ha superato.",
        "es": "La meta está ante la casilla {0}; las casillas desde allí son para quien la ha cruzado.",
    },
    "grid": {
        "en": "{0}: a grid of {1} columns and {2} rows.",
        "it": "{0}: una griglia di {1} colonne e {2} righe.",
        "es": "{0}: una cuadrícula de {1} columnas y {2} filas.",
    },
    "hexagon": {
        "en": "{0}: {1} hexagonal spaces in {2} rows.",
        "it": "{0}: {1} caselle esagonali in {2} righe.",
        "es": "{0}: {1} casillas hexagonales en {2} filas.",
    },
    "graph": {
        "en": "{0}: {1} spaces, joined by lines.",
        "it": "{0}: {1} caselle unite da linee.",
        "es": "{0}: {1} casillas unidas por líneas.",
    },
    "links": {
        "en": "{0}: {1} links, each between two spaces of {2}.",
        "it": "{0}: {1} collegamenti, ognuno fra due caselle di {2}.",
        "es": "{0}: {1} enlaces, cada uno entre dos casillas de {2}.",
    },
    "printed on links": {
        "en": "Printed on them: {0}.",
        "it": "Vi è stampato: {0}.",
        "es": "En ellos está impreso: {0}.",
    },
    "printed": {
        "en": "Printed on the spaces: {0}.",
        "it": "Sulle caselle è stampato: {0}.",
        "es": "En las casillas está impreso: {0}.",
    },
    "pieces": {"en": "Pieces on {1}: {0}.", "it": "Pezzi su {1}: {0}.", "es": "Piezas en {1}: {0}."},
    "one per": {"en": "one {0} for each {1}", "it": "per ogni {1} uno: {0}", "es": "por cada {1} una: {0}"},
    "one per value": {"en": "one {0} each for {1}", "it": "{0}: uno per {1}", "es": "{0}: una por {1}"},
    "one piece": {"en": "one {0}", "it": "uno: {0}", "es": "una: {0}"},
    "room for one": {
        "en": "A space of {0} has room for one of them.",
        "it": "Su una casella di {0} ne sta uno solo.",
        "es": "En una casilla de {0} cabe solo una.",
    },
    "capacity": {
        "en": "At most {1} of them stand on one space of {0}.",
        "it": "Su una casella di {0} stanno al massimo {1}.",
        "es": "En una casilla de {0} caben como mucho {1}.",
    },
    "stop short": {
        "en": "A piece that is blocked stops behind the one in its way.",
        "it": "Un pezzo bloccato si ferma dietro a quello che lo blocca.",
        "es": "Una pieza bloqueada se detiene detrás de la que la bloquea.",
    },
    "stay": {
        "en": "A piece that is blocked does not move.",
        "it": "Un pezzo bloccato non si muove.",
        "es": "Una pieza bloqueada no se mueve.",
    },
    "jump": {
        "en": "A piece that is blocked jumps over the other.",
        "it": "Un pezzo bloccato salta l'altro.",
        "es": "Una pieza bloqueada salta la otra.",
    },
    "beyond stop": {
        "en": "At the end of {0} a move stops.",
        "it": "Alla fine di {0} il movimento si ferma.",
        "es": "Al final de {0} el movimiento se detiene.",
    },
    "beyond stay": {
        "en": "A move that would go beyond the end of {0} is not made.",
        "it": "Un movimento che supererebbe la fine di {0} non si fa.",
        "es": "Un movimiento que pasaría del final de {0} no se hace.",
    },
    "beyond bounce": {
        "en": "A move beyond the end of {0} goes back from there.",
        "it": "Un movimento oltre la fine di {0} torna indietro da lì.",
        "es": "Un movimiento más allá del final de {0} vuelve desde allí.",
    },
    "beyond leave": {
        "en": "Beyond the end of {0} a piece leaves the board.",
        "it": "Oltre la fine di {0} un pezzo esce.",
        "es": "Más allá del final de {0} una pieza sale.",
    },
    "beyond go round": {
        "en": "Beyond the end of {0} a move goes on at its beginning.",
        "it": "Oltre la fine di {0} si riprende dall'inizio.",
        "es": "Más allá del final de {0} se sigue desde el principio.",
    },
    # -------------------------------------------------------------------------------------------- set-up and play
    "setup": {"en": "Set-up", "it": "Preparazione", "es": "Preparación"},
    "starts in": {
        "en": "The {0} start in {1}.",
        "it": "All'inizio le {0} sono in {1}.",
        "es": "Al principio las {0} están en {1}.",
    },
    "starts on": {"en": "{0} starts on {1}.", "it": "{0} comincia su {1}.", "es": "{0} empieza en {1}."},
    "starts as": {"en": "{0}: {1} at the start.", "it": "{0}: {1} all'inizio.", "es": "{0}: {1} al principio."},
    "somebody begins": {
        "en": "Agree on who begins; turns then go round the table.",
        "it": "Si decide chi comincia; poi si gioca a turno intorno al tavolo.",
        "es": "Se acuerda quién empieza; después se juega por turnos alrededor de la mesa.",
    },
    "everywhere": {"en": "{0} at the start – {1}.", "it": "{0} all'inizio – {1}.", "es": "{0} al principio – {1}."},
    # -------------------------------------------------------------------------------------------- what can be chosen
    "refills": {
        "en": "When a card is needed and none is left in {0}, all cards in {1} are shuffled into it.",
        "it": "Quando serve una carta e in {0} non ce n'è più, vi si rimettono, mescolate, tutte quelle in {1}.",
        "es": "Cuando hace falta una carta y en {0} no queda ninguna, vuelven allí, barajadas, todas las que están en {1}.",
    },
    "menus": {"en": "What can be chosen", "it": "Che cosa si può scegliere", "es": "Qué se puede elegir"},
    "last resort": {
        "en": "only if nothing else is possible",
        "it": "solo se non è possibile altro",
        "es": "solo si no es posible otra cosa",
    },
    "not allowed": {"en": "Refused: “{0}”", "it": "Rifiutato: «{0}»", "es": "Rechazado: «{0}»"},
    "together": {"en": "everybody at the same time", "it": "tutti nello stesso momento", "es": "todos al mismo tiempo"},
    "effects": {"en": "What each does", "it": "Che cosa fa ognuno", "es": "Qué hace cada uno"},
    "lines": {
        "en": "The ruleset's own lines, to look up what is in doubt",
        "it": "Le righe del regolamento, per chiarire i dubbi",
        "es": "Las líneas del reglamento, para aclarar las dudas",
    },
    "names": {"en": "The names in these lines", "it": "I nomi in queste righe", "es": "Los nombres de estas líneas"},
    # -------------------------------------------------------------------------------------------- the end
    "end": {"en": "The end and the winner", "it": "La fine e chi vince", "es": "El final y quién gana"},
    "automa wins": {"en": "{0} can win too.", "it": "Può vincere anche {0}.", "es": "También puede ganar {0}."},
    "automas win": {"en": "{0} can win too.", "it": "Possono vincere anche {0}.", "es": "También pueden ganar {0}."},
    "longest draw": {
        "en": "After {0} decisions at most the game ends, and nobody wins.",
        "it": "Al più tardi dopo {0} decisioni la partita finisce, e nessuno vince.",
        "es": "Como muy tarde tras {0} decisiones la partida termina, y nadie gana.",
    },
    "longest ranking": {
        "en": "After {0} decisions at most the game ends, and the ranking decides.",
        "it": "Al più tardi dopo {0} decisioni la partita finisce, e decide la classifica.",
        "es": "Como muy tarde tras {0} decisiones la partida termina, y decide la clasificación.",
    },
    # -------------------------------------------------------------------------------------------- what is hidden
    "hidden": {"en": "What is hidden", "it": "Che cosa è nascosto", "es": "Qué está oculto"},
    "seen nobody": {"en": "Nobody sees: {0}.", "it": "Nessuno vede: {0}.", "es": "Nadie ve: {0}."},
    "seen owner": {"en": "Only their owner sees: {0}.", "it": "Vede solo chi lo possiede: {0}.", "es": "Solo su dueño ve: {0}."},
    "seen others": {
        "en": "Everybody but the owner sees: {0}.",
        "it": "Vedono tutti tranne chi lo possiede: {0}.",
        "es": "Ven todos menos su dueño: {0}.",
    },
    "seen some": {"en": "Some see: {0}.", "it": "Alcuni vedono: {0}.", "es": "Algunos ven: {0}."},
    "seen everyone": {"en": "Everybody sees: {0}.", "it": "Tutti vedono: {0}.", "es": "Todos ven: {0}."},
    "order": {
        "en": "Nobody knows the order of the cards: {0}.",
        "it": "Nessuno conosce l'ordine delle carte: {0}.",
        "es": "Nadie conoce el orden de las cartas: {0}.",
    },
    "until turned up": {
        "en": "{0} (until turned up)",
        "it": "{0} (finché non si scoprono)",
        "es": "{0} (hasta que se descubren)",
    },
    "nothing hidden": {
        "en": "Nothing: everybody sees everything.",
        "it": "Niente: tutti vedono tutto.",
        "es": "Nada: todos ven todo.",
    },
    "others": {
        "en": "With other numbers of players",
        "it": "Con altri numeri di giocatori",
        "es": "Con otros números de jugadores",
    },
    "with players": {"en": "With {0} players:", "it": "Con {0} giocatori:", "es": "Con {0} jugadores:"},
    "with one": {"en": "With one player:", "it": "Con un giocatore:", "es": "Con un jugador:"},
}
"""The phrases by name and language."""

KINDS: dict[str, dict[str, str]] = {
    "player": {"en": "player", "it": "giocatore", "es": "jugador"},
    "seat": {"en": "seat", "it": "posto", "es": "asiento"},
    "space": {"en": "space", "it": "casella", "es": "casilla"},
    "card": {"en": "cards", "it": "carte", "es": "cartas"},
    "number": {"en": "number", "it": "numero", "es": "número"},
}
"""What the language itself names: one of it, but for cards, of which there are several."""

LANGUAGES = ("en", "it", "es")
"""The languages in which the page is told; a ruleset that speaks another has the page's own words in English."""


def phrase(language: str, name: str, *values: object) -> str:
    """The phrase of that name in that language, with the values filled in."""
    return PHRASES[name][language].format(*values)
