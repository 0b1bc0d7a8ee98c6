"""Numbers for a list of things. Compiled with the rules."""

from __future__ import annotations

from collections.abc import Sequence

from cradle.kernel.notation import Spoken


class Numbers:
    """A list of moves, or outcomes of chance, and the number of each."""

    def __init__(self, things: Sequence[Spoken]) -> None:
        self.things = things
        # Moves are made once and shared, so their identity finds them without hashing.
        self.by_identity: dict[int, int] = {id(thing): i for i, thing in enumerate(things)}
        self.by_value: dict[Spoken, int] = {thing: i for i, thing in enumerate(things)}

    def of(self, thing: Spoken) -> int:
        """The number of a thing, or KeyError."""
        found = self.by_identity.get(id(thing))
        return self.by_value[thing] if found is None else found

    def of_all(self, things: list[Spoken]) -> list[int]:
        """The number of each thing."""
        return [self.of(thing) for thing in things]

    def mask(self, things: list[Spoken]) -> bytearray:
        """A 1 for each of these things among all."""
        mask = bytearray(len(self.things))
        for thing in things:
            mask[self.of(thing)] = 1
        return mask
