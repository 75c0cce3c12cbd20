"""Signatures of requests to a bucket, compared with the examples that Amazon publishes.

https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
"""

from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import parse
from plantstore.sending.signature_v4 import BucketKey, encode_path, encode_query, signed_headers

KEY = BucketKey(
    key_id="AKIAIOSFODNN7EXAMPLE",
    secret=Secret("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
    region="us-east-1",
)
HOST = {"host": "examplebucket.s3.amazonaws.com"}


def test_signatures_are_those_that_amazon_publishes() -> None:
    at = parse("2013-05-24T00:00:00Z")
    put = {"date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY"}
    examples: tuple[tuple[str, str, dict[str, str], dict[str, str], bytes, str], ...] = (
        (
            "GET",
            "/test.txt",
            {},
            {"range": "bytes=0-9"},
            b"",
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
        ),
        (
            "PUT",
            "/test$file.text",
            {},
            put,
            b"Welcome to Amazon S3.",
            "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
        ),
        ("GET", "/", {"lifecycle": ""}, {}, b"", "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
        (
            "GET",
            "/",
            {"prefix": "J", "max-keys": "2"},
            {},
            b"",
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
        ),
    )
    for method, path, query, more, content, signature in examples:
        headers = signed_headers(
            KEY,
            method=method,
            path=encode_path(path),
            query=encode_query(query),
            headers=HOST | more,
            content=content,
            at=at,
        )

        assert headers["authorization"].endswith(f"Signature={signature}"), path
        assert "/20130524/us-east-1/s3/aws4_request, SignedHeaders=" in headers["authorization"]
