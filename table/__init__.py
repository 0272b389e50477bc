"""What a seat sees of a match: boards, zones, options, narration; independent of any terminal or browser."""
