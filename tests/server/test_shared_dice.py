"""Shared luck: by the book, the same where games have parted, and taken up after a restart."""

from __future__ import annotations

import hashlib
import json
import random
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from cradle import Table
from cradle.kernel.step import Chance, Move, State, odds
from cradle.server.ops.verify import verify
from cradle.server.tables.dice import commitment
from cradle.server.tables.game import setup_of
from cradle.server.tables.shared_dice import SharedDice
from cradle.table.errors import Refusal
from tests.server import fair_dice as second

VECTORS: dict[str, list[dict[str, Any]]] = json.loads(
    Path("docs/fair-dice.json").read_text("utf-8")
)
SECRET, LUCK = "5a" * 32, "daily.x.20000"
SIZES = {"stone-age": 3, "hadara": 3}


def dice_for(game: str, secret: str = SECRET, luck: str = LUCK) -> SharedDice:
    return SharedDice(secret, luck, setup_of(game, SIZES[game], {}))


@dataclass
class Noting:
    """Shared dice that write down on which occasion what came."""

    dice: SharedDice
    came: list[tuple[int, str, list[str], str]] = field(default_factory=list)

    def outcome(self, state: State) -> Move:
        step = state.stack[-1]
        assert isinstance(step, Chance)
        move = self.dice.outcome(state)
        texts = [each.text for each in odds(state).outcomes]
        rolls = odds(state).reach is not None
        kind = f"roll|{step.occasion()}" if rolls else f"stack|{step.occasion()}"
        self.came.append((self.dice.setup.game.rounds(state), kind, texts, move.text))
        return move


def play(game: str, seed: int, secret: str = SECRET) -> tuple[Table, Noting]:
    """A game played at random, with what came."""
    noting = Noting(dice_for(game, secret))
    table = Table(game, SIZES[game], by_hand=True, names=[])
    table.go_on(noting)
    rng = random.Random(seed)
    while not table.over:
        seat = rng.choice(table.asked)
        table.submit(seat, rng.choice(table.moves(seat)))
    return table, noting


def proof(**more: Any) -> str:
    told = {"scheme": 3, "table": "t", "luck": LUCK, "secret": SECRET, "salt": [], "again": {}}
    return "; fair " + json.dumps(told | {"commitment": commitment(SECRET), "from": 0} | more)


@pytest.mark.parametrize("vector", VECTORS["rolls"])
def test_rolls_keep_to_the_vectors(vector: dict[str, Any]) -> None:
    name = f"roll|{vector['round']}|{vector['occasion']}|{vector['n']}"
    dice = dice_for("stone-age", vector["secret"], vector["luck"])
    assert hashlib.sha256(bytes.fromhex(vector["secret"])).hexdigest() == vector["commitment"]
    assert dice.message(name) == vector["message"]
    number = second.shared_number(vector["secret"], vector["message"])
    assert number == dice.number(name) == int(vector["hmac"], 16)
    assert number * int(vector["total"]) >> 256 == int(vector["point"])


@pytest.mark.parametrize("vector", VECTORS["stacks"])
def test_stacks_keep_to_the_vectors(vector: dict[str, Any]) -> None:
    dice = dice_for("stone-age", vector["secret"], vector["luck"])
    name = f"stack|{vector['occasion']}"
    order = sorted(vector["outcomes"], key=lambda text: dice.number(f"{name}|{text}"))
    assert order == vector["order"]
    assert dice.message(f"{name}|{order[0]}") == vector["message"]
    assert second.shared_number(vector["secret"], vector["message"]) == int(vector["hmac"], 16)


@pytest.mark.parametrize("game", SIZES)
def test_a_second_implementation_agrees_on_every_roll_and_draw(game: str) -> None:
    _, noting = play(game, 1)
    assert len(noting.came) > 40
    assert second.shared_wrong(SECRET, LUCK, noting.came) == []
    round_, kind, texts, text = noting.came[3]
    noting.came[3] = (round_, kind, texts, next(each for each in texts if each != text))
    assert second.shared_wrong(SECRET, LUCK, noting.came) == [3]


