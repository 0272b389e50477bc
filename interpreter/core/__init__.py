"""What playing stands on: cards in slots, events, random numbers, runtime errors."""
