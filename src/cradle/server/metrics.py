"""Numbers for whoever keeps the server running, in Prometheus' form."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BATCHES = (1, 2, 5, 10, 20, 50, 100, 200)
FINE = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
COARSE = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 300.0)


class Metrics:
    """All we count; one registry a server, so that several may live in one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.moves = Counter("cradle_moves", "Rows added to logs", registry=self.registry)
        self.refused = Counter("cradle_refused", "Refusals by key", ["key"], registry=self.registry)
        self.requests = Counter(
            "cradle_requests", "Requests", ["method", "status"], registry=self.registry
        )
        self.acts = Histogram(
            "cradle_act_seconds", "From move to kept", buckets=FINE, registry=self.registry
        )
        self.thinking = Histogram(
            "cradle_think_seconds", "A bot's answer", buckets=COARSE, registry=self.registry
        )
        self.think_wait = Histogram(
            "cradle_think_wait_seconds", "A bot's turn", buckets=COARSE, registry=self.registry
        )
        self.think_queue = Gauge(
            "cradle_think_queue", "Bots that wait for their turn", registry=self.registry
        )
        self.think_dropped = Counter(
            "cradle_think_dropped", "Turns put off, for too many wait", registry=self.registry
        )
        self.bot_failures = Counter(
            "cradle_bot_failures", "Bots that failed", ["level"], registry=self.registry
        )
        self.sockets = Gauge("cradle_sockets", "Open sockets and streams", registry=self.registry)
        self.tables = Gauge("cradle_tables", "Tables in memory", registry=self.registry)
        self.write_queue = Gauge(
            "cradle_write_queue", "Works that wait to be kept", registry=self.registry
        )
        self.write_batch = Histogram(
            "cradle_write_batch", "Works kept together", buckets=BATCHES, registry=self.registry
        )
        self.write_seconds = Histogram(
            "cradle_write_seconds", "Keeping a batch", buckets=FINE, registry=self.registry
        )
        self.lock_wait = Histogram(
            "cradle_lock_wait_seconds", "The writer's turn", buckets=FINE, registry=self.registry
        )
        self.told = Counter(
            "cradle_told", "Messages to people", ["kind", "outcome"], registry=self.registry
        )
        self.faults = Counter("cradle_faults", "Errors of our own", registry=self.registry)

    def text(self) -> bytes:
        """The page."""
        return generate_latest(self.registry)
