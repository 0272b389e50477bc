"""Lines that nearly are sentences or headings, each with the one that it was meant to be."""

from __future__ import annotations

import re

from attrs import frozen

VALUE = r"[^\W\d]\w*(?:\[[^\]]*\])?"
"""A name, perhaps with an index."""


@frozen
class NearSentence:
    """A *pattern* for such a line, what is wrong with it, and the help, where `\\1` is the first group of the pattern.

    *heading*: whether it is about a line that ends with `:`. The caret stands under the group *at* (0: where parsing failed).
    """

    pattern: str
    message: str
    help: str
    heading: bool = False
    at: int = 0


NEAR = (
    NearSentence(
        rf"^\s*draw\s+([^\W\d]\w*)\s+from\s+(bottom\s+of)\s+({VALUE})\s+to\s+({VALUE})\s*$",
        "the lowest card of a pile comes `from the bottom of` it",
        r"write `draw \1 from the bottom of \3 to \4`",
        at=2,
    ),
    NearSentence(
        rf"^\s*(draw|deal)\s+(\w+(?:\s+cards?)?)\s+from\s+((?:the\s+)?top\s+of)\s+({VALUE})\s+to\s+(\S.*)$",
        "cards are drawn from the top where nothing else is said",
        r"write `\1 \2 from \4 to \5`",
        at=3,
    ),
    NearSentence(
        r"^\s*(?:draw|deal)\s+(at most|maximum|max)\s+(\S+(?:\s+cards?)?)\s+from\s+(\S.*)$",
        "as many as there are, and no more than so many, are dealt by `up to`",
        r"write `deal up to \2 from \3`",
        at=1,
    ),
    NearSentence(
        r"^\s*(draw)\s+up\s+to\s+(\S+(?:\s+cards?)?)\s+from\s+(\S.*)$",
        "`draw` takes a number written out, and as many as there are is dealt",
        r"write `deal up to \2 from \3`",
        at=1,
    ),
    NearSentence(
        r"^\s*together\s*,?\s*(?:(?:all|every|the)\s+)?(players?\s+)?([^\W\d]\w*)\s+in\s+(\S.*)$",
        "all who decide together are called `each player`",
        r"for example `together, each player \2 in \3:`",
        heading=True,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s*([+-]=)\s*(\S.*?)(?<!,)\s+(at most|at least)\s+(\S.*)$",
        r"a comma stands before `\4`",
        r"write `\1 \2 \3, \4 \5`",
        at=4,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s*\+=\s*(\S.*?),\s*(at least)\s+(\S.*)$",
        "what grows has a limit above, `at most`",
        r"for the greater of two numbers: `\1 = max(\4, \1 + \2)`",
        at=3,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s*-=\s*(\S.*?),\s*(at most)\s+(\S.*)$",
        "what shrinks has a limit below, `at least`",
        r"for the smaller of two numbers: `\1 = min(\4, \1 - \2)`",
        at=3,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s*=\s*(\S.*?),\s*(at most)\s+(\S.*)$",
        "only `+=` and `-=` have a limit",
        r"write `\1 = min(\4, \2)`",
        at=3,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s*=\s*(\S.*?),\s*(at least)\s+(\S.*)$",
        "only `+=` and `-=` have a limit",
        r"write `\1 = max(\4, \2)`",
        at=3,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s*\+=\s*(\S.*?),?\s+(up to|to at most|max|maximum|no more than|not above)\s+(\S.*)$",
        "how high a change goes is said by `at most`",
        r"write `\1 += \2, at most \4`",
        at=3,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s*-=\s*(\S.*?),?\s+(down to|min|minimum|no less than|(?:but )?not below)\s+(\S.*)$",
        "how low a change goes is said by `at least`",
        r"write `\1 -= \2, at least \4`",
        at=3,
    ),
    NearSentence(
        r"^\s*do\s+([^\W\d]\w*(?:\s+[^\W\d]\w*)*)\s*(\[)([\w.]+)\]\s*(\(.*\))?\s*$",
        "the value whose effect is done stands behind `of`",
        r"for example `do \1 of \3 (me)`",
        at=2,
    ),
    NearSentence(
        r"^\s*do\s+([^\W\d]\w*(?:\s+[^\W\d]\w*)*?)\s+of\s+([^\W\d]\w*\(.*|\(.*\)\s*\(.*)$",
        "behind `of` stands a name, an element or print",
        r"name the value first: `let x = …`, then `do \1 of x (me)`",
        at=2,
    ),
    NearSentence(
        r"^\s*([^\W\d]\w*(?:\s+[^\W\d]\w*)*\s+of\s+[^\W\d][\w.]*\.\w+)\s*(\([^()]*\))?\s*$",
        "an effect is done with `do`",
        r"write `do \1 \2`",
        at=1,
    ),
    NearSentence(
        rf"^\s*({VALUE}|each player|every player|all players|everyone|everybody)\s+(draws?|takes?|deals?|gets)"
        r"\s+(\d+|an?|one)(\s+cards?)?\s+from\s+(\S+)\s*$",
        "a drawing has no subject: whose hand the cards go to stands behind `to`",
        r"for example `draw 1 from \5 to hand[me]`",
        at=2,
    ),
    NearSentence(
        r"^\s*(each player|every player|all players|everyone|everybody)\s+(draws?|takes?|gets|receives?)\b",
        "a dealing has no subject: who gets cards stands behind `to`",
        "for example `deal 1 from stock to hand of each player`",
        at=1,
    ),
    NearSentence(
        rf"^\s*((?:{VALUE}\s+chooses|choose)\s+\S+\s+from\s+\S.*?),?\s+(and)\s+puts?\s+(?:it|the \w+|\w+)\s+((?:in|on)\b.*?)\s*$",
        "what is done with the one card that was chosen is a sentence of its own",
        r"write `\1`, and on the next line `put card \3`",
        at=2,
    ),
    *(
        NearSentence(
            rf"^\s*({VALUE})\s+(may)\s*$", "what a seat may do stands behind `may`", r"for example `\1 may draw:`", heading, 2
        )
        for heading in (True, False)
    ),
    NearSentence(r"^\s*(may)\s+(\S.*)$", "who may do it stands before `may`", r"for example `me may \2:`", heading=True, at=1),
    NearSentence(
        r"^\s*(each|every|all|any)\s+players?\s+(?:may|can)\s+(\S.*)$",
        "one seat may do something at a time",
        r"for example `for each player me:`, and under it `me may \2:`",
        heading=True,
        at=1,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s+(can|could|might)\s+(?!choose\b)(\S.*)$",
        "the word is `may`",
        r"write `\1 may \3:`",
        heading=True,
        at=2,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s+(draws?|takes?|receives?)\b",
        "a drawing has no subject: whose hand the cards go to stands behind `to`",
        "for example `draw 1 from stock to hand[me]`",
        at=2,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s+(moves?|plays?|puts?|discards?|shuffles?|reveals?|rolls?)\b",
        r"only `chooses` has a subject, found `\2`",
        "for example `put card in front[me]`, `move piece[me] by 2`",
        at=2,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s+(gains?|gets?|scores?|earns?|wins?|loses?|pays?)\s+\S",
        "what a player gains or loses is a change of a number",
        r"for example `points[\1] += 2`",
        at=2,
    ),
    NearSentence(
        r"^\s*move\s+(all|every|the|all the)\s+((?!from\b)[^\W\d]\w*)\s+from\s+(\S+(?:\s+\S+)*?)\s+"
        r"(to|on top of|on the bottom of)\s+((?:(?!\bwhere\b).)+)$",
        "all cards of a place are moved without a word for them",
        r"write `move all from \3 \4 \5`",
        at=2,
    ),
    NearSentence(
        r"^\s*if\s+(\S.*?)\s+then\s+(\S.*?)(\s+else\s.*)?$",
        "what follows an `if` stands in a list under it",
        r"write `if \1:`, and on the next line, indented, `- \2`",
    ),
    NearSentence(
        r"^\s*if\s+(\S.*?)\s+(then)\s*$",
        "an `if` needs no `then`",
        r"write `if \1:`",
        heading=True,
        at=2,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s+(must|has to|have to|shall|will|should)\s+choose\s+(\S.*)$",
        "the word is `chooses`",
        r"write `\1 chooses \3`",
        heading=True,
        at=2,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s+(must|has to|have to|shall|will|should)\s+choose\s+(\S.*)$",
        "the word is `chooses`",
        r"write `\1 chooses \3`",
        at=2,
    ),
    NearSentence(rf"^\s*({VALUE})\s+(choose)\s+(\S.*)$", "the word is `chooses`", r"write `\1 chooses \3`", at=2),
    NearSentence(rf"^\s*({VALUE})\s+(choose)\s+(\S.*)$", "the word is `chooses`", r"write `\1 chooses \3`", heading=True, at=2),
    NearSentence(
        rf"^\s*({VALUE})\s+(chooses)\s*$", "a list of options is headed by `chooses one`", r"write `\1 chooses one:`", True, 2
    ),
    NearSentence(
        rf"^\s*(draw|deal)\s+(\S+)(?:\s+cards?)?\s+from\s+({VALUE})\s*$",
        "where the cards go stands behind `to`",
        r"for example `\1 \2 from \3 to hand[me]`",
    ),
    NearSentence(
        r"^\s*draw\s+(an?|one)\s+cards?\s+from\s+(\S.*)$",
        "how many cards are drawn is written in figures",
        r"write `draw 1 from \2`",
        at=1,
    ),
    NearSentence(
        r"^\s*(draw|deal)\s+(\S+)(?:\s+cards?)?\s+(to)\s+(?:each player|everyone|everybody|all players|every player)\s*$",
        "where the cards come from stands behind `from`",
        r"for example `deal \2 from stock to hand of each player`",
        at=3,
    ),
    NearSentence(
        r"^\s*(draw|deal)\s+(\S+)(?:\s+cards?)?\s+(to)\s+(\S.*)$",
        "where the cards come from stands behind `from`",
        r"for example `\1 \2 from stock to \4`",
        at=3,
    ),
    NearSentence(
        r"^\s*(shuffle|reveal|remove|gather|place|put|say|do)\s+(the)\s+(\S.*)$",
        "names have no `the`",
        r"write `\1 \3`",
        at=2,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s*([+-])\s*(\w\S*)\s*$",
        "this works out a number, and nothing is done with it",
        r"to change the value, write `\1 \2= \3`",
        at=2,
    ),
    NearSentence(rf"^\s*(add)\s+(\S+)\s+to\s+({VALUE})\s*$", "to add has a sign, `+=`", r"write `\3 += \2`", at=1),
    NearSentence(
        rf"^\s*(subtract|deduct)\s+(\S+)\s+from\s+({VALUE})\s*$", "to subtract has a sign, `-=`", r"write `\3 -= \2`", at=1
    ),
    NearSentence(
        rf"^\s*(increase|increment|raise)\s+({VALUE})\s+by\s+(\S.*)$", "to add has a sign, `+=`", r"write `\2 += \3`", at=1
    ),
    NearSentence(
        rf"^\s*(decrease|decrement|reduce|lower)\s+({VALUE})\s+by\s+(\S.*)$",
        "to subtract has a sign, `-=`",
        r"write `\2 -= \3`",
        at=1,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s+(increases|grows|rises|goes up)\s+by\s+(\S.*)$", "to add has a sign, `+=`", r"write `\1 += \3`", at=2
    ),
    NearSentence(
        rf"^\s*({VALUE})\s+(decreases|shrinks|falls|goes down)\s+by\s+(\S.*)$",
        "to subtract has a sign, `-=`",
        r"write `\1 -= \3`",
        at=2,
    ),
    NearSentence(rf"^\s*({VALUE})\s+(becomes|gets)\s+(\S.*)$", "to change a value has a sign, `=`", r"write `\1 = \3`", at=2),
    NearSentence(
        r"^\s*(play|discard|take|give)\s+\S",
        r"no sentence begins with `\1`: cards move by `put` and `move`",
        "for example `put card in discard`, `move all from front[me] to discard`",
        at=1,
    ),
    NearSentence(
        r"^\s*(goto|go to|jump to|start|execute|perform|begin|call|run)\s+(\S.*)$",
        "a phase is begun with `do`",
        r"write `do \2`",
        at=1,
    ),
    NearSentence(
        r"^\s*do\s+([^\W\d].*?)\s*(\(\s*\))\s*$", "a phase that is given nothing has no brackets", r"write `do \1`", at=2
    ),
    NearSentence(
        r"^\s*say\s+([^\W\d]\w*(?:\s+[^\W\d]\w*)+)\s*[.!]\s*$",
        "what is said stands in quotes, or is the name of a text under `texts:`",
        r'write `say "\1"`',
        at=1,
    ),
    NearSentence(
        r"^\s*(elif|elsif|elseif|otherwise if)\s+(\S.*)$", "the words are `else if`", r"write `else if \2:`", heading=True, at=1
    ),
    NearSentence(
        r"^\s*for\s+each\s+([^\W\d])(\w*)\s*$",
        "a loop names what it goes through, one by one",
        r"for example `for each \1\2 \1:`",
        heading=True,
    ),
    NearSentence(
        r"^\s*for\s+(all|every|each|any)\s+(?:the\s+)?([^\W\d]\w*?)s\s+([^\W\d]\w*)\s*$",
        "a loop goes through things one by one",
        r"write `for each \2 \3:`",
        heading=True,
        at=1,
    ),
    NearSentence(r"^\s*for\s+(every|all|any)\s+(\S.*)$", "a loop begins with `for each`", r"write `for each \2:`", True, 1),
    NearSentence(r"^\s*(foreach|every|each)\s+(\S.*)$", "a loop begins with `for each`", r"write `for each \2:`", True, 1),
    NearSentence(
        r"^\s*repeat\s+(forever|always|endlessly)\s*$", "a loop says when it ends", "for example `repeat until …:`", True, 1
    ),
    NearSentence(
        r"^\s*repeat\s+(\w+)\s*$", "how often stands before `times`", r"write `repeat \1 times:`, or `repeat until …:`", True
    ),
    NearSentence(
        r"^\s*until\s+(\S.*)$",
        "no heading begins with `until`",
        r"write `repeat until \1:`",
        heading=True,
    ),
    NearSentence(
        rf"^\s*let\s+({VALUE})\s*=\s*(random|roll|rand|randint)\b",
        "chance has a sentence of its own",
        r"for example `random \1 from 1..6`",
        at=2,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s*=\s*(random)\b",
        "chance has a sentence of its own",
        r"write `random x from 1..6`, and on the next line `\1 = x`",
        at=2,
    ),
    NearSentence(
        r"^\s*(swap|exchange|trade)\s+(?:all\s+|the\s+)?([^\W\d]\w*)\s*$",
        "two zones are swapped, each with its owner",
        "for example `swap hand[me] and hand[other]`",
        at=1,
    ),
    NearSentence(
        r"^\s*random\s+(?:from\s+)?(-?\w+\s*\.\.\s*\w+)\s*$",
        "what chance gives has a name",
        r"for example `random x from \1`",
        at=1,
    ),
    NearSentence(
        r"^\s*let\s+([^\W\d]\w*)\s+(?:be\s+)?(\w+)\s*$", "a name and its value have `=` between", r"write `let \1 = \2`"
    ),
    NearSentence(
        r"^\s*deal\s+(\S+)(?:\s+cards?)?\s+from\s+(\S+)\s+to\s+((?:each|every|all)\s+\w+|everyone|everybody)\s*$",
        "where the cards go is a zone of each",
        r"for example `deal \1 from \2 to hand of each player`",
        at=3,
    ),
    NearSentence(
        r"^\s*deal\s+((?:to\s+)?(?:each|every|all)\s+players?|everyone|everybody)\b",
        "how many cards are dealt stands behind `deal`",
        "for example `deal 5 from stock to hand of each player`",
        at=1,
    ),
    NearSentence(
        r"^\s*draw\s+(an?|one)\s+cards?\s*$",
        "where the cards come from and where they go stands behind `from` and `to`",
        "for example `draw 1 from stock to hand[me]`",
        at=1,
    ),
    NearSentence(
        rf"^\s*(?:put|lay|add)\s+({VALUE})\s+(into|onto|on|to|at|under)\s+({VALUE})\s*$",
        "a card is put `in` a zone",
        r"write `put \1 in \3`",
        at=2,
    ),
    NearSentence(
        rf"^\s*move\s+({VALUE})\s+(from)\s+{VALUE}\s+(?:to|into)\s+({VALUE})\s*$",
        "one card is `put`, from wherever it lies",
        r"write `put \1 in \3`",
        at=2,
    ),
    NearSentence(
        r"^\s*(?:put|return|collect|take|bring|move(?=\s+all\s+\w+\s+(?:back\s+)?(?:in)?to\s))\s+(all)\b",
        "all cards of a place are moved, or all cards of a deck gathered",
        "for example `move all from front[me] to stock`, `gather cards into stock`",
        at=1,
    ),
    NearSentence(r"^\s*(collect)\s+\S", "cards are collected by `gather`", "for example `gather cards into stock`", at=1),
    NearSentence(
        rf"^\s*shuffle\s+({VALUE})\s+(?:back\s+)?(in|into)\s+({VALUE})\s*$",
        "cards are moved first, and then shuffled",
        r"write `move all from \1 to \3`, and on the next line `shuffle \3`",
        at=2,
    ),
    NearSentence(
        r"^\s*reveal\s+(all|every|each)\b",
        "one zone is revealed at a time",
        "for example `for each player p:`, and under it `reveal hand[p]`",
        at=1,
    ),
    NearSentence(rf"^\s*(show|open|uncover)\s+({VALUE})\s*$", "cards are shown by `reveal`", r"write `reveal \2`", at=1),
    NearSentence(r"^\s*(sort|order|arrange)\s+\S", "no sentence sorts cards", "the best is found by `highest of …`", at=1),
    NearSentence(
        r"^\s*(?:print|log|display|write|announce|message|echo)\s*\(?\s*(\"[^\"]*\")\s*\)?\s*$",
        "what is told is said by `say`",
        r"write `say \1`",
    ),
    NearSentence(
        r"^\s*(print|log|display|echo)\b\s*\(?\s*([^\W\d][^\"()]*?)\s*\)?\s*$",
        "what is told is said by `say`, in quotes",
        r'for example `say "\2"`; a value stands in braces: `say "{\2}"`',
        at=1,
    ),
    NearSentence(
        r"^\s*((?!top\b|bottom\b)[^\W\d]\w*)\s+(of)\s+([^\W\d]\w*)\s*([-+]?=)(?!=)\s*(\S.*)$",
        "whose it is stands in brackets behind it",
        r"write `\1[\3] \4 \5`",
        at=2,
    ),
    NearSentence(
        r"^\s*([^\W\d]\w*)(\.)([^\W\d]\w*)\s*([-+]?=)(?!=)\s*(\S.*)$",
        "whose it is stands in brackets behind it",
        r"write `\3[\1] \4 \5`",
        at=2,
    ),
    NearSentence(
        r"^\s*(add|award)\s+(\d+)\s+[^\W\d]\w*\s+to\s+([^\W\d]\w*)\s*$",
        "to add has a sign, `+=`",
        r"for example `points[\3] += \2`",
        at=1,
    ),
    NearSentence(rf"^\s*(increase|increment)\s+({VALUE})\s*$", "to add has a sign, `+=`", r"write `\2 += 1`", at=1),
    NearSentence(rf"^\s*(decrease|decrement)\s+({VALUE})\s*$", "to subtract has a sign, `-=`", r"write `\2 -= 1`", at=1),
    NearSentence(
        r"^\s*(let)\s+([^\W\d]\w*\[[^\]]*\])\s*=\s*(\S.*)$",
        "`let` gives a value a new name; what is declared changes without it",
        r"write `\2 = \3`",
        at=1,
    ),
    NearSentence(
        rf"^\s*if\s+(number\s+of\s+cards)\s+(?:in|of)\s+({VALUE})\s*(\S.*)$",
        "the cards of a zone are counted by `count`",
        r"write `if count(\2) \3:`",
        heading=True,
        at=1,
    ),
    NearSentence(r"^\s*(loop)\s*$", "a loop begins with `repeat`", "for example `repeat until …:`", heading=True, at=1),
    NearSentence(
        r"^\s*(loop|do)\s+(\w+)\s+times\s*$", "a loop begins with `repeat`", r"write `repeat \2 times:`", heading=True, at=1
    ),
    NearSentence(
        r"^\s*(for)\s+([^\W\d]\w*)\s+(?:from\s+|=\s*)(\w+)\s*(?:to\s|\.\.)\s*(\w+)\s*$",
        "a loop begins with `for each`",
        r"write `for each number \2 in \3..\4:`",
        heading=True,
        at=1,
    ),
    NearSentence(
        r"^\s*(end|skip|pass|finish)\s+(?:(?:the|my|this)\s+)?(turn|round)\s*$",
        "a turn ends with its list of sentences",
        "to leave out the rest of it, write `end the phase`",
        at=2,
    ),
    NearSentence(
        r"^\s*(game\s+over|exit|quit|stop|end|finish)\s*$", "a match has a sentence that ends it", "write `end the game`", at=1
    ),
    NearSentence(r"^\s*(break)\s*$", "a loop has a sentence that leaves it", "write `leave the loop`", at=1),
    NearSentence(
        rf"^\s*({VALUE})\s+(wins|loses)(?:\s+the\s+\w+)?\s*$",
        "who wins is told under `outcome:`",
        "for example `end the game`, and under `outcome:` what counts",
        at=2,
    ),
    NearSentence(
        r"^\s*(winners?)\s+(?:is|are|=)\s+\S",
        "who wins is told under `outcome:`",
        "for example `end the game`, and under `outcome:` what counts",
        at=1,
    ),
    NearSentence(
        r"^\s*(assert|check|ensure|require)\s+(\S.*)$",
        "what always holds stands under `invariants:`, with a name",
        r"for example `never so: \2`",
        at=1,
    ),
    NearSentence(
        r"^\s*(flip|toss)\s+(?:an?\s+|the\s+)?coins?\s*$",
        "a coin is a number by chance",
        "for example `random side from 1..2`",
        at=1,
    ),
    NearSentence(
        r"^\s*roll\s+(\d+)\s+(dice|die)\s*$", "what is rolled gets names", "for example `roll 2 dice as red, blue`", at=2
    ),
    NearSentence(rf"^\s*({VALUE})\s+(picks|selects)\s+(\S.*)$", "the word is `chooses`", r"write `\1 chooses \3`", at=2),
    NearSentence(r"^\s*(ask)\s+([^\W\d]\w*)\s+to\s+choose\s+(\S.*)$", "the word is `chooses`", r"write `\2 chooses \3`", at=1),
    NearSentence(
        rf"^\s*({VALUE})\s+chooses\s+((?!one\b)[^\W\d]\w*)\s+(in|of|out\s+of)\s+(\S.*)$",
        "what is chosen from stands behind `from`",
        r"write `\1 chooses \2 from \4`",
        at=3,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s+chooses\s+([^\W\d]\w*)\s+from\s+(\w+)\s+(to)\s+(\w+)\s*$",
        "from one number to another has two dots",
        r"write `\1 chooses \2 from \3..\5`",
        at=4,
    ),
    NearSentence(
        rf"^\s*(?:{VALUE}\s+chooses|choose)\s+(\w+(?:\s*\.\.\s*\w+)?\s+cards)\s+from\s+(\S+)\s+(where)\b.*$",
        "the condition on the cards names each of them",
        r"for example `\1 c from \2 where c.value > 1 and put them in shown[me]`",
        at=3,
    ),
    NearSentence(
        rf"^\s*{VALUE}\s+chooses\s+(\d+(?:\s*\.\.\s*\w+)?|two|three|four|some|any|all)\s+cards(?:\s+\w+)?\s+from\s+"
        r"(?:(?!\bput\s+them\b).)*$",
        "where several cards go is said at once, or what the set of them is called",
        "for example `me chooses 2 cards from hand[me] and put them in shown[me]`, or `… as paid`",
        at=1,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s+chooses\s+(?:one\s+of\s+|between\s+)?(\w+(?:\s*,\s*\w+)*\s*,?\s+(?:or|and)\s+\w+|\w+(?:\s*,\s*\w+)+)\s*$",
        "options stand in a list, one on each line",
        r"for example `\1 chooses one:`, and under it `- \2`",
        at=2,
    ),
    NearSentence(
        r"^\s*([^\W\d]\w*(?:\s+[^\W\d]\w*)*)\s*(\([^()]*\))\s*$", "a phase is begun with `do`", r"write `do \1 \2`", at=1
    ),
    NearSentence(
        r"^\s*move\s+(?:up\s+to\s+)?(\d+)\s+(?:cards?\s+)?(?:(?!from\b)[^\W\d]\w*\s+)?(from)\s+(\S+)\s+to\s+(\S+)(?:\s.*)?$",
        "which cards are moved is said by a name and a condition",
        r"for example `move \1 cards c from \3 to \4 where c.value = 1`; off a pile, `deal \1 from \3 to \4`",
        at=2,
    ),
    NearSentence(
        r"^\s*next\s+(player|turn|round)\b",
        "whose turn it is comes from a loop",
        "for example `for each player me:`, with what each does in a list under it",
        at=1,
    ),
)
"""The first that matches is used."""


