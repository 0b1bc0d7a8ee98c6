"""What bots know of Stone Age: its heuristic, and how each level plays it."""

from cradle.bots.knowledge import Knowledge, read_data, read_levels
from cradle.bots.stone_age.heuristic import PACKAGE, StoneAge

KNOWLEDGE = Knowledge(
    StoneAge,
    read_data(PACKAGE, "weights.json")["weights"],
    read_levels(PACKAGE),
    read_levels(PACKAGE, "plain_levels.json"),
)
