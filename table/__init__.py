"""What a table shows to a seat: boards, zones, options, narration. No terminal and no browser in it."""
