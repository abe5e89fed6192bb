"""The simulated board and its hands behave like a real board."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from heistboard.firmware import wire
from heistboard.games.pieces import Pieces, pieces_of
from heistboard.link.floors import Modules
from heistboard.link.hub import Hub
from heistboard.link.module import Event
from heistboard.link.port import Port
from heistboard.places import layout
from heistboard.places.scene import Colour, Intent, Level, pack
from heistboard.sim import ByteFaults, Hands, SimBoard, SimHands
from heistboard.sim.standing_pieces import StandingPieces
from heistboard.sim.virtual_board import VirtualBoard
from heistboard.sim.virtual_hub import VirtualHub
from heistboard.sim.virtual_time import VirtualTime

from tests.support.harbour import harbour_pieces
from tests.support.rig import Make, RealRig, both_ways


@both_ways
def test_a_piece_that_bounces_is_one_event(make: Make) -> None:
    with make() as rig:
        hands = Hands(rig.board, seed=4)

        def heard(count: int) -> None:
            assert rig.wait(lambda: len(rig.events) >= count)
            rig.sleep(0.04)  # it bounces no more; another event would be told

        for before, cell in ((0, "a1"), (4, "c3"), (8, "e5")):
            hands.uncover(cell)  # nothing stands there: no event
            hands.cover(cell)
            hands.put(cell)
            heard(before + 2)
            hands.take(cell)
            heard(before + 3)
            hands.uncover(cell)
            heard(before + 4)
        told = [(event.name, event.is_closed) for event in rig.events]
        assert told == [
            turn
            for cell in ("a1", "c3", "e5")
            for turn in (
                (f"{cell}.cover", True),
                (f"{cell}.occupant", True),
                (f"{cell}.occupant", False),
                (f"{cell}.cover", False),
            )
        ]


@both_ways
def test_buildings_present_at_power_on_are_not_events(make: Make) -> None:
    covers = {f"{cell}.cover" for cell in layout.CELLS}
    with make(closed=covers) as rig:
        assert rig.picture == covers
        assert rig.module.hello is not None and rig.module.hello.next == 0


@both_ways
def test_helicopters_and_buttons(make: Make) -> None:
    with make() as rig:
        hands = Hands(rig.board)
        hands.put("x23")
        assert rig.wait(lambda: len(rig.events) == 1, 2)
        hands.press("done", hold_ms=60)
        assert rig.wait(lambda: len(rig.events) == 3, 2)
        hands.take("x23")
        assert rig.wait(lambda: len(rig.events) == 4, 2)
        assert [(e.name, e.is_closed) for e in rig.events] == [
            ("x23.occupant", True),
            ("done", True),
            ("done", False),
            ("x23.occupant", False),
        ]
        held_ms = rig.events[2].time_ms - rig.events[1].time_ms
        assert held_ms >= 55
        assert held_ms <= 110 or make is RealRig  # whose process may have to wait


@pytest.mark.parametrize("how", ["open", "closed"])
@both_ways
def test_a_stuck_reed_says_nothing_until_it_is_mended(make: Make, how: str) -> None:
    with make() as rig:
        hands = Hands(rig.board, bounces=False)
        if how == "closed":
            hands.cover("b3")
            assert rig.wait(lambda: len(rig.events) == 1, 2)
        rig.board.set_stuck("b3.cover", how)
        (hands.cover if how == "open" else hands.uncover)("b3")
        hands.cover("c3")
        assert rig.wait(lambda: bool(rig.events) and rig.events[-1].name == "c3.cover", 2)
        assert ("b3.cover" in rig.picture) == (how == "closed")
        rig.board.set_stuck("b3.cover", None)
        assert rig.wait(lambda: rig.picture == rig.truth, 2)


@both_ways
def test_a_chattering_reed_shows_in_its_health_and_disturbs_no_other(make: Make) -> None:
    with make() as rig:
        rig.board.set_stuck("b3.occupant", "chatter")
        number = layout.REEDS.index("b3.occupant")
        assert rig.wait(lambda: rig.module.health.reed(number).is_chattering, 5)
        Hands(rig.board).cover("c3")
        assert rig.wait(lambda: "c3.cover" in rig.picture, 2)
        rig.board.set_stuck("b3.occupant", None)
        assert rig.wait(lambda: rig.picture == {"c3.cover"}, 2)
        assert rig.module.health.reed(number).chatters >= 1
        assert rig.module.health.reed(layout.REEDS.index("c3.cover")).chatters == 0


@both_ways
def test_leds_show_the_scene(make: Make) -> None:
    with make() as rig:
        rig.hub.show(
            rig.board.serial,
            pack({"b3": Intent(Colour.RED, Level.BRIGHT), "r11": Intent(Colour.BLUE)}),
        )
        assert rig.wait_leds(lambda leds: leds["b3"][0] > 100 and leds["r11"][2] > 0)
        lit = {name for name, led in rig.board.leds.items() if led != (0, 0, 0)}
        assert lit == {"b3", "r11"}


def test_two_modules_are_two_floors() -> None:
    time = VirtualTime()
    ground, upper = (VirtualBoard(time, f"53494D00000000{end}") for end in ("AA", "BB"))
    events: list[Event] = []
    hub = VirtualHub(
        time,
        [ground, upper],
        lambda module, notice: events.append(notice) if isinstance(notice, Event) else None,
        Modules({ground.serial: 1, upper.serial: 2}),
    )
    time.add(hub)
    assert time.run_until(lambda: len(hub.ready()) == 2, 5_000)
    Hands(upper).cover("b3")
    assert time.run_until(lambda: len(events) == 1, 2_000)
    Hands(ground).cover("c4")
    assert time.run_until(lambda: len(events) == 2, 2_000)
    assert [(e.floor, e.name) for e in events] == [(2, "b3.cover"), (1, "c4.cover")]
    hub.show(upper.serial, pack({"a1": Intent(Colour.GREEN)}))
    assert time.run_until(lambda: upper.leds["a1"][1] > 0, 2_000)
    assert ground.leds["a1"] == (0, 0, 0)
    # The floors stay with their boards when the cables are swapped.
    ground.pull()
    upper.pull()
    assert time.run_until(lambda: not hub.ready(), 5_000)
    upper.plug()
    ground.plug()
    assert time.run_until(lambda: len(hub.ready()) == 2, 5_000)
    assert {c.port.device: c.link.module.floor for c in hub.ready() if c.link.module} == {
        ground.port: 1,
        upper.port: 2,
    }


def test_hands_lay_out_another_games_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = pieces_of("car-thief"), harbour_pieces(monkeypatch)
    board = VirtualBoard(VirtualTime(), closed=StandingPieces(first).closed)
    hands = SimHands([board], first)
    hands.shows_hidden = True
    for line in ("lift b3", "car b3", "heli green x22"):
        hands.do(line)
    assert hands.look().pieces == {"car": {"": "b3"}, "heli": {"green": "x22"}}
    hands.begin(first, [board], {})  # the same game again: the board is cleared
    assert hands.look()[:2] == ((), {"car": {}, "heli": {}})
    hands.do("heli pink x11")
    hands.begin(second, [board], {})
    assert hands.look()[:3] == (layout.CELLS, {"boat": {}, "crate": {}, "pearl": {}}, (True,))
    assert not any(board.is_closed(reed) for reed in layout.REEDS)
    assert "heli" not in hands.verbs and {"boat", "lift", "press"} <= hands.verbs
    hands.do("pearl black b3")
    hands.do("put b3")
    assert {reed for reed in layout.REEDS if board.is_closed(reed)} == {
        "b3.cover",
        "b3.occupant",
    }
    with pytest.raises(ValueError, match="the tile on b3 is in the way"):
        hands.do("pearl black off")
    hands.begin(first, [board], {})
    assert {reed for reed in layout.REEDS if board.is_closed(reed)} == {
        f"{cell}.cover" for cell in layout.CELLS
    }


def test_hands_without_pieces_have_buttons_and_the_cable() -> None:
    board = VirtualBoard(VirtualTime())
    hands = SimHands([board], Pieces({}))
    assert hands.verbs == {"press", "down", "up", "tap", "pull", "plug"}
    hands.do("down done")
    assert board.is_closed("done")
    hands.let_go()
    assert not board.is_closed("done")
    hands.do("pull")
    assert (hands.look().is_plugged, hands.look().lifted) == ((False,), ())
    for line in ("lift b3", "press", "pull now 2", ""):
        with pytest.raises(ValueError, match="hands cannot do"):
            hands.do(line)


@both_ways
def test_a_full_line_stalls_the_board_as_it_does_a_pico(make: Make) -> None:
    """The simulated line blocks when full, like a Pico's, so the window of 192 bytes is tested."""
    with make() as rig:
        rig.board.set_host_reads(False)
        # Each greeting by a host that never reads opens the window again.
        for session in range(1, 8):
            rig.board.inject(wire.block(wire.GREET, session, wire.GREET_FORM, wire.PROTOCOL))
            rig.sleep(0.05)
        rig.sleep(1.0)
        assert rig.board.waiting == wire.LINE_HOLDS
        rig.board.set_host_reads(True)
        rig.play(["b3.cover", "c3.cover"], every_ms=5)
        assert rig.wait(lambda: rig.picture == rig.truth)


