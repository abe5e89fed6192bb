"""Certificates: one that is made here, one's own, and the addresses that they cover."""

import socket
import ssl
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from cryptography.hazmat.primitives import serialization
from heistboard.app import Lobby
from heistboard.web import Server, WebError, encryption, own_addresses
from heistboard.web import made_certificate as making

from tests.support.encrypted_line import trusting

pytestmark = pytest.mark.usefixtures("network")


def test_the_certificate_is_kept_between_runs(tmp_path: Path) -> None:
    first, second = encryption.made(tmp_path), encryption.made(tmp_path)
    assert first.fingerprint == second.fingerprint and first.authority == second.authority


def test_a_new_address_is_covered_when_phones_may_join(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = encryption.made(folder)
    with Server(Lobby(folder / "journal.sqlite", {}), folder, port=0, tls=made) as server:
        monkeypatch.setattr(own_addresses, "lan_address", lambda: "127.0.0.3")
        monkeypatch.setattr(own_addresses, "own_addresses", lambda: ["127.0.0.3"])
        server.open_to_network()
        assert server.address == f"https://127.0.0.3:{server.port}/"
        with httpx.Client(verify=trusting(made), trust_env=False) as device:
            assert device.get(server.address).status_code == 200


def test_names_that_no_site_can_have_are_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Laptop.bank.example")
    names = encryption.made(tmp_path).names
    assert names == {"localhost", "127.0.0.1", "127.0.0.2", "laptop", "laptop.local"}


@pytest.fixture(scope="module")
def own_files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Somebody's own certificate, for games.example and 127.0.0.1, and its key."""
    folder = tmp_path_factory.mktemp("own")
    making.made_certificate(folder, {"games.example", "127.0.0.1"}, datetime.now(UTC))
    signed = making._read(folder / making.SERVER_FILE)
    assert signed is not None
    certificate, key = folder / "cert.pem", folder / "key.pem"
    certificate.write_bytes(making._pem(signed.certificate))
    key.write_bytes(
        signed.key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return certificate, key


def test_ones_own_certificate_is_used_and_its_names_are_ours(
    folder: Path, own_files: tuple[Path, Path]
) -> None:
    own = encryption.given(*own_files)
    assert own.names == {"games.example", "127.0.0.1"} and own.authority is None
    with Server(
        Lobby(folder / "journal.sqlite", {}), folder, port=0, tls=own, is_lan=True
    ) as server:
        assert server.address == f"https://games.example:{server.port}/"
        context = ssl.create_default_context(cafile=str(own_files[0].parent / "authority.pem"))
        for host, status in (("games.example", 200), ("bank.example", 403)):
            answer = httpx.get(
                f"{server.local_address}start",
                headers={"Host": f"{host}:{server.port}"},
                verify=context,
                trust_env=False,
            )
            assert answer.status_code == status


@pytest.mark.parametrize(
    ("names", "local", "table"),
    [
        ({"games.example", "127.0.0.1"}, "127.0.0.1", "games.example"),
        ({"games.example", "localhost"}, "localhost", "games.example"),
        ({"home.example", "games.example"}, "home.example", "home.example"),
        ({"games.example"}, "games.example", "games.example"),
        ({"127.0.0.2", "games.example"}, "127.0.0.2", "127.0.0.2"),
        ({"127.0.0.1", "localhost", "10.1.2.3"}, "127.0.0.1", "127.0.0.2"),
    ],
)
def test_addresses_are_those_that_the_certificate_covers(
    folder: Path, monkeypatch: pytest.MonkeyPatch, names: set[str], local: str, table: str
) -> None:
    known = {"home.example": "127.0.0.1", "games.example": "10.1.2.3", "localhost": "127.0.0.1"}
    monkeypatch.setattr(socket, "gethostbyname", lambda name: known.get(name, name))
    made = making.made_certificate(folder / "own", names, datetime.now(UTC))
    own = encryption.given(made.path, None)
    lobby = Lobby(folder / "journal.sqlite", {})
    for is_lan in (False, True):
        with Server(lobby, folder, port=0, tls=own, is_lan=is_lan) as server:
            # Where the network is not served, a name must lead to the one address that is.
            found = known.get(local, local) == "127.0.0.1"
            host = local if found or is_lan else "127.0.0.1"
            assert server.local_address == f"https://{host}:{server.port}/"
            assert server.host_address.startswith(f"{server.local_address}#host=")
            if is_lan:
                assert server.address == f"https://{table}:{server.port}/"


def test_a_name_that_is_not_found_is_no_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> str:
        raise socket.gaierror(name)

    monkeypatch.setattr(socket, "gethostbyname", fail)
    assert own_addresses.local_name({"games.example"}) == "127.0.0.1"
    assert own_addresses.local_name({"games.example", "localhost"}) == "localhost"


def test_certificate_and_key_may_be_in_one_file(
    tmp_path: Path, own_files: tuple[Path, Path]
) -> None:
    both = tmp_path / "both.pem"
    both.write_bytes(b"".join(file.read_bytes() for file in own_files))
    assert encryption.given(both, None).names == {"games.example", "127.0.0.1"}


def test_files_that_do_not_do_are_said(tmp_path: Path, own_files: tuple[Path, Path]) -> None:
    certificate, key = own_files
    missing, garbage = tmp_path / "missing.pem", tmp_path / "garbage.pem"
    garbage.write_text("garbage")
    encryption.made(tmp_path)
    other = tmp_path / "tls" / "server.pem"
    for given, said in (
        ((missing, key), "cannot read .*missing.pem: No such file"),
        ((certificate, missing), "cannot read .*missing.pem: No such file"),
        ((garbage, None), "garbage.pem: .*; expected a certificate and its key"),
        ((certificate, None), "cert.pem: .*; expected a certificate and its key"),
        ((certificate, other), "key values mismatch; expected a certificate and its key"),
    ):
        with pytest.raises(WebError, match=said):
            encryption.given(*given)


def test_a_key_with_a_password_is_refused_and_none_is_asked_for(
    tmp_path: Path, own_files: tuple[Path, Path]
) -> None:
    key = serialization.load_pem_private_key(own_files[1].read_bytes(), None)
    locked = tmp_path / "locked.pem"
    locked.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.BestAvailableEncryption(b"open sesame"),
        )
    )
    with pytest.raises(WebError, match="password"):
        encryption.given(own_files[0], locked)


def test_a_certificate_that_is_too_old_is_refused(tmp_path: Path) -> None:
    long_ago = datetime.now(UTC) - timedelta(days=500)
    made = making.made_certificate(tmp_path, {"localhost", "127.0.0.1"}, long_ago)
    with pytest.raises(WebError, match="expired"):
        encryption.given(made.path, None)


def test_without_the_package_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "heistboard.web.made_certificate", None)
    with pytest.raises(WebError, match=r"`pip install cryptography`; or .*--tls-cert FILE"):
        encryption.made(tmp_path)


def test_a_folder_that_cannot_hold_it_is_said(tmp_path: Path) -> None:
    (tmp_path / "tls").write_text("a file")
    with pytest.raises(WebError, match=r"cannot keep a certificate in .*--data DIR"):
        encryption.made(tmp_path)
