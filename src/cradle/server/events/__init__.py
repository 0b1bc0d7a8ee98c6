"""Events: rounds of tables, paired by standing; a tournament of an evening, or a league over weeks.

Pairing and standings are plain functions of what was played; nothing else is known here.
"""
