"""SVG charts: bars for attempts, steps for the backlog, lines for response times.

The SVG has no inline styles; `pages.css` defines the colours. For screen readers, each chart is one image labelled with
a sentence, and the page shows the same numbers in a table.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby
from math import ceil, floor, log10

from markupsafe import Markup

from plantstore.web.console.rendering import number, seconds

BARS_WIDTH, BARS_HEIGHT = 120, 28
BASE = BARS_HEIGHT - 1  # y coordinate of the bottom of the bars; the dashes for empty hours are below it
FAILED_HEIGHT_MIN, ACCEPTED_HEIGHT_MIN = 2, 1  # min bar heights, so that one failure among thousands stays visible
WIDTH, HEIGHT = 600, 120  # size of the other charts in SVG units; they stretch to the page width
TIMES = 5  # number of labels on a time axis
_NOTHING = Markup("")

Value = float | None


def bars(pairs: Sequence[tuple[int, int]]) -> Markup:
    """Return a bar chart with accepted and failed attempts per hour, latest hour last; failed attempts are on top."""
    slot = BARS_WIDTH / max(len(pairs), 1)
    most = max((accepted + failed for accepted, failed in pairs), default=0)
    drawn = [_bar(place * slot, slot, pair, most) for place, pair in enumerate(pairs) if any(pair)]
    return Markup(
        '<svg class="bars" width="{0}" height="{1}" viewBox="0 0 {0} {1}" role="img" aria-label="{2}">{3}{4}</svg>'
    ).format(BARS_WIDTH, BARS_HEIGHT, bars_sentence(pairs), _base_lines(pairs, slot), _join(drawn))


def bars_sentence(pairs: Sequence[tuple[int, int]]) -> str:
    """Return the screen reader label of a bar chart from the accepted and failed attempts per hour.

    >>> bars_sentence([(0, 0), (7, 1), (3, 0)])
    'Last 3 hours: 10 accepted, 1 failed in 1 hour.'
    """
    accepted, failed = sum(one for one, _ in pairs), sum(one for _, one in pairs)
    if not accepted + failed:
        return f"Last {len(pairs)} hours: nothing sent."
    hours = sum(1 for _, one in pairs if one)
    worst = f"{number(failed)} failed in {hours} {'hour' if hours == 1 else 'hours'}" if failed else "none failed"
    return f"Last {len(pairs)} hours: {number(accepted)} accepted, {worst}."


def steps(points: Sequence[tuple[datetime, int]]) -> Markup:
    """Return a step chart of the backlog: each value applies until the next. Times are shown in their own time zone."""
    if not points:
        return _chart(_NOTHING, "No measurements yet.", ("2", "1", "0"), ())
    top = _nice_top(max(waiting for _, waiting in points))
    started, ended = points[0][0], points[-1][0]
    span = (ended - started).total_seconds() or 1.0
    stairs = f"{_place(0)} {_place(_height(points[0][1], top))}"
    for moment, waiting in points[1:]:
        stairs += f"H{_place((moment - started).total_seconds() / span * WIDTH)}V{_place(_height(waiting, top))}"
    stairs += f"H{WIDTH}"
    drawn = Markup('<path class="area" d="M0 {0}L{1}V{0}Z"/><path class="edge" d="M{1}"/>').format(HEIGHT, stairs)
    times = [started + (ended - started) * place / (TIMES - 1) for place in range(TIMES)]
    most = max(waiting for _, waiting in points)
    sentence = (
        f"From {started:%H:%M} to {ended:%H:%M}: backlog at most {number(most)}, {number(points[-1][1])} at the end."
    )
    labels = (number(top), number(top // 2), "0")
    moments = [f"{one:%H:%M}" for one in times]
    if span < (TIMES - 1) * 60:  # labels would repeat: show the first and the last time only
        moments = list(dict.fromkeys((moments[0], moments[-1])))
    return _chart(drawn, sentence, labels, moments)


def lines(half: Sequence[Value], ninety_five: Sequence[Value]) -> Markup:
    """Return a line chart of response times in ms: median and 95th percentile per hour, None for an hour without data.

    The axis is logarithmic, because response times can differ by several orders of magnitude.
    """
    known = [one for one in (*half, *ninety_five) if one]
    low, high = _decades(known)
    labels = [_decade(power) for power in range(high, low - 1, -1)]
    drawn = _join([*_lines("most", ninety_five, low, high), *_lines("half", half, low, high)])
    hours = len(half)
    return _chart(drawn, _lines_sentence(half, ninety_five), labels, (f"{hours} h ago", f"{hours // 2} h ago", "now"))


def _bar(x: float, slot: float, pair: tuple[int, int], most: int) -> Markup:
    accepted, failed = pair
    failed_height = max(round(failed / most * BASE), FAILED_HEIGHT_MIN) if failed else 0
    failed_height = min(failed_height, BASE - ACCEPTED_HEIGHT_MIN if accepted else BASE)
    accepted_height = max(round(accepted / most * BASE), ACCEPTED_HEIGHT_MIN) if accepted else 0
    accepted_height = min(accepted_height, BASE - failed_height)
    shape = Markup('<rect class="{}" x="{}" y="{}" width="{}" height="{}"/>')
    top = BASE - accepted_height
    return _join(
        shape.format(name, _place(x), y, _place(slot - 1), height)
        for name, y, height in (("accepted", top, accepted_height), ("failed", top - failed_height, failed_height))
        if height
    )


def _base_lines(pairs: Sequence[tuple[int, int]], slot: float) -> Markup:
    """Return one dashed line for each run of consecutive hours without attempts."""
    drawn, place = [], 0
    for is_empty, run in groupby(pairs, lambda pair: not any(pair)):
        count = len(list(run))
        if is_empty:
            shape = Markup('<line class="base" x1="{}" x2="{}" y1="{y}" y2="{y}" stroke-dasharray="2 2"/>')
            drawn.append(shape.format(_place(place * slot), _place((place + count) * slot - 1), y=BASE + 0.5))
        place += count
    return _join(drawn)


def _lines(name: str, values: Sequence[Value], low: int, high: int) -> list[Markup]:
    """Return a polyline for each run of consecutive hours with values; a single hour becomes a horizontal dash."""
    slot = WIDTH / max(len(values), 1)
    drawn, place = [], 0
    for is_known, run in groupby(values, lambda value: bool(value)):
        found = list(run)
        if is_known:
            ys = [_place(_log_height(value, low, high)) for value in found if value]
            points = [f"{_place((place + step + 0.5) * slot)},{y}" for step, y in enumerate(ys)]
            if len(points) == 1:
                points = [f"{_place((place + 0.2) * slot)},{ys[0]}", f"{_place((place + 0.8) * slot)},{ys[0]}"]
            drawn.append(Markup('<polyline class="{}" points="{}"/>').format(name, " ".join(points)))
        place += len(found)
    return drawn


def _lines_sentence(half: Sequence[Value], ninety_five: Sequence[Value]) -> str:
    known = [pair for pair in zip(half, ninety_five, strict=True) if pair[0] and pair[1]]
    if not known:
        return f"Last {len(half)} hours: nothing accepted."
    halves, mosts = zip(*known, strict=True)
    return f"Last {len(half)} hours: median {_between(halves)}, 95 % within {_between(mosts)}, hour by hour."


def _between(values: Iterable[Value]) -> str:
    known = [value for value in values if value]
    least, most = seconds(min(known) / 1000), seconds(max(known) / 1000)
    return least if least == most else f"{least} to {most}"


def _chart(drawn: Markup, sentence: str, levels: Sequence[str], times: Sequence[str]) -> Markup:
    """Return a chart as wide as the page. Its labels are HTML, because text inside the SVG would be distorted."""
    ys = [_place(HEIGHT * place / (len(levels) - 1)) for place in range(len(levels))]
    grid = _join(Markup('<line class="grid" x1="0" x2="{}" y1="{y}" y2="{y}"/>').format(WIDTH, y=y) for y in ys)
    shape = Markup(
        '<div class="chart"><div class="levels" aria-hidden="true">{}</div>'
        '<svg viewBox="0 0 {} {}" preserveAspectRatio="none" role="img" aria-label="{}">{}{}</svg>'
        '<div class="times" aria-hidden="true">{}</div></div>'
    )
    return shape.format(_spans(levels), WIDTH, HEIGHT, sentence, grid, drawn, _spans(times))


def _spans(texts: Sequence[str]) -> Markup:
    return _join(Markup("<span>{}</span>").format(text) for text in texts)


def _nice_top(most: int) -> int:
    """Return the top value of an axis: at least `most`, and twice a round number, so that the middle is round too.

    >>> [_nice_top(most) for most in (0, 2, 3, 131, 999, 1000)]
    [2, 2, 4, 200, 1000, 1000]
    """
    size = 1
    while True:
        for top in (2 * size, 4 * size, 10 * size):
            if most <= top:
                return top
        size *= 10


def _decades(known: Sequence[float]) -> tuple[int, int]:
    """Return the exponents of the powers of ten that enclose all values; the two differ by at least 1.

    >>> _decades([20, 500]), _decades([10]), _decades([])
    ((1, 3), (1, 2), (1, 3))
    """
    if not known:
        return 1, 3
    low, high = floor(log10(min(known))), ceil(log10(max(known)))
    return low, max(high, low + 1)


def _decade(power: int) -> str:
    """Return a power of ten in ms as an axis label.

    >>> _decade(1), _decade(5)
    ('10 ms', '100 s')
    """
    return f"{10**power} ms" if power < 3 else f"{10 ** (power - 3)} s"


def _height(value: int, top: int) -> float:
    return HEIGHT - value / top * HEIGHT


def _log_height(value: float, low: int, high: int) -> float:
    return HEIGHT - (log10(value) - low) / (high - low) * HEIGHT


def _place(value: float) -> str:
    """Return a coordinate with at most one decimal.

    >>> _place(4), _place(2.25), _place(0.0)
    ('4', '2.2', '0')
    """
    return f"{value:.1f}".removesuffix(".0")


def _join(parts: Iterable[Markup]) -> Markup:
    return _NOTHING.join(parts)
