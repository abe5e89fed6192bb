"""The rules of sitting down, as tables of who does what, and what comes of it. No clock."""

from collections.abc import Callable

import pytest
from heistboard.web import seating
from heistboard.web.devices import Device
from heistboard.web.seating import (
    ANNOUNCED_MS,
    INVITATION_MS,
    MAX_EVENTS,
    Chairs,
    Seating,
    SeatRefused,
)

ANNA, BORIS, CARL = (Device(name[0].lower(), name) for name in ("Anna", "Boris", "Carl"))
A, B = 0, 1  # seats
SETUP = Chairs(has_begun=False, private=(False, False))
OPEN = Chairs(has_begun=True, private=(False, False))
SECRET = Chairs(has_begun=True, private=(True, False))  # the first seat has a secret
EARLY = Chairs(has_begun=False, private=(True, True))  # what is private before the first move
PLAYED = Chairs(has_begun=False, private=(True, True), computer=(True, False))
AT = 1_800_000_000


def empty() -> Seating:
    return Seating([[], []])


def names(seats: Seating, seat: int) -> list[str]:
    return [each.nickname for each in seats.sitters[seat]]


def why(do: Callable[[], object]) -> str:
    with pytest.raises(SeatRefused) as refused:
        do()
    return refused.value.why


@pytest.mark.parametrize(
    ("chairs", "seat", "sits"),
    [
        (SETUP, A, True),
        (EARLY, A, True),  # nobody has moved: it is plain who sits there
        (OPEN, A, True),
        (SECRET, A, False),
        (SECRET, B, True),
        (PLAYED, A, False),  # what the computer hides there could be read later
        (PLAYED, B, True),
    ],
)
def test_a_free_chair(chairs: Chairs, seat: int, sits: bool) -> None:
    seats = empty()
    assert seats.sit(ANNA, seat, chairs, AT) is sits
    assert names(seats, seat) == (["Anna"] if sits else [])
    assert [each.id for each in seats.asks[seat]] == ([] if sits else ["a"])
    assert [event.what for event in seats.events] == (["sit"] if sits else [])


@pytest.mark.parametrize("chairs", [SETUP, OPEN, SECRET])
def test_a_taken_seat_is_asked_for(chairs: Chairs) -> None:
    seats = empty()
    seats.sit(ANNA, A, SETUP, AT)
    assert seats.sit(ANNA, A, chairs, AT)  # it sits already
    assert not seats.sit(BORIS, A, chairs, AT)
    assert not seats.sit(BORIS, A, chairs, AT)  # asking twice is asking once
    assert seats.asks[A] == [BORIS] and names(seats, A) == ["Anna"]
    seats.answer(ANNA, "b", A, AT, is_yes=True)
    assert names(seats, A) == ["Anna", "Boris"] and seats.asks[A] == []
    assert seats.events[-1][1:] == (A, "b", "Boris", "yes", "Anna")


def test_a_seat_without_a_secret_goes_to_the_computer_at_once() -> None:
    seats = empty()
    assert seats.give("rim", A, OPEN, 0, AT)
    assert seats.given == {A: "rim"} and seats.acts == []
    assert seats.events[-1][1:] == (A, "", "", "computer", "")


def test_a_seat_with_a_secret_goes_to_the_computer_when_everybody_was_told() -> None:
    seats = empty()
    seats.sit(ANNA, A, SETUP, AT)
    assert not seats.give("rim", A, SECRET, 0, AT)
    assert not seats.give("rim", A, SECRET, 5_000, AT)  # it goes on as announced first
    seats.tick(ANNOUNCED_MS - 1, AT)
    assert names(seats, A) == ["Anna"] and seats.given == {}
    seats.tick(ANNOUNCED_MS, AT)
    assert names(seats, A) == [] and seats.given == {A: "rim"}
    assert seats.events[-1][1:] == (A, "a", "Anna", "computer", "")


