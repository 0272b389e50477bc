"""How much one ruleset may ask for, so that a file from a stranger can neither hang nor eat the memory of who checks it.

What is made is counted before it is made. Each number is many times what the bundled rulesets need. The docstrings are the
page of limits in the reference: `python -m rulerun.dsl.manual docs/language.md`.
"""

MOST_CHARACTERS = 300_000
"""The most characters of a ruleset: reading them takes some seconds."""

LONGEST_LINE = 10_000
"""The most characters of a line, or of a sentence over several lines."""

MOST_PLAYERS = 30
"""The most players: everything is checked for each number of players."""

MOST_SEATS = 60
"""The most seats, players and automas together: each has a view and knowledge of its own."""

MOST_VARIANTS = 100
"""The most variants: each is read as a ruleset of its own."""

MOST_LANGUAGES = 30
"""The most languages: all words are kept in each."""

MOST_CARDS = 5_000
"""The most cards of a deck, before `per:` multiplies it: each zone keeps a number for each kind of card."""

MOST_CARDS_IN_ALL = 20_000
"""The most cards of all decks together, before `per:` multiplies them."""

MOST_SPACES = 10_000
"""The most spaces of a board: each has neighbours, and steps in all directions."""

MOST_ENTRIES = 300_000
"""The most entries of tables: steps, neighbours, lines, rays, print of cards and spaces, unions."""

MOST_COEFFICIENTS = 1_000_000
"""The most cards of a deck times the most chosen at once: the size of the table that counts the sets."""

MOST_ELEMENTS = 100_000
"""The most elements of an array, and of a set of numbers that is known before play."""

MOST_SLOTS = 100_000
"""The most values of a state, the cards in zones and the rows of phases included: they are copied at every decision."""

MOST_STATEMENTS = 20_000
"""The most sentences; those of a phase count at each `do`."""

MOST_VALUES = 50_000
"""The most names, numbers and calculations in the rules; those of functions and phases count at each use."""

MOST_CALLS = 10_000
"""The most uses of functions, those in functions included: each copies the body of the function."""

DEEPEST_CALLS = 40
"""The most nested uses of functions: each takes some of Python's stack."""

DEEPEST_CIRCLE = 60
"""The deepest that a function may use itself: each time takes some of Python's stack, and is compiled by itself."""

DEEPEST_STATEMENTS = 800
"""The most statements inside each other, those of phases that are done there included: a phase that does itself stands once for
each depth."""

DEEPEST_LOOPS = 14
"""The most nested loops, those of simultaneous choices, sums, counts and conditions over sets included. A phase's loops count
where the phase is run. Python has such a bound too."""

MOST_OPTIONS = 50_000
"""The most elements to choose one thing from."""

MOST_WAYS = 50_000
"""The most options of one decision: they are listed one by one."""

MOST_MEMBERS = 12
"""The most elements to choose several things from at once: each set is an option with its own label."""

MOST_NAMES_ABOVE = 30
"""The most names above the conditions of an option: each is computed anew for the conditions that use it."""

MOST_CODES = 100_000_000
"""The most different options of all decisions, allowed or not: each has a number, and these fit into 32 bits."""

MOST_SHOWN = 1_000
"""The most values that a table shows under one name of `show:`."""

LONGEST_STORED_LOOP = 5_000
"""The most elements of a loop with decisions, if they must be stored: each is a value of the state."""

MOST_COMBINATIONS = 100
"""The most combinations of a variant and a number of players that `rulerun test` plays at once."""

MOST_WORK = 5_000_000
"""The most work for all variants, numbers of players and examples together, in units of about a microsecond. The rest is not
checked, and a warning says so."""