@pytest.mark.parametrize("end", ["close", "kill"])
def test_no_process_is_left_behind(end: str) -> None:
    script = (
        "import os, sys, time\n"
        "from heistboard.sim import SimBoard\n"
        "board = SimBoard()\n"
        "print(board.pid, flush=True)\n"
        "sys.stdin.read(1)\n"
        "board.close() if sys.argv[1] == 'close' else os.kill(os.getpid(), 9)\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", script, end], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert parent.stdin is not None and parent.stdout is not None
    pid = int(parent.stdout.readline())
    parent.communicate(b"x", timeout=10)
    deadline = time.monotonic() + 5
    while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_wrong_names_are_explained() -> None:
    board = VirtualBoard(VirtualTime())
    hands = Hands(board)
    with pytest.raises(ValueError, match=r"'z9', expected a1\.\.e5"):
        hands.cover("z9")
    with pytest.raises(ValueError, match=r"'x55', expected a1\.\.e5 or x11\.\.x44"):
        hands.put("x55")
    with pytest.raises(ValueError, match="'start', expected done, undo or help"):
        hands.press("start")
    with pytest.raises(ValueError, match=r"'b3', expected b3\.cover"):
        board.set_reed("b3", is_closed=True)
    with pytest.raises(ValueError, match="'bent', expected open, closed, chatter or None"):
        board.set_stuck("b3.cover", "bent")


def test_faults_are_the_same_for_the_same_seed() -> None:
    data = bytes(range(256)) * 4
    first, second = (ByteFaults(3, loss=0.1, corruption=0.1, duplication=0.1) for _ in range(2))
    assert first.spoil(data) == second.spoil(data)
    assert 150 < first.spoilt < 450
    assert b"".join(ByteFaults(chunk=63).spoil(data)) == data
    assert {len(chunk) for chunk in ByteFaults(chunk=63).spoil(data)} == {63, 16}


def test_a_port_that_cannot_be_opened_yet_is_tried_again_soon(tmp_path: Path) -> None:
    late = tmp_path / "ttyLate"
    with SimBoard() as board, Hub(lambda *_: None, lambda: [Port(str(late), None, "")]) as hub:
        assert hub.wait(lambda: bool(hub.problems), 2)
        assert "there is no port" in hub.problems[str(late)]
        late.symlink_to(board.port)
        assert hub.wait(lambda: bool(hub.ready()) and not hub.problems, 2)
