"""A Program printed as Python source: integers, lists and loops."""
