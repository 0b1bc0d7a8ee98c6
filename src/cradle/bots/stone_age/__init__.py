"""What bots know of Stone Age: its heuristic and what goes into it."""
