"""The state tables of host and board in firmware/PROTOCOL.md, row by row."""

from collections.abc import Callable

import pytest
from heist import wire
from heistboard.firmware import ROOT
from heistboard.link.link import LinkState, StateChange
from heistboard.link.messages import Hello, decode

from tests.support.link_rig import STALE, BoardRig, LinkRig
from tests.support.messages import SESSION, hello, kinds, snapshot


def table(heading: str) -> list[tuple[str, str, str, str]]:
    """Returns the rows of a state table: state, event, action, next state."""
    text = (ROOT / "PROTOCOL.md").read_text(encoding="utf-8")
    lines = iter(text[text.index(heading) :].splitlines())
    rows: list[tuple[str, str, str, str]] = []
    for line in lines:
        if line.startswith("|"):
            state, event, does, then = (cell.strip() for cell in line.strip("|").split("|"))
            rows.append((state, event, does, then))
        elif rows:
            break
    assert rows[0][1] == "event"
    return rows[2:]


HOST_TABLE = table("The host (`heistboard/link/link.py`):")
BOARD_TABLE = table("The board (`heist/session.py`):")

HOST_EVENTS: dict[str, Callable[[LinkRig], object]] = {
    "port opened": lambda rig: rig.link.open(rig.now_ms),
    "250 ms": lambda rig: rig.wait(250),
    "2 s without the first HELLO": lambda rig: rig.wait(2000),
    "2 s without the first HELLO of a known board": lambda rig: rig.wait_as_known(2000),
    "2 s without another HELLO": lambda rig: rig.fall_silent_after_a_restart(),
    "400 ms after the last such ASK": lambda rig: rig.wait(400),
    "500 ms without a good frame": lambda rig: rig.wait(500),
    "250 ms after GREET without HELLO": lambda rig: rig.wait(750),
    "HELLO of a serial number that is connected": lambda rig: rig.feed_twin(),
    "HELLO agrees": lambda rig: rig.feed(hello()),
    "HELLO differs": lambda rig: rig.feed(hello(revision=2)),
    "SNAPSHOT": lambda rig: rig.feed(snapshot()),
    "HELLO of session 0": lambda rig: rig.feed(hello(0, boot=b"toob")),
    "HELLO of another boot": lambda rig: rig.feed(hello(boot=b"toob")),
    "3 s without a good frame": lambda rig: rig.wait(3000),
    "port closed": lambda rig: rig.link.close("pulled"),
}
TIMED = {
    "250 ms",
    "2 s without the first HELLO",
    "2 s without the first HELLO of a known board",
    "2 s without another HELLO",
    "400 ms after the last such ASK",
    "500 ms without a good frame",
    "250 ms after GREET without HELLO",
    "3 s without a good frame",
}
REPEATED = {"GREETING": {"GREET"}, "SYNCING": {"GREET"}, "READY": {"ACK", "CONFIG", "SCENE"}}
BLOCK_NAMES = {"G": "GREET", "A": "ACK", "C": "CONFIG", "S": "SCENE", "Q": "ASK 4"}

# An open port cannot be opened again, and a refused link is final.
IMPOSSIBLE = {(state, "port opened") for state in ("GREETING", "SYNCING", "READY", "REFUSED")}
# Events that are covered by another row.
CASES = {
    ("GREETING", "3 s without a good frame"): "2 s without the first HELLO",
    ("GREETING", "HELLO of another boot"): "HELLO agrees",
}


@pytest.mark.parametrize(("state", "event", "does", "then"), HOST_TABLE)
def test_row_of_the_host_s_state_table(state: str, event: str, does: str, then: str) -> None:
    rig = LinkRig(LinkState[state])
    sent: list[str] = []
    take_output = rig.link.take_output

    def take() -> bytes:
        data = take_output()
        sent[:] = [BLOCK_NAMES[kind] for kind in kinds(data)]
        return data

    rig.link.take_output = take  # type: ignore[method-assign]
    HOST_EVENTS[event](rig)
    if event in ("port opened", "port closed"):
        rig.link.take_output()
    assert rig.link.state is LinkState[then]
    due = [word for word in does.split(", ") if word]
    if event in TIMED:
        assert set(due) <= set(sent) <= set(due) | REPEATED[state]
    else:
        # A scene may take several blocks; this one takes one.
        assert sorted(sent) == sorted(due)
    changes = [each for each in rig.link.take_notices() if isinstance(each, StateChange)]
    assert [(change.old, change.new) for change in changes] == (
        [(LinkState[state], LinkState[then])] if state != then else []
    )


