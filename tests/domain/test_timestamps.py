"""Times as texts: the same that Python's calendar writes, for every microsecond."""

from hypothesis import given
from hypothesis import strategies as st

from plantstore.domain.timestamps import Instant, to_datetime, to_text


@given(st.integers(min_value=-2_208_988_800_000_000, max_value=4_102_444_800_000_000))
def test_a_time_is_written_in_milliseconds_cut_off_never_rounded(instant_us: int) -> None:
    written = to_datetime(Instant(instant_us)).isoformat(timespec="milliseconds")

    assert to_text(Instant(instant_us)) == written.replace("+00:00", "Z")
