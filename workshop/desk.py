"""What a page asks Python in the tab: each call with its answer, both as JSON. A fault is a sentence, never a traceback."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict

from ..bots import BotFailed
from ..dsl.settings import WrongSetting
from ..dsl.text.files import bundled
from ..dsl.text.source import Source
from ..interpreter.core.runtime_errors import PlayError
from ..interpreter.match.records import RecordError, read_record, source_of
from ..session.levels import GOOD
from ..session.question import NotOffered
from ..tools.new import KINDS, new_ruleset
from ..web.parts import Hinted
from .editing import Checked, Completion, Editor, Named, Tick, examined
from .links import Shared, WrongLink, pack, unpack, without_rules
from .playing import Setup, Shown, Table

if TYPE_CHECKING:
    from .measuring import Figures, Lab

BROKEN = "the rules in the editor are not sound yet: mend what is marked there"
NOTHING_OPEN = "no ruleset is open yet"
NO_MATCH = "no match is played yet"
LARGEST_FILE = 1 << 22
"""The most characters of a file that is opened."""


class Refusal(Exception):
    """Something cannot be done; the message says why, and what to do."""


class Opened(TypedDict):
    """A ruleset that was opened, and not looked at yet: its file, its text, the record of its match without rules ("": none)."""

    file: str
    text: str
    match: str


class Desk:
    """A ruleset that is being written, the match by it, and games that are counted. One of each, in each worker of a page."""

    def __init__(self) -> None:
        self._file = "ruleset.yaml"
        self._written: Editor | None = None
        self._table: Table | None = None
        self._lab: Lab | None = None

    # ------------------------------------------------------------------------------------------------ rulesets

    def open_game(self, name: str) -> Opened:
        """A bundled game."""
        path = next((each for each in bundled() if each.stem == name), None)
        if path is None:
            raise Refusal(f"there is no game `{name}` on this site")
        return self.open_text(path.name, path.read_text(encoding="utf-8"))

    def open_new(self, kind: str) -> Opened:
        """A small game of that kind, to be changed."""
        if kind not in KINDS:
            raise Refusal(f"no game begins with `{kind}`: there are {', '.join(KINDS)}")
        players = "2..4" if KINDS[kind].most > 2 else "2"
        return self.open_text("my_game.yaml", new_ruleset("my_game", "My game", players, KINDS[kind]))

    def open_link(self, written: str) -> Opened:
        """What a link holds, by what stands behind its `#`."""
        shared = unpack(written)
        return self._opened(shared.file, shared.text, shared.match)

    def open_text(self, file: str, text: str) -> Opened:
        """A ruleset, or the record of a match with its ruleset, as a file holds it."""
        if len(text) > LARGEST_FILE:
            raise Refusal(f"a ruleset or a record has at most {LARGEST_FILE:,} characters, `{file}` has {len(text):,}")
        if text.startswith('{"rulerun record"'):
            header = read_record(text.encode()).header
            return self._opened(header.file, source_of(header).text, without_rules(text.encode()))
        return self._opened(file, text, "")

    def _opened(self, file: str, text: str, match: str) -> Opened:
        self._file, self._table, self._written = file, None, None
        return Opened(file=file, text=text, match=match)

    def change(self, text: str) -> Checked:
        """What is found at once in the text that was opened, or in another one."""
        if self._written is None:
            self._written = Editor(self._file, text)
            return self._written.checked
        return self._written.change(text)

    @property
    def _editor(self) -> Editor:
        if self._written is None:
            raise Refusal(NOTHING_OPEN)
        return self._written

    def check(self) -> Checked:
        """What is found in all variants, for every number of players."""
        return self._editor.check()

    def examine(self, file: str, text: str) -> str:
        """What `check` finds in a text, for `learn` in the worker that has the editor's text: that one need not wait for it."""
        return examined(file, text)

    def learn(self, text: str, found: str) -> Checked:
        """What is found in the text as it stands, with what `examine` found in that text."""
        return self._editor.learn(text, found)

    def named(self) -> Named:
        """The outline and the colours of the text."""
        return self._editor.named()

    def complete(self, line: int, column: int) -> list[Completion]:
        """What may stand at a place."""
        return self._editor.completions(line, column)

    def hover(self, line: int, column: int) -> str:
        """What stands at a place."""
        return self._editor.hover(line, column)

    def format(self) -> str:
        """The text laid out."""
        found = self._editor.formatted()
        if found is None:
            raise Refusal("the text cannot be laid out before its outline can be read: mend what is marked")
        return found

    def examples(self) -> list[Tick]:
        """The worked examples, each with what did not hold."""
        self._sound()
        return self._editor.examples()

    def share(self, text: str, with_match: bool) -> str:
        """What stands behind the `#` of a link to this text, and to the match if wanted."""
        match = "" if self._table is None or not with_match else without_rules(self._table.record)
        return pack(Shared(self._file, text, match))

    def _sound(self) -> Source:
        """The ruleset, if it can be played."""
        if not self._editor.sound:
            raise Refusal(BROKEN)
        return self._editor.source

    # ------------------------------------------------------------------------------------------------ the match

    def begin(self, form: Mapping[str, str], language: str) -> Shown:
        """A new match."""
        self._table = Table.begin(self._sound(), form, language)
        return self._table.redrawn()

    def resume(self, match: str, language: str) -> Shown:
        """The match of a link or a file, as far as the rules allow it."""
        self._table, parting = Table.resume(self._sound(), match, language)
        return self._table.redrawn(parting)

    def revise(self) -> Shown:
        """The match goes on by the rules as they stand now, by its record, or is left where it parts."""
        table, source = self._playing, self._sound()
        try:
            parting = table.revise(source)
        except (RecordError, WrongSetting) as fault:
            self._table = Table.begin(source, {}, table.live.session.language)
            why = fault.message if isinstance(fault, RecordError) else str(fault)
            return self._table.redrawn(f"a new match has begun, as the old one cannot go on by these rules: {why}")
        return table.redrawn(parting)

    def act(self, action: str, form: Mapping[str, Sequence[str]]) -> Shown:
        """Something that somebody does at the table."""
        return self._playing.do(action, form)

    def give(self, seat: int, number: int, code: int) -> Shown:
        """A bot's answer."""
        return self._playing.give(seat, number, code)

    def setup(self) -> Setup:
        """What can be settled before a match."""
        return self._playing.setup

    def record(self) -> str:
        """The record of the match."""
        return self._playing.record.decode()

    def hint_for(self) -> tuple[str, int, int, str]:
        """What a bot is given to advise the person at the screen: the record, the seat, its question's number, the language."""
        table = self._playing
        seat, session = table.seat, table.live.session
        if seat is None or seat not in session.asked:
            raise Refusal("nobody is asked anything now")
        return table.record.decode(), seat, session.number(seat), session.language

    def hinted(self, number: int, text: str, marks: Sequence[Sequence[Sequence[str]]], picks: Sequence[str]) -> Shown:
        """A hint for the question of that number, of which something may be picked."""
        step = tuple(tuple(tuple(means) for means in step) for step in marks)
        return self._playing.hinted(number, text, step, picks)

    def rules(self) -> str:
        """The rules page of the match, as HTML."""
        return self._playing.rules()

    def names(self) -> list[tuple[str, str]]:
        """The boards with the names of their spaces."""
        return self._playing.names()

    @property
    def _playing(self) -> Table:
        if self._table is None:
            raise Refusal(NO_MATCH)
        return self._table

    # ------------------------------------------------------------------------------------------------ bots and games

    def think(self, record: str, seat: int, who: str) -> int:
        """The code that a bot chooses in the seat where that record ends."""
        from ..web.thinking import bot_choice  # only one of the workers thinks, and what that takes is large

        return bot_choice(record.encode(), seat, who)

    def advise(self, record: str, seat: int, language: str, picks: Sequence[str]) -> tuple[str, Hinted]:
        """What a bot would choose there, in words, and what that marks on the table; where something was picked, what it thinks
        of the options that this leaves.
        """
        from ..web.thinking import bot_hint

        found = bot_hint(record.encode(), seat, GOOD, language, picks)
        return found.text, found.marks

    def lab(self, file: str, text: str, form: Mapping[str, str]) -> None:
        """Makes ready for counting games by these rules."""
        from .measuring import Lab  # only one of the workers counts, and what that takes is large

        self._lab = Lab.begin(Editor(file, text).source, form)

    def count(self, games: int) -> Figures:
        """Plays so many games more; the figures of all."""
        if self._lab is None:
            raise Refusal("no rules are made ready for counting")
        return self._lab.play(games)


