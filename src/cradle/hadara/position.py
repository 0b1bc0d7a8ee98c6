"""Positions: any state as data that people can write, and back."""

from __future__ import annotations

from typing import Final

from cradle.hadara.card_places import fill, height, take_out
from cradle.hadara.colonies import TurnColony
from cradle.hadara.course import below, follow
from cradle.hadara.draft import AIM_WHEEL
from cradle.hadara.effects import tracks_of
from cradle.hadara.moves import GRAMMAR, Carve
from cradle.hadara.names import (
    CARD,
    CARD_COLOUR,
    CARDS,
    COLOUR,
    COLOUR_COUNT,
    COLOURS,
    EPOCHS,
    LEVEL,
    LEVELS,
    REVERSE,
    REVERSES,
    SETUP,
    SETUP_SIDE,
    SETUPS,
    TILES_PER_LEVEL,
    TRACK,
    TRACKS,
)
from cradle.hadara.needs import check_needs, need
from cradle.hadara.numbers import LATE_COIN
from cradle.hadara.position_types import PlayerPosition, Position
from cradle.hadara.setup import DEAL_CARDS, JOIN_BOARD, first_player, late_seats
from cradle.hadara.state import (
    FACE_DOWN,
    NOTHING,
    PLUNDERED,
    Player,
    State,
    replaced,
    take_tile,
)
from cradle.hadara.steps import STEPS
from cradle.kernel.game import BadPosition
from cradle.kernel.notation import BadText, grammar, parse
from cradle.kernel.step import Move, Step

STEP_WORDS: Final = grammar(*STEPS)
PHASE: Final = "B"


def read(s: State, data: Position) -> None:
    """Make a fresh game stand at a position."""
    lay_out(s, data)
    named = _named_steps(s, data)
    fill(s, named[0] if named else None, "piles" in data)
    s.heights = [height(s, colour) for colour in range(COLOUR_COUNT)]
    steps = named if "steps" in data else follow(s, named[0], data.get("phase", PHASE))
    s.stack = steps[::-1]
    complete(s)
    check_needs(s)


def lay_out(s: State, data: Position) -> None:
    """Put everything a position names in its place, whatever steps wait."""
    s.epoch = data.get("epoch", 1)
    need(s.epoch <= EPOCHS, f"epoch: 0 to {EPOCHS}")
    s.wheel = data.get("wheel", 0)
    need(s.wheel < COLOUR_COUNT, f"wheel: 0 to {COLOUR_COUNT - 1}")
    _read_board(s, data)
    _read_players(s, data.get("players", []))
    for colour, cards in data.get("piles", {}).items():
        s.piles[COLOUR.index[colour]] = _cards(cards)
    s.gone = _cards(data.get("gone", []))
    _read_sealed(s, data.get("sealed", []))
    take_out(s)


def _read_board(s: State, data: Position) -> None:
    """H-S2: the segments; they can be said where the option leaves them to chance."""
    board = tuple([COLOUR.index[colour] for colour in data.get("board", [])])
    if "board" in data:
        need(sorted(board) == list(range(COLOUR_COUNT)), "board: every colour once")
        need(board == s.board or JOIN_BOARD in s.stack, "board: the option board_order differs")
        s.board = board


def _read_players(s: State, said: list[PlayerPosition]) -> None:
    need(len(said) <= s.seats, f"players: {len(said)}, but {s.seats} seats")
    players = [*said, *[PlayerPosition() for _ in range(s.seats - len(said))]]
    for player, data in zip(s.players, players, strict=True):
        setup = data.get("setup")
        player.setup = NOTHING if setup is None else SETUP.index[setup]
        player.side = SETUP_SIDE.index[data.get("side", "A")]
    if s.epoch:
        _deal_setups(s)
        s.first = first_player(s, s.epoch)
    for seat, data in enumerate(players):
        _read_player(s, seat, data)


def _deal_setups(s: State) -> None:
    """Who has no setup card gets the first one free."""
    dealt = [player.setup for player in s.players]
    free = [setup for setup in range(len(SETUPS)) if setup not in dealt]
    for player in s.players:
        if player.setup == NOTHING:
            player.setup = free.pop(0)


def _read_player(s: State, seat: int, data: PlayerPosition) -> None:
    player = s.players[seat]
    player.coins = data.get("coins", _first_coins(s, seat))
    player.gold = data.get("gold", 0)
    player.cards = _cards(data.get("cards", []))
    player.hand = tuple(sorted(_cards(data.get("hand", []))))
    player.sold = _cards(data.get("sold", []))
    for card in player.cards:
        player.counts[CARD_COLOUR[card]] += 1
        player.effects |= s.components.effect[card]
    for text in data.get("colonies", []):
        _take_colony(s, player, text)
    for text in data.get("statues", []):
        _carve(player, text)
    player.silver = tuple([TRACK.index[track] for track in data.get("silver", [])])
    tile = data.get("card_tile")
    player.card_tile = NOTHING if tile is None else TRACK.index[tile]
    for track in (*player.silver, player.card_tile):
        if track != NOTHING:
            take_tile(player, track)


def _first_coins(s: State, seat: int) -> int:
    """H-S8, H-S11: what a seat has when the game begins."""
    if not s.epoch:
        return 0
    player = s.players[seat]
    coins = s.components.setup_coins[2 * player.setup + player.side]
    return coins + LATE_COIN if seat in late_seats(s) else coins


