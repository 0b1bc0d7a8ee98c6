"""What is kept: the database, its schema and migrations, and the queries on it.

The moves are the truth; everything else can be made of them or is about people. Knows no HTTP,
and no game being played.
"""
