"""When a message may go out: not while its reader sleeps, and turns by days perhaps once a day."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from cradle.server.store.channels import Quiet

DAY_MINUTES = 24 * 60


def may_go_at(at: int, now: int, quiet: Quiet, digest: bool) -> int:
    """The first moment from now on at which a message about what happened at `at` may go out."""
    moment = datetime.fromtimestamp(at / 1000, UTC)
    if digest:
        moment = _next(moment, quiet.zone, quiet.digest_at)
    moment = max(moment, datetime.fromtimestamp(now / 1000, UTC))
    if _is_quiet(moment, quiet):
        assert quiet.quiet_until is not None
        moment = _next(moment, quiet.zone, quiet.quiet_until)
    return max(now, round(moment.timestamp() * 1000))


def _is_quiet(moment: datetime, quiet: Quiet) -> bool:
    if quiet.quiet_from is None or quiet.quiet_until is None:
        return False
    local = moment.astimezone(ZoneInfo(quiet.zone))
    length = (quiet.quiet_until - quiet.quiet_from) % DAY_MINUTES
    return (local.hour * 60 + local.minute - quiet.quiet_from) % DAY_MINUTES < length


def _next(moment: datetime, zone: str, minute: int) -> datetime:
    """When a clock in that zone next shows a minute of the day; at the earliest, now."""
    local = moment.astimezone(ZoneInfo(zone))
    for day in range(3):  # Where clocks are put forward, a minute may not be on the first day.
        date = local.date() + timedelta(days=day)
        wanted = datetime.combine(date, time(minute // 60, minute % 60), ZoneInfo(zone))
        if wanted.astimezone(UTC) >= moment:
            break
    return wanted.astimezone(UTC)
