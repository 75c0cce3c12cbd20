"""SVG charts: columns for counts per hour, steps for the backlog, lines for response times, and small bars for lists.

All scales are linear and begin at 0; the text below a chart says the maximum. The SVG has no inline styles; the style
sheet defines the colours. For screen readers, each chart is one image labelled with a sentence.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby

from markupsafe import Markup

from plantstore.web.console.rendering import number, seconds

BARS_WIDTH, BARS_HEIGHT = 120, 28
BASE = BARS_HEIGHT - 1  # y coordinate of the bottom of the bars; the dashes for empty hours are below it
FAILED_HEIGHT_MIN, ACCEPTED_HEIGHT_MIN = 2, 1  # min bar heights, so that one failure among thousands stays visible
WIDTH, HEIGHT = 240, 48  # size of the other charts in SVG units; they stretch to the width of their place
COLUMN_HEIGHT_MIN = 2  # min height of a column that is not 0

Value = float | None
_Box = tuple[float, float, float, float]
"""The left, the top, the width and the height of a rectangle."""


def bars(pairs: Sequence[tuple[int, int]], *, most: int = 0) -> Markup:
    """Return a bar chart with accepted and failed attempts per hour, latest hour last; failed attempts are on top.

    `most` is the top of the scale, for charts that are compared; without it, the busiest hour is the top.
    """
    slot = BARS_WIDTH / max(len(pairs), 1)
    most = max(most, busiest(pairs))
    accepted, failed = list[_Box](), list[_Box]()
    for place, pair in enumerate(pairs):
        if not any(pair):
            continue
        accepted_height, failed_height = _bar_heights(pair, most)
        top = BASE - accepted_height
        if accepted_height:
            accepted.append((place * slot, top, slot - 1, accepted_height))
        if failed_height:
            failed.append((place * slot, top - failed_height, slot - 1, failed_height))
    drawn = _join([_base_lines(pairs, slot), _boxes("accepted", accepted), _boxes("failed", failed)])
    return Markup(
        '<svg class="bars" width="{0}" height="{1}" viewBox="0 0 {0} {1}" role="img" aria-label="{2}">{3}</svg>'
    ).format(BARS_WIDTH, BARS_HEIGHT, bars_sentence(pairs), drawn)


def busiest(pairs: Sequence[tuple[int, int]]) -> int:
    """Return the number of attempts in the hour with the most attempts; 0 without hours."""
    return max((accepted + failed for accepted, failed in pairs), default=0)


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


def columns(counts: Sequence[int], *, name: str, since: str) -> Markup:
    """Return a column for each hour, of the class `name`. The hours begin at the time of day `since`."""
    most, slot = max(counts, default=0), WIDTH / max(len(counts), 1)
    heights = [max(count / most * HEIGHT, COLUMN_HEIGHT_MIN) if count else 0 for count in counts]
    drawn = [(place * slot, HEIGHT - height, slot - 2, height) for place, height in enumerate(heights) if height]
    top = f"max. {number(most)}/h" if most else "none"
    sentence = f"From {since} until now: {number(sum(counts))}, at most {number(most)} per hour."
    return _chart(_join([_floor(), _boxes(name, drawn)]), sentence, (since, top, "now"))


def levels(counts: Sequence[int | None], *, since: str) -> Markup:
    """Return a step chart of a level at the end of each hour; None if it is unknown, which leaves a gap.

    The last level is that of now.
    """
    most, slot = max((count for count in counts if count), default=0), WIDTH / max(len(counts), 1)
    drawn, place = [_floor()], 0
    for is_known, run in groupby(counts, lambda count: count is not None):
        found = list(run)
        if is_known:
            ys = [_place(_height(count, most)) for count in found if count is not None]
            first = _place(place * slot)
            stairs = "".join(f"V{y}H{_place((place + step + 1) * slot)}" for step, y in enumerate(ys))
            shape = Markup('<path class="area" d="M{0} {1}{2}V{1}Z"/><path class="edge" d="M{0} {3}{2}"/>')
            drawn.append(shape.format(first, HEIGHT, stairs, ys[0]))
        place += len(found)
    now = counts[-1] if counts and counts[-1] is not None else 0
    sentence = f"From {since} until now: at most {number(most)}, {number(now)} now."
    return _chart(_join(drawn), sentence, (since, f"max. {number(most)}" if most else "none", "now"))


def lines(half_ms: Sequence[Value], most_ms: Sequence[Value], *, since: str) -> Markup:
    """Return a line chart of response times in ms: median and 95th percentile per hour, None for an hour without data.

    The scale ends at the highest of the values.
    """
    top = max((one for one in (*half_ms, *most_ms) if one), default=0)
    drawn = [_floor(), *_lines("most", most_ms, top), *_lines("half", half_ms, top)]
    sentence = f"From {since} until now: {_lines_sentence(half_ms, most_ms)}"
    return _chart(_join(drawn), sentence, (since, f"max. {seconds(top / 1000)}" if top else "none", "now"))


def _bar_heights(pair: tuple[int, int], most: int) -> tuple[int, int]:
    """Return the heights of the accepted and the failed attempts of an hour that has some."""
    accepted, failed = pair
    failed_height = max(round(failed / most * BASE), FAILED_HEIGHT_MIN) if failed else 0
    failed_height = min(failed_height, BASE - ACCEPTED_HEIGHT_MIN if accepted else BASE)
    accepted_height = max(round(accepted / most * BASE), ACCEPTED_HEIGHT_MIN) if accepted else 0
    return min(accepted_height, BASE - failed_height), failed_height


def _boxes(name: str, boxes: Sequence[_Box]) -> Markup:
    """Return rectangles of the class `name` as one path: a page has hundreds, and a tag for each is slow to make."""
    if not boxes:
        return Markup()
    drawn = "".join(f"M{_place(x)} {_place(y)}h{_place(w)}v{_place(h)}h{_place(-w)}z" for x, y, w, h in boxes)
    return Markup('<path class="{}" d="{}"/>').format(name, drawn)


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


def _lines(name: str, values: Sequence[Value], top: float) -> list[Markup]:
    """Return a polyline for each run of consecutive hours with values; a single hour becomes a horizontal dash."""
    slot = WIDTH / max(len(values), 1)
    drawn, place = [], 0
    for is_known, run in groupby(values, lambda value: bool(value)):
        found = list(run)
        if is_known:
            ys = [_place(_height(value, top)) for value in found if value]
            points = [f"{_place((place + step + 0.5) * slot)},{y}" for step, y in enumerate(ys)]
            if len(points) == 1:
                points = [f"{_place((place + 0.2) * slot)},{ys[0]}", f"{_place((place + 0.8) * slot)},{ys[0]}"]
            drawn.append(Markup('<polyline class="{}" points="{}"/>').format(name, " ".join(points)))
        place += len(found)
    return drawn


def _lines_sentence(half: Sequence[Value], ninety_five: Sequence[Value]) -> str:
    known = [pair for pair in zip(half, ninety_five, strict=True) if pair[0] and pair[1]]
    if not known:
        return "nothing accepted."
    halves, mosts = zip(*known, strict=True)
    return f"median {_between(halves)}, 95 % within {_between(mosts)}, hour by hour."


def _between(values: Iterable[Value]) -> str:
    known = [value for value in values if value]
    least, most = seconds(min(known) / 1000), seconds(max(known) / 1000)
    return least if least == most else f"{least} to {most}"


def _chart(drawn: Markup, sentence: str, below: Sequence[str]) -> Markup:
    """Return a chart as wide as its place. Its labels are HTML, because text inside the SVG would be distorted."""
    shape = Markup(
        '<div class="chart"><svg viewBox="0 0 {} {}" preserveAspectRatio="none" role="img" aria-label="{}">{}</svg>'
        '<div class="times" aria-hidden="true">{}</div></div>'
    )
    return shape.format(WIDTH, HEIGHT, sentence, drawn, _join(Markup("<span>{}</span>").format(one) for one in below))


def _floor() -> Markup:
    return Markup('<line class="base" x1="0" x2="{}" y1="{y}" y2="{y}"/>').format(WIDTH, y=HEIGHT)


def _height(value: float, top: float) -> float:
    """Return the y coordinate of a value on a scale from 0 to `top`."""
    return HEIGHT - value / top * HEIGHT if top else HEIGHT


def _place(value: float) -> str:
    """Return a coordinate with at most one decimal.

    >>> _place(4), _place(2.25), _place(0.0)
    ('4', '2.2', '0')
    """
    return f"{value:.1f}".removesuffix(".0")


def _join(parts: Iterable[Markup]) -> Markup:
    return Markup("").join(parts)
