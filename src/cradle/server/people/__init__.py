"""People: accounts, sessions, tokens, passwords and ratings.

Works on the store; knows nothing of how a request looks.
"""
