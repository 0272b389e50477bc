"""Names of bots with options: read, checked, written in one form, and listed."""

from __future__ import annotations

import pytest
from attrs import frozen
from click.testing import CliRunner

from rulerun import bots
from rulerun.bots.core.options import BotOption, Kind, Misread, Number, Seconds, Text, Value, Whole, Word, option, options_of
from rulerun.cli.main import root

from ..support import bots_page


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("ramdom", "there is no bot `ramdom`; did you mean `random`?"),
        ("../cli/main", "there is `"),
        ("core", "there is no bot `core`"),
        ("", "there is no bot ``"),
        ("random:heavy", "`how` of `random:heavy` is `entries` or `flat`, not `heavy`"),
        ("random:flta", "did you mean `flat`?"),
        ("random:", "`how` of `random:` is `entries` or `flat`, not ``"),
        ("random:hwo=flat", "`random` has no option `hwo`; did you mean `how`?"),
        ("random:speed=3", "`random` has no option `speed`; its options are `how`"),
        ("random:flat,how=flat", "`how` is given twice in `random:flat,how=flat`"),
        ("random:how=flat,entries", "expected `OPTION=VALUE`, found `entries` in `random:how=flat,entries`"),
        ("first:flat", "expected `OPTION=VALUE`, found `flat` in `first:flat`; `first` has no options"),
        ("first:depth=2", "`first` has no option `depth`; `first` has no options"),
    ],
)
def test_a_wrong_name_is_told_with_what_there_is(name: str, told: str) -> None:
    with pytest.raises(bots.UnknownBot) as caught:
        bots.make(name)
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("name", "one"),
    [
        ("random", "random"),
        ("random:entries", "random"),
        (" random : how = flat ", "random:flat"),
        ("random:flat", "random:flat"),
    ],
)
def test_a_bot_has_one_name(name: str, one: str) -> None:
    assert bots.canonical(name) == one
    assert bots.make(name) == bots.make(one)
    assert bots.canonical(one) == one


def test_words_that_may_be_given_bare_are_names_too() -> None:
    assert {"first", "random", "random:flat"} <= set(bots.names())
    assert bots.make("random:flat") != bots.make("random")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("first", ("first",)),
        ("first,random", ("first", "random")),
        ("a:x=1,y=2,b,c:z=3 , w = 4", ("a:x=1,y=2", "b", "c:z=3, w = 4")),
        ('a:x="1,b",c', ('a:x="1,b"', "c")),
        ("a:x=1,b:y=2", ("a:x=1", "b:y=2")),
        ("random:flat,first", ("random:flat", "first")),
    ],
)
def test_a_comma_in_a_list_begins_a_bot_unless_an_option_follows(text: str, names: tuple[str, ...]) -> None:
    assert tuple(name.replace(" ,", ",") for name in bots.split(text)) == names


READ: list[tuple[Kind, str, Value]] = [
    (Whole(1, 5000), "2000", 2000),
    (Whole(1, 5000), "2_000", 2000),
    (Number(0, 2), "1.25", 1.25),
    (Number(-1, 2), "-1", -1.0),
    (Seconds(0.01, 60), "0.5s", 0.5),
    (Seconds(0.01, 60), "500ms", 0.5),
    (Seconds(0.01, 60), ".5 s", 0.5),
    (Word(("a", "b")), "b", "b"),
    (Text("a command"), "python3 -c x", "python3 -c x"),
    (Text("a command"), '"a, b"', "a, b"),
    (Text("a command"), 'a "b, c"', 'a "b, c"'),
]


@pytest.mark.parametrize(("kind", "text", "value"), READ, ids=[text for _, text, _ in READ])
def test_a_value_is_read_and_what_is_written_of_it_is_read_as_the_same(kind: Kind, text: str, value: Value) -> None:
    assert kind.read(text) == value
    assert kind.read(kind.written(value)) == value


