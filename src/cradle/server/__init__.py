"""Tables over HTTP and WebSocket, on SQLite or PostgreSQL.

settings, problems, metrics <- store <- people | bots <- tables <- http | ops <- app <- serve
"""
