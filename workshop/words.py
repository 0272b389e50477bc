"""What the workshop's own pages say, in the languages that rulerun itself speaks, beside what a server's pages say too."""

from __future__ import annotations

from collections.abc import Mapping

from ..table.phrases import filled
from ..web.words import LANGUAGES
from ..web.words import WORDS as SERVED

WORDS: dict[str, dict[str, str]] = {
    "gallery": {
        "en": "rulerun: games to play and to change",
        "it": "rulerun: giochi da giocare e da cambiare",
        "es": "rulerun: juegos para jugar y para cambiar",
    },
    "at a click": {
        "en": "Play at a click, against the computer or around one screen. Nothing leaves this tab, and no account is needed.",
        "it": "Gioca con un clic, contro il computer o a uno stesso schermo. Nulla esce dalla scheda; non serve alcun account.",
        "es": "Juega con un clic, contra el ordenador o ante una pantalla. Nada sale de esta pestaña; no hace falta una cuenta.",
    },
    "own game": {
        "en": "Write a game of your own. It begins with a small one, which plays at once:",
        "it": "Scrivi un gioco tuo. Comincia da uno piccolo, che si gioca subito:",
        "es": "Escribe un juego tuyo. Empieza con uno pequeño, que ya se juega:",
    },
    "new cards": {"en": "Cards", "it": "Carte", "es": "Cartas"},
    "new race": {"en": "A race", "it": "Una corsa", "es": "Una carrera"},
    "new grid": {"en": "A grid", "it": "Una griglia", "es": "Una cuadrícula"},
    "new dice": {"en": "Dice", "it": "Dadi", "es": "Dados"},
    "new": {"en": "An empty page", "it": "Una pagina vuota", "es": "Una página vacía"},
    "manual": {"en": "Manual", "it": "Manuale", "es": "Manual"},
    "explain": {"en": "Explain", "it": "Spiega", "es": "Explicar"},
    "explain code": {"en": "Explain: {0}", "it": "Spiega: {0}", "es": "Explicar: {0}"},
    "players": {"en": "{0} players", "it": "{0} giocatori", "es": "{0} jugadores"},
    "play": {"en": "Play", "it": "Gioca", "es": "Jugar"},
    "rules of": {"en": "Rules of {0}", "it": "Regole di {0}", "es": "Reglas de {0}"},
    "alter": {"en": "Change", "it": "Cambia", "es": "Cambiar"},
    "change it": {"en": "Change {0}", "it": "Cambia {0}", "es": "Cambiar {0}"},
    "workshop": {"en": "Workshop", "it": "Officina", "es": "Taller"},
    "open a file": {"en": "Open a file…", "it": "Apri un file…", "es": "Abrir un archivo…"},
    "share": {"en": "Share", "it": "Condividi", "es": "Compartir"},
    "change these": {"en": "Change these rules", "it": "Cambia queste regole", "es": "Cambiar estas reglas"},
    "a file": {"en": "A ruleset or a record", "it": "Un regolamento o una partita", "es": "Un reglamento o una partida"},
    "shown": {"en": "What is shown", "it": "Che cosa si vede", "es": "Qué se muestra"},
    "go to": {"en": "Go to ", "it": "Vai a ", "es": "Ir a "},
    "lay out": {"en": "Lay out", "it": "Impagina", "es": "Ordenar"},
    "start over": {"en": "Start over", "it": "Ricomincia da capo", "es": "Empezar de nuevo"},
    "findings": {
        "en": "What is wrong in the rules",
        "it": "Che cosa non va nelle regole",
        "es": "Qué está mal en las reglas",
    },
    "beside": {"en": "Beside the rules", "it": "Accanto alle regole", "es": "Junto a las reglas"},
    "examples": {"en": "Examples", "it": "Esempi", "es": "Ejemplos"},
    "lab": {"en": "Lab", "it": "Laboratorio", "es": "Laboratorio"},
    "rules page": {"en": "Rules page", "it": "Pagina delle regole", "es": "Página de reglas"},
    "new match": {"en": "New match", "it": "Nuova partita", "es": "Nueva partida"},
    "names": {"en": "Names of the spaces", "it": "Nomi delle caselle", "es": "Nombres de las casillas"},
    "save match": {"en": "Save the match", "it": "Salva la partita", "es": "Guardar la partida"},
    "run examples": {"en": "Run the examples", "it": "Esegui gli esempi", "es": "Ejecutar los ejemplos"},
    "no examples": {
        "en": "This ruleset has no examples.",
        "it": "Questo regolamento non ha esempi.",
        "es": "Este reglamento no tiene ejemplos.",
    },
    "lab says": {
        "en": "10,000 games by players who choose at random. After an edit, count again: both stand side by side.",
        "it": "10.000 partite di giocatori che scelgono a caso. Dopo una modifica conta di nuovo: stanno fianco a fianco.",
        "es": "10.000 partidas de jugadores que eligen al azar. Tras un cambio, cuenta otra vez: se ven una junto a otra.",
    },
    "count": {"en": "Play 10,000 games", "it": "Gioca 10.000 partite", "es": "Jugar 10.000 partidas"},
    "stop": {"en": "Stop", "it": "Ferma", "es": "Parar"},
    "counted": {"en": "Games played", "it": "Partite giocate", "es": "Partidas jugadas"},
    "link holds": {
        "en": "The link holds the whole ruleset: it stands behind the “#”, which no browser sends to a server.",
        "it": "Il link contiene tutto il regolamento: sta dopo il “#”, che nessun browser manda a un server.",
        "es": "El enlace contiene todo el reglamento: está tras el “#”, que ningún navegador envía a un servidor.",
    },
    "with match": {
        "en": " with the match as it stands",
        "it": " con la partita come sta",
        "es": " con la partida tal como está",
    },
    "link tells": {
        "en": "Whoever reads the match in a link can work out what is hidden in it.",
        "it": "Chi legge la partita in un link può ricavarne ciò che vi è nascosto.",
        "es": "Quien lea la partida en un enlace puede deducir lo que hay oculto en ella.",
    },
    "make link": {"en": "Make the link", "it": "Crea il link", "es": "Crear el enlace"},
    "link": {"en": "Link", "it": "Link", "es": "Enlace"},
    "line": {"en": "line {0}", "it": "riga {0}", "es": "línea {0}"},
    "fix": {"en": "Fix: {0}", "it": "Correggi: {0}", "es": "Corregir: {0}"},
    "goes on": {
        "en": "The table goes on by the rules as they were before, until what is marked is mended.",
        "it": "Il tavolo continua con le regole di prima, finché non è corretto ciò che è segnato.",
        "es": "La mesa sigue con las reglas de antes, hasta que se corrija lo marcado.",
    },
    "not set": {
        "en": "The table is set once the rules are sound: mend what is marked.",
        "it": "Il tavolo si apparecchia quando le regole sono valide: correggi ciò che è segnato.",
        "es": "La mesa se prepara cuando las reglas sean válidas: corrige lo marcado.",
    },
    "count what": {
        "en": "The rules are not sound yet: mend what is marked, then count.",
        "it": "Le regole non sono ancora valide: correggi ciò che è segnato, poi conta.",
        "es": "Las reglas aún no son válidas: corrige lo marcado y luego cuenta.",
    },
    "before": {"en": "Before: {0} games", "it": "Prima: {0} partite", "es": "Antes: {0} partidas"},
    "now": {"en": "Now: {0} games", "it": "Ora: {0} partite", "es": "Ahora: {0} partidas"},
    "several win": {"en": "several win", "it": "vincono in più", "es": "ganan varios"},
    "cut short": {"en": "cut short", "it": "interrotte", "es": "interrumpidas"},
    "median": {
        "en": "choices in a game: median",
        "it": "scelte in una partita: mediana",
        "es": "elecciones en una partida: mediana",
    },
    "most games": {"en": "nine games of ten", "it": "nove partite su dieci", "es": "nueve partidas de diez"},
    "all games": {"en": "all games", "it": "tutte le partite", "es": "todas las partidas"},
    "unused": {
        "en": "lines that no game used",
        "it": "righe che nessuna partita ha usato",
        "es": "líneas que ninguna partida usó",
    },
    "unused lines": {
        "en": "Lines that no game used",
        "it": "Righe che nessuna partita ha usato",
        "es": "Líneas que ninguna partida usó",
    },
    "part": {"en": "{0}% ({1} to {2})", "it": "{0}% (da {1} a {2})", "es": "{0}% (de {1} a {2})"},
    "from to": {"en": "{0} to {1}", "it": "da {0} a {1}", "es": "de {0} a {1}"},
    "interval": {
        "en": "In parentheses: the 95% interval.",
        "it": "Tra parentesi: l'intervallo al 95%.",
        "es": "Entre paréntesis: el intervalo del 95%.",
    },
    "no room": {
        "en": "This browser has no room left to keep your text: save it as a file.",
        "it": "Questo browser non ha più posto per il tuo testo: salvalo in un file.",
        "es": "Este navegador no tiene más sitio para tu texto: guárdalo en un archivo.",
    },
    "not kept": {
        "en": "This browser does not let the page keep your text: save it as a file before you close it.",
        "it": "Questo browser non permette alla pagina di conservare il testo: salvalo in un file prima di chiuderla.",
        "es": "Este navegador no permite a la página conservar el texto: guárdalo en un archivo antes de cerrarla.",
    },
    "cut address": {
        "en": "This address is cut short or changed: ask for it again.",
        "it": "Questo indirizzo è tagliato o cambiato: chiedilo di nuovo.",
        "es": "Esta dirección está cortada o cambiada: pídela de nuevo.",
    },
    "starting": {"en": "Starting Python…", "it": "Avvio di Python…", "es": "Iniciando Python…"},
    "went wrong": {"en": "Something went wrong: {0}", "it": "Qualcosa è andato storto: {0}", "es": "Algo ha fallado: {0}"},
    "no webassembly": {
        "en": "This browser has no WebAssembly, which the workshop runs on: open the page in a newer one.",
        "it": "Questo browser non ha WebAssembly, su cui gira l'officina: apri la pagina in uno più recente.",
        "es": "Este navegador no tiene WebAssembly, que el taller necesita: abre la página en uno más nuevo.",
    },
    "no workers": {
        "en": "This browser runs no workers, which the workshop needs: open the page in a newer one.",
        "it": "Questo browser non ha worker, di cui l'officina ha bisogno: apri la pagina in uno più recente.",
        "es": "Este navegador no tiene workers, que el taller necesita: abre la página en uno más nuevo.",
    },
    "no modules": {
        "en": "This browser runs no modules in workers, which the workshop needs: open the page in a newer one.",
        "it": "Questo browser non ha moduli nei worker, di cui l'officina ha bisogno: apri la pagina in uno più recente.",
        "es": "Este navegador no tiene módulos en los workers, que el taller necesita: abre la página en uno más nuevo.",
    },
    "slow start": {
        "en": "Python did not start in three minutes: load the page again.",
        "it": "Python non è partito in tre minuti: ricarica la pagina.",
        "es": "Python no ha arrancado en tres minutos: vuelve a cargar la página.",
    },
    "no start": {
        "en": "Python cannot be started here ({0}): load the page again, or with a connection.",
        "it": "Python non si avvia qui ({0}): ricarica la pagina, o con una connessione.",
        "es": "Python no se puede iniciar aquí ({0}): vuelve a cargar la página, o con conexión.",
    },
    "a file is missing": {"en": "a file is missing", "it": "manca un file", "es": "falta un archivo"},
    "broke off": {"en": "Python broke off: {0}", "it": "Python si è interrotto: {0}", "es": "Python se ha interrumpido: {0}"},
    "stopped": {
        "en": "These rules did not answer in {0} seconds and were stopped. Change them, and they are tried again.",
        "it": "Queste regole non hanno risposto in {0} secondi e sono state fermate. Cambiale, e si riprovano.",
        "es": "Estas reglas no respondieron en {0} segundos y se pararon. Cámbialas, y se prueban otra vez.",
    },
}

EVERY: Mapping[str, Mapping[str, str]] = SERVED | WORDS
"""These words, and those of a server's pages."""

BY_PROGRAMS = (
    *("variant", "plain", "how many", "language", "a person", "computer", "begin", "copied", "rules", "went wrong"),
    *("line", "fix", "goes on", "not set", "no examples", "count what", "before", "now", "won", "several win"),
    *("nobody won", "cut short", "median", "most games", "all games", "unused", "unused lines", "part", "from to", "interval"),
    *("no room", "not kept", "cut address", "starting", "no webassembly", "no workers", "no modules", "slow start", "no start"),
    *("explain", "explain code"),
    *("a file is missing", "broke off", "stopped"),
)
"""What the programs of the pages say."""


def say(language: str, name: str, *values: object) -> str:
    """The text of that name in that language, else in English, with the values filled in and made harmless."""
    return filled(EVERY[name], language, *values)


def of_programs() -> dict[str, dict[str, str]]:
    """What the programs of the pages say, by language and name."""
    return {language: {name: EVERY[name].get(language, EVERY[name]["en"]) for name in BY_PROGRAMS} for language in LANGUAGES}
