"""Chapter 2 and 9: what cards, colonies, statues and purple effects do to the tracks (H-T1)."""

from __future__ import annotations

from cradle.hadara.components import Components, Steps
from cradle.hadara.names import (
    BONUS_TILE,
    CARD_COLOUR,
    COLOUR_STEP,
    STATUE_BONUS,
    TILES_PER_LEVEL,
    TRACK_COUNT,
)
from cradle.hadara.numbers import (
    CARD_TILE_STEPS,
    STATUE_EXTRA,
)
from cradle.hadara.state import FACE_DOWN, NOTHING, PLUNDERED, Player, replaced


def advance(tracks: list[int], steps: Steps, sign: int = 1) -> None:
    """Move the tracks by so many steps each."""
    income, military, culture, food = steps
    if income:
        tracks[0] += sign * income
    if military:
        tracks[1] += sign * military
    if culture:
        tracks[2] += sign * culture
    if food:
        tracks[3] += sign * food


def gain_card(t: Components, player: Player, card: int) -> None:
    """H-T5: a bought card's steps and effect hold at once."""
    colour = CARD_COLOUR[card]
    player.cards += (card,)
    player.counts[colour] += 1
    advance(player.tracks, t.steps[card])
    if player.effects & COLOUR_STEP[colour]:  # H-P3
        player.tracks[colour] += 1
    effect = t.effect[card]
    if effect:
        player.effects |= effect
        _apply(player, effect, 1)


def lose_card(t: Components, player: Player, card: int) -> None:
    """H-F2: steps and effect of a removed card are lost at once."""
    colour = CARD_COLOUR[card]
    effect = t.effect[card]
    if effect:
        _apply(player, effect, -1)
        player.effects ^= effect
    player.cards = tuple(each for each in player.cards if each != card)
    player.counts[colour] -= 1
    advance(player.tracks, t.steps[card], -1)
    if player.effects & COLOUR_STEP[colour]:
        player.tracks[colour] -= 1


def _apply(player: Player, effect: int, sign: int) -> None:
    """Give or take back the steps an effect brings for what the player has (H-P2, P3, P6)."""
    if effect in COLOUR_STEP:
        colour = COLOUR_STEP.index(effect)
        player.tracks[colour] += sign * player.counts[colour]
    elif effect == STATUE_BONUS:
        for tile in player.statues:
            if NOTHING < tile < FACE_DOWN:
                player.tracks[tile] += sign * STATUE_EXTRA
    elif effect == BONUS_TILE and player.card_tile != NOTHING:
        _free_card_tile(player)


def _free_card_tile(player: Player) -> None:
    """H-P2: on removal the steps go and the tile is free again."""
    track = player.card_tile
    player.tracks[track] -= CARD_TILE_STEPS
    player.tiles = replaced(player.tiles, track, player.tiles[track] + 1)
    player.card_tile = NOTHING


def statue_bonus(t: Components, player: Player, statue: int) -> int:
    """H-U2, H-P6: the steps of a face-up tile there, or the points of a face-down one."""
    extra = STATUE_EXTRA if player.effects & STATUE_BONUS else 0
    return t.statue_bonus[statue] + extra


def tracks_of(t: Components, player: Player) -> list[int]:
    """H-T1: the tracks from scratch: setup, cards, colonies, statue tiles and effects."""
    tracks = [0] * TRACK_COUNT
    advance(tracks, t.setup_steps[2 * player.setup + player.side])
    for card in player.cards:
        advance(tracks, t.steps[card])
    for level, tile in enumerate(player.colonies):
        if tile not in (NOTHING, PLUNDERED):
            advance(tracks, t.colony_steps[level * TILES_PER_LEVEL + tile])
    for statue, tile in enumerate(player.statues):
        if NOTHING < tile < FACE_DOWN:
            tracks[tile] += statue_bonus(t, player, statue)
    for track in range(TRACK_COUNT):
        if player.effects & COLOUR_STEP[track]:
            tracks[track] += player.counts[track]
    if player.card_tile != NOTHING:
        tracks[player.card_tile] += CARD_TILE_STEPS
    return tracks
