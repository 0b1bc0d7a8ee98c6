"""Hadara in numbers: its moves and outcomes in one list each, and what a seat sees."""

from cradle.research.codec import Codec
from cradle.research.hadara.encoding import VERSION, all_moves, all_outcomes, fields, write

CODEC = Codec(VERSION, all_moves(), all_outcomes(), fields, write)
