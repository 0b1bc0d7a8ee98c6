"""For whoever keeps a server running: logs, backup, administration, tidying, checking of dice.

Works on the store and on tables; no route, no socket.
"""
