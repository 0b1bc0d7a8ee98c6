"""The server's outside: routes, sockets, the shapes of what goes over them, limits, static files.

Reads a request, calls `people` or `tables`, and writes the answer. Nothing below knows of HTTP.
"""
