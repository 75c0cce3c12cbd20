"""The time of a refusal says nothing about a token, and MACs are compared in constant time."""

import math
import random
import re
import statistics
import time
from pathlib import Path

import pytest

import plantstore
from plantstore.domain.token import PREFIX, RANDOM_BYTES, _checksum, looks_right, make_token
from tests.still_clock import StillClock
from tests.web.auth.test_access import UNKNOWN
from tests.web.harness import Site, speak

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

SAMPLES = 5_000
SHARED_CHARS = 24  # of a valid token, that a guess begins with
T_MAX = (
    4.5  # Welch's t, as in the usual test for leaks by timing (TVLA); without a leak it is above this once in 150,000
)
KEPT = 0.9  # of the samples: the slowest are those in which another program ran


def welch(one: list[float], other: list[float]) -> float:
    """Return Welch's t of two samples."""
    spread = statistics.variance(one) / len(one) + statistics.variance(other) / len(other)
    return (statistics.fmean(one) - statistics.fmean(other)) / math.sqrt(spread)


def trimmed(sample: list[float]) -> list[float]:
    return sorted(sample)[: int(len(sample) * KEPT)]


def guess(chance: random.Random, start: str) -> str:
    """Return a well-formed token that begins in this way."""
    body = make_token(chance.randbytes(RANDOM_BYTES)).reveal()[len(PREFIX) :][: len(UNKNOWN) - len(PREFIX) - 6]
    body = (start + body[len(start) :])[: len(body)]
    return PREFIX + body + _checksum(body)


def test_a_guess_that_begins_like_a_token_takes_as_long_as_any_other(tmp_path: Path, clock: StillClock) -> None:
    site = Site(tmp_path, clock, ready=lambda: None, failed_authentications_max=0, token_requests_max=0)
    for _ in range(50):
        site.make_token()
    chance = random.Random(28)
    near, far = site.operator.text[len(PREFIX) :][:SHARED_CHARS], ""
    taken: dict[str, list[float]] = {near: [], far: []}

    def took(text: str) -> float:
        headers = [(b"authorization", f"Bearer {text}".encode())]
        scope = {
            "path": "/api/v1/plants",
            "raw_path": b"/api/v1/plants",
            "headers": headers,
            "client": ("192.0.2.7", 1),
        }
        talk = speak(site.app, [{"type": "http.request"}], **scope)
        begun = time.process_time()  # not the wall clock, which counts what other programs do in the meantime
        sent = site.run(talk)
        seconds = time.process_time() - begun
        assert sent[0]["status"] == 401
        return seconds

    for _ in range(SAMPLES):
        for start in chance.sample([near, far], 2):
            text = guess(chance, start)
            assert looks_right(text)
            taken[start].append(took(text))
    site.close()

    assert abs(welch(trimmed(taken[near]), trimmed(taken[far]))) < T_MAX
    slower = [seconds + 0.05 * statistics.fmean(taken[near]) for seconds in taken[near]]
    assert abs(welch(trimmed(slower), trimmed(taken[far]))) > T_MAX, "a leak of a twentieth would be found"


COMPARED = re.compile(
    r"\b(?:mac|digest|expected|_mac\(.*\)|hmac\.\w+\(.*\)) *[!=]= |[!=]= *(?:mac|digest|_mac\(|hmac\.)\b"
)


def test_macs_are_never_compared_with_an_operator() -> None:
    sources = {path: path.read_text(encoding="utf-8") for path in sorted(Path(plantstore.__path__[0]).rglob("*.py"))}
    with_macs = {path: text for path, text in sources.items() if re.search(r"\bhmac\b", text)}

    found = [
        f"{path.name}: {line}"
        for path, text in with_macs.items()
        for line in text.splitlines()
        if COMPARED.search(line)
    ]

    assert found == []
    assert len(with_macs) > 8
    assert sum(text.count("compare_digest(") for text in with_macs.values()) >= 10
    assert COMPARED.search("if mac != _mac(key):") and COMPARED.search("return given == hmac.digest(a, b, c)")
