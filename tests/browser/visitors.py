"""People at their browsers, each with a window of their own, and somebody who notes what goes wrong unseen."""

import re
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Page, Request, Response

from tests.browser.serving import Store

HEIGHT = 900
WAIT_MS_MAX = 10_000
_REPORT = """
document.addEventListener("securitypolicyviolation", (event) => {
  console.error(`policy broken: ${event.violatedDirective} by ${event.blockedURI} ${event.sample}`);
});
"""
_STATUS = re.compile(r"Failed to load resource: the server responded with a status of (\d+)")


@dataclass
class Visitors:
    """Makes windows. `complaints` has each request to somebody else, each error in the console, each broken policy,
    each dialog, and each refusal whose status is not in `expected`.
    """

    browser: Browser
    store: Store
    complaints: list[str] = field(default_factory=list)
    expected: set[int] = field(default_factory=set)
    _contexts: list[BrowserContext] = field(default_factory=list)
    _signed_in: dict[str | None, object] = field(default_factory=dict)

    def come(
        self,
        *,
        token_id: str | None = None,
        signed_in: bool = True,
        width: int = 1280,
        colours: Literal["light", "dark"] = "light",
        script: bool = True,
        touch: bool = False,
    ) -> Page:
        """Open a window of somebody who is signed in, as the operator unless a token is named."""
        context = self.browser.new_context(
            base_url=self.store.console,
            viewport={"width": width, "height": HEIGHT},
            color_scheme=colours,
            java_script_enabled=script,
            has_touch=touch,
            reduced_motion="reduce",
        )
        context.set_default_timeout(WAIT_MS_MAX)
        self._contexts.append(context)
        self._watch(context)
        page = context.new_page()
        if signed_in:
            page.goto(self.store.sign_in_link(token_id))
        return page

    def leave(self) -> None:
        """Close all windows."""
        for context in self._contexts:
            context.close()
        self._contexts.clear()

    def _watch(self, context: BrowserContext) -> None:
        context.add_init_script(_REPORT)
        context.on("request", self._note_request)
        context.on("response", self._note_response)
        context.on("console", self._note_console)
        context.on("weberror", lambda error: self.complaints.append(f"error on a page: {error.error}"))
        context.on("dialog", self._note_dialog)

    def _note_request(self, request: Request) -> None:
        at = urlsplit(request.url)
        if at.scheme not in ("data", "about") and at.netloc != urlsplit(self.store.console).netloc:
            self.complaints.append(f"a request to somebody else: {request.url}")

    def _note_response(self, response: Response) -> None:
        if response.status >= 400 and response.status not in self.expected:
            self.complaints.append(f"{response.status} from {response.request.method} {response.url}")

    def _note_console(self, line: ConsoleMessage) -> None:
        # What was refused is noted where it is answered.
        if line.type in ("error", "warning") and not _STATUS.match(line.text):
            self.complaints.append(f"{line.type} in the console of {line.page.url if line.page else ''}: {line.text}")

    def _note_dialog(self, dialog: Dialog) -> None:
        self.complaints.append(f"a dialog: {dialog.message}")
        dialog.dismiss()
