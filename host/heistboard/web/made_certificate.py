"""A certificate that is made on this machine, for this machine alone.

Browsers trust a certificate for the sake of an authority, so one is made as well. It is
*constrained by name*: devices that trust it believe it about this machine's names and addresses,
and about nothing else. Names are those that cannot belong to a site on the internet.

Authority and certificate are kept with their keys in two files that only their owner may read. The
certificate is renewed in time by the same authority, which devices already trust. Another
authority is needed when this machine gets another address or name, and after ten years.
"""

import hashlib
import ipaddress
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from heistboard.web.own_addresses import LOCAL, is_address
from heistboard.web.private_file import write_private

__all__ = ["MadeCertificate", "made_certificate"]

AUTHORITY_FILE = "authority.pem"
SERVER_FILE = "server.pem"

AUTHORITY_LASTS = timedelta(days=3652)
LASTS = timedelta(days=397)  # Apple's devices refuse more than 825
RENEWED_BEFORE = timedelta(days=60)
CLOCKS_DIFFER = timedelta(days=1)  # so much may a device's clock be behind


class MadeCertificate(NamedTuple):
    """A file with certificate and key, and the certificate of its authority (PEM)."""

    path: Path
    authority: bytes
    fingerprint: str  # SHA-256 of the authority's certificate, as devices show it


class _Signed(NamedTuple):
    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey


def made_certificate(folder: Path, names: Collection[str], now: datetime) -> MadeCertificate:
    """Returns the certificate in *folder* that is for all of *names*, made anew if need be.

    Names are host names and IP addresses. *now* has a time zone. Raises :exc:`OSError`.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    authority = _read(folder / AUTHORITY_FILE)
    if (
        authority is None
        or not _lasts(authority, now, now + LASTS)
        or not _permits(authority, names)
    ):
        authority = _make_authority(names, now)
        _write(folder / AUTHORITY_FILE, authority)
    server = _read(folder / SERVER_FILE)
    if (
        server is None
        or not _lasts(server, now, now + RENEWED_BEFORE)
        or not _is_for(server, names)
        or not _is_signed(server, authority)
    ):
        server = _make_server(names, authority, now)
        _write(folder / SERVER_FILE, server)
    content = _pem(authority.certificate)
    digest = hashlib.sha256(authority.certificate.public_bytes(serialization.Encoding.DER))
    fingerprint = ":".join(f"{byte:02X}" for byte in digest.digest())
    return MadeCertificate(folder / SERVER_FILE, content, fingerprint)


def _make_authority(names: Collection[str], now: datetime) -> _Signed:
    key = ec.generate_private_key(ec.SECP256R1())
    host = min((name for name in names if not is_address(name)), key=_rank)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Heistboard on {host}"[:64])])
    usage = x509.KeyUsage(
        digital_signature=False,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=True,
        crl_sign=True,
        encipher_only=False,
        decipher_only=False,
    )
    builder = (
        _builder(name, name, key, now, AUTHORITY_LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.NameConstraints(_subtrees(names), None), critical=True)
        .add_extension(usage, critical=True)
    )
    return _Signed(builder.sign(key, hashes.SHA256()), key)


def _make_server(names: Collection[str], authority: _Signed, now: datetime) -> _Signed:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Heistboard")])
    issuer = authority.certificate.subject
    by = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key())
    builder = (
        _builder(name, issuer, key, now, LASTS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName(_general_names(names)), critical=False)
        .add_extension(by, critical=False)
    )
    return _Signed(builder.sign(authority.key, hashes.SHA256()), key)


def _builder(
    name: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    now: datetime,
    lasts: timedelta,
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCKS_DIFFER)
        .not_valid_after(now + lasts)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _rank(name: str) -> tuple[bool, int]:
    return name == "localhost", len(name)


def _general_names(names: Iterable[str]) -> list[x509.GeneralName]:
    return [
        x509.IPAddress(ipaddress.ip_address(name)) if is_address(name) else x509.DNSName(name)
        for name in sorted(names)
    ]


def _subtrees(names: Iterable[str]) -> list[x509.GeneralName]:
    # Without an address among them any address would be permitted; without a name, any name.
    return [
        x509.IPAddress(ipaddress.ip_network(name)) if is_address(name) else x509.DNSName(name)
        for name in sorted({*names, "localhost", LOCAL})
    ]


def _lasts(signed: _Signed, now: datetime, until: datetime) -> bool:
    certificate = signed.certificate
    return certificate.not_valid_before_utc <= now and until <= certificate.not_valid_after_utc


def _permits(authority: _Signed, names: Collection[str]) -> bool:
    try:
        constraints = authority.certificate.extensions.get_extension_for_class(
            x509.NameConstraints
        ).value
    except x509.ExtensionNotFound:
        return False
    permitted = {str(each.value) for each in constraints.permitted_subtrees or ()}
    return {str(each.value) for each in _subtrees(names)} <= permitted


def _is_for(server: _Signed, names: Collection[str]) -> bool:
    try:
        known = server.certificate.extensions.get_extension_for_class(
            x509.SubjectAlternativeName
        ).value
    except x509.ExtensionNotFound:
        return False
    return {str(each.value) for each in known} == set(names)


def _is_signed(server: _Signed, authority: _Signed) -> bool:
    try:
        server.certificate.verify_directly_issued_by(authority.certificate)
    except Exception:  # it raises the errors of several libraries
        return False
    return True


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def _read(path: Path) -> _Signed | None:
    # None if there is none, or if it is damaged.
    try:
        content = path.read_bytes()
        certificate = x509.load_pem_x509_certificate(content)
        key = serialization.load_pem_private_key(content, None)
    except (FileNotFoundError, ValueError, TypeError):
        return None
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        return None
    return _Signed(certificate, key) if certificate.public_key() == key.public_key() else None


def _write(path: Path, signed: _Signed) -> None:
    key = signed.key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    write_private(path, (_pem(signed.certificate) + key).decode("ascii"))
