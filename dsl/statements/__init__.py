"""The sentences of phases, lowered to the statements of a Program."""
