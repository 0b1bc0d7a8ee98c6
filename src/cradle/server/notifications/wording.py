"""What messages say, in the reader's language: who, what and where, and nothing of the game."""

from __future__ import annotations

from collections.abc import Sequence

from cradle import i18n
from cradle.server.notifications.message import Item, Outgoing
from cradle.server.notifications.relevance import Judged
from cradle.server.store.channels import Channel
from cradle.server.store.facts import TableFacts
from cradle.server.store.one_time_secrets import RESET
from cradle.server.store.people import Person


def word(
    key: str, channel: Channel, person: Person, told: Sequence[Judged], secret: str = ""
) -> Outgoing:
    """A message about these notifications; `secret` lets its reader choose a new password."""
    language = i18n.language(person.settings.get("language") or channel.language)
    items = tuple(_item(language, each, person, secret) for each in told)
    at = min(each.row.at for each in told)
    return Outgoing(key, channel, _title(language, items), items, language, at)


def _title(language: str, items: Sequence[Item]) -> str:
    if len(items) == 1:
        return i18n.say(language, f"notify.title.{items[0].kind}")
    return i18n.say(language, "notify.title.several", count=len(items))


def _item(language: str, each: Judged, person: Person, secret: str) -> Item:
    kind, facts = each.row.kind, each.facts
    if facts is None:
        text = i18n.say(language, f"notify.{kind}", login=person.login or "")
        return Item(kind, text, f"/reset/{secret}" if kind == RESET else "/me")
    about = {
        "game": i18n.title(language, facts.game),
        "host": each.host,
        "names": _others(language, facts, each.row.person),
    }
    text = i18n.say(language, f"notify.{kind}", **about)
    return Item(kind, text, f"/t/{facts.id}", facts.id)


def _others(language: str, facts: TableFacts, person: str) -> list[str]:
    """Who else sits there."""
    others = [each for each in facts.seats if each.person != person or each.name]
    return [
        i18n.say(language, f"web.level.{each.level}") if each.kind == "bot" else each.shown
        for each in others
    ]
