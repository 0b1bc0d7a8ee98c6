"""Mail: plain text, one message for everything that is due, with one click to end it (RFC 8058)."""

from __future__ import annotations

from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Any
from urllib.parse import unquote, urlsplit

from aiosmtplib import (
    SMTP,
    SMTPException,
    SMTPRecipientsRefused,
    SMTPResponse,
    SMTPResponseException,
)

from cradle import i18n
from cradle.server.notifications.message import Begin, NeverSent, NotSent, Outgoing, Unanswered
from cradle.server.store.channels import Channel

SMTP_S = 20.0
NEAR = ("localhost", "127.0.0.1", "::1")


def token_of(channel: Channel) -> str:
    """What links in mails know a channel by; nobody can guess it."""
    return f"{channel.id}-{channel.secrets['token']}"


class Client(SMTP):
    """A client of a mail server, which takes a mail with the end of its text and not before."""

    begin: Begin

    async def data(self, message: str | bytes, /, **more: Any) -> SMTPResponse:
        """Send the text of a mail whose reader was accepted."""
        await self.begin()
        return await super().data(message, **more)


class Mail:
    """A way to send mail: by a server (`smtp://` or `smtps://`), from an address, for a site."""

    def __init__(self, server: str, sender: str, site: str) -> None:
        self.server = urlsplit(server)
        self.sender = Address("Cradle", addr_spec=sender)
        self.site = site.rstrip("/")

    def knows_again(self, channel: Channel) -> bool:
        """Most mailboxes show a `Message-ID` once, and a lost mail is worse than a second one."""
        return True

    async def send(self, message: Outgoing, begin: Begin) -> None:
        """Hand a message over to the mail server."""
        client = self._client()
        client.begin = begin
        try:
            async with client:
                await client.send_message(self.compose(message))
        except (SMTPException, OSError) as error:
            raise refusal_of(error) from None

    def _client(self) -> Client:
        server, secure = self.server, self.server.scheme == "smtps"
        near = server.hostname in NEAR
        return Client(
            hostname=server.hostname,
            port=server.port or (465 if secure else 587),
            username=None if server.username is None else unquote(server.username),
            password=None if server.password is None else unquote(server.password),
            use_tls=secure,
            # A password never travels in the open, but within this machine.
            start_tls=False if secure or near else True if server.username else None,
            timeout=SMTP_S,
        )

    def compose(self, message: Outgoing) -> EmailMessage:
        """The message as it travels; at every try the same, by the same name."""
        mail, leave = EmailMessage(), f"{self.site}/api/unsubscribe/{token_of(message.channel)}"
        mail["From"] = str(self.sender)
        mail["To"] = message.channel.address
        mail["Subject"] = message.title
        mail["Date"] = format_datetime(datetime.fromtimestamp(message.at / 1000, UTC))
        mail["Message-ID"] = f"<{message.key}@{urlsplit(self.site).hostname}>"
        mail["Auto-Submitted"] = "auto-generated"
        mail["List-Unsubscribe"] = f"<{leave}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        mail.set_content(self._text(message))
        mail["Content-Language"] = message.language
        return mail

    def _text(self, message: Outgoing) -> str:
        token = token_of(message.channel)
        told = [f"{item.text}\n{self._link(item.kind, item.path, token)}" for item in message.items]
        leave = f"{self.site}/unsubscribe/{token}"
        foot = i18n.say(message.language, "notify.foot", site=self.site, leave=leave)
        return "\n\n".join([*told, f"-- \n{foot}\n"])

    def _link(self, kind: str, path: str, token: str) -> str:
        return self.site + (f"/confirm/{token}" if kind == "confirm" else path)


def refusal_of(error: SMTPException | OSError) -> NotSent:
    """What became of a mail: refused for good only if its reader's address was."""
    if isinstance(error, SMTPRecipientsRefused):
        codes = [each.code for each in error.recipients]
        if all(code >= 500 for code in codes):
            return NeverSent(f"the mail server refused the address ({codes[0]})", gone=True)
        return NotSent(f"the mail server put it off ({codes[0]})")
    if isinstance(error, SMTPResponseException):
        return NotSent(f"the mail server answered {error.code}")
    return Unanswered("the mail server can't be reached")
