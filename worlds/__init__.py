"""Samples of what a seat cannot see: full states that it cannot tell from the true one, drawn from nothing but its history."""