@pytest.mark.parametrize(
    ("kind", "text", "told"),
    [
        (Whole(1, 5000), "0", "a whole number from 1 to 5,000"),
        (Whole(1, 5000), "5001", "a whole number from 1 to 5,000"),
        (Whole(1, 5000), "1.5", "a whole number"),
        (Whole(1, 5000), "٣", "a whole number"),
        (Whole(1, 5000), "9" * 5000, "a whole number"),
        (Number(0, 2), "2.1", "a number from 0 to 2"),
        (Number(0, 2), "nan", "a number from 0 to 2"),
        (Number(0, 2), "much", "a number from 0 to 2"),
        (Seconds(0.01, 60), "61s", "a time from 0.01s to 60s, such as `0.5s`"),
        (Seconds(0.01, 60), "0.5", "a time from 0.01s to 60s, such as `0.5s`"),
        (Seconds(0.01, 60), "-1s", "a time"),
        (Word(("a", "b", "c")), "d", "`a`, `b` or `c`"),
        (Text("a command"), '""', "a command"),
    ],
)
def test_what_is_no_value_is_answered_with_what_is_expected(kind: Kind, text: str, told: str) -> None:
    with pytest.raises(Misread) as caught:
        kind.read(text)
    assert told in str(caught.value)


@frozen
class Thinker:
    tries: int = option(Whole(1, 9), 3, "how often")
    time: float | None = option(Seconds(1, 9), None, "how long")
    depth: int = 4


def test_the_options_are_the_fields_that_say_so() -> None:
    stated = (BotOption("tries", Whole(1, 9), 3, "how often"), BotOption("time", Seconds(1, 9), None, "how long"))
    assert options_of(Thinker()) == stated
    assert (Thinker().tries, Thinker(tries=5).tries, Thinker().time) == (3, 5, None)


def test_every_option_has_a_line_of_help_and_a_default_of_its_kind() -> None:
    for bot in bots.described():
        assert bot.help
        for each in bot.options:
            assert each.help
            if each.default is not None and not each.required:
                assert each.kind.read(each.kind.written(each.default)) == each.default


def test_the_page_on_bots_has_them_all() -> None:
    page = bots_page.PAGE.read_text(encoding="utf-8")
    assert bots_page.renewed(page) == page, "renew it: python -m tests.support.bots_page"


@pytest.mark.parametrize("command", ["play", "simulate", "compare", "sweep"])
def test_help_lists_the_bots_with_their_options(command: str) -> None:
    told = CliRunner().invoke(root, [command, "--help"]).output
    assert "Bots (as `NAME`" in told
    for bot in bots.described():
        assert f"\n  {bot.name} " in told
        assert all(f"\n    {each.told} " in told for each in bot.options)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("play", "tic_tac_toe", "--bot", "random:flta"), "`--bot`: `how` of `random:flta` is `entries` or `flat`"),
        (("play", "tic_tac_toe", "--seat", "1=hunam"), "a person is `human`"),
        (("simulate", "tic_tac_toe", "--bots", "random:how=flt"), "`--bots`: `how` of `random:how=flt` is"),
        (("simulate", "tic_tac_toe", "--bots", "esay"), "`--bots`: there is no level `esay`; did you mean `easy`?"),
        (("tournament", "pig", "--bots", "easy,greedy"), "`greedy` is there twice"),
        (("skill", "tic_tac_toe", "--levels", "easy,rondom"), "did you mean `random`?"),
        (("simulate", "tic_tac_toe", "--bots", "first,random,first"), "2 that decide, found 3"),
    ],
)
def test_at_the_command_line_a_wrong_bot_is_told_before_anything_is_played(words: tuple[str, ...], told: str) -> None:
    if words[0] != "play":
        pytest.importorskip("numpy")
    result = CliRunner().invoke(root, list(words))
    assert result.exit_code == 2
    assert told in " ".join(result.output.replace("│", " ").split())
