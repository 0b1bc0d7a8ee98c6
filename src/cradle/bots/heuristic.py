"""What a game tells the bots about itself: the search and the greedy bot know no game."""

from __future__ import annotations

from typing import Any, Protocol

from cradle.kernel.piece import Seat
from cradle.kernel.step import Move


class Heuristic(Protocol):
    """One game's knowledge, in points: a network may stand in its place.

    `prefer` is the policy, `points` the value; both must be cheap (tens of microseconds) and may
    read only what the seat may know of a state, or what holds in an imagined one.
    """

    def prefer(self, s: Any, seat: Seat, legal: list[Move]) -> list[float]:
        """What each move of the seat is worth, in final points on one scale.

        An empty list where nothing is known: then moves are tried out at random.
        """
        ...

    def points(self, s: Any) -> list[float]:
        """The final points each seat can expect."""
        ...

    def spread(self, s: Any) -> float:
        """How far, in points, the result may still lie from `points`."""
        ...

    def quiet(self, s: Any) -> bool:
        """Whether a playout ends here: `points` can be trusted, nothing is half done."""
        ...

    def shows(self, s: Any) -> bool:
        """Whether `features` show here what a move has brought; quiet or not."""
        ...

    def features(self, s: Any, seat: Seat) -> dict[str, float]:
        """What the seat's expected points are made of, by name."""
        ...
