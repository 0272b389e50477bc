"""A Program compiled to Python functions of the slots."""
