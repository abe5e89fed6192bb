"""How the pages are encrypted: with a certificate that was given, or with one that is made here.

Encryption is never needed to play. Under it, pages are served by HTTPS alone.
"""

import contextlib
import ssl
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from heistboard.web import own_addresses
from heistboard.web.listening import WebError

__all__ = ["Encryption", "cookie_name", "given", "made"]

FOLDER = "tls"  # in the data folder


class Encryption(Protocol):
    """Certificate and key of the pages."""

    @property
    def context(self) -> ssl.SSLContext:
        """The settings for each connection."""

    @property
    def names(self) -> frozenset[str]:
        """The host names and IP addresses that the certificate is for."""

    @property
    def authority(self) -> bytes | None:
        """The certificate (PEM) of an authority that was made here, for devices to trust."""

    @property
    def fingerprint(self) -> str:
        """The SHA-256 fingerprint of that authority, or an empty text."""

    def renew(self) -> None:
        """Makes the certificate fit the addresses that this machine has now, if it is ours."""


def given(certificate: Path, key: Path | None) -> Encryption:
    """Returns the encryption with somebody's own files; *key* may be in the first one, too.

    Raises :exc:`WebError`.
    """
    context = _context()
    for path in (certificate, key):
        try:
            if path is not None:
                path.open("rb").close()
        except OSError as error:
            raise WebError(f"cannot read {path}: {error.strerror}") from None

    def refuse_password() -> str:  # without it OpenSSL would ask for one in the terminal
        raise WebError(f"{key or certificate}: the key has a password; expected one without")

    try:
        context.load_cert_chain(certificate, key, password=refuse_password)
    except ssl.SSLError as error:
        raise WebError(_no_pair(certificate, key, error)) from None
    return _Given(context, _names(context, certificate))


def made(folder: Path) -> Encryption:
    """Returns the encryption with a certificate that is made and kept in the data *folder*.

    Raises :exc:`WebError`.
    """
    return _Made(folder)


def cookie_name(port: int, *, is_tls: bool) -> str:
    """Returns the name of a device's cookie for the pages at *port*.

    Browsers send the cookies of all ports of a computer, with and without TLS. A cookie that was
    sent in the clear has another name than one that never was; browsers accept the latter only
    from an encrypted page, for all its paths, and marked as ``Secure``.
    """
    return f"__Host-heistboard-{port}" if is_tls else f"heistboard-{port}"


class _Given:
    authority = None
    fingerprint = ""

    def __init__(self, context: ssl.SSLContext, names: frozenset[str]) -> None:
        self.context = context
        self.names = names

    def renew(self) -> None:
        pass


class _Made:
    authority: bytes | None = None
    fingerprint = ""
    names: frozenset[str] = frozenset()

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER
        self.context = _context()
        self.renew()

    def renew(self) -> None:
        try:
            from heistboard.web.made_certificate import made_certificate
        except ImportError:
            raise WebError(
                "--tls needs a package that makes certificates: `pip install cryptography`; or "
                "use a certificate of your own with --tls-cert FILE --tls-key FILE"
            ) from None
        address = own_addresses.lan_address()
        names = {"localhost", own_addresses.LOCAL, *own_addresses.private_names()}
        names |= {address} if address else set()
        try:
            made = made_certificate(self._folder, names, datetime.now(UTC))
        except OSError as error:
            raise WebError(
                f"cannot keep a certificate in {self._folder}: {error.strerror or error}; "
                "choose another data folder with --data DIR"
            ) from None
        self.context.load_cert_chain(made.path)
        self.authority, self.fingerprint = made.authority, made.fingerprint
        self.names = frozenset(names)


def _context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION
    context.set_alpn_protocols(["http/1.1"])
    return context


def _no_pair(certificate: Path, key: Path | None, error: ssl.SSLError) -> str:
    files = f"{certificate} and {key}" if key else str(certificate)
    why = error.reason or "no certificate"
    return (
        f"{files}: {why.lower().replace('_', ' ')}; expected a certificate and its key without "
        "a password, as PEM"
    )


def _names(context: ssl.SSLContext, path: Path) -> frozenset[str]:
    # Nothing public in Python reads a certificate's names but a client that trusts it, so one
    # connects, in memory. It trusts the server's certificate itself, whoever signed it.
    client_context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client_context.check_hostname = False
    client_context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    try:
        client_context.load_verify_locations(path)
        client = client_context.wrap_bio(to_client, to_server)
        server = context.wrap_bio(to_server, to_client, server_side=True)
        for end in (client, server, client):
            with contextlib.suppress(ssl.SSLWantReadError):
                end.do_handshake()
    except ssl.SSLCertVerificationError as error:
        raise WebError(f"{path} cannot be used: {error.verify_message}") from None
    except ssl.SSLError as error:
        raise WebError(_no_pair(path, None, error)) from None
    peer: Any = client.getpeercert()
    known = peer.get("subjectAltName", ())
    return frozenset(str(name) for _, name in known if not str(name).startswith("*"))
