"""Which boards ``--board`` means."""

import pytest
from heistboard.boards import choice
from heistboard.boards.choice import choose, is_real
from heistboard.errors import CommandError, UsageError
from heistboard.link.floors import Modules
from heistboard.link.port import Port
from heistboard.sim.board_model import SERIALS
from heistboard.sim.cpython_board import CPythonBoard

REAL = "A000000000000001"
USB = Port("/dev/ttyUSB-none", REAL, "board")


@pytest.fixture(autouse=True)
def usb(monkeypatch: pytest.MonkeyPatch) -> list[Port]:
    """The ports on USB; simulated boards need no MicroPython, to be quick."""
    ports: list[Port] = []
    monkeypatch.setattr(choice, "find_ports", lambda: list(ports))
    monkeypatch.setattr(
        "heistboard.sim.simulated_boards.SimulatedBoards._started",
        lambda self, serial, closed: CPythonBoard(serial, closed=closed),
    )
    return ports


@pytest.mark.parametrize("floors", [1, 2, 3])
def test_as_many_simulated_boards_as_the_game_wants(floors: int) -> None:
    modules = Modules()
    with choose("sim", modules, floors=floors) as chosen:
        assert [board.serial for board in chosen.sims] == [*SERIALS[:floors]]
        assert len(chosen.ports()) == floors
    assert modules.floors == {serial: n for n, serial in enumerate(SERIALS[:floors], 1)}


def test_several_simulated_boards_without_a_game() -> None:
    with choose(("sim", "sim"), Modules()) as chosen:
        assert (len(chosen.sims), chosen.note) == (2, "2 simulated boards")
    with pytest.raises(UsageError, match="--board sim may be given 3 times at most"):
        choose(["sim"] * 4, Modules()).__enter__()


def test_more_simulated_boards_start_when_another_game_wants_them() -> None:
    modules = Modules()
    with choose("sim", modules) as chosen:
        assert chosen.simulate is not None
        (first,) = chosen.simulate(1)
        more = chosen.simulate(3)
        assert (more[0], len(more), len(chosen.ports())) == (first, 3, 3)
        assert modules.floors == {serial: n for n, serial in enumerate(SERIALS, 1)}
        assert chosen.simulate(2) == more[:2]
    assert chosen.ports() == []


def test_floors_that_people_gave_to_simulated_boards_stay() -> None:
    modules = Modules()
    with choose("sim", modules, floors=2) as chosen:
        assert chosen.simulate is not None
        modules.assign(1, SERIALS[1])
        chosen.simulate(2)
        assert modules.floors == {SERIALS[1]: 1}
        chosen.simulate(3)
        assert modules.floors == {SERIALS[1]: 1, SERIALS[2]: 3}


def test_auto_takes_simulated_boards_only_if_there_is_no_real_one(usb: list[Port]) -> None:
    with choose("auto", Modules(), else_sim=True, floors=2) as chosen:
        assert chosen.note == "no board is plugged in: 2 simulated ones"
        assert len(chosen.sims) == 2
    with pytest.raises(CommandError, match="no board was found"), choose("auto", Modules()):
        pass
    usb.append(USB)
    with choose("auto", Modules(), else_sim=True, floors=2) as chosen:
        assert (chosen.sims, chosen.ports()) == ((), [USB])


def test_several_boards_are_one_table(usb: list[Port]) -> None:
    usb.append(USB)
    modules = Modules({REAL: 1})
    with choose(("auto", "sim"), modules, floors=3) as chosen:
        # The simulated ones are on the floors that people have not given to a real one.
        assert [board.serial for board in chosen.sims] == [*SERIALS[1:]]
        assert chosen.ports()[0] == USB and len(chosen.ports()) == 3
        assert chosen.note == "boards found by USB, 2 simulated boards"
        assert chosen.simulate is None  # hands do not know what stands on the real one
    assert modules.floors == {REAL: 1, SERIALS[1]: 2, SERIALS[2]: 3}
    with choose(("auto", "auto"), Modules()) as chosen:
        assert chosen.ports() == [USB]


def test_no_board_at_all() -> None:
    with choose("none", Modules(), floors=3) as chosen:
        assert (chosen.ports(), chosen.sims, chosen.has_board) == ([], (), False)
    with pytest.raises(UsageError, match="--board none goes with no other"):
        choose(("none", "sim"), Modules()).__enter__()


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ("sim", False),
        ("none", False),
        ("auto", False),
        ("/dev/ttyACM0", True),
        (("sim", "pi"), True),
        (("sim", "sim"), False),
    ],
)
def test_what_is_a_real_board(chosen: str | tuple[str, ...], expected: bool) -> None:
    assert is_real(chosen) is expected


def test_a_board_on_usb_is_real(usb: list[Port]) -> None:
    usb.append(USB)
    assert is_real("auto") and is_real(["auto"])
