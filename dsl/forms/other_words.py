"""Words of rulebooks, of programs and of other languages, each with the words of the grammar that say the same.

These are data: `nearest` knows none of them. A word is written as in a dictionary: `draw` stands for `draws` and `drawing` too.
"""

from __future__ import annotations

SIGNS = {
    "==": "=",
    "===": "=",
    "&&": "and",
    "||": "or",
    "!": "not",
    "<>": "!=",
    "=>": ">=",
    "=<": "<=",
    ":=": "=",
    "++": "+= 1",
    "--": "-= 1",
    "%": "mod",
    "//": "div",
}
"""Signs of other languages that mean exactly this."""

SAME = {
    "elif": "else if",
    "self .": "",
    "isn ' t": "is not",
    "aren ' t": "is not",
    "hasn ' t (got|any)": "has no",
    "(doesn|don) ' t have (any|)": "has no",
    "(is|are) (void|exhausted|used up|finished|all gone|gone)": "is empty",
    "(void|exhausted)": "empty",
    "until when": "until",
    "is equal (to|)": "=",
    "equal to": "=",
    "not any ( {e} for {a} in {b} )": "no {a} in {b} has {e}",
    "not any ( {e} for {a} in {b} if {f} )": "no {a} in {b} where {f} has {e}",
    "(at the same time|in the same time|contemporaneously|all at once|in parallel|simultaneously)": "together",
    "only when": "only if",
    "elsif": "else if",
    "elseif": "else if",
    "otherwise if": "else if",
    "or else": "else",
    "foreach": "for each",
    "for (every|all|any)": "for each",
    "and then": "and",
    "or then": "or",
    "and also": "and",
    "or also": "or",
    "and if": "and",
    "or if": "or",
    "end phase": "end the phase",
    "end game": "end the game",
    "end match": "end the game",
    "end the match": "end the game",
    "leave loop": "leave the loop",
    "game over": "end the game",
    "break": "leave the loop",
    "noop": "nothing happens",
    "(is|) (greater|more|larger|bigger|higher) than": ">",
    "(is|) (less|fewer|smaller|lower) than": "<",
    "is at least": ">=",
    "is at most": "<=",
    "equals": "=",
    "(the|) number of cards (in|of) {a}": "count({a})",
    "(chooses|choose) (up to|at most|maximum) {b}": "{w} 0..{b}",
    "( )": "",
    "^(add|award) {b} to {a}": "{a} += {b}",
    "^(subtract|deduct) {b} from {a}": "{a} -= {b}",
    "^(increase|increment|raise) {a} by {e}": "{a} += {e}",
    "^(decrease|decrement|reduce|lower) {a} by {e}": "{a} -= {e}",
    "^{a} (increases|grows|rises|goes up) by {e}": "{a} += {e}",
    "^{a} (decreases|shrinks|falls|goes down) by {e}": "{a} -= {e}",
    "^draw (a|one) card from": "draw 1 from",
    "^deal (a|one) card from": "deal 1 from",
    "len": "count",
    "for (every|all|each) players": "for each player",
    "^(deal|draw|take) (at most|up to|maximum|max)": "deal up to",
    "from (the|) top of": "from",
    "^{a} += {e} , at least {c}": "{a} = max({c}, {a} + {e})",
    "^{a} -= {e} , at most {c}": "{a} = min({c}, {a} - {e})",
    "^{a} = {e} , at most {c}": "{a} = min({c}, {e})",
    "^{a} = {e} , at least {c}": "{a} = max({c}, {e})",
    "at most": ", at most",
    "at least": ", at least",
    "up to": ", at most",
    "(but|) (not|no) (below|less than)": ", at least",
    "(but|) (not|no) (above|more than)": ", at most",
}
"""Words that mean exactly this, where the line cannot be read with them."""

WORDS = {
    "deal": "move draw take give get receive pick hand distribute fish serve "
    "dispense refill replenish restock grant uncover lay dealt gave given got receives",
    "draw": "take pick get grab receive fish pull catch collect extract flip drew drawn took taken",
    "put": "discard play lay add return insert place trash move drop set "
    "throw stack cover leave dispose bury give hand laid gave given",
    "move": "shift advance go travel step slide carry put transfer take return bring pick sweep "
    "clear send progress proceed relocate pass dispose throw remove took taken went gone sent",
    "all": "every",
    "place": "set position put move bring return reset",
    "remove": "delete eliminate capture kill take",
    "shuffle": "mix riffle scramble randomise randomize reshuffle blend cut",
    "reveal": "show open uncover flip turn display expose discover unveil announce",
    "gather": "collect return recollect recover retrieve reunite assemble",
    "swap": "exchange trade switch change",
    "say": "print log display write announce message echo tell alert",
    "do": "goto run call start execute perform begin jump invoke play resolve make apply carry follow launch effectuate effect",
    "chooses": "choose pick select decide want name declare nominate call announce appoint designate "
    "elect opt bid guess indicate point keep reserve chose chosen took taken",
    "choose": "pick select decide name declare nominate call announce appoint designate "
    "elect opt bid guess indicate point keep reserve chose chosen",
    "random": "rand randint extract",
    "roll": "throw launch cast toss fling reroll pull thrown threw rolled",
    "dice": "d6",
    "die": "d6",
    "repeat": "loop",
    "+=": "gain get score earn win receive add increase increment raise award collect grow "
    "rise take sum make assign grant bonus augment boost won gained got earned",
    "-=": "lose pay spend subtract deduct decrease decrement reduce lower "
    "shrink fall drop deplete remove lost paid spent diminish",
    "=": "become set reset is be are equal change",
    "give": "return",
    "let": "var const define set",
    "remember": "store save record",
    "forget": "clear",
    "nothing": "skip pass continue noop",
    "happens": "",
    "end": "stop finish exit quit over conclude terminate close halt break",
    "leave": "exit quit stop break abandon",
    "game": "match",
    "loop": "cycle",
    "may": "can could might",
    "has": "have having is with",
    "where": "with whose when if having that for who which such",
    "from": "off out of in among between",
    "to": "into onto in on toward towards for at",
    "into": "in to inside on",
    "in": "into onto to on at under among",
    "on": "onto to at in over upon above",
    "on top of": "onto",
    "by": "with plus forward",
    "as": "called named into",
    "..": "to through until or",
    "and": "with for",
    "highest": "most greatest largest maximum max best descending desc first major bigger top larger higher",
    "lowest": "least fewest smallest minimum min ascending asc minor smaller lower",
    "every": "all each",
    "each": "every all",
    "any": "some exists exist",
    "no": "none",
    "until": "till when",
    "while": "when",
    "everyone": "all everybody",
    "order": "sort sorted ordered turn",
    "starting": "beginning clockwise from first",
    "because": "reason since",
    ",": "",
}
"""The words of the grammar, each with others that stand for it."""

