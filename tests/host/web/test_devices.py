"""Devices: tokens, names, hosts, and the file that keeps them."""

import stat
from pathlib import Path

import pytest
from heistboard.web.devices import MAX_DEVICES, Devices, checked_nickname


def test_a_device_is_found_by_its_token_also_after_a_restart(tmp_path: Path) -> None:
    devices = Devices(tmp_path)
    device, token = devices.add("Anna")
    devices.rename(device.id, "Анна 🚗")
    for known in (devices, Devices(tmp_path)):
        assert known.find(token) == known.get(device.id) == (device.id, "Анна 🚗")
    assert token not in (tmp_path / "devices.json").read_text()


def test_no_other_text_is_a_token(tmp_path: Path) -> None:
    devices = Devices(tmp_path)
    device, token = devices.add()
    for text in ("", device.id, token[:-1], f"{token}x", "ж", "\udcff", "x" * 10_000):
        assert devices.find(text) is None and not devices.is_secret(text)


def test_a_host_is_one_for_this_run(tmp_path: Path) -> None:
    devices = Devices(tmp_path)
    (anna, _), (boris, _) = devices.add("Anna"), devices.add("Boris")
    assert devices.is_secret(devices.secret) and not devices.is_secret(devices.secret[:-1])
    devices.make_host(anna)
    assert [devices.is_host(each) for each in (anna, boris, None)] == [True, False, False]
    again = Devices(tmp_path)
    assert not again.is_host(anna) and again.secret != devices.secret
    assert devices.secret not in (tmp_path / "devices.json").read_text()


def test_only_the_owner_can_read_the_file(tmp_path: Path) -> None:
    path = tmp_path / "new" / "devices.json"
    Devices(path.parent).add()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    path.chmod(0o644)
    Devices(path.parent).add()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["devices.json"]


def test_a_damaged_file_lets_nobody_in(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    _, token = Devices(tmp_path).add()
    path = tmp_path / "devices.json"
    good = path.read_text()
    for text in ("{", "[]", "\0", "{}", '{"devices": 1}', good.replace('""', '"\\n"'),
                 good.replace('", "", "', '", "", "x'), "[" * 100_000):  # fmt: skip
        caplog.clear()
        path.write_text(text)
        devices = Devices(tmp_path)
        assert devices.find(token) is None and "is damaged" in caplog.text
        assert devices.find(devices.add()[1]) is not None


def test_a_lobby_writes_nothing_until_its_game_begins(tmp_path: Path) -> None:
    lobby, other = Devices(tmp_path, is_kept=False), Devices(tmp_path)
    anna, anna_token = lobby.add("Anna")
    boris_token = other.add("Boris")[1]
    assert Devices(tmp_path).find(anna_token) is None
    lobby.keep()
    for known in (lobby, Devices(tmp_path)):
        assert known.find(anna_token) == anna
        assert known.find(boris_token) is not None
    lobby.rename(anna.id, "Anya")
    lobby.keep()
    assert Devices(tmp_path).get(anna.id) == (anna.id, "Anya")


def test_devices_do_not_pile_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heistboard.web.devices.write_private", lambda path, text: None)
    devices = Devices(tmp_path)
    (first, _), (sitting, _), (host, _) = (devices.add() for _ in range(3))
    devices.make_host(host)
    for _ in range(MAX_DEVICES):
        devices.add(kept=frozenset({sitting.id}))
    assert devices.get(first.id) is None
    assert devices.get(sitting.id) and devices.get(host.id)
    assert len(devices._ids) == MAX_DEVICES


@pytest.mark.parametrize(
    ("text", "nickname"),
    [
        ("Anna", "Anna"),
        ("  Anna  Maria ", "Anna Maria"),
        ("Й", "Й"),
        ("x" * 20, "x" * 20),
        ("x" * 21, None),
        ("", None),
        (" \n", None),
        ("a\0b", None),
        ("a\u202eb", None),  # would turn the text around
        ("a\u200bb", None),  # cannot be seen
        ("x" * 1000, None),
        (None, None),
        (5, None),
    ],
)
def test_a_nickname_can_be_read(text: object, nickname: str | None) -> None:
    assert checked_nickname(text) == nickname
