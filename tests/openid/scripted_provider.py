"""An OpenID Connect provider on loopback that answers exactly what a test says, also what no provider should."""

import base64
import hashlib
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from joserfc import jws
from joserfc.jwk import ECKey, OctKey, OKPKey, RSAKey

from plantstore.core.clock import SystemClock
from plantstore.domain.timestamps import SECOND_US

CLIENT_ID, CLIENT_SECRET = "shop:console", "s3cret with %&+:/ and ="
SUBJECT = "8a7c-subject"
ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"]
SigningKey = RSAKey | ECKey | OKPKey | OctKey


@dataclass(frozen=True, slots=True)
class Answer:
    """One response; `wait_s` before it begins, and `pieces` of a body that has no end."""

    status: int = 200
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    wait_s: float = 0.0
    endless: bool = False


@cache
def rsa_key(kid: str = "one", bits: int = 2048) -> RSAKey:
    return RSAKey.generate_key(bits, parameters={"kid": kid}, private=True)


@cache
def ec_key(kid: str = "ec") -> ECKey:
    return ECKey.generate_key("P-256", parameters={"kid": kid}, private=True)


@cache
def ed_key(kid: str = "ed") -> OKPKey:
    return OKPKey.generate_key("Ed25519", parameters={"kid": kid}, private=True)


def signed(claims: Any, *, key: SigningKey, algorithm: str = "RS256", **header: Any) -> str:
    """Return a token; `header` adds to its header, and None leaves a member out."""
    whole = {name: value for name, value in ({"alg": algorithm, "kid": key.kid} | header).items() if value is not None}
    raw = claims if isinstance(claims, bytes) else json.dumps(claims).encode()
    return jws.serialize_compact(whole, raw, key, algorithms=[algorithm])


def at_hash(access_token: str, name: str = "sha256") -> str:
    digest = hashlib.new(name, access_token.encode()).digest()
    return base64.urlsafe_b64encode(digest[: len(digest) // 2]).rstrip(b"=").decode()


@dataclass
class ScriptedProvider:
    """The provider. `claims` and `metadata` add to the proper ones; `answers` replaces responses by their path."""

    url: str = ""
    claims: dict[str, Any] = field(default_factory=dict)
    metadata: dict[str, Any] = field(default_factory=dict)
    userinfo: dict[str, Any] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)
    keys: list[SigningKey] = field(default_factory=lambda: [rsa_key()])
    make_token: Callable[[dict[str, Any]], str] = lambda claims: signed(claims, key=rsa_key())
    requests: list[tuple[str, dict[str, str], dict[str, str]]] = field(default_factory=list)
    """Path, headers with lower-case names, and form fields of each request."""
    nonces: dict[str, str] = field(default_factory=dict)
    """The nonce of each code."""
    now_s: Callable[[], float] = lambda: SystemClock().now() / SECOND_US

    def authorize(self, address: str, *, code: str = "code-1") -> dict[str, str]:
        """Play the person's browser at the authorization endpoint: return the parameters of the response."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        self.nonces[code] = asked["nonce"]
        return {"code": code, "state": asked["state"], "iss": self.url}

    def paths(self) -> list[str]:
        return [path for path, _, _ in self.requests]

    def answer(self, path: str, form: dict[str, str]) -> Answer:
        if path in self.answers:
            return self.answers[path]
        if path == "/.well-known/openid-configuration":
            return _json(self._metadata())
        if path == "/keys":
            return _json({"keys": [key.as_dict(private=False) | {"use": "sig"} for key in self.keys]})
        if path == "/token":
            nonce = self.nonces.pop(form.get("code", ""), None)
            if nonce is None:
                return _json({"error": "invalid_grant"}, status=400)
            return _json(
                {"access_token": "at-1", "token_type": "Bearer", "id_token": self.make_token(self._claims(nonce))}
            )
        if path == "/userinfo":
            return _json({"sub": SUBJECT} | self.userinfo)
        return Answer(404)

    def _metadata(self) -> dict[str, Any]:
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize?policy=shop",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/keys",
            "userinfo_endpoint": f"{self.url}/userinfo",
            "end_session_endpoint": f"{self.url}/end",
            "id_token_signing_alg_values_supported": ALGORITHMS,
            "authorization_response_iss_parameter_supported": True,
        } | self.metadata

    def _claims(self, nonce: str) -> dict[str, Any]:
        now = int(self.now_s())
        proper = {"iss": self.url, "sub": SUBJECT, "aud": CLIENT_ID, "exp": now + 300, "iat": now, "nonce": nonce}
        return {name: value for name, value in (proper | self.claims).items() if value is not None}


def _json(value: Any, *, status: int = 200) -> Answer:
    return Answer(status, json.dumps(value).encode(), (("content-type", "application/json"),))


@contextmanager
def scripted_provider() -> Iterator[ScriptedProvider]:
    """Listen on loopback until the block ends."""
    provider, is_over = ScriptedProvider(), threading.Event()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._respond({})

        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers.get("content-length", "0"))).decode()
            self._respond({name: values[0] for name, values in parse_qs(raw).items()})

        def _respond(self, form: dict[str, str]) -> None:
            path = self.path.partition("?")[0]
            provider.requests.append((path, {name.lower(): value for name, value in self.headers.items()}, form))
            answer = provider.answer(path, form)
            is_over.wait(answer.wait_s)
            self.close_connection = True
            self.send_response(answer.status)
            for name, value in answer.headers:
                self.send_header(name, value)
            if not answer.endless:
                self.send_header("content-length", str(len(answer.body)))
            self.end_headers()
            try:
                self.wfile.write(answer.body)
                while answer.endless and not is_over.is_set():
                    self.wfile.write(b" " * 65_536)
            except OSError:
                pass  # the other side closed the connection

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        provider.url = f"http://127.0.0.1:{server.server_address[1]}"
        try:
            yield provider
        finally:
            is_over.set()
            server.shutdown()
            thread.join()
