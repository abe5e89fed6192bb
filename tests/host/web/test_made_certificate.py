"""Certificates that are made: what they are good for, how long, and who may read the keys."""

import contextlib
import hashlib
import ipaddress
import ssl
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from heistboard.web import made_certificate as making
from heistboard.web.made_certificate import MadeCertificate, made_certificate

NOW = datetime.now(UTC)
NAMES = {"localhost", "laptop", "laptop.local", "127.0.0.1", "192.168.1.20"}


def certificate(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def handshake(made: MadeCertificate, server_name: str, path: Path | None = None) -> None:
    """A client that trusts the authority connects, in memory; raises what it does not like."""
    server_context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server_context.load_cert_chain(path or made.path)
    client_context = ssl.create_default_context(cadata=made.authority.decode())
    up, down = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = client_context.wrap_bio(down, up, server_hostname=server_name)
    server = server_context.wrap_bio(up, down, server_side=True)
    for end in (client, server):
        with contextlib.suppress(ssl.SSLWantReadError):
            end.do_handshake()
    client.do_handshake()


@pytest.mark.parametrize("name", sorted(NAMES))
def test_a_device_that_trusts_the_authority_trusts_this_machine(tmp_path: Path, name: str) -> None:
    handshake(made_certificate(tmp_path, NAMES, NOW), name)


def test_a_device_that_does_not_trust_it_refuses(tmp_path: Path) -> None:
    one = made_certificate(tmp_path / "one", NAMES, NOW)
    other = made_certificate(tmp_path / "other", NAMES, NOW)
    with pytest.raises(ssl.SSLCertVerificationError):
        handshake(one, "localhost", other.path)


@pytest.mark.parametrize("name", ["bank.example", "192.168.1.21", "8.8.8.8", "::1", "local"])
def test_the_authority_is_believed_about_nothing_else(tmp_path: Path, name: str) -> None:
    # Whoever has its key cannot pretend to be anything but this machine.
    made = made_certificate(tmp_path, NAMES, NOW)
    authority = making._read(tmp_path / making.AUTHORITY_FILE)
    assert authority is not None
    forged = tmp_path / "forged.pem"
    making._write(forged, making._make_server({name}, authority, NOW))
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        handshake(made, name, forged)


def test_it_is_constrained_by_name_and_signs_no_authority(tmp_path: Path) -> None:
    made_certificate(tmp_path, {"localhost"}, NOW)
    extensions = certificate(tmp_path / making.AUTHORITY_FILE).extensions
    names = extensions.get_extension_for_class(x509.NameConstraints)
    basic = extensions.get_extension_for_class(x509.BasicConstraints)
    assert names.critical and basic.critical
    assert names.value.permitted_subtrees == [
        x509.IPAddress(ipaddress.ip_network("127.0.0.1/32")),
        x509.DNSName("localhost"),
    ]
    assert (basic.value.ca, basic.value.path_length) == (True, 0)


def test_only_the_owner_may_read_the_keys(tmp_path: Path) -> None:
    folder = tmp_path / "tls"
    made_certificate(folder, NAMES, NOW)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [making.AUTHORITY_FILE, making.SERVER_FILE]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_what_devices_are_given_has_no_key(tmp_path: Path) -> None:
    authority = made_certificate(tmp_path, NAMES, NOW).authority
    assert b"BEGIN CERTIFICATE" in authority and b"PRIVATE" not in authority


def test_both_are_kept_between_runs(tmp_path: Path) -> None:
    first = made_certificate(tmp_path, NAMES, NOW)
    content = first.path.read_bytes()
    later = NOW + timedelta(days=300)
    assert made_certificate(tmp_path, NAMES, later) == first
    assert first.path.read_bytes() == content


def test_the_certificate_is_renewed_in_time_by_the_same_authority(tmp_path: Path) -> None:
    first = made_certificate(tmp_path, NAMES, NOW)
    old = certificate(first.path)
    later = old.not_valid_after_utc - making.RENEWED_BEFORE + timedelta(days=1)
    second = made_certificate(tmp_path, NAMES, later)
    assert second.authority == first.authority
    assert certificate(second.path).not_valid_after_utc > later + timedelta(days=390)
    assert certificate(second.path).public_key() != old.public_key()


def test_no_certificate_outlives_its_authority(tmp_path: Path) -> None:
    first = made_certificate(tmp_path, NAMES, NOW)
    later = NOW + making.AUTHORITY_LASTS - making.LASTS + timedelta(days=1)
    second = made_certificate(tmp_path, NAMES, later)
    assert second.authority != first.authority
    ends = x509.load_pem_x509_certificate(second.authority).not_valid_after_utc
    assert certificate(second.path).not_valid_after_utc <= ends


def test_a_clock_that_was_wrong_does_no_lasting_harm(tmp_path: Path) -> None:
    wrong = made_certificate(tmp_path, NAMES, NOW + timedelta(days=2000))
    assert made_certificate(tmp_path, NAMES, NOW).authority != wrong.authority
    handshake(made_certificate(tmp_path, NAMES, NOW), "localhost")


def test_another_address_needs_another_authority_and_fewer_names_do_not(tmp_path: Path) -> None:
    first = made_certificate(tmp_path, NAMES, NOW)
    at_pub = made_certificate(tmp_path, NAMES - {"192.168.1.20"} | {"10.0.0.7"}, NOW)
    assert at_pub.authority != first.authority
    alone = made_certificate(tmp_path, NAMES - {"192.168.1.20"}, NOW)
    assert alone.authority == at_pub.authority
    again = made_certificate(tmp_path, NAMES - {"192.168.1.20"} | {"10.0.0.7"}, NOW)
    assert again.authority == at_pub.authority
    handshake(again, "10.0.0.7")


@pytest.mark.parametrize("name", [making.AUTHORITY_FILE, making.SERVER_FILE])
@pytest.mark.parametrize("content", [b"", b"garbage", b"the other's"])
def test_a_damaged_file_is_made_anew(tmp_path: Path, name: str, content: bytes) -> None:
    made_certificate(tmp_path / "other", NAMES, NOW)
    made_certificate(tmp_path, NAMES, NOW)
    if content == b"the other's":
        content = (tmp_path / "other" / name).read_bytes()
    (tmp_path / name).write_bytes(content)
    handshake(made_certificate(tmp_path, NAMES, NOW), "localhost")


def test_the_fingerprint_is_the_one_that_devices_show(tmp_path: Path) -> None:
    made = made_certificate(tmp_path, NAMES, NOW)
    der = ssl.PEM_cert_to_DER_cert(made.authority.decode())
    assert made.fingerprint.replace(":", "").lower() == hashlib.sha256(der).hexdigest()
