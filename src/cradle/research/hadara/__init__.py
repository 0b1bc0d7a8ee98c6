"""Hadara in numbers: its moves and what a seat sees."""
