"""Where tables and network meet: rows in, moves out, everything written down for learning."""

from __future__ import annotations

import atexit
import multiprocessing as mp
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any, NamedTuple

import torch
from torch import Tensor

from cradle.learning.actor import Actor, act, stretches
from cradle.learning.config import Config
from cradle.learning.cuda_graph import CudaGraph
from cradle.learning.exchange import GROUPS, STOP, Exchange, Plan, SharedExchange
from cradle.learning.features import Features
from cradle.learning.model import NEVER, Model, Unpack
from cradle.learning.network import Network
from cradle.learning.opponents import networks
from cradle.learning.rollout import Rollout, predicted, seats_of, turned
from cradle.learning.stopwatch import Stopwatch
from cradle.learning.tables import OLDER

PATIENCE = 120  # seconds an actor may be silent
SEEN = ("rows", "masks", "turns", "frozen")  # what the network is asked with


class ActorLost(RuntimeError):
    """An actor process ended, or doesn't answer."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}; the same command goes on from the last checkpoint")


class Crew:
    """The actor processes."""

    def __init__(self, config: Config, plan: Plan) -> None:
        context = mp.get_context("spawn")
        exchange = self.exchange = SharedExchange(plan)
        count = config.actors.processes
        self.go = [[context.Semaphore(0) for _ in range(GROUPS)] for _ in range(count)]
        self.ready = [[context.Semaphore(0) for _ in range(GROUPS)] for _ in range(count)]
        self.processes = [
            context.Process(
                target=act,
                args=(config, i, plan, exchange.memory.name, self.go[i], self.ready[i]),
                daemon=True,
            )
            for i in range(count)
        ]
        for process in self.processes:
            process.start()
        atexit.register(self.kill)  # else Python waits in the end for those that weren't closed

    def wait(self, group: int) -> None:
        """Until all actors have shown a group's tables."""
        for number, ready in enumerate(self.ready):
            for _ in range(PATIENCE):
                if ready[group].acquire(timeout=1.0):
                    break
                self._check(number)
            else:
                raise ActorLost(f"actor {number} hasn't answered for {PATIENCE} s")

    def release(self, group: int) -> None:
        """Let all actors play the moves of a group."""
        for go in self.go:
            go[group].release()

    def _check(self, number: int) -> None:
        """An actor may take its time, but must be alive."""
        process = self.processes[number]
        if not process.is_alive():
            raise ActorLost(f"actor {number} ended by itself (exit code {process.exitcode})")

    def close(self) -> None:
        """End all actors."""
        self.exchange["moves"][:] = STOP
        for group in range(GROUPS):
            self.release(group)
        for process in self.processes:
            process.join(2.0)
        self.kill()
        atexit.unregister(self.kill)

    def kill(self) -> None:
        """End all actors that are left, whatever they are at."""
        for process in self.processes:
            process.kill()


class OneActor:
    """An actor in this very process, which has answered as soon as it is told to."""

    def __init__(self, config: Config, plan: Plan) -> None:
        self.exchange = Exchange(plan)
        self.actor = Actor(config, 0, self.exchange)
        for group in range(GROUPS):
            self.actor.show(group)

    def wait(self, group: int) -> None:
        """It has shown the group's tables."""

    def release(self, group: int) -> None:
        """Play the moves of a group, and show its tables."""
        self.actor.answer(group)
        self.actor.show(group)

    def close(self) -> None:
        """It ends with this process."""


class Thought(NamedTuple):
    """What the network makes of a group: moves with their odds, and values by seat."""

    moves: Tensor
    sent: Tensor  # the moves as actors read them
    logps: Tensor
    values: Tensor


