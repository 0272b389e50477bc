"""What names mean: symbols, types, scopes, kinds of zones, shapes of boards."""
