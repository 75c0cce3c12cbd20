"""E-mails about problems: headers, text and HTML, whatever the text of the message is."""

import email
import html
import re
from email.policy import SMTP

import pytest
from hypothesis import given, settings

from plantstore.domain.alerts.email_address import check_address, split_named
from plantstore.operations.alerts.channels.email import render
from plantstore.sending.mail import MAIL_BYTES_MAX
from tests.operations.alerts.messages import a_message
from tests.operations.alerts.test_formats import NASTY, messages

SENDER, TO = "Plant Store <store@shop.example>", ("owner@shop.example", "helper@shop.example")


def rendered(
    message: object = None, *, sender: str = SENDER, recipients: tuple[str, ...] = TO
) -> email.message.Message:
    mail = render(message or a_message(), sender=sender, recipients=recipients, site="plants.example")  # type: ignore[arg-type]
    return email.message_from_bytes(bytes(mail), policy=SMTP)


def test_an_email_has_the_manners_of_an_automatic_one() -> None:
    mail = rendered()

    assert {name: mail[name] for name in mail if name not in ("Content-Type", "MIME-Version")} == {
        "From": "Plant Store <store@shop.example>",
        "To": "owner@shop.example, helper@shop.example",
        "Subject": "ERP is failing",
        "Date": "Mon, 01 Jun 2026 12:00:00 +0000",
        "Message-ID": "<msg_01kjxsnhx04t8gcvq1mz7b5e3d@shop.example>",
        "References": "<inc_01kjxsnhx04t8gcvq1mz7b5e3d@shop.example>",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "List-Id": "Alerts of Plant Store <alerts.plants.example>",
    }
    plain, formed = (part.get_content() for part in mail.iter_parts())  # type: ignore[attr-defined]
    assert "347 deliveries are queued; none are lost." in plain
    assert "Open in Plant Store: https://plants.example/receivers/rcv_0000000000007" in plain
    assert '<a href="https://plants.example/receivers/rcv_0000000000007">Open in Plant Store</a>' in formed


@settings(max_examples=60)
@given(message=messages())
def test_every_message_is_one_email_of_bounded_size(message: object) -> None:
    content = bytes(render(message, sender=SENDER, recipients=TO, site="plants.example"))  # type: ignore[arg-type]
    mail = email.message_from_bytes(content, policy=SMTP)

    assert len(content) <= MAIL_BYTES_MAX
    assert max(map(len, content.split(b"\r\n"))) <= 998  # RFC 5322 §2.1.1
    assert b"\n" not in content.replace(b"\r\n", b"")
    assert content.isascii()
    assert [mail["To"], mail["Auto-Submitted"]] == ["owner@shop.example, helper@shop.example", "auto-generated"]
    assert mail.defects == [] and not mail["Bcc"]


@pytest.mark.parametrize("text", [*NASTY, "x\r\nBcc: evil@evil.example\r\n\r\nbody", "=?utf-8?q?x=0ABcc:_evil?="])
def test_no_text_adds_a_header_or_an_element(text: str) -> None:
    mail = rendered(a_message(title=text, lines=(text,), link="", acknowledge_link=""))

    assert len(mail.keys()) == 11 and not mail["Bcc"]
    formed = list(mail.iter_parts())[1].get_content()  # type: ignore[attr-defined]
    assert set(re.findall(r"<[^>]*>", formed)) <= {
        "<!doctype html>", "<html>", "<body>", "<p>", "<strong>", "</strong>", "</p>", "<small>", "</small>", "<br>",
        "</body>", "</html>",
    }  # fmt: skip
    assert html.unescape(formed).count("Warning") == 1


@pytest.mark.parametrize(
    "address",
    ["", "owner", "owner@", "@shop.example", "a@b@c", "a b@c.example", "a@b.example\r\nBcc: x@y.example", "a@b,c@d",
     "<a@b.example>", '"a b"@c.example', "a@-b.example", "ä@b.example", "a@[127.0.0.1]", f"{'x' * 65}@b.example",
     f"a@{'b' * 64}.example", f"a@{'.'.join(['b' * 60] * 5)}", "a@b.example>", "a@b.example\0", "a..b@c.example",
     "=?utf-8?q?x=0ABcc=3A_evil?=@b.example"],
)  # fmt: skip
def test_a_wrong_address_is_refused(address: str) -> None:
    with pytest.raises(ValueError):
        check_address(address)


def test_a_sender_may_have_a_name() -> None:
    assert split_named("store@shop.example") == ("", "store@shop.example")
    assert split_named("Café <store@shop.example>") == ("Café", "store@shop.example")
    for wrong in (
        "x\r\ny <store@shop.example>",
        "a <b> <store@shop.example>",
        "<>",
        "",
        "x <y>",
        "=?utf-8?q?x=0A?= <a@b.example>",
    ):
        with pytest.raises(ValueError):
            split_named(wrong)
    assert rendered(sender="Café <store@shop.example>")["From"] == "Café <store@shop.example>"
