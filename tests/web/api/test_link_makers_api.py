"""Tokens end with those who made the links that the session which created them depended on."""

import re
from typing import Any

import pytest

from plantstore.domain.person import Role
from plantstore.storage.tables import people as stored
from plantstore.web.auth import people
from tests.web.console.browsing import Browser
from tests.web.harness import Site

PEOPLE, TOKENS = "/api/v1/people", "/api/v1/tokens"
LINK = re.compile(r"/sign-in\?key=[A-Za-z0-9_-]{43}")
TEXT = re.compile(r"pst_[0-9A-Za-z]{36}")
ENDINGS = ("deactivate", "demote")


def id_of(site: Site, name: str) -> str:
    [person] = site.run(site.database.read(lambda tx: stored.named(tx, name, limit=2)))
    return person.id


def opened(site: Site, maker: Browser, name: str) -> Browser:
    """Return a new browser that a link, which `maker` makes for the person with this name, signs in."""
    link = f"/people/{id_of(site, name)}/link"
    made = maker.get(link.removesuffix("/link")).form(link).submit()
    [address] = set(LINK.findall(made.html))
    browser = Browser(site, sign_in=False)
    assert browser.get(address).form("/sign-in").submit().status == 200
    return browser


def created(browser: Browser, name: str, kind: str = "operator") -> str:
    """Create a program's token on the page; return its text."""
    made = browser.get("/tokens/new").form("/tokens/new").fill(name=name, kind=kind).submit()
    [text] = set(TEXT.findall(made.html))
    return str(text)


def works(site: Site, text: str) -> bool:
    return site.get("/api/v1/plants", token=text).status_code == 200


def end(site: Site, name: str, ending: str) -> None:
    """Deactivate a person, or make them staff, by the API."""
    at = f"{PEOPLE}/{id_of(site, name)}"
    answer = (
        site.post(f"{at}/deactivation") if ending == "deactivate" else site.ask("PATCH", at, json={"role": "staff"})
    )
    assert answer.status_code == 200, answer.text


def ended(site: Site) -> list[dict[str, Any]]:
    return list(site.get("/api/v1/activity?action=endToken").json()["items"])


def named(site: Site, query: str) -> list[str]:
    return [one["name"] for one in site.get(f"{TOKENS}?{query}").json()["items"]]


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_token_ends_with_any_of_those_whose_links_led_to_it(site: Site, ending: str) -> None:
    former = Browser.of_person(site, name="Former")
    for name in ("Second", "Third"):
        Browser.of_person(site, name=name)
    own = created(former, "own")
    second = opened(site, former, "Second")
    third = opened(site, second, "Third")
    direct, by_way = created(second, "direct"), created(third, "by way", "staff")
    child = site.post(TOKENS, {"name": "child", "scopes": ["plants:read"]}, token=direct).json()
    other = created(opened(site, Browser.of_person(site, name="Fourth"), "Second"), "other")
    assert child["link_makers"] == [id_of(site, "Former")]
    assert named(site, f"link_maker={id_of(site, 'Former')}") == ["direct", "by way", "child"]
    assert named(site, f"link_maker={id_of(site, 'Second')}") == ["by way"]

    end(site, "Former", ending)

    assert [works(site, text) for text in (direct, by_way, child["token"])] == [False] * 3
    assert [works(site, text) for text in (own, other)] == [True] * 2
    rows = ended(site)
    assert {(row["detail"], row["actor"]) for row in rows} == {
        (f"{name}: it was made through a link of Former", site.operator.id) for name in ("direct", "by way", "child")
    }
    states = {
        one["id"]: one["state"] for one in site.get(f"{TOKENS}?link_maker={id_of(site, 'Former')}").json()["items"]
    }
    assert states == {row["subject"]: "expired" for row in rows}


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_token_ends_with_whose_token_made_the_link(site: Site, ending: str) -> None:
    Browser.of_person(site, name="Second")
    site.invite(Role.OPERATOR, name="Former")
    fields = {"name": "script", "scopes": ["operator"], "person": id_of(site, "Former")}
    script = site.post(TOKENS, fields).json()
    link = site.post(f"{PEOPLE}/{id_of(site, 'Second')}/links", {}, token=script["token"]).json()["url"]
    browser = Browser(site, sign_in=False)
    browser.get("/sign-in?" + link.partition("?")[2]).form("/sign-in").submit()
    made = created(browser, "made")
    site.ask("DELETE", f"{TOKENS}/{script['id']}")
    assert works(site, made), "as other tokens that a revoked token created"
    assert named(site, f"link_maker={id_of(site, 'Former')}") == ["made"]

    end(site, "Former", ending)

    assert not works(site, made)


