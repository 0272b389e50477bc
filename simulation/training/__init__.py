"""Learning what positions of a game are worth, from games that a search plays against itself."""
