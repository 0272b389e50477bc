"""What the interpreter draws where emitted code finds nothing: a match followed along a trail, and mended where it strays."""
