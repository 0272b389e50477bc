"""The basis of the interpreter: cards in slots, events, random numbers, runtime errors."""