def test_who_is_there_is_not_replaced_by_the_computer() -> None:
    seats = empty()
    seats.sit(ANNA, A, SETUP, AT)
    assert why(lambda: seats.give("rim", A, SECRET, 0, AT, here={"a"})) == "here"
    assert not seats.give("rim", A, SECRET, 0, AT, here={"b"})
    seats.tick(ANNOUNCED_MS, AT, here={"a"})  # she has come back
    assert names(seats, A) == ["Anna"] and seats.acts == [] and seats.given == {}


def test_the_terminal_looks_at_once_while_nobody_sits_at_the_table() -> None:
    seats = empty()
    assert seats.look(A, SECRET, 0, AT) and seats.look(A, SECRET, 0, AT)
    assert [event[1:5] for event in seats.events] == [(A, "", "", "look")]
    for chairs in (EARLY, SECRET):  # what was seen there is not for everybody
        other = seats.copy()
        assert not other.sit(ANNA, A, chairs, AT)


def test_the_terminal_looks_after_everybody_was_told() -> None:
    seats = empty()
    seats.sit(BORIS, B, SETUP, AT)
    assert not seats.look(A, SECRET, 0, AT)
    assert [act[:2] for act in seats.acts] == [("look", A)] and not seats.events[1:]
    seats.tick(ANNOUNCED_MS, AT)
    assert seats.look(A, SECRET, ANNOUNCED_MS, AT)
    assert seats.events[-1][1:5] == (A, "", "", "look")
    seats.hand(ANNA, A, SECRET, ANNOUNCED_MS, AT)
    seats.tick(2 * ANNOUNCED_MS, AT)
    assert why(lambda: seats.look(A, SECRET, 2 * ANNOUNCED_MS, AT)) == "here"
    seats.stand(ANNA, A, AT)
    assert not seats.look(A, SECRET, 2 * ANNOUNCED_MS, AT)  # somebody else has played it


def test_who_sits_down_meanwhile_is_not_looked_at() -> None:
    seats = empty()
    seats.sit(BORIS, B, SETUP, AT)
    seats.look(A, SECRET, 0, AT)
    seats.hand(ANNA, A, OPEN, 0, AT)
    seats.tick(ANNOUNCED_MS, AT)
    assert names(seats, A) == ["Anna"] and seats.events[-1].what != "look"


def test_the_terminal_does_not_look_at_the_computers_seat() -> None:
    assert why(lambda: empty().look(A, PLAYED, 0, AT)) == "here"


GIVEN = SECRET._replace(computer=(True, False))


def taken_over(*, stands: bool = False) -> Seating:
    """The computer has taken over from Anna."""
    seats = empty()
    seats.sit(ANNA, A, SETUP, AT)
    if stands:
        seats.stand(ANNA, A, AT)
    seats.give("rim", A, SECRET, 0, AT)
    seats.tick(ANNOUNCED_MS, AT)
    return seats


@pytest.mark.parametrize("stands", [False, True])
def test_only_whom_the_computer_replaced_takes_the_seat_back(*, stands: bool) -> None:
    seats = taken_over(stands=stands)
    assert seats.former(A) == ["a"] and seats.former(B) == []
    assert not seats.sit(BORIS, A, GIVEN, AT)
    assert seats.asks[A] == [BORIS]
    assert seats.sit(ANNA, A, GIVEN, AT)
    assert seats.events[-1][1:4] == (A, "a", "Anna") and seats.events[-1].what == "return"


def test_who_was_replaced_does_not_come_back_after_somebody_else() -> None:
    seats = taken_over()
    seats.hand(BORIS, A, GIVEN, 0, AT)
    seats.tick(ANNOUNCED_MS, AT)
    seats.stand(BORIS, A, AT)
    seats.give("rim", A, SECRET, 0, AT)
    seats.tick(2 * ANNOUNCED_MS, AT)
    assert seats.former(A) == ["b"]
    assert not seats.sit(ANNA, A, GIVEN, AT)


