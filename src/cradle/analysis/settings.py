"""What an analysis tries, how deeply, and from which figures on it speaks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Look:
    """How much is tried.

    `moves`: the likeliest ones that a decision is compared with. `unlikely`: moves the network
    would take less often than this are left out. `worlds`: in which each is tried, for two
    players. `listed`: the most outcomes that are all looked at, after a move. `samples`: drawn
    where what chance brings can't be listed. `again`: also worlds that are all the same are tried
    that often, for a judge that draws luck.
    """

    moves: int
    unlikely: float
    worlds: int
    listed: int
    samples: int
    again: bool = False


FIRST = Look(moves=3, unlikely=0.02, worlds=6, listed=60, samples=12)
DEEP = Look(moves=6, unlikely=0.005, worlds=24, listed=500, samples=48)
SECOND = Look(moves=1, unlikely=0.0, worlds=24, listed=1, samples=1, again=True)
ROLLS = 1000  # outcomes of one roll or draw that are all looked at, to say what it brought
FORESIGHT = 12  # answers that a second look plays on before it judges
SIMULATIONS = 96  # that a second look searches after each move
MISTAKE = 0.02  # a chance to win so much smaller is a mistake, if all looks agree
DOUBTED = 24  # decisions of a game, the costliest, that get a second look
TURN = 0.05  # a chance that changes so much at once may be a turning point
TURNS = 5  # of a game, those that changed most
APART = 0.04  # of the game lies between two of them at least
CLEAR = 2.0  # standard errors that a cost must exceed
LEAD = 0.01  # by which a move must seem better than the one the network prefers
EXACT = 0.005  # a decision that costs less is as good as the best
UNSURE = 0.01  # a standard error so large is told beside the chance it belongs to
SHOWN = 3  # decisions of a seat, the costliest, that are told with what was better
