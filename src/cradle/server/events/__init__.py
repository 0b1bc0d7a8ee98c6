"""Events: rounds of tables, paired by standing; a tournament of an evening, or a league over weeks.

Makes tables and looks after their rounds; what is played there is a game like any other.
"""
