"""Values that fit a JSON schema, or nearly: what bad requests are made of."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.mutations import VALUES, noise

Schema = Mapping[str, Any]
NUMBERS = (-1, 0, 1, 2, 9, 10, 64, 2**31, 2**63, 10**30)


@dataclass(frozen=True)
class Sampler:
    """Makes values for schemas; strings come from `texts`, which mean something to the server."""

    document: Schema
    texts: Sequence[str]
    rng: random.Random

    def value(self, schema: Schema) -> Any:
        """A value of this schema."""
        rng = self.rng
        if "$ref" in schema:
            return self.value(self._resolved(schema["$ref"]))
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return self.value(rng.choice(schema[several]))
        if "const" in schema or "enum" in schema:
            return rng.choice([schema.get("const"), *schema.get("enum", [])])
        match schema.get("type"):
            case "string":
                return self.text()
            case "integer":
                return self._number(schema)
            case "boolean":
                return rng.random() < 0.5
            case "array":
                return [self.value(schema.get("items", {})) for _ in range(rng.randrange(4))]
            case "object":
                return self._object(schema)
        return rng.choice(VALUES)

    def text(self) -> str:
        """A text with a meaning, or hardly."""
        return noise(self.rng) if self.rng.random() < 0.2 else self.rng.choice(self.texts)

    def _resolved(self, reference: str) -> Schema:
        found: Any = self.document
        for part in reference.removeprefix("#/").split("/"):
            found = found[part]
        return dict(found)

    def _number(self, schema: Schema) -> int:
        edges = [
            schema[edge] + step
            for edge in ("minimum", "maximum")
            if edge in schema
            for step in (-1, 0, 1)
        ]
        return int(self.rng.choice([*edges, *NUMBERS]))

    def _object(self, schema: Schema) -> dict[str, Any]:
        required = schema.get("required", [])
        made = {
            name: self.value(each)
            for name, each in schema.get("properties", {}).items()
            if name in required or self.rng.random() < 0.5
        }
        if isinstance(more := schema.get("additionalProperties"), dict):
            made |= {self.text(): self.value(more) for _ in range(self.rng.randrange(3))}
        return made
