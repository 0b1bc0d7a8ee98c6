"""Telling people of what happens while they don't look: what, when, and by which transport.

Everything to be told lies in the store's outbox; `sender.py` takes it from there.
"""