def test_who_was_led_out_does_not_take_the_seat_back_from_the_computer() -> None:
    seats = empty()
    seats.sit(ANNA, A, SETUP, AT)
    seats.put_out("a", A, SECRET, 0, AT)
    seats.tick(ANNOUNCED_MS, AT)
    seats.give("rim", A, SECRET, 0, AT)
    seats.tick(2 * ANNOUNCED_MS, AT)
    assert seats.former(A) == [] and not seats.sit(ANNA, A, GIVEN, AT)


def test_another_computer_player_leaves_the_seat_to_whom_it_replaced() -> None:
    seats = taken_over()
    seats.give("thinker", A, GIVEN, 0, AT)
    seats.tick(2 * ANNOUNCED_MS, AT)
    assert seats.given == {A: "thinker"} and seats.former(A) == ["a"]


def test_computers_seat_is_announced_before_anybody_has_it() -> None:
    seats = empty()
    assert not seats.hand(ANNA, A, PLAYED, 0, AT)
    seats.tick(ANNOUNCED_MS - 1, AT)
    assert names(seats, A) == []
    seats.tick(ANNOUNCED_MS, AT)
    assert names(seats, A) == ["Anna"]


def test_no_is_an_answer_and_no_event() -> None:
    seats = empty()
    seats.sit(ANNA, A, SETUP, AT)
    seats.sit(BORIS, A, SETUP, AT)
    seats.answer(ANNA, "b", A, AT, is_yes=False)
    assert names(seats, A) == ["Anna"] and seats.asks[A] == [] and len(seats.events) == 1
    assert why(lambda: seats.answer(ANNA, "b", A, AT, is_yes=True)) == "no-device"


def test_only_who_sits_there_consents() -> None:
    seats = empty()
    seats.sit(ANNA, A, SETUP, AT)
    seats.sit(CARL, B, SETUP, AT)
    seats.sit(BORIS, A, SETUP, AT)
    for other in (BORIS, CARL, Device("x", "Anna")):
        assert why(lambda by=other: seats.answer(by, "b", A, AT, is_yes=True)) == "not-seated"  # type: ignore[misc]
    assert names(seats, A) == ["Anna"]


def test_who_asks_may_ask_no_longer() -> None:
    seats = empty()
    seats.sit(ANNA, A, SETUP, AT)
    seats.sit(BORIS, A, SETUP, AT)
    seats.stand(BORIS, A, AT)
    assert seats.asks[A] == [] and len(seats.events) == 1


def test_standing_up_is_for_good_once_there_are_secrets() -> None:
    seats = empty()
    seats.sit(ANNA, A, SETUP, AT)
    seats.stand(ANNA, A, AT)
    assert names(seats, A) == []
    assert not seats.sit(ANNA, A, SECRET, AT)
    # Nor if the moves are taken back.
    assert not seats.sit(ANNA, A, EARLY, AT)


def test_what_was_dealt_is_seen_by_the_first_who_sits_there() -> None:
    seats = empty()
    assert seats.sit(ANNA, A, EARLY, AT)
    seats.stand(ANNA, A, AT)
    assert not seats.sit(BORIS, A, EARLY, AT)
    assert seats.sit(ANNA, A, EARLY, AT)  # who has seen it comes back
    seats.stand(ANNA, A, AT)
    assert seats.sit(BORIS, B, EARLY, AT)
    assert not seats.hand(BORIS, A, EARLY, 5_000, AT)  # announced


@pytest.mark.parametrize(
    ("who", "sits"),
    [
        (("Anna", "Anna"), True),  # it made the marks itself
        (("Anna", "Boris"), False),
        (("Anna", "Boris", "Anna"), False),
    ],
)
def test_marks_of_others_may_lie_in_a_seat(who: tuple[str, ...], sits: bool) -> None:
    people = {each.nickname: each for each in (ANNA, BORIS)}
    seats = empty()
    seats.note(OPEN)
    *before, last = (people[name] for name in who)
    for each in before:
        seats.hand(each, A, OPEN, 0, AT)
        seats.tick(ANNOUNCED_MS, AT)
        seats.stand(each, A, AT)
    assert seats.sit(last, A, OPEN, AT) is sits


