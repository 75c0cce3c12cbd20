"""The CA certificates of a receiver: what is accepted, and what they change."""

import ssl

import pytest
import trustme

from plantstore.core.clock import SystemClock
from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.errors import Invalid
from plantstore.domain.receivers.certificates import (
    CA_BUNDLE_CHARS_MAX,
    CA_CERTIFICATES_MAX,
    Certificate,
    ReceiverTls,
)
from plantstore.domain.receivers.receiver import Credentials
from plantstore.domain.receivers.signature import make_secret
from plantstore.domain.secret import AccessToken
from plantstore.sending.certificates import read_authorities
from plantstore.sending.request import RequestTemplate
from plantstore.sending.tls import make_receiver_context
from tests.sending.conftest import Run
from tests.sending.scripted_receiver import (
    ACCESS_TOKEN,
    NO_CONTENT,
    SIGNING_KEY,
    a_template,
    attempt,
    receiver,
    sending,
)
from tests.sending.tls_servers import HOST, LONG_AGO, self_signed, serving

NOW = SystemClock().now()


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA(organization_name="Plants Ltd", organization_unit_name="Internal CA")


@pytest.fixture(scope="module")
def other() -> trustme.CA:
    return trustme.CA()


def pem(*parts: trustme.CA | trustme.LeafCert) -> str:
    blobs = (one.cert_pem if isinstance(one, trustme.CA) else one.cert_chain_pems[0] for one in parts)
    return "".join(blob.bytes().decode() for blob in blobs)


def trusting(*authorities: Certificate) -> Credentials:
    return Credentials(
        access_token=AccessToken(ACCESS_TOKEN),
        secrets=(make_secret(SIGNING_KEY),),
        tls=ReceiverTls(authorities=authorities),
    )


def a_pinned_template(port: int, *authorities: Certificate) -> RequestTemplate:
    return a_template(port, scheme="https", host=HOST, credentials=trusting(*authorities))


def problem(text: str) -> tuple[str, str]:
    with pytest.raises(Invalid) as refused:
        read_authorities(text, now=NOW)
    (found,) = refused.value.fields
    assert found.pointer == "/ca_bundle"
    return found.code, found.detail


def test_a_bundle_is_read_with_what_is_shown_of_it(authority: trustme.CA, other: trustme.CA) -> None:
    read = read_authorities(f"# ours\n{pem(authority)}\n# theirs\r\n{pem(other, authority)}", now=NOW)

    assert len(read) == 2
    assert read[0].subject == read[0].issuer == "OU=Internal CA,O=Plants Ltd"
    assert len(read[0].sha256) == 64
    assert read[0].pem == pem(authority)
    assert read[0].ends_at > NOW
    assert read[0].pem not in repr(read)


def test_what_is_no_bundle_is_refused(authority: trustme.CA) -> None:
    leaf = authority.issue_cert(HOST)
    whole, key = pem(authority), leaf.private_key_pem.bytes().decode()
    expired = pem(authority.issue_cert(HOST, not_before=LONG_AGO, not_after=LONG_AGO.replace(year=2021)))

    assert problem("")[0] == problem("see attachment")[0] == "pem"
    assert problem(whole + "-----BEGIN CERTIFICATE-----\nabc")[0] == "pem"
    assert problem(whole + "-----BEGIN X509 CRL-----\nabcd\n-----END X509 CRL-----")[0] == "pem"
    assert problem(whole + key) == ("private_key", "Leave out the private key: only certificates belong here.")
    assert problem("-----BEGIN CERTIFICATE-----\nabcd\n-----END CERTIFICATE-----") == (
        "certificate",
        "Certificate 1 cannot be read.",
    )
    assert problem(whole + pem(leaf)) == (
        "not_authority",
        "Certificate 2 is neither an authority's nor self-signed. Give the certificate of its CA.",
    )
    code, detail = problem(whole + expired)
    assert code == "expired"
    assert detail.startswith("Certificate 2 (") and detail.endswith("expired at 2021-01-01T00:00:00.000Z.")


