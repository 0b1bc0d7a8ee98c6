"""Bots that think in processes of their own: the pool of processes, and the program they run.

Knows games and bots, and what a seat may know of a game; no database, no table, no HTTP.
"""
