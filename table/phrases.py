"""The phrases that rulerun itself prints during a match, in the languages that the bundled games use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter

from ..dsl.text.suggestions import FEW, nearest_name
from ..program.harmless import harmless
from ..program.wording import EUPHONY, joined

PHRASES: dict[str, dict[str, str]] = {
    "turn": {"en": "{0}, your turn", "it": "{0}, tocca a te", "es": "{0}, te toca"},
    "last moves": {"en": "last moves", "it": "ultime mosse", "es": "últimas jugadas"},
    "decided it": {"en": "decided the match", "it": "ha deciso la partita", "es": "decidió la partida"},
    "taken": {"en": "taken: {0}", "it": "preso: {0}", "es": "capturado: {0}"},
    "part over": {
        "en": "{0} is over; press Enter to go on",
        "it": "{0}: fine; premi Invio per continuare",
        "es": "{0}: fin; pulsa Intro para seguir",
    },
    "typed": {
        "en": "type an option, or why, hint, undo, log, save, quit · Esc closes the line",
        "it": "scrivi un'opzione, o why, hint, undo, log, save, quit · Esc chiude la riga",
        "es": "escribe una opción, o why, hint, undo, log, save, quit · Esc cierra la línea",
    },
    "further": {"en": "more below", "it": "continua sotto", "es": "sigue abajo"},
    "look first": {
        "en": "{0}, this is for you alone; press Enter when you have seen it",
        "it": "{0}, questo è solo per te; premi Invio quando l'hai visto",
        "es": "{0}, esto es solo para ti; pulsa Intro cuando lo hayas visto",
    },
    "hand over": {
        "en": "Pass the keyboard to {0}. Everybody else looks away.",
        "it": "Passa la tastiera a {0}. Gli altri non guardano.",
        "es": "Pasa el teclado a {0}. Los demás no miran.",
    },
    "press enter": {
        "en": "{0}, press Enter when you are ready",
        "it": "{0}, premi Invio quando vuoi",
        "es": "{0}, pulsa Intro cuando quieras",
    },
    "hint": {
        "en": "a number or a name · ? help · why OPTION · hint · undo · save · quit",
        "it": "un numero o un nome · ? aiuto · why OPZIONE · hint · undo · save · quit",
        "es": "un número o un nombre · ? ayuda · why OPCIÓN · hint · undo · save · quit",
    },
    "hint letters": {
        "en": "a letter or what it says · ? help · why OPTION · hint · undo · save · quit",
        "it": "una lettera o ciò che dice · ? aiuto · why OPZIONE · hint · undo · save · quit",
        "es": "una letra o lo que dice · ? ayuda · why OPCIÓN · hint · undo · save · quit",
    },
    "tab boards": {"en": "Board", "it": "Tavolo", "es": "Tablero"},
    "tab players": {"en": "Players", "it": "Giocatori", "es": "Jugadores"},
    "tab log": {"en": "Log", "it": "Storia", "es": "Relato"},
    "tab key": {"en": "Tab: next", "it": "Tab: avanti", "es": "Tab: siguiente"},
    "too small": {
        "en": "The table needs {0} columns and {1} lines; this window has {2} and {3}. Make it larger: nothing is lost.",
        "it": "Il tavolo ha bisogno di {0} colonne e {1} righe; questa finestra ne ha {2} e {3}. Allargala: nulla va perso.",
        "es": "La mesa necesita {0} columnas y {1} líneas; esta ventana tiene {2} y {3}. Agrándala: nada se pierde.",
    },
    "on the table": {
        "en": "… and {0} on the table: point there",
        "it": "… e {0} sul tavolo: indicale là",
        "es": "… y {0} en la mesa: señálalas allí",
    },
    "more below": {
        "en": "the arrows lead to more options",
        "it": "le frecce portano ad altre opzioni",
        "es": "las flechas llevan a más opciones",
    },
    "esc back": {"en": "Esc: one step back", "it": "Esc: un passo indietro", "es": "Esc: un paso atrás"},
    "yes": {"en": "yes", "it": "sì", "es": "sí"},
    "no": {"en": "no", "it": "no", "es": "no"},
    "decided": {"en": "{0} has decided", "it": "{0} ha deciso", "es": "{0} ha decidido"},
    "all decided": {"en": "all have decided", "it": "tutti hanno deciso", "es": "todos han decidido"},
    "one moment": {"en": "one moment …", "it": "un momento …", "es": "un momento …"},
    "still open": {"en": "{0} left", "it": "{0} possibili", "es": "quedan {0}"},
    "nothing there": {
        "en": "nothing can be chosen there",
        "it": "lì non c'è niente da scegliere",
        "es": "ahí no se puede elegir nada",
    },
    "not now": {
        "en": "wait until you are asked",
        "it": "aspetta che tocchi a te",
        "es": "espera a que te toque",
    },
    "no key": {
        "en": "no option has the key `{0}`; the keys here: {1}",
        "it": "nessuna opzione ha il tasto `{0}`; i tasti qui: {1}",
        "es": "ninguna opción tiene la tecla `{0}`; las teclas aquí: {1}",
    },
    "leave twice": {
        "en": "q once more leaves the table ({0})",
        "it": "q ancora una volta lascia il tavolo ({0})",
        "es": "q otra vez deja la mesa ({0})",
    },
    "no keys": {
        "en": "no option has a key now: point at it on the table, with the arrows or the mouse",
        "it": "ora nessuna opzione ha un tasto: indicala sul tavolo, con le frecce o il mouse",
        "es": "ahora ninguna opción tiene tecla: señálala en la mesa, con las flechas o el ratón",
    },
    "not beside": {
        "en": "this cannot be picked beside what is picked; u puts the last back, Esc everything",
        "it": "questo non si può prendere insieme a ciò che hai preso; u rimette l'ultimo, Esc tutto",
        "es": "esto no se puede tomar con lo que has tomado; u devuelve lo último, Esc todo",
    },
    "bot chose": {"en": "{0} has chosen", "it": "{0} ha scelto", "es": "{0} ha elegido"},
    "bot moved": {
        "en": "{0} has moved · space: go on · p: pace",
        "it": "{0} ha giocato · spazio: avanti · p: ritmo",
        "es": "{0} ha jugado · espacio: seguir · p: ritmo",
    },
    "pace": {
        "en": "a bot's move stays {0} seconds",
        "it": "la mossa di un bot resta in vista {0} secondi",
        "es": "la jugada de un bot se muestra {0} segundos",
    },
    "pace none": {
        "en": "a bot's move does not stay: the match goes on at once",
        "it": "la mossa di un bot non resta in vista: si va subito avanti",
        "es": "la jugada de un bot no se muestra: se sigue enseguida",
    },
    "pace key": {
        "en": "a bot's move stays until you press space",
        "it": "la mossa di un bot resta in vista finché non premi spazio",
        "es": "la jugada de un bot se muestra hasta que pulses espacio",
    },
    "keys short": {
        "en": "Enter choose · ? keys · u undo · h hint · l log · r rules · : type · q leave",
        "it": "Invio scegli · ? tasti · u annulla · h consiglio · l storia · r regole · q esci",
        "es": "Intro elige · ? teclas · u deshacer · h consejo · l relato · r reglas · q salir",
    },
    "keys end": {
        "en": "Enter result · l log · r rules · Tab · ? keys · q leave",
        "it": "Invio risultato · l storia · r regole · Tab · ? tasti · q esci",
        "es": "Intro resultado · l relato · r reglas · Tab · ? teclas · q salir",
    },
    "end foot": {
        "en": "a again · s other seats · y analyse · Enter look at the table · q leave",
        "it": "a ancora · s altri posti · y analizza · Invio guarda il tavolo · q esci",
        "es": "a otra vez · s otros puestos · y analizar · Intro mirar la mesa · q salir",
    },
    "final": {
        "en": "the match is over: nothing is taken back now",
        "it": "la partita è finita: ora non si annulla più niente",
        "es": "la partida ha terminado: ya no se deshace nada",
    },
    "looks back": {
        "en": "{0} looks at what you chose: {1} of {2} decisions",
        "it": "{0} guarda che cosa hai scelto: {1} decisioni su {2}",
        "es": "{0} mira lo que has elegido: {1} decisiones de {2}",
    },
    "no estimates": {
        "en": "{0} cannot judge the choices of this game",
        "it": "{0} non sa giudicare le scelte di questo gioco",
        "es": "{0} no sabe juzgar las elecciones de este juego",
    },
    "back foot": {
        "en": "arrows move the text · Enter or Esc: back",
        "it": "le frecce spostano il testo · Invio o Esc: indietro",
        "es": "las flechas mueven el texto · Intro o Esc: atrás",
    },
    "new match": {
        "en": "a new match has begun; at the keyboard: {0}",
        "it": "è cominciata una nuova partita; alla tastiera: {0}",
        "es": "ha empezado una nueva partida; al teclado: {0}",
    },
    "write foot": {
        "en": "Enter: try again · x: go on unrecorded · q: leave",
        "it": "Invio: riprova · x: continua senza registrare · q: esci",
        "es": "Intro: otra vez · x: seguir sin registrar · q: salir",
    },
    "agree foot": {"en": "Enter: yes · n: no", "it": "Invio: sì · n: no", "es": "Intro: sí · n: no"},
    "page foot": {
        "en": "arrows move the text · Enter or Esc: back to the table",
        "it": "le frecce spostano il testo · Invio o Esc: torna al tavolo",
        "es": "las flechas mueven el texto · Intro o Esc: volver a la mesa",
    },
    "keys": {
        "en": "arrows, mouse   point at spaces, cards and options\n"
        "Enter, click    choose what you point at\n"
        "1 2 3 …         choose the option behind that key\n"
        "Space           pick a card or a part of a set, or put it back; Enter gives them\n"
        "Esc             put back what you picked\n"
        "What is dimmed cannot be chosen now: point at it to see why.\n\n"
        "u   undo        put back what you picked last, else take a choice back, unless something hidden was shown\n"
        "h   hint        what a bot would choose here, and how it judges the options\n"
        "l   log         everything that happened so far\n"
        "r   rules       the rules of this game\n"
        "p   pace        how long a bot's move stays; space goes on at once\n"
        "Tab             board, players or log, where the window shows one at a time\n"
        ":   type        an option by its name, `why OPTION`, `hint OPTION`, `undo`, `save`, `quit`\n"
        "Ctrl-T          light or dark\n"
        "q   leave       the match is recorded: go on another time",
        "it": "frecce, mouse   indica caselle, carte e opzioni\n"
        "Invio, clic     scegli ciò che indichi\n"
        "1 2 3 …         scegli l'opzione con quel tasto\n"
        "Spazio          prendi una carta o un elemento, o rimettilo; Invio li dà\n"
        "Esc             rimetti a posto ciò che hai preso\n"
        "Ciò che è spento ora non si può scegliere: indicalo per sapere perché.\n\n"
        "u   annulla     rimetti ciò che hai preso, se no annulla l'ultima scelta, se non si è visto nulla di nascosto\n"
        "h   consiglio   che cosa sceglierebbe un bot, e come giudica le opzioni\n"
        "l   storia      tutto quello che è successo finora\n"
        "r   regole      le regole di questo gioco\n"
        "p   ritmo       quanto resta in vista la mossa di un bot; spazio va subito avanti\n"
        "Tab             tavolo, giocatori o storia, dove la finestra ne mostra uno alla volta\n"
        ":   scrivi      il nome di un'opzione, `why OPZIONE`, `hint OPZIONE`, `undo`, `save`, `quit`\n"
        "Ctrl-T          chiaro o scuro\n"
        "q   esci        la partita è registrata: si può continuare un'altra volta",
        "es": "flechas, ratón  señala casillas, cartas y opciones\n"
        "Intro, clic     elige lo que señalas\n"
        "1 2 3 …         elige la opción de esa tecla\n"
        "Espacio         toma una carta o un elemento, o devuélvelo; Intro los da\n"
        "Esc             devuelve lo que has tomado\n"
        "Lo que está apagado no se puede elegir ahora: señálalo para saber por qué.\n\n"
        "u   deshacer    devuelve lo último tomado; si no, deshace tu elección, si no se ha mostrado nada oculto\n"
        "h   consejo     qué elegiría un bot aquí, y cómo juzga las opciones\n"
        "l   relato      todo lo que ha pasado hasta ahora\n"
        "r   reglas      las reglas de este juego\n"
        "p   ritmo       cuánto se muestra la jugada de un bot; espacio sigue enseguida\n"
        "Tab             tablero, jugadores o relato, donde la ventana muestra uno a la vez\n"
        ":   escribir    el nombre de una opción, `why OPCIÓN`, `hint OPCIÓN`, `undo`, `save`, `quit`\n"
        "Ctrl-T          claro u oscuro\n"
        "q   salir       la partida queda registrada: se puede seguir otro día",
    },
    "choose": {"en": "choose", "it": "scegli", "es": "elige"},
    "which": {"en": "which {0}?", "it": "quale {0}?", "es": "¿qué {0}?"},
    "either": {"en": "{0}?", "it": "{0}?", "es": "¿{0}?"},
    "choose cards": {"en": "choose {0} cards", "it": "scegli {0} carte", "es": "elige {0} cartas"},
    "choose some": {"en": "choose {0} to {1} cards", "it": "scegli da {0} a {1} carte", "es": "elige de {0} a {1} cartas"},
    "choose at least": {"en": "choose {0} to {1} more", "it": "scegline ancora da {0} a {1}", "es": "elige de {0} a {1} más"},
    "choose or done": {
        "en": "choose up to {1} more, or Enter on one of these gives them",
        "it": "scegline ancora fino a {1}, o Invio su una di queste le dà",
        "es": "elige hasta {1} más, o Intro en una de estas las da",
    },
    "choose more": {"en": "choose {0} more", "it": "scegline ancora {0}", "es": "elige {0} más"},
    "enter chooses": {
        "en": "it is your turn: Enter chooses what you point at",
        "it": "tocca a te: Invio sceglie ciò che indichi",
        "es": "te toca: Intro elige lo que señalas",
    },
    "choose done": {"en": "Enter gives these", "it": "Invio dà queste", "es": "Intro da estas"},
    "enter gives": {"en": "Enter: {0}", "it": "Invio: {0}", "es": "Intro: {0}"},
    "pass of": {"en": "{0} {1} of {2}", "it": "{0} {1} di {2}", "es": "{0} {1} de {2}"},
    "or": {"en": " or ", "it": " o ", "es": " o "},
    "not offered": {"en": "`{0}` is not offered", "it": "`{0}` non è tra le opzioni", "es": "`{0}` no está entre las opciones"},
    "ambiguous": {"en": "`{0}` may be {1}", "it": "`{0}` può essere {1}", "es": "`{0}` puede ser {1}"},
    "out of range": {
        "en": "there are options 1 to {0}",
        "it": "le opzioni vanno da 1 a {0}",
        "es": "las opciones van de 1 a {0}",
    },
    "you can point": {
        "en": "you can: point at it on the table",
        "it": "puoi: indicala sul tavolo",
        "es": "puedes: señálala en la mesa",
    },
    "you can": {"en": "you can: it is option {0}", "it": "puoi: è l'opzione {0}", "es": "puedes: es la opción {0}"},
    "cannot": {"en": "`{0}`: {1}", "it": "`{0}`: {1}", "es": "`{0}`: {1}"},
    "last resort": {
        "en": "it is only there where nothing else can be chosen",
        "it": "c'è solo quando non si può scegliere altro",
        "es": "solo está cuando no se puede elegir otra cosa",
    },
    "did you mean": {"en": "; did you mean `{0}`?", "it": "; volevi dire `{0}`?", "es": "; ¿querías decir `{0}`?"},
    "there is": {"en": "; there is {0}", "it": "; c'è {0}", "es": "; hay {0}"},
    "and": {"en": " and ", "it": " e ", "es": " y "},
    "rule": {"en": "it needs {0}", "it": "serve {0}", "es": "hace falta {0}"},
    "not in": {"en": "{0} is not in {1}", "it": "{0} non è in {1}", "es": "{0} no está en {1}"},
    "not among": {
        "en": "{0} is not among what can be chosen here: {1}",
        "it": "{0} non è tra ciò che qui si può scegliere: {1}",
        "es": "{0} no está entre lo que aquí se puede elegir: {1}",
    },
    "not next": {
        "en": "{0} is not next to the space from which it goes on; these are: {1}",
        "it": "{0} non è accanto alla casella da cui si va avanti; lo sono: {1}",
        "es": "{0} no está junto a la casilla desde la que se sigue; lo están: {1}",
    },
    "all offered": {"en": "everything is offered", "it": "tutto è tra le opzioni", "es": "todo está entre las opciones"},
    "no such": {
        "en": "there is no option `{0}` here",
        "it": "qui non c'è un'opzione `{0}`",
        "es": "aquí no hay ninguna opción `{0}`",
    },
    "elsewhere": {
        "en": "`{0}` can be chosen at another moment{1}, not now",
        "it": "`{0}` si può scegliere in un altro momento{1}, non ora",
        "es": "`{0}` se puede elegir en otro momento{1}, no ahora",
    },
    "cannot undo": {"en": "this cannot be undone: {0}", "it": "non si può annullare: {0}", "es": "no se puede deshacer: {0}"},
    "nothing chosen": {
        "en": "{0} has not chosen anything yet",
        "it": "{0} non ha ancora scelto niente",
        "es": "{0} no ha elegido nada todavía",
    },
    "chance since": {
        "en": "chance has had its say since {0} chose",
        "it": "dopo la scelta di {0} ha deciso la sorte",
        "es": "el azar ha decidido desde que {0} eligió",
    },
    "cards since": {
        "en": "{0} has seen new cards since",
        "it": "nel frattempo {0} ha visto nuove carte",
        "es": "desde entonces {0} ha visto cartas nuevas",
    },
    "others since": {
        "en": "{0} has seen what the others chose since",
        "it": "nel frattempo {0} ha visto che cosa hanno scelto gli altri",
        "es": "desde entonces {0} ha visto lo que han elegido los demás",
    },
    "chosen since": {
        "en": "{0} has chosen since",
        "it": "nel frattempo {0} ha scelto",
        "es": "desde entonces {0} ha elegido",
    },
    "thinks": {"en": "{0} is thinking …", "it": "{0} sta pensando …", "es": "{0} está pensando …"},
    "computer": {"en": "computer, {0}", "it": "computer, {0}", "es": "ordenador, {0}"},
    "the computer": {"en": "the computer ({0})", "it": "il computer ({0})", "es": "el ordenador ({0})"},
    "easy": {"en": "easy", "it": "facile", "es": "fácil"},
    "good": {"en": "good", "it": "bravo", "es": "bueno"},
    "strong": {"en": "strong", "it": "forte", "es": "fuerte"},
    "thinks for": {"en": "thinks for {0} s", "it": "pensa {0} s", "es": "piensa {0} s"},
    "no good opponent yet": {
        "en": "no good opponent yet",
        "it": "un buon avversario non c’è ancora",
        "es": "todavía no hay un buen rival",
    },
    "answers at once": {"en": "answers at once", "it": "risponde subito", "es": "responde enseguida"},
    "advice": {
        "en": "its estimates, from 0 % (lost) to 100 % (won alone)",
        "it": "le sue stime, da 0 % (persa) a 100 % (vinta da solo)",
        "es": "sus estimaciones, de 0 % (perdida) a 100 % (ganada en solitario)",
    },
    "advice paid": {
        "en": "its estimates, from 0 % (the least that can come out for you) to 100 % (the most)",
        "it": "le sue stime, da 0 % (il meno che puoi ottenere) a 100 % (il più)",
        "es": "sus estimaciones, de 0 % (lo menos que puedes obtener) a 100 % (lo más)",
    },
    "surest first": {
        "en": ", by the least that each may be worth",
        "it": ", in ordine del minimo che possono valere",
        "es": ", por lo mínimo que puede valer cada una",
    },
    "advice only": {"en": "{0} would choose {1}", "it": "{0} sceglierebbe {1}", "es": "{0} elegiría {1}"},
    "advice cards": {
        "en": "{0} would choose {2} cards, the first of them in the list: {1}",
        "it": "{0} sceglierebbe {2} carte, la prima nell'elenco: {1}",
        "es": "{0} elegiría {2} cartas, la primera en la lista: {1}",
    },
    "no difference": {
        "en": "{0} sees no difference between the options",
        "it": "{0} non vede differenze tra le opzioni",
        "es": "{0} no ve diferencias entre las opciones",
    },
    "advice rest": {
        "en": "… and {0} more, {1} at best",
        "it": "… e altre {0}, al massimo {1}",
        "es": "… y {0} más, {1} como mucho",
    },
    "advice standing": {
        "en": "how you would stand, from 0 (lost) to 100 (won alone)",
        "it": "come saresti messo, da 0 (persa) a 100 (vinta da solo)",
        "es": "cómo estarías, de 0 (perdida) a 100 (ganada en solitario)",
    },
    "advice standing paid": {
        "en": "how you would stand, from 0 (the least that can come out for you) to 100 (the most)",
        "it": "come saresti messo, da 0 (il meno che puoi ottenere) a 100 (il più)",
        "es": "cómo estarías, de 0 (lo menos que puedes obtener) a 100 (lo más)",
    },
    "hardly tried": {"en": "hardly looked at", "it": "appena esaminata", "es": "apenas examinada"},
    "not tried": {"en": "not looked at", "it": "non esaminata", "es": "no examinada"},
    "almost sure": {"en": "over {0}", "it": "oltre {0}", "es": "más de {0}"},
    "hardly ever": {"en": "under {0}", "it": "meno di {0}", "es": "menos de {0}"},
    "gives away": {"en": "gives away {0}", "it": "cede: {0}", "es": "entrega: {0}"},
    "gives for": {"en": "gives {0} for {1}", "it": "cede: {0}, in cambio di: {1}", "es": "entrega: {0}, a cambio de: {1}"},
    "the only": {"en": "the {0}", "it": "{0}", "es": "{0}"},
    "one of these": {"en": "one {0}", "it": "{0}", "es": "{0}"},
    "surely won": {"en": "won", "it": "vinta", "es": "ganada"},
    "surely lost": {"en": "lost", "it": "persa", "es": "perdida"},
    "surely drawn": {"en": "drawn", "it": "patta", "es": "tablas"},
    "advice line": {"en": "it expects: {0}", "it": "si aspetta: {0}", "es": "espera: {0}"},
    "advice rest unsure": {"en": "… and {0} more", "it": "… e altre {0}", "es": "… y {0} más"},
    "not sure": {"en": "not sure", "it": "non è sicuro", "es": "no está seguro"},
    "tree full": {
        "en": "its memory was full after {0} % of its simulations; from then on it looked no further ahead",
        "it": "la sua memoria era piena dopo il {0} % delle simulazioni; da lì in poi non ha guardato più avanti",
        "es": "su memoria se llenó tras el {0} % de las simulaciones; desde entonces no miró más allá",
    },
    "one option": {
        "en": "there is only {0} to choose",
        "it": "si può scegliere solo {0}",
        "es": "solo se puede elegir {0}",
    },
    "agree": {
        "en": "{0}, may {1} take the last choice back?",
        "it": "{0}, {1} può annullare l'ultima scelta?",
        "es": "{0}, ¿puede {1} deshacer su última elección?",
    },
    "not agreed": {"en": "{0} does not agree", "it": "{0} non è d'accordo", "es": "{0} no está de acuerdo"},
    "undone": {
        "en": "{0} takes the last choice back",
        "it": "{0} annulla l'ultima scelta",
        "es": "{0} deshace su última elección",
    },
    "saved": {"en": "saved in {0}", "it": "salvata in {0}", "es": "guardada en {0}"},
    "go on": {
        "en": "the match is saved in {0}; to go on: {1}",
        "it": "la partita è salvata in {0}; per continuare: {1}",
        "es": "la partida está guardada en {0}; para seguir: {1}",
    },
    "unsaved": {
        "en": "this match is not recorded; `--record PATH` records one",
        "it": "questa partita non è registrata; `--record PERCORSO` ne registra una",
        "es": "esta partida no se ha guardado; `--record RUTA` guarda una",
    },
    "cannot record": {
        "en": "the match cannot be recorded: {0}\n`--record PATH` records it elsewhere",
        "it": "la partita non si può registrare: {0}\n`--record PERCORSO` la registra altrove",
        "es": "la partida no se puede guardar: {0}\n`--record RUTA` la guarda en otro sitio",
    },
    "play unrecorded": {
        "en": "play without a record?",
        "it": "giocare senza registrarla?",
        "es": "¿jugar sin guardarla?",
    },
    "cannot write": {
        "en": "{0} cannot be written: {1}\nEnter tries again · unrecorded: play on without a record · quit",
        "it": "{0} non si può scrivere: {1}\nInvio riprova · unrecorded: si gioca senza registrare · quit",
        "es": "{0} no se puede escribir: {1}\nIntro lo intenta otra vez · unrecorded: seguir sin guardar · quit",
    },
    "typed blind": {
        "en": "not played, because typed before the question was shown ({0}): {1}",
        "it": "non giocato, perché scritto prima che apparisse la domanda ({0}): {1}",
        "es": "no jugado, porque se escribió antes de mostrarse la pregunta ({0}): {1}",
    },
    "decisions": {"en": "{0} decisions", "it": "{0} decisioni", "es": "{0} decisiones"},
    "one decision": {"en": "1 decision", "it": "1 decisione", "es": "1 decisión"},
    "not over": {"en": "not over", "it": "non finita", "es": "sin terminar"},
    "what worth is": {
        "en": "what an option is worth: {0}",
        "it": "quanto vale un'opzione: {0}",
        "es": "cuánto vale una opción: {0}",
    },
    "no cost": {
        "en": "no choice cost anything beyond chance",
        "it": "nessuna scelta è costata più di quanto faccia il caso",
        "es": "ninguna elección costó más de lo que hace el azar",
    },
    "never chose": {
        "en": "{0}: never had anything to choose",
        "it": "{0}: non ha mai avuto da scegliere",
        "es": "{0}: nunca tuvo nada que elegir",
    },
    "something to choose": {
        "en": "{0} with something to choose",
        "it": "{0} con qualcosa da scegliere",
        "es": "{0} con algo que elegir",
    },
    "mattered": {
        "en": "{0} that mattered; added up, all choices gave away {1}",
        "it": "importanti: {0}; sommando tutte le scelte si è perso {1}",
        "es": "importantes: {0}; sumando todas las elecciones se perdió {1}",
    },
    "none mattered": {
        "en": "none that mattered; added up, all choices gave away {0}",
        "it": "nessuna importante; sommando tutte le scelte si è perso {0}",
        "es": "ninguna importante; sumando todas las elecciones se perdió {0}",
    },
    "more than all": {
        "en": "{0} (what the others gave back could be given away again)",
        "it": "{0} (ciò che gli altri hanno restituito si poteva perdere di nuovo)",
        "es": "{0} (lo que los demás devolvieron se podía perder otra vez)",
    },
    "which mattered": {
        "en": "those that mattered, each behind its number: {0}",
        "it": "quelle importanti, ognuna dopo il suo numero: {0}",
        "es": "las importantes, cada una tras su número: {0}",
    },
    "others were good": {
        "en": "what is not in the table below was chosen well",
        "it": "le scelte che non sono nella tabella qui sotto erano buone",
        "es": "lo que no está en la tabla de abajo se eligió bien",
    },
    "judged decision": {"en": "decision", "it": "decisione", "es": "decisión"},
    "judged cost": {"en": "cost", "it": "costo", "es": "coste"},
    "judged chosen": {"en": "chosen", "it": "scelto", "es": "elegido"},
    "judged better": {"en": "better", "it": "meglio", "es": "mejor"},
    "widened": {
        "en": "{0} is less sure than it says: it looked at each choice twice and thought differently, so what stands behind ± "
        "was made {1} times as wide",
        "it": "{0} è meno sicuro di quanto dica: guardando due volte ogni scelta ha pensato cose diverse, perciò il margine "
        "dopo ± è {1} volte più largo",
        "es": "{0} está menos seguro de lo que dice: al mirar dos veces cada elección pensó cosas distintas, por eso el margen "
        "tras ± es {1} veces más ancho",
    },
    "often full": {
        "en": "at {1} of {2} decisions the memory of {0} was full: there more thinking looks no further ahead",
        "it": "in {1} decisioni su {2} la memoria di {0} era piena: lì pensare di più non fa guardare più avanti",
        "es": "en {1} de {2} decisiones la memoria de {0} se llenó: ahí pensar más no permite mirar más allá",
    },
    "otherwise": {
        "en": "to try it otherwise: {0}",
        "it": "per provare un'altra scelta: {0}",
        "es": "para probar otra elección: {0}",
    },
    "ask match": {"en": "which match", "it": "quale partita", "es": "qué partida"},
    "so far": {
        "en": "choices so far: {0}, {1} · {2}",
        "it": "scelte finora: {0}, {1} · {2}",
        "es": "elecciones hasta ahora: {0}, {1} · {2}",
    },
    "begin anew": {"en": "a new match", "it": "una partita nuova", "es": "una partida nueva"},
    "ask game": {"en": "which game", "it": "quale gioco", "es": "qué juego"},
    "ask variant": {"en": "which variant", "it": "quale variante", "es": "qué variante"},
    "ask players": {"en": "how many play", "it": "in quanti si gioca", "es": "cuántos juegan"},
    "ask settings": {"en": "which settings", "it": "quali impostazioni", "es": "qué ajustes"},
    "usual settings": {"en": "the usual ones", "it": "quelle solite", "es": "los habituales"},
    "set them": {"en": "others, one by one", "it": "altre, una per una", "es": "otros, uno por uno"},
    "ask dial": {"en": "{0}", "it": "{0}", "es": "{0}"},
    "ask seats": {
        "en": "which seat is yours (several people: with commas)",
        "it": "quale posto è il tuo (più persone: con virgole)",
        "es": "qué puesto es el tuyo (varias personas: con comas)",
    },
    "ask level": {"en": "how well the bots play", "it": "quanto sono bravi i bot", "es": "qué nivel tienen los bots"},
    "as it stands": {"en": "as the rules stand", "it": "le regole così come sono", "es": "las reglas tal como están"},
    "variants": {"en": "variants: {0}", "it": "varianti: {0}", "es": "variantes: {0}"},
    "at the start": {"en": "at the start", "it": "all'inizio", "es": "al principio"},
    "turned up": {"en": "what was hidden", "it": "che cosa era nascosto", "es": "lo que estaba oculto"},
    "total": {"en": "total", "it": "totale", "es": "total"},
    "key highest": {"en": "highest {0}", "it": "{0}: il valore più alto", "es": "{0}: el valor más alto"},
    "key lowest": {"en": "lowest {0}", "it": "{0}: il valore più basso", "es": "{0}: el valor más bajo"},
    "over": {"en": "The match is over", "it": "La partita è finita", "es": "La partida ha terminado"},
    "wins": {"en": "{0} wins", "it": "vince {0}", "es": "gana {0}"},
    "win": {"en": "{0} win", "it": "vincono {0}", "es": "ganan {0}"},
    "nobody wins": {"en": "nobody wins", "it": "nessuno vince", "es": "nadie gana"},
    "hand of": {"en": "your {0}", "it": "{0} (solo per te)", "es": "{0} (solo para ti)"},
    "a card": {"en": "a card", "it": "una carta", "es": "una carta"},
    "cards": {"en": "{0} cards", "it": "{0} carte", "es": "{0} cartas"},
    "on top": {"en": "on top", "it": "in cima", "es": "encima"},
    "in it": {"en": "in it", "it": "dentro", "es": "dentro"},
    "more news": {
        "en": "… and {0} more before; `log` shows everything",
        "it": "… e altre {0} prima; `log` mostra tutto",
        "es": "… y {0} más antes; `log` lo muestra todo",
    },
    "shuffled": {"en": "{0} is shuffled", "it": "{0}: si mescola", "es": "{0}: se baraja"},
    "shows": {"en": "{0} shows {1}", "it": "{0} mostra {1}", "es": "{0} muestra {1}"},
    "shown to": {"en": "shown to {0}", "it": "mostrata a {0}", "es": "mostrada a {0}"},
    "shown to all": {"en": "shown to everybody", "it": "mostrata a tutti", "es": "mostrada a todos"},
    "told": {"en": "{0}, {1}: {2}", "it": "{0}, {1}: {2}", "es": "{0}, {1}: {2}"},
    "learns": {
        "en": "{0} learns something of {1}",
        "it": "{0} viene a sapere qualcosa su {1}",
        "es": "{0} se entera de algo sobre {1}",
    },
    "no cards": {"en": "no cards", "it": "nessuna carta", "es": "ninguna carta"},
    "scores": {"en": "{0} scores {1} (now {2})", "it": "{0} segna {1} (ora {2})", "es": "{0} suma {1} (ahora {2})"},
    "loses": {"en": "{0} loses {1} (now {2})", "it": "{0} perde {1} (ora {2})", "es": "{0} pierde {1} (ahora {2})"},
    "added": {"en": "{0} {1} (now {2})", "it": "{0} {1} (ora {2})", "es": "{0} {1} (ahora {2})"},
    "from to": {"en": "from {0} to {1}", "it": "da {0} a {1}", "es": "de {0} a {1}"},
    "on to": {"en": " and on to ", "it": " e poi a ", "es": " y luego a "},
    "the end": {"en": "{0} (the end)", "it": "{0} (la fine)", "es": "{0} (el final)"},
    "go one": {"en": "{0} goes {1}", "it": "{0} va {1}", "es": "{0} va {1}"},
    "go many": {"en": "{0} go {1}", "it": "{0} vanno {1}", "es": "{0} van {1}"},
    "go to one": {"en": "{0} goes to {1}", "it": "{0} va a {1}", "es": "{0} va a {1}"},
    "go to many": {"en": "{0} go to {1}", "it": "{0} vanno a {1}", "es": "{0} van a {1}"},
    "stand one": {"en": "{0} on {1}", "it": "{0} su {1}", "es": "{0} en {1}"},
    "stand many": {"en": "{0} on {1}", "it": "{0} su {1}", "es": "{0} en {1}"},
    "leave one": {"en": "{0} leaves {1}", "it": "{0} lascia {1}", "es": "{0} deja {1}"},
    "leave many": {"en": "{0} leave {1}", "it": "{0} lasciano {1}", "es": "{0} dejan {1}"},
    "chance": {"en": "chance", "it": "sorte", "es": "azar"},
    "just now": {"en": "what happened", "it": "che cosa è successo", "es": "qué ha pasado"},
    "numbers": {"en": "the numbers: {0}", "it": "i numeri: {0}", "es": "los números: {0}"},
    "players": {"en": "players", "it": "giocatori", "es": "jugadores"},
    "player": {"en": "player", "it": "giocatore", "es": "jugador"},
    "seed": {"en": "seed", "it": "seme", "es": "semilla"},
    "place": {"en": "place", "it": "posto", "es": "puesto"},
    "score": {"en": "score", "it": "punti", "es": "puntos"},
    "nothing": {"en": "–", "it": "–", "es": "–"},
    "chosen": {"en": "you chose", "it": "hai scelto", "es": "elegiste"},
    "resumed": {
        "en": "going on with {0}, after {1}",
        "it": "si riprende {0}, dopo {1}",
        "es": "se reanuda {0}, tras {1}",
    },
    "recording": {"en": "recorded in {0}", "it": "registrata in {0}", "es": "se registra en {0}"},
    "help": {
        "en": "{0} choose: its number, its name, or the beginning of its name",
        "it": "{0} scegli: il numero, il nome o l'inizio del nome",
        "es": "{0} elige: el número, el nombre o el comienzo del nombre",
    },
    "help letters": {
        "en": "{0} choose: its letter, its name, or the number in its name",
        "it": "{0} scegli: la lettera, il nome o il numero che è nel nome",
        "es": "{0} elige: la letra, el nombre o el número que hay en el nombre",
    },
    "no such card": {
        "en": "no card is called `{0}`",
        "it": "nessuna carta si chiama `{0}`",
        "es": "ninguna carta se llama `{0}`",
    },
    "nothing more printed": {
        "en": "nothing else is printed on it",
        "it": "non c'è scritto altro",
        "es": "no tiene nada más escrito",
    },
    "help more": {
        "en": "why OPTION   why that cannot be chosen, and the line of the rules that says so\n"
        "hint         what a bot would choose here, and how it judges the options\n"
        "hint OPTION  how it judges that option, and what it expects behind it\n"
        "undo         take your last choice back, unless something hidden was shown since\n"
        "look, log    draw the table again; everything that happened so far\n"
        "look CARD    what is printed on a card, and what the card does\n"
        "save, quit   say where the match is saved; leave, to go on another time\n"
        "An option of the same name goes first: then write /undo, /quit …",
        "it": "why OPZIONE  perché non si può scegliere, e la riga del regolamento che lo dice\n"
        "hint         che cosa sceglierebbe un bot, e come giudica le opzioni\n"
        "hint OPZIONE come giudica quell'opzione, e che cosa si aspetta dopo\n"
        "undo         annulla la tua ultima scelta, se nel frattempo non si è visto nulla di nascosto\n"
        "look, log    ridisegna il tavolo; tutto quello che è successo finora\n"
        "look CARTA   che cosa c'è scritto su una carta e che cosa fa\n"
        "save, quit   dice dove è salvata la partita; esce, per continuare un'altra volta\n"
        "Un'opzione con lo stesso nome ha la precedenza: allora scrivi /undo, /quit …",
        "es": "why OPCIÓN   por qué no se puede elegir, y la línea de las reglas que lo dice\n"
        "hint         qué elegiría un bot aquí, y cómo juzga las opciones\n"
        "hint OPCIÓN  cómo juzga esa opción, y qué espera después\n"
        "undo         deshace tu última elección, si desde entonces no se ha mostrado nada oculto\n"
        "look, log    dibuja la mesa otra vez; todo lo que ha pasado hasta ahora\n"
        "look CARTA   qué está escrito en una carta y qué hace\n"
        "save, quit   dice dónde está guardada la partida; sale, para seguir en otro momento\n"
        "Una opción con el mismo nombre tiene prioridad: entonces escribe /undo, /quit …",
    },
}
"""Texts by name, then by language; each name has an English text."""


def with_its_comma(number: str, language: str) -> str:
    """A number that is written with a decimal point, as it is written in that language."""
    return number.replace(".", ",") if language in ("it", "es") else number


def card_count(language: str, count: int) -> str:
    """`a card`, `3 cards`."""
    return phrase(language, "a card") if count == 1 else phrase(language, "cards", count)


def phrase(language: str, name: str, *values: object) -> str:
    """The phrase of that name in that language, else in English, with the values filled in; names of files and what people type
    are made harmless.
    """
    return filled(PHRASES[name], language, *values)


def filled(spoken: Mapping[str, str], language: str, *values: object) -> str:
    """The text in that language, else in English, with the values filled in and made harmless."""
    text = spoken.get(language, spoken["en"])
    if language not in EUPHONY or not values:
        return harmless(text.format(*values))
    parts = Formatter().parse(text)
    pieces = (piece for said, field, *_ in parts for piece in (said, str(values[int(field)]) if field else ""))
    return harmless(joined(pieces, language))


def listed(language: str, names: Sequence[str]) -> str:
    """`Anne, Ben and Chris`."""
    *most, last = names
    return joined((", ".join(most), phrase(language, "and"), last) if most else (last,), language)


def nearest(language: str, word: str, known: Sequence[str]) -> str:
    """A clause that offers the nearest known name, or lists them when they are few, or nothing."""
    near = nearest_name(word, known)
    if near is not None:
        return phrase(language, "did you mean", near)
    if not 0 < len(known) <= FEW:
        return ""
    return phrase(language, "there is", listed(language, [f"`{name}`" for name in known]))
