"""All that the rules page says itself, in three languages; what an author names comes in the places `{0}`, `{1}` …"""

from __future__ import annotations

from .part_phrases import PARTS
from .step_phrases import STEPS

Phrases = dict[str, dict[str, str]]

VALUES: Phrases = {
    # -------------------------------------------------------------------------------------------- joining
    "and": {"en": "and", "it": "e", "es": "y"},
    "or": {"en": "or", "it": "o", "es": "o"},
    "of": {"en": "{0} of {1}", "it": "{0} di {1}", "es": "{0} de {1}"},
    "on": {"en": "{0} on {1}", "it": "{0} su {1}", "es": "{0} en {1}"},
    "for": {"en": "{0} for {1}", "it": "{0} per {1}", "es": "{0} para {1}"},
    "own": {"en": "their own {0}", "it": "{0} di chi gioca", "es": "su {0}"},
    # -------------------------------------------------------------------------------------------- values
    "nothing": {"en": "nothing", "it": "niente", "es": "nada"},
    "yes": {"en": "yes", "it": "sì", "es": "sí"},
    "no": {"en": "no", "it": "no", "es": "no"},
    "plus": {"en": "{0} plus {1}", "it": "{0} più {1}", "es": "{0} más {1}"},
    "minus": {"en": "{0} minus {1}", "it": "{0} meno {1}", "es": "{0} menos {1}"},
    "times": {"en": "{0} times {1}", "it": "{0} per {1}", "es": "{0} por {1}"},
    "div": {
        "en": "{0} divided by {1}, rounded down",
        "it": "{0} diviso {1}, arrotondato per difetto",
        "es": "{0} entre {1}, redondeado hacia abajo",
    },
    "over": {"en": "{0} divided by {1}", "it": "{0} diviso {1}", "es": "{0} entre {1}"},
    "mod": {
        "en": "the remainder of {0} divided by {1}",
        "it": "il resto di {0} diviso {1}",
        "es": "el resto de {0} entre {1}",
    },
    "negative": {"en": "minus {0}", "it": "meno {0}", "es": "menos {0}"},
    "half up": {
        "en": "half of {0}, rounded up",
        "it": "la metà di {0}, arrotondata per eccesso",
        "es": "la mitad de {0}, redondeada hacia arriba",
    },
    "half down": {
        "en": "half of {0}, rounded down",
        "it": "la metà di {0}, arrotondata per difetto",
        "es": "la mitad de {0}, redondeada hacia abajo",
    },
    "count of": {
        "en": "how often {0} is among {1}",
        "it": "quante volte {0} compare tra {1}",
        "es": "cuántas veces está {0} entre {1}",
    },
    "count": {"en": "the number of cards in {0}", "it": "il numero di carte in {0}", "es": "el número de cartas en {0}"},
    "count deck": {"en": "the number of all {0}", "it": "il numero di tutti: {0}", "es": "el número total de {0}"},
    "how many": {"en": "how many {0} there are", "it": "quanti sono: {0}", "es": "cuántos hay: {0}"},
    "count options": {
        "en": "the number of ways in which “{0}” is possible",
        "it": "in quanti modi è possibile «{0}»",
        "es": "de cuántas maneras es posible «{0}»",
    },
    "choice": {"en": "{0} if {1}, otherwise {2}", "it": "{0} se {1}, altrimenti {2}", "es": "{0} si {1}, en otro caso {2}"},
    "sum": {"en": "the sum of {0} over {1}", "it": "la somma di {0} per {1}", "es": "la suma de {0} para {1}"},
    "sum of each": {"en": "the sum of {0}", "it": "la somma di {0}", "es": "la suma de {0}"},
    "number of": {"en": "the number of {0}", "it": "il numero di {0}", "es": "el número de {0}"},
    "extreme": {"en": "the {2} {0} among {1}", "it": "{2} per {0} tra {1}", "es": "{2} de {0} entre {1}"},
    "of this": {"en": "value ({0})", "it": "({0})", "es": "({0})"},
    "highest": {"en": "highest", "it": "il valore più alto", "es": "el valor más alto"},
    "lowest": {"en": "lowest", "it": "il valore più basso", "es": "el valor más bajo"},
    "rank 2": {"en": "second {0}", "it": "il secondo, da {0}", "es": "el segundo desde {0}"},
    "rank 3": {"en": "third {0}", "it": "il terzo, da {0}", "es": "el tercero desde {0}"},
    "rank 4": {"en": "fourth {0}", "it": "il quarto, da {0}", "es": "el cuarto desde {0}"},
    "rank 5": {"en": "fifth {0}", "it": "il quinto, da {0}", "es": "el quinto desde {0}"},
    "rank 6": {"en": "sixth {0}", "it": "il sesto, da {0}", "es": "el sexto desde {0}"},
    "distinct": {
        "en": "{0} (equal ones count once)",
        "it": "{0} (i valori uguali contano una volta)",
        "es": "{0} (los iguales cuentan una vez)",
    },
    "else": {"en": "{0} (if there is none: {1})", "it": "{0} (se manca: {1})", "es": "{0} (si no hay: {1})"},
    "first": {"en": "the first {0}", "it": "il primo tra: {0}", "es": "lo primero entre: {0}"},
    "the one": {"en": "the {0}", "it": "tra: {0}, quello", "es": "entre: {0}, aquel"},
    "most": {"en": "{0} with the highest {1}", "it": "{0} con il massimo: {1}", "es": "{0} con el máximo: {1}"},
    "least": {"en": "{0} with the lowest {1}", "it": "{0} con il minimo: {1}", "es": "{0} con el mínimo: {1}"},
    "ordered": {"en": "{0}, in order of {1}", "it": "{0}, in ordine di {1}", "es": "{0}, por orden de {1}"},
    "key highest": {"en": "{0} (highest first)", "it": "{0} (prima il massimo)", "es": "{0} (primero el máximo)"},
    "key lowest": {"en": "{0} (lowest first)", "it": "{0} (prima il minimo)", "es": "{0} (primero el mínimo)"},
    "then": {"en": "{0}, then {1}", "it": "{0}, poi {1}", "es": "{0}, luego {1}"},
    "naming": {"en": "{2}, where {0} is {1}", "it": "{2}, dove {0} è {1}", "es": "{2}, donde {0} es {1}"},
    "remembered": {
        "en": "how often things stood like this before ({0})",
        "it": "quante volte la situazione è già stata questa ({0})",
        "es": "cuántas veces se dio ya esta situación ({0})",
    },
    "call": {"en": "{0} ({1})", "it": "{0} ({1})", "es": "{0} ({1})"},
    # ------------------------------------------------------------------------------------- sets, and what runs over them
    "every one": {"en": "each {0}", "it": "ogni {0}", "es": "cada {0}"},
    "in": {"en": "{0} in {1}", "it": "{0} in {1}", "es": "{0} en {1}"},
    "among": {"en": "{0} among {1}", "it": "{0} tra {1}", "es": "{0} entre {1}"},
    "where": {"en": "{0} for which {1}", "it": "{0} per cui {1}", "es": "{0} en que {1}"},
    "where who": {"en": "{0} for whom {1}", "it": "{0} per cui {1}", "es": "{0} para quien {1}"},
    "who": {"en": "who", "it": "che", "es": "que"},
    "whoever": {"en": "whoever", "it": "chi", "es": "quien"},
    "in case": {"en": "{0}, if {1}", "it": "{0}, se {1}", "es": "{0}, si {1}"},
    "some one": {"en": "some {0}", "it": "qualche {0}", "es": "algún {0}"},
    "no single": {"en": "no {0}", "it": "nessun {0}", "es": "ningún {0}"},
    "all of kind": {"en": "all {0}", "it": "tutti: {0}", "es": "todos: {0}"},
    "from to": {"en": "{0} to {1}", "it": "da {0} a {1}", "es": "de {0} a {1}"},
    "a number": {"en": "a number from {0} to {1}", "it": "un numero da {0} a {1}", "es": "un número de {0} a {1}"},
    "cards in": {"en": "the cards in {0}", "it": "le carte in {0}", "es": "las cartas de {0}"},
    "spaces of": {"en": "the spaces of {0}", "it": "le caselle di {0}", "es": "las casillas de {0}"},
    "neighbours": {"en": "the spaces next to {0}", "it": "le caselle vicine a {0}", "es": "las casillas vecinas de {0}"},
    "connected": {
        "en": "the spaces connected to {0} through spaces {1} for which {2}",
        "it": "le caselle collegate a {0} attraverso caselle {1} per cui {2}",
        "es": "las casillas unidas a {0} por casillas {1} en que {2}",
    },
    "all of": {"en": "all of {0}, for {1}", "it": "tutto questo: {0}, per {1}", "es": "todo esto: {0}, para {1}"},
    "up to": {
        "en": "{0}, up to and including the first {1} for which {2}",
        "it": "{0}, fino al primo posto compreso {1} per cui {2}",
        "es": "{0}, hasta el primer sitio inclusive {1} en que {2}",
    },
    "subsets": {"en": "any number of {0}", "it": "un numero qualsiasi tra {0}", "es": "cualquier cantidad de {0}"},
    "different": {"en": "{0} different of {1}", "it": "{0} diversi tra {1}", "es": "{0} diferentes entre {1}"},
    "empty set": {"en": "none", "it": "nessuno", "es": "ninguno"},
    "leaders": {"en": "who is first", "it": "chi è in testa", "es": "quien va primero"},
    # -------------------------------------------------------------------------------------------- the language's functions
    "next": {"en": "the next player after {0}", "it": "chi segue {0}", "es": "quien sigue a {0}"},
    "next 2": {"en": "the other player", "it": "l'altro giocatore", "es": "el otro jugador"},
    "opponent": {"en": "the opponent of {0}", "it": "l'avversario di {0}", "es": "el rival de {0}"},
    "previous": {"en": "the player before {0}", "it": "chi precede {0}", "es": "quien precede a {0}"},
    "player_number": {"en": "the seat number of {0}", "it": "il numero di posto di {0}", "es": "el número de asiento de {0}"},
    "min": {"en": "the smaller of {0}", "it": "il minore tra {0}", "es": "el menor de {0}"},
    "max": {"en": "the larger of {0}", "it": "il maggiore tra {0}", "es": "el mayor de {0}"},
    "abs": {"en": "the size of {0} without its sign", "it": "il valore assoluto di {0}", "es": "el valor absoluto de {0}"},
    "at": {
        "en": "the space at {1}, {2} on {0}",
        "it": "la casella {1}, {2} di {0}",
        "es": "la casilla {1}, {2} de {0}",
    },
    "at grid": {"en": "the space in {0}, {1}", "it": "la casella in {0}, {1}", "es": "la casilla en {0}, {1}"},
    "numbered": {"en": "{0} {1}", "it": "{0} {1}", "es": "{0} {1}"},
    "row where": {
        "en": "there is a row of {0} spaces, and for each of them {1}",
        "it": "ci sono {0} caselle in fila, e per ciascuna {1}",
        "es": "hay {0} casillas en fila, y para cada una {1}",
    },
    "no row where": {
        "en": "there is no row of {0} spaces where for each of them {1}",
        "it": "non ci sono {0} caselle in fila in cui per ciascuna {1}",
        "es": "no hay {0} casillas en fila en que para cada una {1}",
    },
    "ranging": {"en": "from {0} to {1}", "it": "da {0} a {1}", "es": "de {0} a {1}"},
    "first_space": {"en": "the first space of {0}", "it": "la prima casella di {0}", "es": "la primera casilla de {0}"},
    "last_space": {"en": "the last space of {0}", "it": "l'ultima casella di {0}", "es": "la última casilla de {0}"},
    "lines": {"en": "the rows of {1} on {0}", "it": "le file di {1} su {0}", "es": "las filas de {1} en {0}"},
    "directions": {"en": "the directions of {0}", "it": "le direzioni di {0}", "es": "las direcciones de {0}"},
    "step": {"en": "the space {1} of {0}", "it": "la casella da {0} verso: {1}", "es": "la casilla desde {0} hacia: {1}"},
    "opposite": {"en": "the direction opposite to {0}", "it": "la direzione opposta a {0}", "es": "la dirección opuesta a {0}"},
    "ray": {
        "en": "the spaces from {0} on in direction {1}",
        "it": "le caselle da {0} in direzione {1}",
        "es": "las casillas desde {0} en dirección {1}",
    },
    "ray all": {
        "en": "the spaces from {0} on in every direction",
        "it": "le caselle da {0} in ogni direzione",
        "es": "las casillas desde {0} en todas las direcciones",
    },
    "between": {"en": "the spaces between {0} and {1}", "it": "le caselle tra {0} e {1}", "es": "las casillas entre {0} y {1}"},
    "top": {"en": "the top card of {0}", "it": "la prima carta di {0}", "es": "la carta superior de {0}"},
    "top n": {"en": "the top {1} cards of {0}", "it": "le prime {1} carte di {0}", "es": "las {1} cartas superiores de {0}"},
    "bottom": {"en": "the bottom card of {0}", "it": "l'ultima carta di {0}", "es": "la carta inferior de {0}"},
    "bottom n": {
        "en": "the bottom {1} cards of {0}",
        "it": "le ultime {1} carte di {0}",
        "es": "las {1} cartas inferiores de {0}",
    },
    # -------------------------------------------------------------------------------------------- conditions
    "not": {"en": "it is not so that {0}", "it": "non è vero che {0}", "es": "no es cierto que {0}"},
    "holds": {"en": "{0} holds", "it": "vale {0}", "es": "se cumple {0}"},
    "not holds": {"en": "{0} does not hold", "it": "non vale {0}", "es": "no se cumple {0}"},
    "holds for": {"en": "{0} holds for {1}", "it": "{0} vale per {1}", "es": "{0} se cumple para {1}"},
    "not holds for": {"en": "{0} does not hold for {1}", "it": "{0} non vale per {1}", "es": "{0} no se cumple para {1}"},
    "always": {"en": "always", "it": "sempre", "es": "siempre"},
    "never": {"en": "never", "it": "mai", "es": "nunca"},
    "=": {"en": "{0} is {1}", "it": "{0} è {1}", "es": "{0} es {1}"},
    "!=": {"en": "{0} is not {1}", "it": "{0} non è {1}", "es": "{0} no es {1}"},
    "<": {"en": "{0} is less than {1}", "it": "{0} è minore di {1}", "es": "{0} es menor que {1}"},
    "<=": {"en": "{0} is at most {1}", "it": "{0} è al massimo {1}", "es": "{0} es como mucho {1}"},
    ">": {"en": "{0} is more than {1}", "it": "{0} è maggiore di {1}", "es": "{0} es mayor que {1}"},
    ">=": {"en": "{0} is at least {1}", "it": "{0} è almeno {1}", "es": "{0} es al menos {1}"},
    "odd": {"en": "{0} is odd", "it": "{0} è dispari", "es": "{0} es impar"},
    "even": {"en": "{0} is even", "it": "{0} è pari", "es": "{0} es par"},
    "none": {"en": "there is no {0}", "it": "non c'è {0}", "es": "no hay {0}"},
    "some": {"en": "there is {1}", "it": "c'è {1}", "es": "hay {1}"},
    "lacking": {"en": "{0} is missing", "it": "manca {0}", "es": "falta {0}"},
    "there": {"en": "{0} exists", "it": "{0} esiste", "es": "{0} existe"},
    "empty": {"en": "{0} is empty", "it": "{0}: non ci sono carte", "es": "no hay cartas en {0}"},
    "not empty": {"en": "there are cards in {0}", "it": "ci sono carte in {0}", "es": "hay cartas en {0}"},
    "bears": {"en": "{0} bears {1}", "it": "su {0} c'è {1}", "es": "en {0} está {1}"},
    "bears not": {"en": "{0} does not bear {1}", "it": "su {0} non c'è {1}", "es": "en {0} no está {1}"},
    "stands": {"en": "{0} stands on {1}", "it": "{0} sta su {1}", "es": "{0} está en {1}"},
    "stands not": {"en": "{0} does not stand on {1}", "it": "{0} non sta su {1}", "es": "{0} no está en {1}"},
    "belongs": {"en": "{0} is among {1}", "it": "{0} è tra {1}", "es": "{0} está entre {1}"},
    "belongs not": {"en": "{0} is not among {1}", "it": "{0} non è tra {1}", "es": "{0} no está entre {1}"},
    "is one of": {"en": "{0} is {1}", "it": "{0} è {1}", "es": "{0} es {1}"},
    "is none of": {"en": "{0} is neither {1}", "it": "{0} non è {1}", "es": "{0} no es {1}"},
    "within": {"en": "{0} is from {1} to {2}", "it": "{0} va da {1} a {2}", "es": "{0} va de {1} a {2}"},
    "any": {"en": "there is {0} for which {1}", "it": "c'è {0} per cui {1}", "es": "hay {0} en que {1}"},
    "every": {"en": "for {0}, {1}", "it": "per {0}, {1}", "es": "para {0}, {1}"},
    "no one": {
        "en": "there is no {0} for which {1}",
        "it": "non c'è alcun {0} per cui {1}",
        "es": "no hay ningún {0} en que {1}",
    },
    "any has": {"en": "{0} has {1}", "it": "{0} ha {1}", "es": "{0} tiene {1}"},
    "no has": {"en": "no {0} has {1}", "it": "nessun {0} ha {1}", "es": "ningún {0} tiene {1}"},
    "after": {"en": "after “{0}”, {1}", "it": "dopo «{0}», {1}", "es": "tras «{0}», {1}"},
    "possible": {"en": "“{0}” is possible", "it": "«{0}» è possibile", "es": "«{0}» es posible"},
    "impossible": {"en": "“{0}” is not possible", "it": "«{0}» non è possibile", "es": "«{0}» no es posible"},
    "if so": {
        "en": "{0} if {1}, otherwise {2}",
        "it": "{0} se {1}, altrimenti {2}",
        "es": "{0} si {1}, en otro caso {2}",
    },
}

