import stat
from pathlib import Path

from heistboard.web.seat_tokens import INVITATION_S, MAX_INVITATIONS, SeatTokens


def test_an_invitation_is_good_once(tmp_path: Path) -> None:
    seats = SeatTokens(tmp_path / "seats.json")
    code = seats.invite(0, 0.0)
    joined = seats.join(code, 1.0)
    assert joined is not None and joined[0] == 0
    assert seats.is_token(joined.seat, joined.token)
    assert seats.join(code, 1.0) is None


def test_an_invitation_is_good_for_a_while(tmp_path: Path) -> None:
    seats = SeatTokens(tmp_path / "seats.json")
    assert seats.join(seats.invite(0, 0.0), INVITATION_S - 1) is not None
    assert seats.join(seats.invite(0, 0.0), INVITATION_S) is None


def test_devices_of_a_seat_share_its_token(tmp_path: Path) -> None:
    seats = SeatTokens(tmp_path / "seats.json")
    assert seats.join(seats.invite(0, 0.0), 0.0) == seats.join(seats.invite(0, 0.0), 0.0)
    assert seats.join(seats.invite(0, 0.0), 0.0) != seats.join(seats.invite(1, 0.0), 0.0)


def test_the_token_of_a_seat_is_not_that_of_another(tmp_path: Path) -> None:
    seats = SeatTokens(tmp_path / "seats.json")
    joined = seats.join(seats.invite(1, 0.0), 0.0)
    seats.invite(0, 0.0)
    assert joined is not None
    assert not seats.is_token(0, joined[1])
    assert not seats.is_token(7, joined[1])


def test_tokens_outlive_the_daemon(tmp_path: Path) -> None:
    seats = SeatTokens(tmp_path / "seats.json")
    joined = seats.join(seats.invite(1, 0.0), 0.0)
    again = SeatTokens(tmp_path / "seats.json")
    assert joined is not None and again.is_token(joined.seat, joined.token)
    assert again.seats() == [1]


def test_the_game_in_which_the_network_came_is_kept_until_the_seat_is_renewed(
    tmp_path: Path,
) -> None:
    seats = SeatTokens(tmp_path / "seats.json")
    seats.invite(0, 0.0)
    seats.invite(1, 0.0)
    for game in (7, 5):
        seats.note_network_join(0, game)
    for known in (seats, SeatTokens(tmp_path / "seats.json")):
        assert [known.joined_after(game) for game in (4, 6, 7, 9)] == [[0], [0], [], []]
        assert known.seats() == [0, 1]
    seats.renew(1)
    assert seats.joined_after(1) == [0]
    seats.renew(0)
    assert seats.joined_after(1) == SeatTokens(tmp_path / "seats.json").joined_after(1) == []


def test_only_the_owner_can_read_the_file(tmp_path: Path) -> None:
    path = tmp_path / "seats.json"
    path.write_text("{}")
    path.chmod(0o644)
    SeatTokens(path).invite(0, 0.0)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["seats.json"]


def test_a_renewed_seat_knows_neither_token_nor_invitation(tmp_path: Path) -> None:
    seats = SeatTokens(tmp_path / "seats.json")
    joined = seats.join(seats.invite(0, 0.0), 0.0)
    code, other = seats.invite(0, 0.0), seats.invite(1, 0.0)
    seats.renew(0)
    assert joined is not None and not seats.is_token(joined.seat, joined.token)
    assert seats.join(code, 0.0) is None
    assert seats.join(other, 0.0) is not None


def test_a_garbled_file_lets_nobody_in(tmp_path: Path) -> None:
    for text in ('{"0": ""}', '{"0": null, "1": 5}', "{", "[]", '{"x": 1}', "\0"):
        (tmp_path / "seats.json").write_text(text)
        seats = SeatTokens(tmp_path / "seats.json")
        assert seats.seats() == []
        assert not seats.is_token(0, "")
        assert seats.join(seats.invite(0, 0.0), 0.0) is not None


def test_invitations_do_not_pile_up(tmp_path: Path) -> None:
    seats = SeatTokens(tmp_path / "seats.json")
    codes = [seats.invite(0, 0.0) for _ in range(MAX_INVITATIONS + 1)]
    assert seats.join(codes[0], 0.0) is None
    assert all(seats.join(code, 0.0) for code in codes[1:])


def test_any_text_may_be_shown(tmp_path: Path) -> None:
    seats = SeatTokens(tmp_path / "seats.json")
    seats.invite(0, 0.0)
    for text in ("", "ж", "\udcff", "x" * 10_000):
        assert not seats.is_token(0, text)
        assert seats.join(text, 0.0) is None
