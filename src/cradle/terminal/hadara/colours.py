"""Hadara's colours: those of cards and tracks."""

CARD_COLOURS = {
    "yellow": "yellow",
    "red": "red",
    "blue": "bright_blue",
    "green": "green",
    "purple": "magenta",
}
TRACK_COLOURS = {"income": "yellow", "military": "red", "culture": "bright_blue", "food": "green"}
