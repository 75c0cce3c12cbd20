"""Renders templates: Jinja2 with autoescaping, and filters for numbers, times and durations."""

import re
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import cache, lru_cache
from math import floor
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from plantstore.core.turns import Turns
from plantstore.domain.plants.names.styled_name import styled_text
from plantstore.domain.timestamps import Instant, parse, to_datetime
from plantstore.web.console.delivery_words import short_reason, status_text
from plantstore.web.console.static import address_of

Rendered = TypeVar("Rendered")

CAPPED_AT = 10_000  # larger counts are shown as "10,000+"
SIGNS = {"EUR": "€", "GBP": "£", "USD": "$", "JPY": "¥"}
_WHEN, _COUNTDOWN = Markup(" data-when"), Markup(" data-countdown")
_ELAPSED, _FIXED = Markup(" data-elapsed"), Markup("")
_FULL = "%b %Y, %H:%M:%S"  # the date and time after the day of the month
_HOVER, _AGO, _DUE = Markup(" data-hover"), Markup(" data-age"), Markup(' data-age="due"')
DRAWN_RECEIVERS = 6  # an event for more receivers is shown in numbers only
DRAWINGS_KEPT = 512  # most plants of a list have the same
_METHODS = frozenset(dir(dict))
_CULTIVAR = re.compile(r"(?<![^ (])'([^\s'](?:[^']|'(?=\w))*)'(?!\w)")  # not the apostrophe within a name
_SHORTENINGS = ((86_400, "d", 3_600, "h"), (3_600, "h", 60, "min"), (60, "min", 1, "s"))


class TemplateEnvironment(Environment):
    """Reads `a.b` of a dictionary as its key, unless that is the name of a method such as `items`.

    Jinja looks for an attribute first, and most values are records of the API: a tenth of the time of a long list.
    """

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict and attribute in obj and attribute not in _METHODS:
            return obj[attribute]
        return super().getattr(obj, attribute)


