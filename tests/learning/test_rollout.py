"""What a decision turned out to be worth, against sums done by hand."""

import pytest

from tests.system import need_torch

torch = need_torch()

from cradle.learning.exchange import Plan  # noqa: E402
from cradle.learning.rollout import (  # noqa: E402
    Rollout,
    advantages,
    bounded,
    joined,
    samples,
    scaled,
    turned,
)


def rollout(steps: int = 4, seats: int = 2) -> Rollout:
    """A rollout of one table a group, with made-up values."""
    plan = Plan(tables=1, size=5, moves=9, players=3, actors=1, lines=2)
    made = Rollout(plan, steps, torch.device("cpu"))
    torch.manual_seed(4)
    made.values.copy_(torch.rand(made.values.shape))
    made.rows[..., -1] = seats
    made.learns[:] = True
    return made


def test_players_are_turned_to_seats_and_back() -> None:
    values = torch.arange(3.0).view(1, 3, 1).expand(2, 3, 1)
    turns, seats = torch.tensor([1, 1]), torch.tensor([2, 3])
    by_seat = turned(values, turns, seats)
    assert by_seat[..., 0].tolist() == [[1.0, 0.0, 2.0], [2.0, 0.0, 1.0]]
    assert torch.equal(turned(by_seat, turns, seats, back=True), values)


@pytest.mark.parametrize("seats", [2, 3])
def test_advantages_are_the_sums_of_the_textbook(seats: int) -> None:
    made = rollout(seats=seats)
    made.done[2, 0] = True
    made.outcomes[2, 0] = 1.0
    after = torch.rand(made.values[0].shape)
    found = advantages(made, after, 0.9)
    decay = 0.9 ** (1.0 / seats)
    for group in (0, 1):
        for seat in range(seats):
            expected, ahead, then = [0.0] * 4, 0.0, float(after[group, 0, seat, 0])
            for step in (3, 2, 1, 0):
                done = bool(made.done[step, group, 0])
                now = float(made.values[step, group, 0, seat, 0])
                then, ahead = (1.0, 0.0) if done else (then, ahead)
                expected[step] = ahead = then - now + decay * ahead
                then = now
            assert found[:, group, 0, seat, 0].tolist() == pytest.approx(expected, abs=1e-5)


def test_rollouts_of_several_machines_are_worth_what_each_is() -> None:
    parts, cpu = [rollout(), rollout(seats=3)], torch.device("cpu")
    parts[1].values.add_(0.5)
    parts[1].done[1, 1] = True
    after = [torch.rand(part.values[0].shape) for part in parts]
    whole = advantages(joined(parts, cpu), torch.cat(after, 1), 0.9)
    alone = [advantages(part, then, 0.9) for part, then in zip(parts, after, strict=True)]
    assert torch.equal(whole, torch.cat(alone, 2))


def test_decisions_of_older_selves_are_left_out() -> None:
    made = rollout()
    made.learns[1, 0, 0] = False
    found = samples(made, made.values[0], 0.9, 0.3)
    assert found.chosen.tolist() == [0, 1, 3, 4, 5, 6, 7]


def test_advantages_are_scaled_for_each_number_of_players() -> None:
    worth = torch.tensor([1.0, 3.0, 100.0, 300.0, 7.0])
    seats = torch.tensor([2, 2, 4, 4, 4])
    learns = torch.tensor([True, True, True, True, False])
    assert scaled(worth, seats, learns).tolist() == pytest.approx([-1, 1, -1, 1, 0], abs=1e-3)


def test_chances_stay_chances() -> None:
    targets = torch.tensor([[[1.2, 0.5, 9.0], [-0.2, -0.5, 9.0]]])
    assert bounded(targets)[0, :, 0].tolist() == pytest.approx([1.0, 0.0])
