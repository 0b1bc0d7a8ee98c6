"""Tables over HTTP and WebSocket, on SQLite or PostgreSQL.

settings, problems, metrics <- store <- people | bots | notifications <- tables <- events
<- http | ops <- app <- serve <- think
"""