class Renderer:
    """Renders the templates, with times in one time zone."""

    def __init__(self, *, zone: ZoneInfo) -> None:
        self._zone = zone
        environment = TemplateEnvironment(
            loader=PackageLoader("plantstore.web.console", "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        environment.filters.update(
            when=self.when,
            countdown=self.countdown,
            elapsed=self.elapsed,
            day=self.day,
            moment=self.moment,
            due=self.due,
            exact=self.exact,
            planned=self.planned,
            short_reason=short_reason,
            status_text=status_text,
            clock=self.clock,
            brief=self.brief,
            money=money,
            initials=initials,
            number=number,
            counted=counted,
            capped=capped,
            seconds=seconds,
            botanical=botanical,
            dots=dots,
        )
        environment.globals.update(static=address_of, zone=str(zone))
        self._environment = environment

    def render(self, template: str, context: Mapping[str, Any]) -> str:
        return self._environment.get_template(template).render(context)

    def when(self, text: str | None) -> Markup:
        """Return a past time in full; `ui.js` replaces it with a text such as "4 min ago"."""
        return self._time(text, _WHEN)

    def countdown(self, text: str | None) -> Markup:
        """Return a future time in full; `ui.js` replaces it with a text such as "in 4 min"."""
        return self._time(text, _COUNTDOWN)

    def elapsed(self, text: str | None) -> Markup:
        """Return "since" and the time in full; `ui.js` replaces it with a text such as "for 4 minutes"."""
        return self._time(text, _ELAPSED, before="since ")

    def day(self, text: str | None) -> Markup:
        """Return a time in full, which scripts don't replace with a relative time."""
        return self._time(text, _FIXED)

    def exact(self, text: str | None) -> Markup:
        """Return a past time in full; `ui.js` adds a text such as "4 min ago"."""
        return self._time(text, _AGO)

    def planned(self, text: str | None) -> Markup:
        """Return a future time in full; `ui.js` adds a text such as "in 4 min"."""
        return self._time(text, _DUE)

    def moment(self, text: str | None) -> Markup:
        """Return a past time without its year, for lists; its full date is its title, to which `ui.js` adds its age."""
        return self._time(text, _HOVER, form="%b, %H:%M:%S")

    def due(self, text: str | None) -> Markup:
        """Return a future time without year and seconds, for lists; `ui.js` adds a text such as "in 4 min"."""
        return self._time(text, _DUE, form="%b, %H:%M")

    def clock(self, text: str | None, now: datetime) -> Markup:
        """Return a time of day, with the date if it is not that of `now`.

        Nothing replaces it, so that it shifts nothing.
        """
        if not text:
            return Markup("–")
        moment = to_datetime(parse(text)).astimezone(self._zone)
        shown = f"{moment:%H:%M}" if moment.date() == now.date() else f"{moment.day} {moment:%b, %H:%M}"
        return Markup('<time datetime="{}">{}</time>').format(text, shown)

    def brief(self, text: str | None, now: Instant) -> Markup:
        """Return the time of a moment of today, otherwise its date. Its title is the time in full."""
        if not text:
            return Markup("–")
        moment, today = (to_datetime(at).astimezone(self._zone) for at in (parse(text), now))
        full = f"{moment.day} {moment:{_FULL}}"
        date, _, time = full.partition(", ")
        words = date if moment.year != today.year else date[:-5]
        shown = time[:-3] if moment.date() == today.date() else words
        return Markup('<time datetime="{}" title="{}">{}</time>').format(text, full, shown)

    def _time(self, text: str | None, attribute: Markup, *, before: str = "", form: str = _FULL) -> Markup:
        if not text:
            return Markup("–")
        moment = to_datetime(parse(text)).astimezone(self._zone)
        if form != _FULL:
            attribute += Markup(' title="{} {}"').format(moment.day, f"{moment:{_FULL}}")
        element = Markup('<time datetime="{}"{}>{}</time>')
        return element.format(text, attribute, f"{before}{moment.day} {moment:{form}}")


class Rendering:
    """Renders pages in a single thread; more threads would compete with the event loop for the GIL."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        thread = ThreadPoolExecutor(1, thread_name_prefix="pages")
        self._turns = Turns(thread, running_max=lambda: 1, monotonic=monotonic)

    async def run(self, work: Callable[[], Rendered]) -> Rendered:
        """Run a function in the rendering thread, and return the function's result."""
        return await self._turns.run(work)


@cache
def renderer_of(zone: ZoneInfo) -> Renderer:
    """Return the renderer for a time zone. The renderer is cached, so that its compiled templates are reused."""
    return Renderer(zone=zone)


def botanical(name: str | None, *, curls_quotes: bool = True) -> Markup:
    """Return a botanical name as HTML, with its genus and epithets in italics. No word that was written is left out.

    `curls_quotes` sets the names of cultivars in single quotation marks instead of straight ones.

    >>> botanical("Acer palmatum 'Bloodgood' & more")
    Markup('<i lang="la">Acer palmatum</i> ‘Bloodgood’ &amp; more')
    """
    spans = styled_text(name or "")
    is_read = any(is_italic for _, is_italic in spans)
    return Markup("").join(
        Markup('<i lang="la">{}</i>').format(text)
        if is_italic
        else _CULTIVAR.sub("‘\\1’", text)
        if is_read and curls_quotes
        else text
        for text, is_italic in spans
    )


def dots(progress: Mapping[str, int]) -> Markup:
    """Return a dot for each receiver of an event, by the states of its deliveries; "" if there are too many."""
    receivers, accepted = progress["receivers"], progress["accepted"]
    waiting = progress.get("waiting", receivers - accepted)
    still = progress.get("held", 0) + progress.get("cancelled", 0)
    return _dots(receivers, accepted, waiting, progress.get("exhausted", 0), still)


@lru_cache(maxsize=DRAWINGS_KEPT)
def _dots(receivers: int, accepted: int, waiting: int, exhausted: int, still: int) -> Markup:
    if receivers > DRAWN_RECEIVERS:
        return Markup("")
    kinds = ["is-done"] * accepted + ["open"] * waiting + ["lost"] * exhausted + ["open still"] * still
    circle = Markup('<circle cx="{}" cy="5" {}r="{}"/>')
    circles = (
        circle.format(
            at * 12 + 5,
            "" if kind == "is-done" else Markup('class="{}" ').format(kind),
            3.5 if kind.startswith("open") else 4.5,
        )
        for at, kind in enumerate(kinds[:receivers])
    )
    drawing = Markup('<svg class="dots" width="{0}" height="10" viewBox="0 0 {0} 10" aria-hidden="true">{1}</svg>')
    return drawing.format(receivers * 12, Markup("").join(circles))


def money(amount: str | None, currency: str | None) -> str:
    """Return an amount with the sign or the code of its currency; "" if there is none.

    >>> money("18.50", "GBP"), money("24.90", "CHF"), money(None, None)
    ('£18.50', '24.90 CHF', '')
    """
    if not amount:
        return ""
    return f"{SIGNS[currency]}{amount}" if currency in SIGNS else f"{amount} {currency}"


def initials(name: str) -> str:
    """Return the first letters of the first and the last word of a name, or of its only word.

    >>> initials("Store owner"), initials("buyer"), initials("?")
    ('SO', 'BU', '?')
    """
    words = name.split()
    return (words[0][0] + words[-1][0] if len(words) > 1 else name[:2]).upper()


def number(value: float) -> str:
    """Return a number with commas between thousands.

    >>> number(1182)
    '1,182'
    """
    return f"{value:,}"


def counted(count: int, noun: str, plural: str = "", *, capped_at: int = CAPPED_AT) -> str:
    """Return a count with its noun. `plural` defaults to the noun with an "s".

    >>> counted(1, "delivery", "deliveries"), counted(3, "plant"), counted(10_000, "plant")
    ('1 delivery', '3 plants', '10,000+ plants')
    """
    more = "+" if count >= capped_at else ""
    return f"{number(count)}{more} {noun if count == 1 else plural or noun + 's'}"


def capped(count: int, capped_at: int = CAPPED_AT) -> str:
    """Return a count, or the limit with a "+" if the count reaches the limit.

    >>> capped(131), capped(10_000)
    ('131', '10,000+')
    """
    return number(min(count, capped_at)) + ("+" if count >= capped_at else "")


def seconds(value: float | None) -> str:
    """Return a duration in seconds as text with its one or two largest units.

    >>> seconds(0.0415), seconds(2.31), seconds(75), seconds(7_300), seconds(200_000)
    ('42 ms', '2.3 s', '1 min 15 s', '2 h 1 min', '2 d 7 h')
    """
    if value is None:
        return "–"
    if value < 1:
        return f"{value * 1000:.0f} ms"
    if value < 60:
        return f"{value:.1f}".removesuffix(".0") + " s"
    for size, unit, small_size, small_unit in _SHORTENINGS:
        if value >= size:
            rest = floor(value % size / small_size)
            return f"{floor(value / size)} {unit}" + (f" {rest} {small_unit}" if rest else "")
    raise AssertionError(value)
