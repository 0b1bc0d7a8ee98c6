"""Hadara in the terminal: its board, its cards and its menus."""
