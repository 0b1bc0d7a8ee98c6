"""Puzzles: positions in which one move is clearly best, shipped with the package."""

from cradle.puzzles.collection import day_number, puzzle, puzzle_games, puzzles, today
from cradle.puzzles.puzzle import Puzzle

__all__ = ["Puzzle", "day_number", "puzzle", "puzzle_games", "puzzles", "today"]