@frozen
class Taught:
    """What is said of a line: the message, the help, where in the line the caret stands (None: where parsing failed).

    *mended* is the line as it was meant to be, "" where the help does not say so in one way only.
    """

    message: str
    help: str
    at: tuple[int, int] | None
    mended: str


def near_sentence(text: str, bare: str, heading: bool) -> Taught | None:
    """What is said of a line that nearly is a sentence, or a *heading*; None where it is none of these.

    *bare* is the text without what stands in quotes, as long as *text*.
    """
    for near in NEAR:
        match = re.search(near.pattern, bare) if near.heading is heading else None
        if match is not None:
            return taught(near.pattern, near.message, near.help, match, text, bare, near.at)
    return None


def taught(pattern: str, message: str, help_: str, match: re.Match[str], text: str, bare: str, at: int = 0) -> Taught:
    """What is said of *text*, in which *match* was found by *pattern*; the caret stands under the group *at* (0: unknown)."""
    meant = ONE_WAY.fullmatch(help_)
    mended = "" if meant is None else _mended(pattern, meant[1].removesuffix(":"), text, bare)
    return Taught(filled(message, match, text), filled(help_, match, text), match.span(at) if at else None, mended)


ONE_WAY = re.compile(r"(?:to [a-z ]+, |for [a-z]+, )?write `([^`]*)`(?:, with the list under it)?")
"""A help that says what to write, without any choice: its group."""


def _mended(pattern: str, template: str, text: str, bare: str) -> str:
    """The text with *template*, filled in, for whatever the pattern finds."""
    parts, end = [], 0
    for match in re.finditer(pattern, bare):
        parts += [text[end : match.start()], filled(template, match, text)]
        end = match.end()
    parts.append(text[end:])
    whole = parts[0]
    for part in parts[1:]:  # words that were parted by signs are parted by blanks
        apart = whole[-1:].isalnum() and part[:1].isalnum()
        whole += f" {part}" if apart else part
    return whole


def filled(template: str, match: re.Match[str], text: str) -> str:
    """The template with what the groups of a match found, as it stands in *text*."""

    def group(number: re.Match[str]) -> str:
        first, last = match.span(int(number[1]))
        return text[first:last] if first >= 0 else ""

    return re.sub(r"\\(\d)", group, template)