@pytest.mark.parametrize("game", SIZES)
def test_luck_is_the_same_where_games_have_parted(game: str) -> None:
    """Stacks give the same in the same order, and equal rolls of a round are equal."""
    games = [play(game, seed) for seed in range(4)]
    stacks: list[dict[str, list[str]]] = []
    rolls: dict[tuple[int, str, int, int], set[str]] = defaultdict(set)
    for _, noting in games:
        piles, counts = defaultdict[str, list[str]](list), defaultdict[tuple[int, str], int](int)
        for round_, kind, texts, text in noting.came:
            if kind.startswith("roll"):
                rolls[round_, kind, counts[round_, kind], len(texts)].add(text)
                counts[round_, kind] += 1
            else:
                piles[pile_of(kind, text)].append(text)
        stacks.append(piles)
    assert len({table.record for table, _ in games}) == len(games)
    assert all(len(found) == 1 for found in rolls.values())
    assert sum(len(cards) for cards in stacks[0].values()) > 20
    for name in stacks[0]:
        drawn = [each[name] for each in stacks]
        shortest = 1 if name.startswith("stack") else min(map(len, drawn))
        assert all(each[:shortest] == drawn[0][:shortest] for each in drawn)


def pile_of(kind: str, text: str) -> str:
    """Which stack a card comes from; of a building's, only the first is sure to be the same."""
    verb, thing, *_ = text.split()
    return kind if verb == "uncover" else f"{verb} {thing.rpartition('-')[0]}"


def test_a_building_stack_has_its_order_but_for_what_lies_elsewhere() -> None:
    for seed in range(4):
        _, noting = play("stone-age", seed)
        for _, kind, texts, text in noting.came:
            if text.startswith("uncover"):
                numbers = {each: dice_for("stone-age").number(f"{kind}|{each}") for each in texts}
                assert text == min(texts, key=numbers.__getitem__)


def test_other_luck_is_another() -> None:
    first = play("stone-age", 1)[1].came
    other = play("stone-age", 1, "5b" * 32)[1].came
    assert [each[-1] for each in first[:12]] != [each[-1] for each in other[:12]]


def test_rolls_of_one_round_and_occasion_differ() -> None:
    """Two cards with dice for the same seat in a round don't show the same."""
    dice = dice_for("stone-age")
    names = {f"roll|1|roll-for 0 wood|{count}" for count in range(20)}
    assert len({dice.number(name) for name in names}) == 20


@pytest.mark.parametrize("game", SIZES)
def test_a_game_goes_on_as_it_would_have_after_its_dice_are_made_anew(game: str) -> None:
    table = Table(game, SIZES[game], by_hand=True, names=[])
    table.go_on(dice_for(game))
    rng = random.Random(7)
    while not table.over:
        seat = rng.choice(table.asked)
        fresh = dice_for(game)
        fresh.recall(table.entries)
        table.dice = fresh
        table.submit(seat, rng.choice(table.moves(seat)))
    assert verify(f"{table.record}{proof()}\n").ok


def test_a_proof_is_checked_to_the_last_roll() -> None:
    text = f"{play('stone-age', 2)[0].record}{proof()}\n"
    checked = verify(text)
    assert checked.ok
    assert set(checked.kinds) == {"first", "uncover", "deal", "roll"}
    assert not verify(text.replace(LUCK, "daily.x.20001")).ok
    lines = text.splitlines()
    last = max(number for number, line in enumerate(lines) if line.startswith("* roll"))
    faces = lines[last].split()[2:]
    lines[last] = " ".join(["* roll", *("1" if face != "1" else "2" for face in faces)])
    assert len(verify("\n".join([*lines[: last + 1], lines[-1], ""])).wrong) == 1


@pytest.mark.parametrize("change", [{"luck": None}, {"secret": "zz"}, {"from": "x"}, {"secret": 1}])
def test_a_broken_proof_is_refused_in_one_line(change: dict[str, Any]) -> None:
    text = play("hadara", 2)[0].record
    broken = proof(**change) if change != {"luck": None} else proof().replace('"luck"', '"lock"')
    with pytest.raises(Refusal):
        verify(f"{text}{broken}\n")