def test_rows_of_the_host_s_state_table_differ() -> None:
    pairs = [(state, event) for state, event, _, _ in HOST_TABLE]
    assert len(pairs) == len(set(pairs))
    assert {event for _, event in pairs} == set(HOST_EVENTS)
    assert {state for state, _ in pairs} | {then for *_, then in HOST_TABLE} == {
        state.name for state in LinkState
    }


@pytest.mark.parametrize("event", HOST_EVENTS)
@pytest.mark.parametrize("state", LinkState)
def test_host_stays_in_its_state_upon_all_that_is_not_in_the_table(
    state: LinkState, event: str
) -> None:
    rows = {(row[0], row[1]): row[3] for row in HOST_TABLE}
    pair = (state.name, event)
    if pair in rows or pair in IMPOSSIBLE:
        return
    then = rows[state.name, CASES[pair]] if pair in CASES else state.name
    rig = LinkRig(state)
    HOST_EVENTS[event](rig)
    assert rig.link.state is LinkState[then]


def ask(session: int) -> bytes:
    return wire.block(wire.ASK, session, wire.ASK_FORM, wire.ASK_SNAPSHOT)


BOARD_EVENTS: dict[str, Callable[[BoardRig], list[bytes]]] = {
    "GREET": lambda rig: rig.send(wire.block(wire.GREET, 77, wire.GREET_FORM, wire.PROTOCOL)),
    "other good block": lambda rig: rig.send(ask(SESSION)),
    "good block": lambda rig: rig.send(ask(SESSION)),
    "foreign block": lambda rig: rig.send(ask(STALE)),
    "5 s without a good block": lambda rig: rig.fall_silent(),
}
FRAME_NAMES = {"H": "HELLO", "N": "SNAPSHOT", "E": "EVENTS"}


@pytest.mark.parametrize(("state", "event", "answer", "then"), BOARD_TABLE)
def test_row_of_the_board_s_state_table(state: str, event: str, answer: str, then: str) -> None:
    rig = BoardRig(state)
    frames = BOARD_EVENTS[event](rig)
    assert rig.state == then
    names = ", ".join(FRAME_NAMES[chr(frame[2])] for frame in frames)
    if answer == "HELLO of session 0":
        message = decode(frames[0])
        assert isinstance(message, Hello)
        assert message.session == 0
        answer = "HELLO"
    elif answer == "as its message says":
        answer = "SNAPSHOT"  # as requested
    assert names == answer
    assert rig.board.lights.alone == (then == "ALONE")


def test_rows_of_the_board_s_state_table_differ() -> None:
    pairs = [(state, event) for state, event, _, _ in BOARD_TABLE]
    assert len(pairs) == len(set(pairs))
    assert {event for _, event in pairs} == set(BOARD_EVENTS)
    assert {state for state, _ in pairs} == {"ALONE", "GREETED"}


@pytest.mark.parametrize("event", BOARD_EVENTS)
@pytest.mark.parametrize("state", ["ALONE", "GREETED"])
def test_board_stays_in_its_state_upon_all_that_is_not_in_the_table(
    state: str, event: str
) -> None:
    if (state, event) in [row[:2] for row in BOARD_TABLE]:
        return
    rig = BoardRig(state)
    BOARD_EVENTS[event](rig)
    assert rig.state == state


def test_board_without_host_sends_nothing_and_keeps_its_events() -> None:
    rig = BoardRig("ALONE")
    assert rig.run(3000) == []
    assert len(rig.board.session.queue) == 1


def test_blocks_of_another_session_do_not_keep_a_session_alive() -> None:
    rig = BoardRig("GREETED")
    for _ in range(50):
        rig.run(100)
        rig.send(ask(STALE))
    assert rig.state == "ALONE"


def test_board_sends_hello_to_an_unknown_host_four_times_a_second() -> None:
    rig = BoardRig("ALONE")
    frames: list[bytes] = []
    for _ in range(500):
        frames += rig.send(wire.block(wire.ACK, STALE, wire.ACK_FORM, 0, len(frames) - 1 & 255, 0))
    assert len(frames) == 2