def test_marks_of_those_who_left_before_the_game_do_not_count() -> None:
    seats = empty()
    seats.sit(ANNA, A, SETUP, AT)
    seats.stand(ANNA, A, AT)
    assert seats.sit(BORIS, A, OPEN, AT)


@pytest.mark.parametrize(
    ("chairs", "seat", "at_once"), [(SETUP, A, True), (EARLY, A, True), (OPEN, A, True),
                                    (SECRET, A, False), (SECRET, B, True)]
)  # fmt: skip
def test_what_a_host_does_is_announced_where_there_may_be_secrets(
    chairs: Chairs, seat: int, at_once: bool
) -> None:
    seats = empty()
    assert seats.hand(ANNA, seat, chairs, 5_000, AT) is at_once
    assert names(seats, seat) == (["Anna"] if at_once else [])
    assert seats.due_ms == (None if at_once else 5_000 + ANNOUNCED_MS)
    assert [act.what for act in seats.acts] == ([] if at_once else ["hand"])
    seats.tick(5_000 + ANNOUNCED_MS - 1, AT)
    assert names(seats, seat) == (["Anna"] if at_once else [])
    seats.tick(5_000 + ANNOUNCED_MS, AT + 10)
    assert names(seats, seat) == ["Anna"] and seats.acts == [] and seats.due_ms is None
    assert seats.events == [(AT if at_once else AT + 10, seat, "a", "Anna", "hand", "")]


@pytest.mark.parametrize("device", ["a", None])
def test_leading_out(device: str | None) -> None:
    for chairs in (SETUP, SECRET):
        seats = empty()
        seats.sit(ANNA, A, SETUP, AT)
        at_once = seats.put_out(device, A, chairs, 0, AT)
        assert at_once is (chairs is SETUP)
        seats.tick(ANNOUNCED_MS, AT)
        assert names(seats, A) == [] and seats.events[-1].what == "put-out"
    assert why(lambda: seats.put_out("a", A, SETUP, 0, AT)) == "no-device"


def test_an_act_is_announced_once_and_not_put_off_by_asking_again() -> None:
    seats = empty()
    for now_ms in (0, 4_000, 8_000):
        assert not seats.hand(ANNA, A, SECRET, now_ms, AT)
    assert seats.due_ms == ANNOUNCED_MS and len(seats.acts) == 1
    for number in range(seating.MAX_ACTS - 1):
        seats.hand(Device(str(number), ""), A, SECRET, 0, AT)
    assert why(lambda: seats.hand(BORIS, A, SECRET, 0, AT)) == "full"


def test_an_announced_act_does_no_harm_when_it_is_too_late() -> None:
    seats = empty()
    seats.sit(ANNA, A, SETUP, AT)
    seats.put_out("a", A, SECRET, 0, AT)
    seats.hand(BORIS, A, SECRET, 0, AT)
    seats.stand(ANNA, A, AT)
    seats.tick(ANNOUNCED_MS, AT)
    assert names(seats, A) == ["Boris"]


# Invitations.


def test_an_invitation_is_good_once_and_for_ten_minutes() -> None:
    seats = empty()
    seats.invite("1", A, SETUP, 0)
    seats.invite("2", A, SETUP, 0)
    assert seats.join(ANNA, "1", SETUP, INVITATION_MS - 1, AT) == A
    assert why(lambda: seats.join(BORIS, "1", SETUP, INVITATION_MS - 1, AT)) == "code"  # used
    assert why(lambda: seats.join(BORIS, "2", SETUP, INVITATION_MS, AT)) == "code"  # too old
    assert why(lambda: seats.join(BORIS, "3", SETUP, 0, AT)) == "code"  # wrong
    assert names(seats, A) == ["Anna"] and seats.events[-1].what == "code"


