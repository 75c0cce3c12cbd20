"""Every form works in a browser that runs no script."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import FilePayload, Page, Request

from plantstore.web.console.routes import PAGES
from tests.browser.answering import Reaction, Receivers
from tests.browser.authenticator import a_device, invite
from tests.browser.doing import fill, follow, posted_to, press, reads
from tests.browser.serving import Store, until
from tests.browser.shop import Shop
from tests.browser.visitors import Visitors
from tests.catalogue.photos.pictures import a_jpeg

OF_ONE_WEBHOOK = ("test", "state", "edit", "rotate", "remove")
ACKNOWLEDGE = re.compile(rb"/alerts/acknowledge/[A-Za-z0-9_.-]+")
NEED_SCRIPT = {"/passkeys/options", "/account/passkeys"}  # no passkey is created without it
AT_A_PROVIDER = {  # test_openid.py sends these, without script too
    "/sign-in/openid",
    "/account/openid",
    "/account/accounts/{account}/unlinking",
    "/people/{id}/accounts/{account}/unlinking",
}
PHOTOS = (("leaf", 80), ("bud", 64))
LIST = b"sku,name,price\r\nLIST-1,Hoya carnosa,12.00\r\nLIST-2,Hoya kerrii,14.00\r\n"


@dataclass(frozen=True, slots=True)
class Place:
    """Where it happens."""

    page: Page
    shop: Shop
    store: Store
    receivers: Receivers


@dataclass(frozen=True, slots=True)
class Story:
    """Something that people do, and the addresses that it sends forms to."""

    tell: Callable[[Place], None]
    forms: tuple[str, ...]


STORIES: list[Story] = []


def sends(*forms: str) -> Callable[[Callable[[Place], None]], Callable[[Place], None]]:
    def keep(tell: Callable[[Place], None]) -> Callable[[Place], None]:
        STORIES.append(Story(tell, forms))
        return tell

    return keep


@sends("/theme", "/sign-out", "/sign-in")
def chooses_colours_and_signs_out_and_in_again(at: Place) -> None:
    at.page.locator("header summary").click()
    press(at.page, "Dark", within="header")
    assert at.page.locator("html").get_attribute("data-theme") == "dark"
    at.page.locator("header summary").click()
    press(at.page, "Sign out", within="header")
    reads(at.page, "You've signed out.")
    fill(at.page, token=at.store.token)
    press(at.page, "Sign in")
    reads(at.page, "Overview")


@sends(
    "/plants/new", "/plants/{id}", "/plants/{id}/add", "/plants/{id}/archive", "/plants/{id}/restore",
    "/plants/{id}/delete", "/plants/{id}/history", "/plants/{id}/photos",
)  # fmt: skip
def adds_a_plant_and_changes_its_mind_about_it(at: Place) -> None:
    at.page.goto("/plants/new")
    fill(at.page, name="Begonia maculata", price="11.50")
    press(at.page, "Save as draft")
    until(lambda: at.store.ask("GET", "/plants?q=begonia&status=draft")["items"], "the draft is there")
    at.page.goto(f"/plants/{at.store.ask('GET', '/plants?q=begonia')['items'][0]['id']}")
    follow(at.page, "Edit price and stock")
    fill(at.page, price="12.50")
    press(at.page, "Save")
    reads(at.page, "Saved.")
    press(at.page, "Change back Price")
    at.page.locator("main input[type=file]").set_input_files(
        [FilePayload(name=f"{name}.jpg", mimeType="image/jpeg", buffer=a_jpeg(size, 60)) for name, size in PHOTOS]
    )
    press(at.page, "Upload")
    reads(at.page, "2 photos added.")
    follow(at.page, "Edit pictures")
    at.page.locator("main [name=image-2-place]").select_option("1")
    fill(at.page, **{"image-1-alt": "The second now"})
    press(at.page, "Save")
    reads(at.page, "The second now")
    press(at.page, "Add to the store")
    press(at.page, "Archive")
    press(at.page, "Restore")
    assert at.store.ask("GET", "/plants?q=begonia")["items"][0]["price"] == "11.50"
    follow(at.page, "Delete")
    fill(at.page, confirm="Begonia maculata")
    press(at.page, "Delete permanently")
    assert at.store.ask("GET", "/plants?q=begonia")["items"] == []


@sends(
    "/imports/new", "/imports/{id}/check", "/imports/{id}/confirm", "/imports/{id}/undo", "/imports/{id}/cancel",
    "/plants/samples",
)  # fmt: skip
def imports_a_list_and_takes_it_back(at: Place) -> None:
    def upload() -> None:
        at.page.goto("/imports/new")
        at.page.locator("input[type=file]").set_input_files(
            {"name": "<b>list.csv", "mimeType": "text/csv", "buffer": LIST}
        )
        press(at.page, "Upload and check")
        reads(at.page, "<b>list.csv")

    upload()
    press(at.page, "Check again")
    press(at.page, "Import 2 plants")
    until(lambda: at.page.reload() and at.page.get_by_role("link", name="Undo…").count(), "the list is imported")
    assert len(at.store.ask("GET", "/plants?q=hoya")["items"]) == 2
    follow(at.page, "Undo…")
    press(at.page, "Undo import")
    until(lambda: at.page.reload() and "Import undone" in at.page.locator("main").inner_text(), "it is taken back")
    upload()
    reads(at.page, "2 plants of this file are archived")
    press(at.page, "Restore 2 plants with this file's values")
    reads(at.page, "2 restored")
    press(at.page, "Restore 2 plants with this file's values")
    until(lambda: at.page.reload() and at.page.get_by_role("link", name="Import another file").count(), "they are back")
    assert {plant["status"] for plant in at.store.ask("GET", "/plants?q=hoya")["items"]} == {"active"}
    upload()
    press(at.page, "Cancel")
    reads(at.page, "Cancelled")
    # The samples are offered in an empty store only: the form is sent here as it stands there.
    ticket = at.page.locator("header input[name=ticket]").first.input_value()
    sent = at.page.request.post(
        "/plants/samples", form={"ticket": ticket, "once": ""}, headers={"origin": at.store.console}
    )
    assert sent.ok


@sends(
    "/receivers/new", "/receivers/{id}/edit", "/receivers/{id}/test", "/receivers/{id}/pause", "/receivers/{id}/resume",
    "/receivers/{id}/rotate", "/receivers/{id}/rotate-key", "/receivers/{id}/skip", "/receivers/{id}/remove",
)  # fmt: skip
def looks_after_a_receiver(at: Place) -> None:
    at.page.goto("/receivers/new")
    fill(at.page, url=at.receivers.answers("/no-script", Reaction(204)), name="Without script")
    press(at.page, "Add and test")
    reads(at.page, "whsec_")
    follow(at.page, "View receiver")
    press(at.page, "Send test")
    at.page.go_back()
    here = at.page.url
    press(at.page, "Pause")
    reads(at.page, "Paused")
    press(at.page, "Resume")
    press(at.page, "Pause")
    at.store.ask("POST", "/plants", {"name": "Held back"})
    at.page.goto(f"{here}/skip")
    press(at.page, "Discard 1 delivery")
    at.page.goto(f"{here}/edit")
    fill(at.page, name="Without any script")
    at.page.locator("main [name=v1a]").check()
    press(at.page, "Save")
    reads(at.page, "Without any script")
    at.page.goto(f"{here}/rotate")
    press(at.page, "Rotate secret")
    reads(at.page, "whsec_")
    at.page.goto(f"{here}/rotate-key")
    press(at.page, "Rotate key pair")
    reads(at.page, "2 keys sign")
    at.page.goto(f"{here}/remove")
    fill(at.page, name="Without any script")
    press(at.page, "Remove receiver")
    assert "Without any script" not in [one["name"] for one in at.store.ask("GET", "/receivers")["items"]]


@sends(
    "/deliveries/{event}/{receiver}/retry", "/deliveries/{event}/{receiver}/cancel", "/deliveries/retry",
    "/events/{id}/send",
)  # fmt: skip
def sends_again_what_failed(at: Place) -> None:
    refusing = at.receivers.answers("/cross", Reaction(503, b"", headers=((b"retry-after", b"3600"),)))
    receiver = at.store.ask("POST", "/receivers", {"name": "Cross", "url": refusing})["id"]
    at.store.ask("POST", "/plants", {"name": "Not wanted"})
    until(lambda: at.store.ask("GET", f"/deliveries/counts?receiver={receiver}")["retrying"], "one is retrying")
    at.page.goto(f"/deliveries?receiver={receiver}&state=retrying")
    at.page.get_by_text("Plant added").click()
    follow(at.page, "Last hour")
    fill(at.page, q="not wanted")
    press(at.page, "Search")
    reads(at.page, "Searched ids, names and SKUs")
    follow(at.page, "Retry matching")
    press(at.page, "Retry 1 delivery")
    at.page.goto(f"/deliveries?receiver={receiver}")
    at.page.locator("tbody th a").first.click()
    press(at.page, "Retry now")
    at.page.goto(at.page.url.partition("?")[0] + "/cancel")
    press(at.page, "Cancel delivery")
    assert at.store.ask("GET", f"/deliveries/counts?receiver={receiver}")["cancelled"] == 1
    at.page.goto(f"/events/{at.shop.event}/send")
    at.page.locator("main [name=receiver]").select_option(at.shop.good)
    press(at.page, "Send event")
    at.store.ask("DELETE", f"/receivers/{receiver}")


@sends(
    "/receivers/{id}/replays/failed", "/receivers/{id}/replays/all", "/receivers/{id}/replays/{replay}/cancel",
)  # fmt: skip
def replays_a_range(at: Place) -> None:
    def count(only: str, receiver: str) -> None:
        at.page.goto(f"/receivers/{receiver}/replays/new")
        at.page.locator(f"main [name=only][value={only}]").check()
        at.page.locator("main [name=by][value=sequence]").check()
        fill(at.page, first="1")
        press(at.page, "Preview")

    count("failed", at.shop.good)
    press(at.page, "Replay")
    reads(at.page, "Failed deliveries only")
    until(lambda: at.page.reload() and "Done:" in at.page.locator("main").inner_text(), "it was sent again")
    count("all", at.shop.paused)  # it covers nothing, or what waits until it is resumed
    reads(at.page, "Nothing")
    at.store.ask("DELETE", f"/receivers/{at.shop.paused}/pause")
    until(lambda: at.store.ask("GET", f"/receivers/{at.shop.paused}")["lag"] == 0, "it has caught up")
    at.store.ask("POST", f"/receivers/{at.shop.paused}/pause")
    count("all", at.shop.paused)
    press(at.page, "Replay")
    press(at.page, "Cancel replay")
    reads(at.page, "Cancelled")


@sends(
    "/people", "/people/{id}", "/people/{id}/link", "/people/{id}/sign-out", "/people/{id}/deactivation",
    "/people/{id}/reactivation", "/people/{id}/quiet-hours",
)  # fmt: skip
def invites_a_person_and_ends_their_access(at: Place) -> None:
    at.page.goto("/people")
    fill(at.page, name="Buyer <i>spring</i>", email="buyer@shop.example")
    press(at.page, "Make invitation link")
    reads(at.page, "/sign-in?key=")
    [person] = [one["id"] for one in at.store.ask("GET", "/people")["items"] if one["name"] == "Buyer <i>spring</i>"]
    at.page.goto(f"/people/{person}")
    at.page.locator("#role-integrator").check()
    press(at.page, "Save")
    reads(at.page, "was saved")
    at.page.locator("#f-quiet").check()
    press(at.page, "Save quiet hours")
    reads(at.page, "The quiet hours were saved.")
    press(at.page, "New invitation link")
    reads(at.page, "/sign-in?key=")
    at.page.goto(f"/people/{person}/deactivation")
    press(at.page, "Deactivate Buyer <i>spring</i>")
    reads(at.page, "signed out everywhere")
    press(at.page, "Reactivate")
    reads(at.page, "may sign in again")
    link = at.store.ask("POST", f"/people/{person}/links", {"kind": "sign_in"})["url"]
    browser = at.page.context.browser
    assert browser is not None
    with browser.new_context() as elsewhere:
        page = elsewhere.new_page()
        page.goto(link)
        press(page, "Sign in with this link")
    at.page.goto(f"/people/{person}")
    press(at.page, "Sign out")
    reads(at.page, "Not signed in anywhere.")


@sends("/sign-in/decline")
def declines_an_invitation(at: Place) -> None:
    person = at.store.ask("POST", "/people", {"name": "Buyer", "role": "staff"})
    at.page.goto(person["invitation"]["url"])
    press(at.page, "Decline the invitation")
    reads(at.page, "You declined the invitation.")
    assert at.store.ask("GET", f"/people/{person['id']}")["link"] is None


@sends("/account", "/account/quiet-hours", "/account/sign-out", "/sign-in")
def changes_their_name_and_signs_out_everywhere(at: Place) -> None:
    person = at.store.ask("POST", "/people", {"name": "Buyer", "role": "operator"})
    at.page.goto(person["invitation"]["url"])
    fill(at.page, name="Head <i>buyer</i>")
    press(at.page, "Continue")
    at.page.goto("/account")
    fill(at.page, name="Head of <i>buying</i>")
    press(at.page, "Save")
    reads(at.page, "Your account was saved.")
    at.page.locator("#f-quiet").check()
    press(at.page, "Save quiet hours")
    reads(at.page, "The quiet hours were saved.")
    press(at.page, "Sign out everywhere")
    reads(at.page, "Signed out on 1 device.")


@sends("/tokens/new", "/tokens/{id}/link", "/tokens/{id}/revocation")
def makes_a_token_and_revokes_it(at: Place) -> None:
    at.page.goto("/tokens/new")
    fill(at.page, name="For <i>Anna</i>")
    press(at.page, "Create token")
    reads(at.page, "pst_")
    at.page.goto("/tokens")
    press(at.page, "Sign-in link for For <i>Anna</i>")
    reads(at.page, "/sign-in?key=")
    [token] = [one["id"] for one in at.store.ask("GET", "/tokens")["items"] if one["name"] == "For <i>Anna</i>"]
    at.page.goto(f"/tokens/{token}/revocation")
    press(at.page, "Revoke")
    assert token not in [one["id"] for one in at.store.ask("GET", "/tokens")["items"]]


@sends(
    "/alerts/rules", "/alerts/quiet-hours", "/alerts/problems/{incident}/mute",
    "/alerts/problems/{incident}/acknowledge", "/alerts/acknowledge/{key}",
)  # fmt: skip
def acknowledges_a_problem_and_changes_rules(at: Place) -> None:
    asks = at.page.locator("main").get_by_role("button", name="Acknowledge")
    # A problem of its own, and a channel that accepts: that of the shop refuses, and is asked once an hour.
    url = at.receivers.answers("/alerts/phone", Reaction(200, b"ok"))
    channel = at.store.ask("POST", "/alert-channels", {"name": "Phone", "kind": "slack", "url": url})["id"]
    at.store.ask("POST", "/receivers", {"name": "Gone first", "url": at.receivers.answers("/gone-1", Reaction(410))})
    at.store.ask("POST", "/plants", {"name": "Brings the first problem"})

    seen = set[str]()

    def asking() -> str | None:
        """The newest link to a problem that still waits: those of a message may be over, or acknowledged."""
        links = [one.decode() for _, body in at.receivers.got for one in ACKNOWLEDGE.findall(body)]
        new = [link for link in reversed(dict.fromkeys(links)) if link not in seen]
        seen.update(new)
        return next((link for link in new if at.page.goto(link) and asks.count()), None)

    # The rules are applied every 30 s, a message waits 10 s for others, and the next one of its rule for two minutes.
    link = until(asking, "an alert that waits", within_s=180)
    at.store.ask("DELETE", f"/alert-channels/{channel}")
    at.page.goto("/alerts")
    press(at.page, "Mute for 2 hours")
    reads(at.page, "Muted until")
    at.page.goto(link)
    press(at.page, "Acknowledge")
    reads(at.page, "No more reminders")
    at.store.ask("POST", "/receivers", {"name": "Gone", "url": at.receivers.answers("/gone-2", Reaction(410))})
    at.store.ask("POST", "/plants", {"name": "Brings a problem"})
    until(
        lambda: [one for one in at.store.ask("GET", "/alerts?state=open")["items"] if not one["acknowledged_at"]],
        "one more",
    )
    at.page.goto("/alerts")
    press(at.page, "Acknowledge")
    reads(at.page, "Acknowledged by")
    fill(at.page, **{"threshold-receiver_failing": "30"})
    press(at.page, "Save rules")
    reads(at.page, "A receiver has been failing for 30 minutes.")
    at.page.locator("#f-quiet").check()
    press(at.page, "Save quiet hours")
    assert at.store.ask("GET", "/alert-quiet-hours")["items"][0]["from"] == "19:00"


@sends(
    "/alerts/channels/new", "/alerts/channels/{id}/test", "/alerts/channels/{id}/switch", "/alerts/channels/{id}/edit",
    "/alerts/channels/{id}/quiet-hours", "/alerts/channels/{id}/remove",
)  # fmt: skip
def adds_a_channel_and_removes_it(at: Place) -> None:
    at.page.goto("/alerts/channels/new")
    follow(at.page, "Slack")
    fill(at.page, name="Without script", url=at.receivers.answers("/alerts/ok", Reaction(200, b"ok")))
    press(at.page, "Add channel")
    reads(at.page, "“Without script” was added.")
    press(at.page, "Send test")
    reads(at.page, "accepted in")
    press(at.page, "Turn off")
    reads(at.page, "gets no more messages")
    at.page.locator("#f-quiet").check()
    press(at.page, "Save quiet hours")
    reads(at.page, "The quiet hours were saved.")
    follow(at.page, "Edit")
    fill(at.page, name="Renamed")
    press(at.page, "Save")
    follow(at.page, "Remove…")
    press(at.page, "Remove channel")
    reads(at.page, "“Renamed” was removed.")


@sends("/alerts/channels/new", "/alerts/channels/{id}/rotate")
def rotates_the_secret_of_a_channel(at: Place) -> None:
    at.page.goto("/alerts/channels/new")
    follow(at.page, "Webhook")
    fill(at.page, name="On call", url=at.receivers.answers("/oncall", Reaction(204)))
    press(at.page, "Add channel")
    follow(at.page, "View channel")
    press(at.page, "Rotate secret")
    reads(at.page, "New signing secret of “On call”")


@sends("/operational-webhooks/new", *(f"/operational-webhooks/{{id}}/{one}" for one in OF_ONE_WEBHOOK))
def notifies_a_program(at: Place) -> None:
    at.page.goto("/operational-webhooks/new")
    fill(at.page, url=at.receivers.answers("/erp", Reaction(204)), name="ERP <i>at night</i>")
    press(at.page, "Add operational webhook")
    reads(at.page, "whsec_")
    press(at.page, "Send test")
    reads(at.page, "accepted the test")
    follow(at.page, "View operational webhook")
    press(at.page, "Disable")
    reads(at.page, "Nothing is sent")
    press(at.page, "Enable")
    follow(at.page, "Edit")
    fill(at.page, name="ERP <i>by day</i>")
    press(at.page, "Save")
    reads(at.page, "<i>by day</i>")
    press(at.page, "Rotate secret")
    reads(at.page, "whsec_")
    follow(at.page, "View operational webhook")
    follow(at.page, "Remove")
    press(at.page, "Remove operational webhook")
    reads(at.page, "was removed")


@sends("/operational-webhooks/{id}/retry")
def sends_a_program_an_event_again(at: Place) -> None:
    at.page.goto(f"/operational-webhooks/{at.shop.operational}")
    press(at.page, "Send again")
    reads(at.page, "sent again now")


@sends("/watch-list")
def watches_a_plant(at: Place) -> None:
    at.page.goto("/watch-list")
    at.page.locator("main textarea").fill("Ailanthus altissima; <i>invasive</i>")
    press(at.page, "Save")
    reads(at.page, "<i>invasive</i>")


@sends("/plants/duplicates", "/plants/{id}/merges/{other}", "/plants/{id}/merges/{other}/undo")
def merges_plants_that_are_the_same(at: Place) -> None:
    kept, other = (at.store.ask("POST", "/plants", {"name": "Twin <i>plant</i>"})["id"] for _ in range(2))
    at.page.goto(f"/plants/{kept}/merges/{other}")
    press(at.page, "Merge into plant")
    reads(at.page, "was merged into this plant")
    at.page.goto(f"/plants/{other}")
    press(at.page, "Undo merge")
    reads(at.page, "The merge was undone")
    at.page.goto("/plants/duplicates")
    press(at.page, "These are different plants")
    reads(at.page, "Marked as different")


@sends(
    "/bulk-edits/new", "/bulk-edits/{id}/confirm", "/bulk-edits/{id}/cancel", "/bulk-edits/{id}/undo",
    "/plants/selection",
)  # fmt: skip
def edits_two_plants_together_and_undoes_it(at: Place) -> None:
    for number in (1, 2):
        at.store.ask("POST", "/plants", {"name": f"Phlox {number}", "price": "10.00"})

    def check(way: str, value: str) -> None:
        at.page.goto("/plants?q=phlox")
        for box in at.page.locator("main [name=ids]").all():
            box.check()
        press(at.page, "Edit…")
        at.page.locator("main [name=price_way]").select_option(way)
        fill(at.page, price_value=value)
        press(at.page, "Check")
        reads(at.page, "You can undo it.")

    check("percent", "5")
    press(at.page, "Change 2 plants")
    until(lambda: at.page.reload() and at.page.get_by_role("link", name="Undo…").count(), "the plants are changed")
    assert {plant["price"] for plant in at.store.ask("GET", "/plants?q=phlox")["items"]} == {"10.50"}
    follow(at.page, "Undo…")
    press(at.page, "Undo bulk edit")
    until(lambda: at.page.reload() and "Undone:" in at.page.locator("main").inner_text(), "it is undone")
    assert {plant["price"] for plant in at.store.ask("GET", "/plants?q=phlox")["items"]} == {"10.00"}
    check("set", "1.00")
    press(at.page, "Cancel")
    reads(at.page, "Cancelled. No plant was changed.")


@sends("/plants/views/new", "/plants/views/{view}", "/plants/views/{view}/delete")
def saves_a_view_of_the_plants(at: Place) -> None:
    at.page.goto("/plants")
    at.page.get_by_text("Type", exact=True).first.click()
    fill(at.page, tag="new")
    press(at.page, "Apply")
    at.page.get_by_text("Save view").click()
    fill(at.page, name="New <i>plants</i>")
    press(at.page, "Save")
    reads(at.page, "View “New <i>plants</i>” is saved")
    at.page.get_by_text("Edit view").click()
    follow(at.page, "Rename or delete…")
    fill(at.page, name="New arrivals")
    press(at.page, "Save")
    at.page.get_by_text("Edit view").click()
    follow(at.page, "Rename or delete…")
    at.page.get_by_text("Delete this view…").click()
    press(at.page, "Delete view")
    assert "New arrivals" not in [one["name"] for one in at.store.ask("GET", "/plant-views")["items"]]


@sends("/account/passkeys/new", "/account/passkeys/{id}", "/account/passkeys/{id}/removal")
def looks_after_a_passkey_that_was_created_elsewhere(at: Place) -> None:
    """The window with a script, which creates it, lends its session."""
    browser = at.page.context.browser
    assert browser is not None
    with_script = browser.new_context(base_url=at.store.console)
    page = with_script.new_page()
    a_device(page)
    page.goto(invite(at.store, "Without script")[1])
    press(page, "Create a passkey")
    at.page.context.add_cookies(with_script.cookies())  # type: ignore[arg-type]
    with_script.close()
    at.page.goto("/account/passkeys")
    press(at.page, "Add a passkey")
    reads(at.page, "Passkeys need JavaScript, which is off in this browser.")
    at.page.goto("/account/passkeys")
    at.page.get_by_text("Rename").click()
    fill(at.page, name="My <i>phone</i>")
    press(at.page, "Save")
    follow(at.page, "Remove My <i>phone</i>")
    reads(at.page, "It's your only passkey.")
    press(at.page, "Remove passkey")
    reads(at.page, "No passkeys yet")


@sends("/tools/verify")
def asks_why_it_does_not_verify(at: Place) -> None:
    at.page.goto("/tools/verify")
    for area in at.page.locator("main textarea").all():
        area.fill("webhook-id: evt_1")
    fill(at.page, secret="whsec_AAAA")
    press(at.page, "Check")
    assert at.page.locator("main [role=alert], main .banner").count()


@pytest.mark.timeout(300)  # a story waits for a message, which may come after some minutes
@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.tell.__name__)
def test_somebody_without_script(
    visitors: Visitors, store: Store, shop: Shop, receivers: Receivers, story: Story
) -> None:
    page = visitors.come(script=False)
    visitors.expected |= {422} if story.tell is asks_why_it_does_not_verify else set()
    sent: set[str] = set()

    def note(request: Request) -> None:
        if request.method == "POST":
            sent.add(posted_to(request.url))

    page.context.on("request", note)

    story.tell(Place(page, shop, store, receivers))

    assert sent == set(story.forms) - {"/plants/samples"}


def test_every_form_is_sent_by_somebody_without_script() -> None:
    told = {form for story in STORIES for form in story.forms}

    assert told | NEED_SCRIPT | AT_A_PROVIDER == {page.path for page in PAGES if page.method == "POST"}
