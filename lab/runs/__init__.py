"""Playing many games: executors, chunks, checkpoints, sweeps."""
