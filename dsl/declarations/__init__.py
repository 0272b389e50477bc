"""What a ruleset declares: seats, parameters, boards, decks, zones, pieces, variables."""
