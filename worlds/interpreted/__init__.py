"""What the interpreter draws where emitted code finds nothing: a match followed along a history, and mended where it strays."""
