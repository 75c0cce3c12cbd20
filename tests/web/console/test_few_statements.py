"""Pages that show many receivers read them together: a page takes at most two statements for each."""

import pytest

from plantstore.storage.transaction import Transaction
from tests.web.console.browsing import Browser
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("both engines get the same statements")
PER_RECEIVER_MAX = {"/": 1, "/health": 0, "/receivers": 2, "/deliveries?q=zebra": 0}


@pytest.mark.parametrize("path", PER_RECEIVER_MAX)
def test_a_page_takes_few_statements_for_each_receiver(site: Site, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []
    execute = Transaction.execute

    def counted(tx: Transaction, sql: str, values: object = ()) -> object:
        counts[-1] += 1
        return execute(tx, sql, values)  # type: ignore[arg-type]

    browser = Browser(site)
    for first in (0, 10):
        for number in range(first, first + 10):
            site.register(name=f"Receiver {number}")
        site.add(name=f"Rosa {first}")
        browser.get(path)
        counts.append(0)
        with monkeypatch.context() as patched:
            patched.setattr(Transaction, "execute", counted)
            browser.get(path)

    assert counts[1] - counts[0] <= 10 * PER_RECEIVER_MAX[path], counts
