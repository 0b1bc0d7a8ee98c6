"""Cradle: Hadara and Stone Age, complete and exact."""
