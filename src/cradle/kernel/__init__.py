"""The kernel knows no game: steps on a stack, exact chance, words."""
