"""Fair dice once more, from docs/fair-dice.md alone: nothing here is taken from the package."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Sequence
from itertools import combinations, combinations_with_replacement, permutations
from math import factorial
from typing import Any

COLOURS = ("yellow", "red", "blue", "green", "purple")
Outcomes = list[tuple[str, int]]


def message(
    scheme: int, table: str, salt: Sequence[str], ply: int, again: int, tries: int
) -> bytes:
    """What is hashed with the secret."""
    if scheme == 1:
        start = f"{table}|[{', '.join(map(quoted, salt))}]"
    else:
        inner = b"".join(hashlib.sha256(each.encode("utf-8")).digest() for each in salt)
        start = "cradle-dice-2|" + table + "|" + hashlib.sha256(inner).hexdigest()
    return f"{start}|{ply}|{again}|{tries}".encode()


def quoted(text: str) -> str:
    """A JSON string of scheme 1."""
    short = {8: "b", 12: "f", 10: "n", 13: "r", 9: "t", 34: '"', 92: "\\"}
    said = ""
    for unit in memoryview(text.encode("utf-16-le")).cast("H"):
        if unit in short:
            said += "\\" + short[unit]
        else:
            said += chr(unit) if 32 <= unit < 127 else f"\\u{unit:04x}"
    return f'"{said}"'


def point(secret: str, total: int, say: Callable[[int], bytes]) -> int:
    """The point that comes, of so many."""
    tries = 0
    while True:
        hashed = hmac.new(bytes.fromhex(secret), say(tries), hashlib.sha256).digest()
        number = int.from_bytes(hashed, "big")
        if number < 2**256 // total * total:
            return number % total
        tries += 1


def lying_at(outcomes: Outcomes, place: int) -> str:
    """The outcome at a point."""
    for text, weight in outcomes:
        if place < weight:
            return text
        place -= weight
    raise IndexError(place)


def throws(dice: int) -> Outcomes:
    """All throws, with their weights."""
    found = []
    for faces in combinations_with_replacement(range(1, 7), dice):
        ways = factorial(dice)
        for face in range(1, 7):
            ways //= factorial(faces.count(face))
        found.append((" ".join(["roll", *map(str, faces)]), ways))
    return found


class Reader:
    """Reads a record, and knows what might have come in place of each of chance's lines."""

    def __init__(self, seats: int, ids: Sequence[str]) -> None:
        self.seats = seats
        self.ids = sorted(ids)
        self.seen: set[str] = set()

    def outcomes(self, text: str) -> Outcomes:
        """All that could come where this came."""
        verb, *rest = text.split()
        found = self._rolled(verb, rest) or self._drawn(verb, rest)
        self.seen.update(rest if verb != "first" else ())
        return found

    def _rolled(self, verb: str, rest: list[str]) -> Outcomes:
        if verb == "roll":
            return throws(len(rest))
        if verb == "first":
            return [(f"first {seat}", 1) for seat in range(self.seats)]
        if verb == "join":
            return [(" ".join(["join", *order]), 1) for order in permutations(COLOURS)]
        return []

    def _drawn(self, verb: str, rest: list[str]) -> Outcomes:
        kind = rest[0].rpartition("-")[0]
        alike = [each for each in self.ids if each.rpartition("-")[0] == kind]
        left = [each for each in alike if each not in self.seen]
        if verb == "draw":
            return [(f"draw {one} {two}", 1) for one, two in combinations(left, 2)]
        return [(f"{verb} {each}", 1) for each in left]


def wrong(record: str, seats: int, ids: Sequence[str]) -> tuple[int, list[int]]:
    """How many outcomes a record with its proof has, and the plies of those that don't follow."""
    proof: dict[str, Any] = json.loads(record.rpartition("; fair ")[2])
    hashed = hashlib.sha256(bytes.fromhex(proof["secret"])).hexdigest()
    assert hashed == proof["commitment"]
    reader, count, found = Reader(seats, ids), 0, []
    lines = [line for line in record.splitlines() if line[:1] in "*0123456789" and line]
    for ply, line in enumerate(lines):
        who, _, text = line.partition(" ")
        if who != "*":
            continue
        outcomes = reader.outcomes(text)
        again = proof["again"].get(str(ply), 0)

        def say(tries: int, ply: int = ply, again: int = again) -> bytes:
            return message(proof["scheme"], proof["table"], proof["salt"], ply, again, tries)

        total = sum(weight for _, weight in outcomes)
        count += 1
        if lying_at(outcomes, point(proof["secret"], total, say)) != text:
            found.append(ply)
    return count, found


def shared_number(secret: str, text: str) -> int:
    """The number of a roll or of an outcome in a stack, in scheme 3."""
    return int(hmac.new(bytes.fromhex(secret), text.encode(), hashlib.sha256).hexdigest(), 16)


def shared_wrong(
    secret: str, luck: str, came: Sequence[tuple[int, str, list[str], str]]
) -> list[int]:
    """Which of these don't follow in scheme 3: round, kind|occasion, all outcomes, what came."""
    start, found, counts = f"cradle-dice-3|{luck}", [], dict[str, int]()
    for place, (round_, kind, texts, text) in enumerate(came):
        word, _, occasion = kind.partition("|")
        if word == "stack":
            numbers = {shared_number(secret, f"{start}|stack|{occasion}|{t}"): t for t in texts}
            expected = numbers[min(numbers)]
        else:
            name = f"{start}|roll|{round_}|{occasion}"
            counts[name] = counts.get(name, -1) + 1
            number = shared_number(secret, f"{name}|{counts[name]}")
            outcomes = throws(len(text.split()) - 1)
            total = sum(weight for _, weight in outcomes)
            expected = lying_at(outcomes, number * total // 2**256)
        if expected != text:
            found.append(place)
    return found
