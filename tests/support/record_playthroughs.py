"""The recorded matches in `playthroughs/`, and how to make them anew when rules have changed on purpose:

    python -m tests.support.record_playthroughs

run at the top of the repository, with rulerun installed from it. `git diff` then shows what has become of the matches.
"""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import header_of, serialise

from .battery import Setting, compiled, game_of, go_on, source

FOLDER = Path(__file__).resolve().parents[1] / "playthroughs"
SEED = 2012


@frozen
class Playthrough:
    """A recorded match: its file and what is played."""

    file: str
    setting: Setting

    @property
    def path(self) -> Path:
        """Where the record lies."""
        return FOLDER / f"{self.file}.rulerun"


PLAYTHROUGHS = (
    Playthrough("tic_tac_toe", Setting("tic_tac_toe", "", 2)),
    Playthrough("kuhn_poker", Setting("kuhn_poker", "", 2)),
    Playthrough("guildhall", Setting("guildhall", "", 2, (("rounds", "4"),))),
    Playthrough("palace", Setting("palace", "", 3)),
    Playthrough("rails", Setting("rails", "", 2)),
    Playthrough("roads_and_walls", Setting("roads_and_walls", "", 2, (("side", "5"),))),
    Playthrough("fever_ward", Setting("fever_ward", "", 2)),
    Playthrough("traxx", Setting("traxx", "", 2)),
    Playthrough("why_first", Setting("why_first", "", 3, (("stages", "2"),))),
    Playthrough("why_first_tactical", Setting("why_first", "tactical", 2, (("stages", "2"),))),
    Playthrough("change_horses", Setting("change_horses", "", 3)),
    Playthrough("change_horses_derby", Setting("change_horses", "derby", 4)),
    Playthrough("connect_four", Setting("connect_four", "", 2)),
    Playthrough("goofspiel", Setting("goofspiel", "", 3, (("cards", "5"),))),
    Playthrough("pig", Setting("pig", "", 2, (("target", "30"),))),
    Playthrough("chutes_and_ladders", Setting("chutes_and_ladders", "", 2)),
    Playthrough("dyers", Setting("dyers", "", 3, (("goal", "6"),))),
    Playthrough("yahtzee", Setting("yahtzee", "", 2, (("turns", "3"),))),
    Playthrough("breakthrough", Setting("breakthrough", "", 2, (("side", "5"),))),
    Playthrough("backgammon", Setting("backgammon", "", 2)),
    Playthrough("draughts", Setting("draughts", "", 2)),
    Playthrough("draughts_frisian", Setting("draughts", "frisian", 2)),
    Playthrough("reversi", Setting("reversi", "", 2)),
    Playthrough("kalah", Setting("kalah", "", 2)),
    Playthrough("liars_dice", Setting("liars_dice", "", 3, (("dice", "2"),))),
    Playthrough("go_fish", Setting("go_fish", "", 3)),
    Playthrough("crazy_eights", Setting("crazy_eights", "", 4)),
    Playthrough("oh_hell", Setting("oh_hell", "", 4, (("largest", "3"),))),
    Playthrough("chess", Setting("chess", "", 2, (("quiet_moves", "3"),))),
    Playthrough("go_9x9", Setting("go_9x9", "", 2, (("side", "4"),))),
    Playthrough("hex", Setting("hex", "", 2, (("side", "4"),))),
    Playthrough("nine_mens_morris", Setting("nine_mens_morris", "", 2, (("rounds", "20"),))),
    Playthrough("hanabi", Setting("hanabi", "", 3)),
    Playthrough("meadow", Setting("meadow", "", 3)),
    Playthrough("briscola", Setting("briscola", "", 4)),
    Playthrough("five_lamps", Setting("five_lamps", "", 5)),
    Playthrough("cuckoo", Setting("cuckoo", "", 4)),
    Playthrough("hearts", Setting("hearts", "", 4, (("target", "1"),))),
)


def recorded(playthrough: Playthrough) -> bytes:
    """The record as it comes out today."""
    setting = playthrough.setting
    program = compiled(setting)
    match = Match(game_of(program), header_of(program, source(setting.file), SEED, 0))
    go_on(match, SEED)
    return serialise(match.header, tuple(match.entries))


def record() -> None:
    """Writes all of them."""
    FOLDER.mkdir(exist_ok=True)
    for playthrough in PLAYTHROUGHS:
        playthrough.path.write_bytes(recorded(playthrough))
        print(playthrough.path.name)


if __name__ == "__main__":
    record()
