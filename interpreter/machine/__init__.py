"""A Program compiled to closures over the slots."""
