"""Signs requests to an S3-compatible server: AWS Signature Version 4, in headers, for the service `s3`.

https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html describes the four steps.
"""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote

from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import Instant, to_datetime

_ALGORITHM = "AWS4-HMAC-SHA256"


@dataclass(frozen=True, slots=True, kw_only=True)
class BucketKey:
    """An access key of a bucket, and the region that its signatures name."""

    key_id: str
    secret: Secret
    region: str


def encode_path(path: str) -> str:
    """Percent-encode each byte of a path except the unreserved characters of RFC 3986 and `/`."""
    return quote(path, safe="/-._~")


def encode_query(query: Mapping[str, str]) -> str:
    """Return a query in canonical form: encoded, and sorted by name. A name without a value ends in `=`."""
    pairs = sorted((quote(name, safe="-._~"), quote(value, safe="-._~")) for name, value in query.items())
    return "&".join(f"{name}={value}" for name, value in pairs)


def signed_headers(
    key: BucketKey, *, method: str, path: str, query: str, headers: Mapping[str, str], content: bytes, at: Instant
) -> dict[str, str]:
    """Return the headers of a request with its date, the hash of its content, and its signature.

    `path` and `query` are encoded as the functions above do. `headers` have lower-case names, with `host`; all of them
    are signed.
    """
    moment = f"{to_datetime(at):%Y%m%dT%H%M%SZ}"
    content_hash = hashlib.sha256(content).hexdigest()
    signed = {**headers, "x-amz-content-sha256": content_hash, "x-amz-date": moment}
    names = ";".join(sorted(signed))
    lines = "".join(f"{name}:{signed[name]}\n" for name in sorted(signed))
    canonical = f"{method}\n{path}\n{query}\n{lines}\n{names}\n{content_hash}"
    scope = f"{moment[:8]}/{key.region}/s3/aws4_request"
    to_sign = f"{_ALGORITHM}\n{moment}\n{scope}\n{hashlib.sha256(canonical.encode()).hexdigest()}"
    signature = hmac.new(_signing_key(key, moment[:8]), to_sign.encode(), hashlib.sha256).hexdigest()
    credential = f"Credential={key.key_id}/{scope}"
    return {**signed, "authorization": f"{_ALGORITHM} {credential}, SignedHeaders={names}, Signature={signature}"}


def _signing_key(key: BucketKey, day: str) -> bytes:
    """Return the key of one day, derived from the secret for the region and service."""
    derived = f"AWS4{key.secret.reveal()}".encode()
    for part in (day, key.region, "s3", "aws4_request"):
        derived = hmac.digest(derived, part.encode(), "sha256")
    return derived
