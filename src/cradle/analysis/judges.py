"""Judges of positions: the network, or the network after playing on for a while."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from cradle.analysis.temperatures import heated, temperature
from cradle.analysis.values import Floats, Value, result, rounded
from cradle.kernel.game import Game
from cradle.kernel.piece import Seat
from cradle.kernel.step import OVER, State, play
from cradle.learning.tree import play_on
from cradle.learning.weights import load

BATCH = 512  # rows that the network reads at once


class Judge(Protocol):
    """Says what positions are worth in which somebody has a choice, or the game is over."""

    def values(
        self, states: Sequence[State], observers: Sequence[Seat | None], seeds: Sequence[int]
    ) -> list[Value]:
        """The worth of each on average over all seats' views, or over the observer's and the
        mover's alone, which is enough to compare moves. Equal seeds stand for equal luck.
        """
        ...


class Sight(Judge, Protocol):
    """A judge that also knows which moves are likely."""

    def odds(self, states: Sequence[State], seats: Sequence[Seat]) -> list[Floats]:
        """How likely each legal move of a seat is, in the order of the rules."""
        ...


class NetworkJudge:
    """The network without search, its chances calibrated by a temperature."""

    def __init__(self, game: Game, file: str = "") -> None:
        self.game, self.network = game, load(game.name, file)

    def values(
        self, states: Sequence[State], observers: Sequence[Seat | None], seeds: Sequence[int]
    ) -> list[Value]:
        """What the network says, and how games that are over have ended."""
        rows: list[list[int]] = []
        views: list[tuple[State, Seat]] = []
        for s, observer in zip(states, observers, strict=True):
            seen = [(s, seat) for seat in _observers(s, observer)]
            rows.append(list(range(len(views), len(views) + len(seen))))
            views += seen
        chances, points = self._judged(views)
        return [
            self.mean(chances[own, : s.seats], points[own, : s.seats])
            if own
            else result(self.game.scores(s))
            for s, own in zip(states, rows, strict=True)
        ]

    def mean(self, chances: Floats, points: Floats) -> Value:
        """The mean of some views of a position, of all its seats."""
        heat = temperature(self.game.name, chances.shape[1])
        return rounded(heated(chances, heat).mean(axis=0), points.mean(axis=0))

    def chances(self, states: Sequence[State]) -> Floats:
        """The raw chances of all seats as all seats see them: state, view, seat."""
        seats = range(states[0].seats)
        found, _ = self._judged([(s, seat) for s in states for seat in seats])
        return found[:, : len(seats)].reshape(len(states), len(seats), len(seats))

    def _judged(self, views: list[tuple[State, Seat]]) -> tuple[Floats, Floats]:
        """Chances and points, columns counted by seat; what looks equal is judged once."""
        players = self.network.features.players
        if not views:
            return np.zeros((0, players)), np.zeros((0, players))
        rows = self.network.features.observe([s for s, _ in views], [seat for _, seat in views])
        unique, where = np.unique(rows, axis=0, return_inverse=True)
        parts = [self.network.expect(unique[i : i + BATCH]) for i in range(0, len(unique), BATCH)]
        chances, points = (np.concatenate(column)[where] for column in zip(*parts, strict=True))
        counts = np.array([s.seats for s, _ in views])[:, None]
        order = (np.arange(players) - np.array([seat for _, seat in views])[:, None]) % counts
        by_seat = (np.take_along_axis(each, order, 1) for each in (chances, points))
        return next(by_seat).astype(np.float64), next(by_seat)

    def odds(self, states: Sequence[State], seats: Sequence[Seat]) -> list[Floats]:
        """How likely the network would take each legal move of a seat."""
        starts = range(0, len(states), BATCH)
        parts = [self._odds(states[i : i + BATCH], seats[i : i + BATCH]) for i in starts]
        return [odds for part in parts for odds in part]

    def _odds(self, states: Sequence[State], seats: Sequence[Seat]) -> list[Floats]:
        encoding = self.network.features.encoding
        logits = self.network.logits(self.network.features.observe(states, seats))
        legal = [encoding.legal(s, seat) for s, seat in zip(states, seats, strict=True)]
        return [_shares(row[numbers]) for row, numbers in zip(logits, legal, strict=True)]


def _shares(logits: Floats) -> Floats:
    shares = np.exp(logits.astype(np.float64) - logits.max())
    found: Floats = shares / shares.sum()
    return found


def _observers(s: State, observer: Seat | None) -> list[Seat]:
    """Whose views of a position count; nobody's at the end.

    The network is too optimistic for the observer, since in training most others played worse than
    it did. So no position is judged by the view of the mover alone.
    """
    if s.turn == OVER:
        return []
    return list(range(s.seats)) if observer is None else sorted({observer, s.turn})


class Foresight:
    """A deeper judge: all play on by the network's likeliest moves, then its sight counts."""

    def __init__(self, sight: Sight, answers: int) -> None:
        self.sight, self.answers = sight, answers

    def values(
        self, states: Sequence[State], observers: Sequence[Seat | None], seeds: Sequence[int]
    ) -> list[Value]:
        """What the first sight says some answers later."""
        later = [s.copy() for s in states]
        draws = [random.Random(seed).random for seed in seeds]
        for _ in range(self.answers):
            going = [i for i, s in enumerate(later) if s.turn != OVER]
            odds = self.sight.odds([later[i] for i in going], [later[i].turn for i in going])
            for i, shares in zip(going, odds, strict=True):
                play(later[i], later[i].legal[int(shares.argmax())])
                play_on(later[i], draws[i])
        return self.sight.values(later, observers, seeds)