class Collector:
    """Asks the network for moves and fills rollouts; on a GPU in a stream of its own."""

    def __init__(
        self,
        config: Config,
        features: Features,
        model: Model,
        device: torch.device,
        crew: type[Crew | OneActor] = Crew,
    ) -> None:
        rivals = networks(config)  # first: who is missing is refused before any actor is there
        plan = Plan.of(
            features, config.actors.processes, config.actors.tables, len(config.opponents)
        )
        self.device, self.plan = device, plan
        self.watch = Stopwatch()
        self.crew = crew(config, plan)
        self.exchange: Exchange = self.crew.exchange
        self.gpu = device.type == "cuda"
        self.kind = torch.bfloat16 if self.gpu else torch.float32
        own = Network(features, config.network, model.numpy())
        self.acting = _frozen(own, device, self.kind)
        self.older = [_frozen(own, device, self.kind) for _ in range(config.older.at_once)]
        self.frozen = [*self.older, *(_frozen(each, device, self.kind) for each in rivals.values())]
        rows = _rows(config, OLDER)
        places = [rows[i :: config.older.at_once] for i in range(config.older.at_once)]
        places += [_rows(config, number) for number in rivals]
        self.frozen_rows = [torch.tensor(each, dtype=torch.int64, device=device) for each in places]
        self.unpack = Unpack(features.moves).to(device)
        self.seen = {name: self._take(name, 0) for name in SEEN}
        self.think = CudaGraph(self._think, self.gpu)
        self.stream = torch.cuda.Stream(device, priority=-1) if self.gpu else None
        if self.gpu:
            pin(self.exchange)
            torch.cuda.synchronize()

    def streaming(self) -> AbstractContextManager[Any]:
        """Work in the collector's own stream."""
        return torch.cuda.stream(self.stream) if self.stream else nullcontext()

    def close(self) -> None:
        """End the actors and free the memory."""
        self.crew.close()
        if self.gpu:
            unpin(self.exchange)
        self.exchange.close()

    def step(self, group: int, step: int, into: Rollout, before: Rollout | None) -> None:
        """One decision of every table of a group; its last one's end goes where it belongs."""
        with self.watch.on("waiting"):
            self.crew.wait(group)
        with self.watch.on("thinking"), torch.no_grad(), self.streaming():
            if before is not None:
                self._end(group, (step - 1) % into.steps, before)
            thought = self._ask(group)
            self.exchange["moves"][group] = thought.sent.cpu().numpy()
            self.crew.release(group)
            into.rows[step, group] = self.seen["rows"]
            into.masks[step, group] = self.seen["masks"]
            into.turns[step, group] = self.seen["turns"]
            into.learns[step, group] = self.seen["frozen"] == 0
            into.moves[step, group] = thought.moves
            into.logps[step, group] = thought.logps
            into.values[step, group] = thought.values

    def finish(self, rollout: Rollout) -> Tensor:
        """The end of a rollout that no other follows at once; what is predicted after it."""
        with torch.no_grad():
            for group in range(GROUPS):
                self._end(group, rollout.steps - 1, rollout)
            return torch.stack([self._ask(group).values.clone() for group in range(GROUPS)])

    def _end(self, group: int, step: int, rollout: Rollout) -> None:
        """Which games a group's decisions of a step have ended, and how."""
        rollout.done[step, group] = self._take("done", group).bool()
        rollout.outcomes[step, group] = self._take("outcomes", group)

    def _ask(self, group: int) -> Thought:
        for name, place in self.seen.items():
            place.copy_(torch.from_numpy(self.exchange[name][group]), non_blocking=True)
        thought: Thought = self.think()
        return thought

    def _take(self, name: str, group: int) -> Tensor:
        shared = torch.from_numpy(self.exchange[name][group])
        return shared.to(self.device, non_blocking=True, copy=True)

    def _think(self) -> Thought:
        rows, turns = self.seen["rows"], self.seen["turns"].long()
        logits, outputs = self._judge(rows, self.seen["masks"], self.seen["frozen"].bool())
        moves = _drawn(logits)
        logps = logits.log_softmax(-1).gather(1, moves[:, None])[:, 0]
        values = turned(predicted(outputs), turns, seats_of(rows))
        return Thought(moves, moves.to(torch.int32), logps, values)

    def _judge(self, rows: Tensor, masks: Tensor, frozen: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of legal moves, by whoever must choose, and what the learner predicts."""
        logits, outputs = self.acting(rows, self.kind)
        logits = logits.float()
        for model, at in zip(self.frozen, self.frozen_rows, strict=True):
            if len(at):
                theirs, _ = model(rows[at], self.kind)
                logits[at] = torch.where(frozen[at][:, None], theirs.float(), logits[at])
        return logits.masked_fill(~self.unpack(masks), NEVER), outputs


def _frozen(network: Network, device: torch.device, kind: torch.dtype) -> Model:
    """A copy that only plays."""
    copy = Model(network.features, network.shape, network.weights).to(device)
    copy.weights.to(kind)
    copy.requires_grad_(False)
    return copy


def _rows(config: Config, wanted: int) -> list[int]:
    """The tables at which somebody sits beside the learner."""
    own = [
        each.start + place
        for each in stretches(config)
        for place, other in enumerate(each.others)
        if other == wanted
    ]
    tables = config.actors.tables
    return [actor * tables + place for actor in range(config.actors.processes) for place in own]


def _drawn(logits: Tensor) -> Tensor:
    """A move by its odds (the largest of logits with Gumbel noise)."""
    noise = torch.rand_like(logits).clamp_(1e-9, 1.0 - 1e-7)
    return (logits - noise.log_().neg_().log_()).argmax(-1)


def pin(exchange: Exchange) -> None:
    """Let the GPU read the shared memory directly, where the system allows it."""
    with suppress(RuntimeError, AttributeError, TypeError):
        torch.cuda.cudart().cudaHostRegister(_address(exchange), exchange.plan.size_of_all(), 0)
    with suppress(RuntimeError):  # a refusal is reported by the next kernel: here, and no later
        torch.ones(1, device="cuda").add_(1.0)


def unpin(exchange: Exchange) -> None:
    """Take that back before the memory goes."""
    with suppress(RuntimeError, AttributeError, TypeError):
        torch.cuda.synchronize()
        torch.cuda.cudart().cudaHostUnregister(_address(exchange))


def _address(exchange: Exchange) -> int:
    return int(exchange["rows"].ctypes.data)  # the first of the arrays
