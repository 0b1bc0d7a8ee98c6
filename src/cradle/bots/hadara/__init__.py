"""What bots know of Hadara: its heuristic, and how each level plays it."""

from cradle.bots.hadara.heuristic import PACKAGE, Hadara
from cradle.bots.knowledge import Knowledge, read_data, read_levels

KNOWLEDGE = Knowledge(
    Hadara,
    read_data(PACKAGE, "weights.json")["weights"],
    read_levels(PACKAGE),
    read_levels(PACKAGE, "plain_levels.json"),
)
