"""Chapter 2: buying and selling cards, and the bonus tile one of them asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cradle.hadara.components import Components
from cradle.hadara.effects import gain_card
from cradle.hadara.moves import PUT, Put
from cradle.hadara.names import BONUS_TILE, CARD_COLOUR, CARDS, NUMBER, SELL_BONUS, TRACKS
from cradle.hadara.news.draft import Bought, TilePut
from cradle.hadara.numbers import CARD_TILE_STEPS, MOST_SEATS, SALE_EXTRA
from cradle.hadara.state import Player, State, earn, pay, take_tile
from cradle.kernel.notation import speaks
from cradle.kernel.step import Ask, Closed, Move, tell


def price(t: Components, player: Player, card: int) -> int:
    """H-T2: the printed price less 1 for every own card of the colour, never below 0."""
    coins = t.cost[card] - player.counts[CARD_COLOUR[card]]
    return max(0, coins)


def buy(s: State, seat: int, card: int) -> None:
    """H-T2, H-T5: pay for a card; its steps and effect hold at once."""
    player = s.players[seat]
    coins = price(s.components, player, card)
    pay(s, player, coins)
    gain_card(s.components, player, card)
    if s.news is not None:
        tell(s, Bought(seat, card, coins))
    if s.components.effect[card] == BONUS_TILE:
        s.stack.append(PUT_TILE[seat])


def sell(s: State, seat: int) -> int:
    """H-T4: take the epoch's price for a sold card; how much that was."""
    player = s.players[seat]
    coins = sale(s, player.effects)
    earn(s, player, coins)
    return coins


def sale(s: State, effects: int) -> int:
    """H-T4, H-P1: what a card sold now brings a player with these purple effects."""
    coins = s.components.sale[s.epoch]
    return coins + SALE_EXTRA if effects & SELL_BONUS else coins


def too_dear(t: Components, player: Player, card: int, move: Move) -> list[Closed]:
    """H-T3: why a card can't be bought with this move, if it can't."""
    coins = price(t, player, card)
    if coins <= player.coins:
        return []
    numbers = (("price", coins), ("coins", player.coins))
    return [Closed(CARDS[card], "H-T3", "card_too_dear", numbers, move.text)]


def used_up_tiles(player: Player, clause: str) -> list[Closed]:
    """H-S9: tracks of which no bonus tile is free."""
    return [
        Closed(TRACKS[track], clause, "no_tile_left")
        for track, free in enumerate(player.tiles)
        if not free
    ]


@dataclass(frozen=True)
class PutTile(Ask):
    """H-P2: put a free bonus tile face up on the card just bought: 2 steps on its track."""

    def moves(self, s: State) -> list[Move]:
        tiles = s.players[self.seat].tiles
        return [PUT[track] for track in range(len(TRACKS)) if tiles[track]]

    def closed(self, s: State) -> list[Closed]:
        return used_up_tiles(s.players[self.seat], "H-S9")

    def play(self, s: State, move: Put) -> None:
        player = s.players[self.seat]
        take_tile(player, move.track)
        player.card_tile = move.track
        player.tracks[move.track] += CARD_TILE_STEPS
        if s.news is not None:
            tell(s, TilePut(self.seat, move.track, CARD_TILE_STEPS))


speaks(PutTile, "H-P2", NUMBER)


PUT_TILE: Final = [PutTile(seat) for seat in range(MOST_SEATS)]
