"""Messages as e-mail: plain text, and the same as simple HTML."""

import html
import ssl
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from urllib.parse import urlsplit

from plantstore.core.service_settings import mail_server, secret_of
from plantstore.core.settings import PREFIX, SettingError, Settings
from plantstore.domain.alerts.email_address import split_named
from plantstore.domain.alerts.message import AlertMessage, Answer
from plantstore.domain.chats.plain_text import fit, one_line
from plantstore.domain.timestamps import to_datetime
from plantstore.operations.alerts.channels.message_parts import footer, links
from plantstore.sending.mail import Mailer
from plantstore.sending.tls import make_tls_context

SUBJECT_CHARS_MAX = 150
LINES_CHARS_MAX = 30_000
LINES_MAX = 500
REFERENCES_MAX = 10
DEFAULT_NAME = "Plant Store"
_POLICY = SMTP.clone(max_line_length=200)


class AlertMail:
    """Renders messages, and sends them through the mail server of the settings."""

    def __init__(self, mailer: Mailer, *, sender: str, site: str) -> None:
        self.mailer = mailer
        self._sender = sender
        self._site = site

    async def send(self, message: AlertMessage, addresses: tuple[str, ...]) -> Answer:
        mail = render(message, sender=self._sender, recipients=addresses, site=self._site)
        return await self.mailer.send(mail, addresses)

    def close(self) -> None:
        self.mailer.close()


def alert_mail(settings: Settings, tls: ssl.SSLContext | None = None) -> AlertMail | None:
    """Return the way to send e-mail of the settings; None if they name no server. Raise SettingError if it is wrong."""
    if not settings.mail_server:
        return None
    try:
        server = mail_server(settings.mail_server)
        password = secret_of(settings.mail_password, settings.mail_password_file, name="MAIL_PASSWORD_FILE")
    except ValueError as error:
        raise SettingError(f"{PREFIX}{error}") from error
    if password is not None and not (password.reveal().isascii() and password.reveal().isprintable()):
        raise SettingError(f"{PREFIX}MAIL_PASSWORD: smtplib can send printable ASCII only.")
    _, address = split_named(settings.mail_from)
    host = urlsplit(settings.public_url).hostname or ""
    mailer = Mailer(
        server,
        sender=address,
        password=password,
        tls=tls or make_tls_context(settings.ca_bundle, http=False),
        host_name=host if "." in host and not host[-1].isdigit() else "[127.0.0.1]",
    )
    return AlertMail(mailer, sender=settings.mail_from, site=host or "localhost")


def render(message: AlertMessage, *, sender: str, recipients: tuple[str, ...], site: str) -> EmailMessage:
    """Return the e-mail. Its Message-ID is the same each time; a header that is not one line raises ValueError.

    `Auto-Submitted` keeps programs from answering (RFC 3834), `List-Id` lets people sort (RFC 2919), and `References`
    shows the messages about one problem as a conversation.
    """
    name, address = split_named(sender)
    domain = address.partition("@")[2]
    mail = EmailMessage(policy=_POLICY)
    mail["From"] = Address(name or DEFAULT_NAME, addr_spec=address)
    mail["To"] = [Address(addr_spec=recipient) for recipient in recipients]
    mail["Subject"] = _subject(message)
    mail["Date"] = format_datetime(to_datetime(message.created_at))
    mail["Message-ID"] = f"<{message.id}@{domain}>"
    if message.incident_ids:
        mail["References"] = " ".join(f"<{one}@{domain}>" for one in message.incident_ids[:REFERENCES_MAX])
    mail["Auto-Submitted"] = "auto-generated"
    mail["X-Auto-Response-Suppress"] = "All"
    mail["List-Id"] = f"Alerts of {DEFAULT_NAME} <alerts.{site if '.' in site else domain}>"
    lines = fit(message.lines, size_max=LINES_CHARS_MAX, lines_max=LINES_MAX, form=str).lines
    mail.set_content(_plain(message, lines), cte="quoted-printable")
    mail.add_alternative(_html(message, lines), subtype="html", cte="quoted-printable")
    return mail


def _subject(message: AlertMessage) -> str:
    """Return the title without encoded words (RFC 2047): `EmailMessage` would decode one, even to a line end."""
    return one_line(message.title, chars_max=SUBJECT_CHARS_MAX).replace("=?", "= ?") or "Alert"


def _plain(message: AlertMessage, lines: list[str]) -> str:
    linked = [f"{text}: {url}" for text, url in links(message)]
    paragraphs = ["\n".join(lines), "\n".join(linked), f"-- \n{footer(message)}"]
    return "\n\n".join([one_line(message.title), *(paragraph for paragraph in paragraphs if paragraph)]) + "\n"


def _html(message: AlertMessage, lines: list[str]) -> str:
    body = "<br>\n".join(html.escape(line) for line in lines)
    linked = " &middot; ".join(f'<a href="{html.escape(url)}">{html.escape(text)}</a>' for text, url in links(message))
    parts = [f"<p><strong>{html.escape(one_line(message.title))}</strong></p>"]
    parts += [f"<p>{part}</p>" for part in (body, linked, f"<small>{html.escape(footer(message))}</small>") if part]
    return "<!doctype html>\n<html><body>\n" + "\n".join(parts) + "\n</body></html>\n"
