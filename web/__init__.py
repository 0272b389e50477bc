"""Matches that people play over a network: stored before anybody is told, one session for each."""
