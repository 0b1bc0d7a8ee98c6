"""Tables on the network: HTTP and WebSocket, a database, accounts. Knows no game."""
