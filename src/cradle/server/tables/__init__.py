"""Tables: games being played, with their seats, clocks, log, dice, chat, history and viewers.

Works on the store and asks bots; what happens here is told to viewers through feeds, whoever
carries them.
"""