PHRASES: Phrases = {**VALUES, **STEPS, **PARTS}
"""Every phrase by its name, then by language."""

KINDS: dict[str, dict[str, tuple[str, str]]] = {
    "player": {"en": ("player", "players"), "it": ("giocatore", "giocatori"), "es": ("jugador", "jugadores")},
    "seat": {"en": ("seat", "seats"), "it": ("posto", "posti"), "es": ("asiento", "asientos")},
    "automa": {"en": ("automa", "automas"), "it": ("automa", "automi"), "es": ("autómata", "autómatas")},
    "space": {"en": ("space", "spaces"), "it": ("casella", "caselle"), "es": ("casilla", "casillas")},
    "card": {"en": ("card", "cards"), "it": ("carta", "carte"), "es": ("carta", "cartas")},
    "number": {"en": ("number", "numbers"), "it": ("numero", "numeri"), "es": ("número", "números")},
    "direction": {"en": ("direction", "directions"), "it": ("direzione", "direzioni"), "es": ("dirección", "direcciones")},
    "line": {"en": ("row", "rows"), "it": ("fila", "file"), "es": ("fila", "filas")},
    "piece": {"en": ("piece", "pieces"), "it": ("pezzo", "pezzi"), "es": ("pieza", "piezas")},
    "value": {"en": ("value", "values"), "it": ("valore", "valori"), "es": ("valor", "valores")},
    "set": {"en": ("set", "sets"), "it": ("insieme", "insiemi"), "es": ("conjunto", "conjuntos")},
}
"""What the language itself names, for one and for several."""

ATTRIBUTES: dict[str, dict[str, str]] = {
    "row": {"en": "row", "it": "riga", "es": "fila"},
    "column": {"en": "column", "it": "colonna", "es": "columna"},
    "lane": {"en": "lane", "it": "corsia", "es": "calle"},
    "place": {"en": "place in the row", "it": "posto nella riga", "es": "lugar en la fila"},
}
"""What the spaces of a board have by its shape."""

LANGUAGES = ("en", "it", "es")
"""The languages in which the page is told; a ruleset that speaks another has the page's own words in English."""


def phrase(language: str, name: str, *values: object) -> str:
    """The phrase of that name in that language, with the values filled in."""
    return PHRASES[name][language].format(*values)
