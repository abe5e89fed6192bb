"""Minutes of random, often senseless hands on the whole system and a bad line; time per lap.

python -m tests.bench.evening [MINUTES] [SEED]

Uses the real firmware on the simulated board and the daemon with its journal on disk. At the end
it corrects the board; the game must continue from there, and its journal must replay to that
state.
"""

import sys
import tempfile
import time
from pathlib import Path
from random import Random

from heistboard import games
from heistboard.app import Daemon, Settings
from heistboard.journal.store import Store
from heistboard.places import layout
from heistboard.places.scene import pack
from heistboard.rules import View
from heistboard.sim import SimBoard
from heistboard.sim.byte_faults import ByteFaults
from heistboard.sim.hands import Hands

from tests.bench.figures import machine, spread
from tests.support.evening import HandPlayedGame

SPEED = 4
LAPS = 2_000


def main() -> int:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 15.0
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print(machine())
    laps()
    with tempfile.TemporaryDirectory() as folder:
        return evening(Path(folder) / "journal.sqlite", minutes, Random(seed))


def laps() -> None:
    """Measures event to packed scene on the host, without the journal's fsync."""
    evening = HandPlayedGame().place("x11", "x12", "x44").hide("e1")
    times_ms = []
    random = Random(1)
    for _ in range(LAPS):
        reed = random.choice(layout.REEDS[:60])
        evening.closed ^= {reed}
        evening.now_ms += random.choice((5, 50, 900))
        started = time.perf_counter()
        evening.table.see(evening.closed, evening.now_ms)
        pack(evening.table.scene(evening.now_ms))
        times_ms.append((time.perf_counter() - started) * 1000)
    print(spread("event -> scene, table and journal in memory", times_ms, "ms", "p99 < 3"))


def evening(path: Path, minutes: float, random: Random) -> int:
    """Plays for *minutes*; returns 0 if all went well."""
    with SimBoard() as board:
        hands = Hands(board, seed=random.randrange(1000))
        with Daemon(
            path,
            Settings("car-thief", table_options={"thief-seconds": "3"}, speed=SPEED),
            board.ports,
        ) as daemon:
            acts = 0
            ends = time.monotonic() + 60 * minutes
            while time.monotonic() < ends:
                acts += 1
                act(board, hands, daemon, random)
                time.sleep(random.choice((0.0, 0.01, 0.1, 0.3)))
            board.spoil()
            is_right = mend(board, hands, daemon)
            status = daemon.status()
            games_played = status.game
        print(f"{minutes} min, {acts} acts, {games_played} games")
        print(f"phase {status.phase}, {status.sync}, {len(status.view['moves'])} moves")  # type: ignore[arg-type]
    with Store(path) as store:
        for summary in store.games():
            state = store.get(summary.id).state
            again = games.load(summary.game).new(**summary.options)
            for move in state.moves:
                again.push(move)
            assert again.view(0) == state.view(0)
    print("board correct again" if is_right else "BOARD NOT CORRECT")
    return 0 if is_right else 1


def act(board: SimBoard, hands: Hands, daemon: Daemon, random: Random) -> None:
    """Does one act: sensible, senseless or to the cable."""
    what = random.randrange(100)
    if what < 80:
        sensible(board, hands, daemon, random)
    elif what < 91:
        reed = random.choice(layout.REEDS)
        board.set_reed(reed, is_closed=not board.is_closed(reed))
    elif what < 96:
        put_right(board, hands, daemon)
    elif what < 97:
        board.pull()
        time.sleep(random.random())
        board.plug(same_name=random.random() < 0.5)
    elif what < 98:
        board.reset(leaves_port=random.random() < 0.5)
    else:
        bad = random.random() * 0.02
        faults = [
            ByteFaults(random.randrange(1000), loss=bad, corruption=bad, duplication=bad)
            for _ in range(2)
        ]
        board.spoil(*faults) if random.random() < 0.7 else board.spoil()


def sensible(board: SimBoard, hands: Hands, daemon: Daemon, random: Random) -> None:
    """Does what a player would do now."""
    status = daemon.status()
    view = daemon.seat_view(0)["view"]
    assert isinstance(view, dict)
    settle_s = 0.75 / SPEED + 0.05
    if status.sync == "desync":
        put_right(board, hands, daemon)
    elif status.phase in ("eyes-closed", "restore"):
        hide(board, hands, view, random, is_restore=status.phase == "restore")
        hands.press("done")
        time.sleep(3 / SPEED)
    elif status.phase == "over":
        hands.press("done", 3_500 // SPEED)
        time.sleep(1)
    elif status.ask.id.endswith(".done"):
        hands.press("done")
    elif status.phase == "setup":
        hands.put(random.choice(layout.CROSSINGS))
    elif status.phase == "police":
        helicopters = view["helicopters"]
        assert isinstance(helicopters, dict)
        if random.random() < 0.5:
            cell = random.choice(layout.CELLS)
            hands.uncover(cell)
            time.sleep(settle_s)
            hands.cover(cell)
        else:
            home = str(random.choice(list(helicopters.values())))
            hands.take(home)
            time.sleep(0.05)
            hands.put(random.choice((home, random.choice(layout.CROSSINGS))))
    time.sleep(settle_s)


def hide(board: SimBoard, hands: Hands, view: View, random: Random, *, is_restore: bool) -> None:
    """Moves the car, as the thief, from wherever it is to an allowed cell."""
    for cell in layout.CELLS:
        if board.is_closed(f"{cell}.occupant"):
            hands.uncover(cell)
            time.sleep(0.15)
            hands.take(cell)
        hands.cover(cell)
    cells = view["trail"] if is_restore else view.get("free", [])
    assert isinstance(cells, list)
    if cells:
        cell = str(cells[-1] if is_restore else random.choice(cells))
        hands.uncover(cell)
        time.sleep(0.15)
        hands.put(cell)
        time.sleep(0.05)
        hands.cover(cell)
        time.sleep(0.1)


def put_right(board: SimBoard, hands: Hands, daemon: Daemon) -> None:
    """Moves every public piece to its place in the game."""
    must = daemon.call(lambda: daemon._table.gestures.expected())
    for reed, is_closed in must.items():
        board.set_reed(reed, is_closed=is_closed)
    for button in layout.BUTTONS:
        board.set_reed(button, is_closed=False)
    for cell in layout.CELLS:
        hands.cover(cell)
    time.sleep(0.1)


def mend(board: SimBoard, hands: Hands, daemon: Daemon) -> bool:
    """Corrects the board and waits; returns whether the table then agrees."""
    due = time.monotonic() + 20
    while time.monotonic() < due:
        put_right(board, hands, daemon)
        status = daemon.status()
        if status.phase == "restore":
            view = daemon.seat_view(0)["view"]
            assert isinstance(view, dict)
            hide(board, hands, view, Random(1), is_restore=True)
            hands.press("done")
            time.sleep(1)
        elif status.sync == "synced":
            return True
        time.sleep(0.5)
    return False


if __name__ == "__main__":
    sys.exit(main())
