"""What a bot is, what its options are, and how bots are named."""