def _cards(names: list[str]) -> tuple[int, ...]:
    return tuple([CARD.index[name] for name in names])


def _take_colony(s: State, player: Player, text: str) -> None:
    """H-C2, H-C3: a plundered level, or the reverse of an integrated colony."""
    need(text in LEVEL.index or text in REVERSE.index, f"no colony is called {text[:20]!r}")
    reverse = REVERSE.index.get(text, NOTHING)
    level = reverse // TILES_PER_LEVEL if text in REVERSE.index else LEVEL.index[text]
    need(player.colonies[level] == NOTHING, f"colonies: one of {LEVELS[level]} each (H-C2)")
    tile = reverse % TILES_PER_LEVEL if text in REVERSE.index else PLUNDERED
    player.colonies = replaced(player.colonies, level, tile)
    if tile != PLUNDERED:
        need(bool(s.reverses[level] >> tile & 1), f"{text} is in two places")
        s.reverses = replaced(s.reverses, level, s.reverses[level] ^ 1 << tile)


def _carve(player: Player, text: str) -> None:
    """H-U2, H-U3: a statue with the tile on it."""
    move = _read_words(f"carve {text}", "statue")
    assert isinstance(move, Carve)
    need(player.statues[move.statue] == NOTHING, "statues: each is carved once (H-U3)")
    tile = move.track + FACE_DOWN * move.side
    player.statues = replaced(player.statues, move.statue, tile)
    take_tile(player, move.track)


def _read_sealed(s: State, answers: list[str | None]) -> None:
    need(len(answers) <= s.seats, f"sealed: {s.seats} seats")
    for seat, text in enumerate(answers):
        if text is not None:
            s.sealed[seat] = _read_words(text, "move")


def _read_words(text: str, what: str) -> Move:
    try:
        move = parse(text, GRAMMAR)
    except BadText as error:
        raise BadPosition(f"{text[:40]!r} is no {what} ({error.key})") from None
    assert isinstance(move, Move)
    return move


def _named_steps(s: State, data: Position) -> list[Step]:
    """The steps a position names; without any, the first player sets the wheel."""
    if "steps" in data:
        need("step" not in data, "either step or steps")
        return [_read_step(text) for text in data["steps"]]
    default = AIM_WHEEL[s.first] if s.epoch else DEAL_CARDS[0]
    return [_read_step(data.get("step", default.text))]


def _read_step(text: str) -> Step:
    try:
        step = parse(text, STEP_WORDS)
    except BadText as error:
        raise BadPosition(f"{text[:40]!r} is no step ({error.key})") from None
    assert isinstance(step, Step)
    return step


def complete(s: State) -> None:
    """What follows from all the rest: colonies left, tracks, what the supply gave."""
    taken = [level for p in s.players for level, tile in enumerate(p.colonies) if tile != NOTHING]
    taken += [step.colony for step in s.stack if isinstance(step, TurnColony)]
    s.left = tuple([s.seats - taken.count(level) for level in range(len(LEVELS))])
    if s.epoch:
        for player in s.players:
            player.tracks = tracks_of(s.components, player)
    s.bank = sum([player.coins for player in s.players])


def write(s: State) -> Position:
    """The position, short: what is as `read` would have it anyway isn't said."""
    data: Position = {"epoch": s.epoch, "board": [COLOURS[c] for c in s.board], "wheel": s.wheel}
    waiting = s.stack[::-1]
    phase = next((phase for phase in ("B", "A") if _follows(s, waiting, phase)), "")
    if phase:
        data["step"] = waiting[0].text
    else:
        data["steps"] = [step.text for step in waiting]
    if phase == "A":
        data["phase"] = "A"
    if s.epoch:
        data["piles"] = {COLOURS[c]: _names(pile) for c, pile in enumerate(s.piles) if pile}
        data["gone"] = _names(s.gone)
    if s.sealed:
        moves = [s.sealed.get(seat) for seat in range(s.seats)]
        data["sealed"] = [None if move is None else move.text for move in moves]
    data["players"] = [_write_player(player) for player in s.players]
    return data


def _follows(s: State, waiting: list[Step], phase: str) -> bool:
    """Whether the first step, in this phase, says all others."""
    return bool(waiting) and below(s, waiting[0], phase) == waiting


def _names(cards: tuple[int, ...]) -> list[str]:
    return [CARDS[card] for card in cards]


def _write_player(player: Player) -> PlayerPosition:
    data: PlayerPosition = {
        "setup": None if player.setup == NOTHING else SETUPS[player.setup],
        "side": SETUP_SIDE.names[player.side],
        "coins": player.coins,
        "cards": _names(player.cards),
        "colonies": [_colony(n, t) for n, t in enumerate(player.colonies) if t != NOTHING],
        "statues": [_statue(n, t) for n, t in enumerate(player.statues) if t != NOTHING],
        "silver": [TRACKS[track] for track in player.silver],
        "gold": player.gold,
        "hand": _names(player.hand),
        "sold": _names(player.sold),
    }
    if player.card_tile != NOTHING:
        data["card_tile"] = TRACKS[player.card_tile]
    return data


def _colony(level: int, tile: int) -> str:
    return LEVELS[level] if tile == PLUNDERED else REVERSES[level * TILES_PER_LEVEL + tile]


def _statue(number: int, tile: int) -> str:
    carved = Carve(number, tile % FACE_DOWN, tile // FACE_DOWN)
    return carved.text.partition(" ")[2]