NOUNS = {
    "stock": "deck pile stock talon mazzo mace bag packet",
    "hand": "hand hands mano",
    "open": "table board centre center middle ground discard tavolo",
    "score": "point points score scores life lives money coin coins gold punti vita vite",
    "board": "space spaces square squares cell cells place places casella",
    "me": "you he she i him her player myself yourself himself herself giocatore gamer",
}
"""Nouns of rulebooks, by what they mean in a ruleset."""

NUMERALS = {
    word: str(number)
    for words in (
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
        ("zero", "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci"),
    )
    for number, word in enumerate(words)
}
"""Numbers in words."""

IDLE = (
    "top whole entire own current same new other face up down so such that this those these left leave back again also his her "
    "their its your my it them immediately simply just then now please must shall will should has have had"
)
"""Words of rulebooks that say nothing to the language, though some of them are words of the grammar."""

NEGATIONS = frozenset(["not", "no", "never", "nobody", "none", "without", "except", "cannot"])
"""Words without which a line says the opposite."""

FILLERS = frozenset(
    [
        "a",
        "an",
        "the",
        "then",
        "please",
        "now",
        "immediately",
        "also",
        "just",
        "must",
        "has",
        "have",
        "to",
        "shall",
        "will",
        "should",
        "of",
        "cards",
        "time",
        "turn",
        "spaces",
        "space",
        "steps",
        "one",
        "is",
        "are",
        "be",
        "from",
        "his",
        "her",
        "their",
        "its",
        "your",
        "my",
        "that",
        "this",
        "it",
        "them",
        "back",
        "instead",
        "simply",
    ]
)
"""Words that may be left out."""

ELSEWHERE = {
    "!win, wins, won, winner, winners, victory": "who wins stands under `outcome:`, and `end the game` ends a match",
    "!next turn, next round, pass the turn, s turn": "whose turn it is comes from a loop: `for each player me:`, with what "
    "each does in a list under it",
    "next player": "whose turn it is comes from a loop: `for each player me:`, with what each does in a list under it",
    "!end turn, turn ends, round ends, end the turn, end my turn, end round, end the round, skip turn, skip the turn, "
    "lose your turn, loses a turn, lose a turn, miss a turn, skips a turn, finish the turn, "
    "finish turn, turn is over, round is over": "a turn "
    "ends with its list of sentences; to leave out the rest of it, write `end the phase`",
    "!passa il turno, turno successivo": "whose turn it is comes from a loop: `for each player me:`",
    "!] [": "cards of a zone have no numbers: the top card of a pile is `top of …`, and one is named by `chooses` or `draw`",
    "sort, sorts, arrange": "no sentence sorts cards: a loop goes `in order of highest …`, and `highest of …` finds the best",
    "cannot, can ' t, not allowed, must, may not, forbidden, illegal": "what one must or cannot do is a condition of the option: "
    "`only if … because …` in the list under it",
    "assert, check, ensure, require": "what always holds stands under `invariants:`, each with a name",
    "^return": "a phase ends with a value by `give VALUE`, without one by `end the phase`",
    "**, ^, squared": "there are no powers: multiply with `*`",
    "!?": "a value that depends on a condition has `if` and `else`, such as `1 if {condition} else 0`",
    "true, false": "truths are `yes` and `no`",
    "discard, discards, plays, trash": "a card is chosen, `{seat} chooses card from {zone}`, and on the next line "
    "moved with `put card in …`",
    "may, can, might": "who may do something stands before `may`, and what is done in the list under it: `{seat} may draw:`",
    "do, does": "`do` runs a phase, `do turn (me)`, or the effect of a name, an element or what is printed: "
    "`do play of card.craft (me)`",
    "one of, either": "options stand in a list under `{seat} chooses one:`, each behind a `- `",
    "because": "why an option is not there stands behind its condition, on one line: `only if … because text`",
    "!{": "braces stand in texts alone; a value for each player is given by `… = 0 for each player p`",
    "randint": "chance has sentences of its own: `roll 2 dice as red, blue`, `random x from 1..6`",
    "was, were, remembered, repeated": "how often a position under `positions:` was there before is `times … was remembered`",
    "secretly, hidden": "who chooses in secret `secretly chooses`; what is seen stands under `zones:`, as `seen by: owner`",
}
"""Words for what no sentence does, each with where it is done; `{seat}` and the like stand for names of the ruleset."""
