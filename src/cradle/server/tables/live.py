"""A table in memory: its facts, its game, what was just heard, and who is looking."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Collection, Mapping, Sequence
from time import monotonic
from typing import Any

from cradle.bots import LEVELS
from cradle.bots.levels import SECONDS
from cradle.kernel.notation import describe
from cradle.kernel.step import Aside, News, Step, Together, heard
from cradle.server.store.bot_turns import Asked
from cradle.server.store.facts import TableFacts
from cradle.server.store.people import Person
from cradle.server.store.receipts import Key
from cradle.server.tables.clocks import Clocks
from cradle.server.tables.notices import event_topic, person_topic, table_topic
from cradle.server.timestamps import ServerTime
from cradle.table import Table

STAND_IN = LEVELS[1]
LONGEST_S = max(SECONDS.values())
SNAPSHOT_AFTER = 64
RING = 48
MOST_PAYLOADS = 3
MOST_PREVIEWS = 128


class LiveTable:
    """One table. All reading and changing happens while its lock is held.

    `question[seat]` is the number at which a seat's present question arose; `floor` is the number
    from which on the ring still knows all news, `corrected` that of the last row that took answers
    back. `key` names the act that is under way, `sat` who sat here when something was last told. A
    table that turned out stale is `gone`. `plans` are what seats answer next, as their people have
    laid it down.
    """

    def __init__(self, facts: TableFacts, time: ServerTime, key: Key | None = None) -> None:
        self.facts = facts
        self.time = time
        self.table: Table | None = None
        self.raw: list[News | Aside] = []
        self.key = key
        self.lock = asyncio.Lock()
        self.ring: deque[tuple[int, list[News | Aside]]] = deque()
        self.floor = facts.seq
        self.question = [facts.seq] * facts.size
        self.corrected = 0
        self.sat = set(facts.people())
        self.online: Counter[str | None] = Counter()
        self.revision = 0
        self.chat = 0
        self.gone = False
        self.snapshot_round = facts.round
        self.snapshot_ply = facts.ply
        self.used = monotonic()
        self.payloads: dict[int | None, bytes] = {}
        self.previews: dict[tuple[int, str], Any] = {}
        self.thinking: set[int] = set()
        self.plans: dict[int, tuple[str, ...]] = {}
        self.clocks = _clocks_of(facts)

    @property
    def id(self) -> str:
        """The table's id."""
        return self.facts.id

    @property
    def playing(self) -> bool:
        """Whether answers are being taken."""
        return self.facts.state == "playing" and self.table is not None

    def put(self, table: Table) -> None:
        """Play this game from now on: its news come here."""
        self.table = table
        table.listener = self.raw.extend

    @property
    def sealing(self) -> bool:
        """Whether seats choose in secret now."""
        stack = self.table.state.stack if self.table is not None else []
        return bool(stack) and isinstance(stack[-1], Together)

    @property
    def arose(self) -> int:
        """The number at which what is asked now arose: the same in every process.

        Others' answers that are sealed don't change it, but taking back to them does.
        """
        sealed = len(self.table.state.sealed) if self.table is not None else 0
        return max(self.facts.seq - sealed, self.corrected)

    def forced(self, seat: int) -> bool:
        """Whether all can see that a seat has no choice: one move, and no sealed choice."""
        return self.table is not None and not self.sealing and len(self.table.moves(seat)) == 1

    def level(self, seat: int) -> str:
        """The level of the bot that answers for a seat, or would."""
        return self.facts.seats[seat].bot or STAND_IN

    def ask_anew(self, before: Sequence[Step], seats: Collection[int], seq: int) -> Collection[int]:
        """A question arose at a number: for all if the stack changed, or for these; for whom."""
        assert self.table is not None
        renewed = range(self.facts.size) if self.table.state.stack != before else seats
        for seat in renewed:
            self.question[seat] = seq
        return renewed

    def wants_snapshot(self) -> bool:
        """Whether it is time to keep one: after a round or many answers, if none is sealed."""
        facts, sealed = self.facts, self.table is None or bool(self.table.state.sealed)
        far = facts.ply - self.snapshot_ply >= SNAPSHOT_AFTER
        return not sealed and (far or facts.round != self.snapshot_round)

    def note_snapshot(self) -> None:
        """One is kept of where the game stands."""
        self.snapshot_ply, self.snapshot_round = self.facts.ply, self.facts.round

    def hear(self, seq: int, first: Sequence[News] = ()) -> None:
        """Remember what the game has told up to a number, and forget the oldest."""
        self.ring.append((seq, [*first, *self.raw]))
        self.raw.clear()
        while len(self.ring) > RING:
            self.floor = self.ring.popleft()[0]

    def forget_news(self) -> None:
        """What happened before now can't be told."""
        self.floor = self.facts.seq
        self.ring.clear()
        self.raw.clear()

    def knows(self, since: int) -> bool:
        """Whether all news after a number are still here."""
        return self.floor <= since <= self.facts.seq

    def news(self, listener: int | None, since: int) -> list[dict[str, Any]]:
        """What a listener heard after a number."""
        told = (each for seq, news in self.ring if seq > since for each in news)
        return [describe(word) for each in told if (word := heard(each, listener)) is not None]

    def topics(self, event: bool) -> list[str]:
        """What a change is about: the table, those who sit or sat here, perhaps its event."""
        before, self.sat = self.sat, set(self.facts.people())
        found = [table_topic(self.id), *map(person_topic, before | self.sat)]
        return found + ([event_topic(self.facts.event)] if event and self.facts.event else [])

    def changed(self) -> None:
        """What was worked out before no longer holds."""
        self.forget_answers()
        self.used = monotonic()

    def forget_answers(self) -> None:
        """Whoever asks next has it worked out anew."""
        self.payloads.clear()
        self.previews.clear()

    def keep_payload(self, since: int | None, payload: bytes) -> None:
        """Keep what spectators who know all up to a number are told; only for the latest few."""
        self.payloads[since] = payload
        while len(self.payloads) > MOST_PAYLOADS:
            del self.payloads[next(iter(self.payloads))]

    def keep_previews(self, seat: int, found: Mapping[str, Any]) -> None:
        """Keep what moves would bring; if that gets too much, only the latest."""
        if len(self.previews) + len(found) > MOST_PREVIEWS:
            self.previews.clear()
        self.previews |= {(seat, text): each for text, each in found.items()}

    def rename(self, person: Person) -> bool:
        """Show a person as they are now, unless they have another name here; whether they sit."""
        seats = [each for each in self.facts.seats if each.person == person.id]
        for each in seats:
            each.shown, each.guest = each.name or person.name, person.guest
        self.revision += bool(seats)
        return bool(seats)

    def is_idle(self, before: float) -> bool:
        """Whether nobody looks at it or thinks about it, and nobody has since."""
        watched = self.online or self.thinking or self.lock.locked()
        return not watched and self.used < before

    def asked_bots(self) -> list[int]:
        """The asked seats of bots."""
        if not self.playing or self.table is None:
            return []
        return [seat for seat in self.table.asked if self.facts.seats[seat].bot is not None]

    def waiting_bots(self) -> list[int]:
        """The asked seats of bots that don't think yet."""
        return [seat for seat in self.asked_bots() if seat not in self.thinking]

    def bot_turns(self, anew: Collection[int] = ()) -> list[Asked]:
        """The bots that are asked, some of them another question than before."""
        return [
            Asked(seat, SECONDS.get(self.level(seat), LONGEST_S), seat in anew)
            for seat in self.asked_bots()
        ]

    def asked_people(self) -> list[str]:
        """The people a running game waits for, each once; where bots stand in, nobody."""
        if self.facts.state != "playing":
            return []
        seats = [self.facts.seats[seat] for seat in self.facts.asked]
        waiting = (each.person for each in seats if each.person and each.bot is None)
        return list(dict.fromkeys(waiting))

    def timed(self) -> list[int]:
        """The asked seats whose clocks run: those of people, also where a bot stands in."""
        if not self.playing or self.table is None:
            return []
        return [seat for seat in self.table.asked if self.facts.seats[seat].kind == "person"]

    def take_clocks(self) -> None:
        """Have the clocks stand as new facts say; what is given back for lines stays."""
        delays = self.clocks.delays
        self.clocks = _clocks_of(self.facts)
        self.clocks.delays = delays
        self.clocks.ask(self.timed(), self.time.now())

    def run_clocks(self) -> None:
        """Let the clocks run of those who are asked, and have the facts say how they stand."""
        clocks, facts = self.clocks, self.facts
        clocks.ask(self.timed(), self.time.now())
        facts.deadline_ms = clocks.deadline()
        for each in facts.seats:
            each.left_ms, each.since_ms = clocks.left[each.seat], clocks.since.get(each.seat)


def _clocks_of(facts: TableFacts) -> Clocks:
    return Clocks(
        facts.pace,
        [each.left_ms for each in facts.seats],
        {each.seat: each.since_ms for each in facts.seats if each.since_ms is not None},
        {each.seat for each in facts.seats if each.stand_in is not None},
    )