def test_another_change_of_a_person_ends_no_token(site: Site) -> None:
    former = Browser.of_person(site, name="Former")
    Browser.of_person(site, Role.STAFF, name="Second")
    made = created(opened(site, Browser.of_person(site, name="Third"), "Former"), "made")
    assert former.get("/tokens").status == 200

    end(site, "Second", "deactivate")
    site.ask("PATCH", f"{PEOPLE}/{id_of(site, 'Third')}", json={"role": "operator", "email": "third@shop.example"})

    assert works(site, made) and ended(site) == []


def test_a_token_is_revoked_with_what_its_links_led_to(site: Site) -> None:
    maker = site.make_token()
    for name in ("Second", "Third"):
        Browser.of_person(site, name=name)
    link = site.post(f"{PEOPLE}/{id_of(site, 'Second')}/links", {}, token=maker.text).json()["url"]
    second = Browser(site, sign_in=False)
    second.get("/sign-in?" + link.partition("?")[2]).form("/sign-in").submit()
    by_way = created(opened(site, second, "Third"), "by way")

    shown = site.get(f"{TOKENS}/{maker.id}").json()
    revoked = site.ask("DELETE", f"{TOKENS}/{maker.id}?children=true")

    assert shown["children"] == 1 and revoked.status_code == 204
    assert not works(site, by_way)


def test_a_link_of_ones_own_adds_nobody(site: Site) -> None:
    former = Browser.of_person(site, name="Former")
    Browser.of_person(site, name="Second")
    made = created(opened(site, former, "Former"), "made")

    end(site, "Former", "deactivate")

    assert works(site, made), "as a token that they created without the link"


def test_the_pages_name_the_tokens_that_will_end(site: Site) -> None:
    former = Browser.of_person(site, name="Former")
    owner = Browser.of_person(site, name="Second")
    created(opened(site, former, "Second"), "price sync")
    at = f"/people/{id_of(site, 'Former')}"

    page, asked = owner.get(at), owner.get(f"{at}/deactivation")

    assert all("price sync" in one.main for one in (page, asked))
    assert "this token ends too" in asked.main and "With another role: this token ends too" in page.main
    asked.form(f"{at}/deactivation").submit()
    assert "this token ends" not in owner.get(f"{at}/deactivation").main, "it has ended"


def test_a_role_that_the_provider_takes_away_ends_them_in_the_name_of_the_store(site: Site) -> None:
    former = Browser.of_person(site, name="Former")
    Browser.of_person(site, name="Second")
    made = created(opened(site, former, "Second"), "made")
    patch, former_id = people.PersonPatch(role=Role.STAFF), id_of(site, "Former")

    site.write(lambda tx: people.change(tx, former_id, patch, by=None))

    site.dependencies.authenticator.forget()
    assert not works(site, made)
    assert [row["actor"] for row in ended(site)] == ["store"]


def test_a_session_of_such_a_token_ends_too(site: Site) -> None:
    former = Browser.of_person(site, name="Former")
    Browser.of_person(site, name="Second")
    made = created(opened(site, former, "Second"), "made")
    as_token = Browser(site, sign_in=False)
    as_token.get("/sign-in").form("/sign-in").fill(token=made).submit()
    assert as_token.get("/tokens").status == 200
    grandchild = created(as_token, "grandchild")

    end(site, "Former", "demote")

    assert as_token.get("/tokens").path.startswith("/sign-in")
    assert not works(site, grandchild)