CALLS: Mapping[str, Callable[..., object]] = {
    each.__name__: each
    for each in (
        Desk.open_game,
        Desk.open_new,
        Desk.open_link,
        Desk.open_text,
        Desk.change,
        Desk.check,
        Desk.examine,
        Desk.learn,
        Desk.named,
        Desk.complete,
        Desk.hover,
        Desk.format,
        Desk.examples,
        Desk.share,
        Desk.begin,
        Desk.resume,
        Desk.revise,
        Desk.act,
        Desk.give,
        Desk.setup,
        Desk.record,
        Desk.hint_for,
        Desk.hinted,
        Desk.rules,
        Desk.names,
        Desk.think,
        Desk.advise,
        Desk.lab,
        Desk.count,
    )
}
"""All that a page may ask."""


def answered(desk: Desk, asked: str) -> str:
    """The answer to what a page asks, `["call", argument, …]`: `{"value": …}`, or `{"fault": "a sentence"}`."""
    try:
        call, *given = json.loads(asked)
        return json.dumps({"value": CALLS[call](desk, *given)}, ensure_ascii=False)
    except (Refusal, WrongLink, WrongSetting, BotFailed, NotOffered) as fault:
        return told(str(fault))
    except RecordError as fault:
        return told(f"this is no match of these rules: {fault}")
    except PlayError as fault:
        return told(f"the rules fail here: {fault}", fault.program.sentences[fault.sentence].span.line)
    except (MemoryError, RecursionError):
        return told("the rules need more than a tab has: make them smaller, or use rulerun on your own machine")
    except Exception as fault:
        return told(f"this should not happen, please report it; your text is safe: `{type(fault).__name__}: {fault}`")


def told(sentence: str, line: int = 0) -> str:
    """A fault, as a page reads it, with the line of the rules at which it happened (0: none)."""
    return json.dumps({"fault": sentence, "line": line}, ensure_ascii=False)