def test_an_invitation_to_secrets_is_announced_first() -> None:
    seats = empty()
    seats.invite("1", A, SECRET, 1_000)
    assert [act.what for act in seats.acts] == ["invite"]
    with pytest.raises(SeatRefused) as early:
        seats.join(ANNA, "1", SECRET, 4_000, AT)
    assert (early.value.why, early.value.left_ms) == ("soon", 7_000)
    seats.tick(11_000, AT)
    assert names(seats, A) == []
    assert seats.join(ANNA, "1", SECRET, 11_000 + INVITATION_MS - 1_000, AT) == A


def test_an_invitation_from_before_the_secret_is_void() -> None:
    seats = empty()
    seats.invite("1", A, OPEN, 0)
    assert why(lambda: seats.join(ANNA, "1", SECRET, 0, AT)) == "private"
    assert names(seats, A) == []


def test_invitations_end_when_the_seat_is_freed_and_do_not_pile_up() -> None:
    seats = empty()
    seats.invite("1", A, SETUP, 0)
    seats.invite("2", B, SETUP, 0)
    seats.put_out(None, A, SETUP, 0, AT)
    assert why(lambda: seats.join(ANNA, "1", SETUP, 0, AT)) == "code"
    for number in range(seating.MAX_INVITATIONS):
        seats.invite(f"n{number}", A, SETUP, 0)
    assert why(lambda: seats.join(ANNA, "2", SETUP, 0, AT)) == "code"
    seats.invite("3", A, SECRET, 0)
    seats.put_out(None, A, SECRET, 0, AT)
    assert seats.acts == []


# Names, events, limits.


def test_a_new_name_is_told_wherever_the_device_sits() -> None:
    seats = empty()
    seats.sit(ANNA, A, SETUP, AT)
    seats.sit(ANNA, B, SETUP, AT)
    seats.hand(BORIS, A, SECRET, 0, AT)
    seats.rename(ANNA._replace(nickname="Anya"), AT)
    seats.rename(BORIS._replace(nickname="Bob"), AT)
    assert names(seats, A) == names(seats, B) == ["Anya"]
    assert [each[1:] for each in seats.events[2:]] == [
        (seat, "a", "Anya", "rename", "Anna") for seat in (A, B)
    ]
    seats.tick(ANNOUNCED_MS, AT)
    assert names(seats, A) == ["Anya", "Bob"]


def test_who_sat_there_before_sits_there_again() -> None:
    seats = Seating([[], []], [[ANNA], [BORIS]])
    seats.sit(ANNA, A, SETUP, AT)
    seats.sit(ANNA, B, SETUP, AT)
    assert [event.what for event in seats.events] == ["return", "sit"]


def test_no_event_is_dropped_to_hide_another() -> None:
    seats = empty()
    while len(seats.events) < MAX_EVENTS:
        seats.sit(ANNA, A, SETUP, AT)
        seats.stand(ANNA, A, AT)
    assert why(lambda: seats.sit(ANNA, A, SETUP, AT)) == "full"
    assert seats.hand(ANNA, A, SETUP, 0, AT)
    assert why(lambda: seats.rename(ANNA._replace(nickname="Bob"), AT)) == "full"


def test_a_seat_has_room_for_some() -> None:
    seats = empty()
    people = [Device(str(number), "") for number in range(20)]
    for each in people[: seating.MAX_SITTERS]:
        seats.hand(each, A, SETUP, 0, AT)
    assert why(lambda: seats.hand(people[-1], A, SETUP, 0, AT)) == "full"
    for each in people[8 : 8 + seating.MAX_ASKS]:
        seats.sit(each, A, SETUP, AT)
    assert why(lambda: seats.sit(people[-1], A, SETUP, AT)) == "full"


def test_a_copy_changes_by_itself() -> None:
    seats = empty()
    seats.sit(ANNA, A, SETUP, AT)
    seats.invite("1", A, SETUP, 0)
    other = seats.copy()
    other.sit(BORIS, B, SETUP, AT)
    other.join(CARL, "1", SETUP, 0, AT)
    other.hand(BORIS, A, SECRET, 0, AT)
    assert names(seats, A) == ["Anna"] and names(seats, B) == [] and seats.acts == []
    assert seats.join(CARL, "1", SETUP, 0, AT) == A