def test_a_certificate_of_an_unknown_version_is_refused(authority: trustme.CA) -> None:
    der = ssl.PEM_cert_to_DER_cert(pem(authority))
    third, fifth = b"\xa0\x03\x02\x01\x02", b"\xa0\x03\x02\x01\x04"
    assert third in der

    changed = ssl.DER_cert_to_PEM_cert(der.replace(third, fifth))

    assert problem(changed) == ("certificate", "Certificate 1 cannot be read.")


def test_a_bundle_has_limits(authority: trustme.CA) -> None:
    whole = pem(authority)

    assert len(read_authorities(whole * CA_CERTIFICATES_MAX, now=NOW)) == 1
    assert problem(whole * (CA_CERTIFICATES_MAX + 1))[0] == "count"
    assert read_authorities(whole.ljust(CA_BUNDLE_CHARS_MAX), now=NOW)
    assert problem(whole.ljust(CA_BUNDLE_CHARS_MAX + 1))[0] == "length"


def test_a_bundle_expires_at_the_second_that_it_names(authority: trustme.CA) -> None:
    (read,) = read_authorities(pem(authority), now=NOW)

    assert read_authorities(pem(authority), now=type(NOW)(read.ends_at - 1))
    with pytest.raises(Invalid):
        read_authorities(pem(authority), now=read.ends_at)


def test_only_the_authorities_of_a_receiver_are_trusted(authority: trustme.CA, other: trustme.CA, run: Run) -> None:
    ours, theirs = read_authorities(pem(authority, other), now=NOW)

    async def main() -> None:
        system = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        other.configure_trust(system)  # the store trusts `other`, and the receiver shows a certificate of it
        async with receiver(NO_CONTENT, tls=serving(other.issue_cert(HOST))) as standing, sending(tls=system) as sender:
            assert (await attempt(sender, a_template(standing.port, scheme="https", host=HOST))).accepted
            refused = await attempt(sender, a_pinned_template(standing.port, ours))
            assert (await attempt(sender, a_pinned_template(standing.port, ours, theirs))).accepted

            assert refused.kind is OutcomeKind.TLS_CERTIFICATE
            assert len(standing.requests) == 2

    run(main())


def test_a_request_never_uses_a_connection_made_with_other_certificates(
    authority: trustme.CA, other: trustme.CA, run: Run
) -> None:
    ours, theirs = read_authorities(pem(authority, other), now=NOW)

    async def main() -> None:
        async with receiver(NO_CONTENT, tls=serving(authority.issue_cert(HOST))) as standing, sending() as sender:
            assert (await attempt(sender, a_pinned_template(standing.port, ours))).accepted
            assert (await attempt(sender, a_pinned_template(standing.port, ours))).accepted
            assert standing.connections == 1

            refused = await attempt(sender, a_pinned_template(standing.port, theirs))

            assert refused.kind is OutcomeKind.TLS_CERTIFICATE

    run(main())


def test_an_intermediate_authority_and_a_self_signed_certificate_can_be_pinned(authority: trustme.CA, run: Run) -> None:
    between = authority.create_child_ca()
    alone = self_signed(HOST)

    async def main() -> None:
        for certificate, bundle in ((serving(between.issue_cert(HOST)), pem(between)), (alone.serving, alone.pem)):
            (read,) = read_authorities(bundle, now=NOW)
            async with receiver(NO_CONTENT, tls=certificate) as standing, sending() as sender:
                assert (await attempt(sender, a_pinned_template(standing.port, read))).accepted

    run(main())


def test_a_context_of_a_receiver_is_as_strict_as_the_stores(authority: trustme.CA) -> None:
    context = make_receiver_context(ReceiverTls(authorities=read_authorities(pem(authority), now=NOW)))

    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.check_hostname
    assert context.minimum_version is ssl.TLSVersion.TLSv1_2
    assert context.keylog_filename is None
    assert context.cert_store_stats()["x509"] == 1
