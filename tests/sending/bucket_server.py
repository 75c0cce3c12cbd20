"""moto's S3 server in a thread: it recomputes signatures with botocore, and enforces what a key permits."""

import json
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.request import Request, urlopen

import boto3
from moto.server import ThreadedMotoServer

REGION = "eu-central-1"
BUCKET = "plants"
ALL_RIGHTS = ("s3:PutObject", "s3:GetObject", "s3:DeleteObject", "s3:ListBucket")


@dataclass(frozen=True, slots=True, kw_only=True)
class BucketServer:
    """A server with the bucket BUCKET. Rights are enforced after the first `make_key()`."""

    url: str

    def make_key(self, name: str, *, rights: Sequence[str] = ALL_RIGHTS) -> tuple[str, str]:
        """Return the id and secret of a new key with these rights."""
        self._enforce(after=1_000_000)
        iam = self._client("iam")
        iam.create_user(UserName=name)
        policy = {"Version": "2012-10-17", "Statement": {"Effect": "Allow", "Action": list(rights), "Resource": "*"}}
        iam.put_user_policy(UserName=name, PolicyName="bucket", PolicyDocument=json.dumps(policy))
        made = iam.create_access_key(UserName=name)["AccessKey"]
        self._enforce(after=0)
        return made["AccessKeyId"], made["SecretAccessKey"]

    def make_bucket(self) -> None:
        self._client("s3").create_bucket(Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": REGION})

    def names(self) -> list[str]:
        self._enforce(after=1_000_000)
        return [one["Key"] for one in self._client("s3").list_objects_v2(Bucket=BUCKET).get("Contents", [])]

    def reset(self) -> None:
        """Forget everything: the state of moto is the process's."""
        self._post("reset", b"")
        self._enforce(after=1_000_000)

    def _client(self, service: str) -> Any:
        return boto3.client(
            service, endpoint_url=self.url, region_name=REGION, aws_access_key_id="x", aws_secret_access_key="x"
        )

    def _enforce(self, *, after: int) -> None:
        self._post("reset-auth", str(after).encode())

    def _post(self, what: str, content: bytes) -> None:
        headers = {"content-type": "text/plain"}
        urlopen(Request(f"{self.url}/moto-api/{what}", data=content, headers=headers, method="POST")).close()


@contextmanager
def serving() -> Iterator[BucketServer]:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    made = BucketServer(url=f"http://{host}:{port}")
    try:
        made.make_bucket()
        yield made
    finally:
        made.reset()
        server.stop()
