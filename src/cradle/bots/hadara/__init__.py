"""What bots know of Hadara: its heuristic and what goes into it."""
