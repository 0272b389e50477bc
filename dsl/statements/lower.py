"""`Lowerer`, which turns the sentences of phases into statements of the Program."""

from __future__ import annotations

from typing import assert_never

from attrs import define

from ...program import ir
from ..expressions.messages import message
from ..sentences import syntax as s
from ..text.fields import complain
from . import control, piece_moves
from .assignment import change, let, let_row
from .card_moves import deal, draw, gather, move_cards, put, put_top, reveal, shuffle
from .context import Lowering
from .decisions import choose, choose_cards, menu, pick, pick_into


@define
class Lowerer(Lowering):
    """Lowers each kind of sentence with the function for it."""

    def lowered(self, statement: s.Statement) -> list[ir.Op]:
        """The statements for a sentence. Raises Complaint."""
        match statement:
            case s.LetLine():
                return let(statement, self)
            case s.LetRow():
                return let_row(statement, self)
            case s.Change():
                return change(statement, self)
            case s.ChooseLine():
                return choose(statement, self)
            case s.ChooseCards():
                return choose_cards(statement, self)
            case s.MenuBlock():
                return menu(statement, self)
            case s.RandomLine():
                return pick(statement, self)
            case s.RandomInto():
                return pick_into(statement, self)
            case s.DealLine():
                return deal(statement, self)
            case s.DrawLine():
                return draw(statement, self)
            case s.PutLine():
                return put(statement, self)
            case s.PutTop():
                return put_top(statement, self)
            case s.MoveCards():
                return move_cards(statement, self)
            case s.GatherLine():
                return gather(statement, self)
            case s.ShuffleLine():
                return shuffle(statement, self)
            case s.RevealLine():
                return reveal(statement, self)
            case s.MoveBy():
                return piece_moves.move_by(statement, self)
            case s.PlaceOn():
                return piece_moves.place_on(statement, self)
            case s.TakeOff():
                return piece_moves.take_off(statement, self)
            case s.SayLine(reason, _):
                self.alone("say something", statement.span)
                return [ir.Say(message(reason, self.elaborator), self.elaborator.sentence)]
            case s.Unreadable(name, _):
                self.forgive(name)
                return []
            case s.OnlyIf():
                raise complain("misplaced", "`only if` stands first under an option of a menu", statement.span)
            case s.DoLine():
                return control.do(statement.call, self)
            case s.LeaveLine():
                return control.leave(statement, self)
            case s.EndPhaseLine():
                return control.end_phase(statement, self)
            case s.EndGameLine():
                return control.end_game(statement, self)
            case s.ForEachBlock():
                return control.for_each(statement, self)
            case s.RepeatBlock():
                return control.repeat(statement, self)
            case s.IfBlock():
                return control.branch(statement, self)
            case s.TogetherBlock():
                return control.together(statement, self)
            case _:
                assert_never(statement)
