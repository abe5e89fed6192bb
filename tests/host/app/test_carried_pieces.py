"""A game without a board: moves are said, and the hands of simulated boards carry the pieces.

Firmware, link, hub, table and hands run in virtual time.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from heistboard.app import Settings
from heistboard.games.car_thief.gestures import CarThiefGestures
from heistboard.rules import Ask, Move
from heistboard.sim.hands import PRESS_MS

from tests.support import patrol
from tests.support.followed_desk import FollowedDesk

LONGEST_MS = 60  # until all reeds are reported: debounced for 20 ms, and contacts bounce
EYES_MS = 1_000
MOVES_MOST = 300

QUICK = Settings("car-thief", table_options={"thief-seconds": "1"})
PLACED = ("place green x22", "place yellow x23", "place pink x44")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[FollowedDesk]:
    with FollowedDesk(tmp_path, QUICK) as desk:
        yield desk


def play(desk: FollowedDesk, random: Random) -> None:
    """Says random moves to the end; after each, all public reeds are soon as expected."""
    for _ in range(MOVES_MOST):
        if desk.status.phase == "over":
            return
        desk.act(random)
        desk.settle(LONGEST_MS)
        if desk.status.is_secret:
            desk.run(EYES_MS)
    raise AssertionError("the game does not end")


def begin_round(desk: FollowedDesk, *moves: str) -> None:
    """Says moves, and passes the time while eyes are closed."""
    for move in moves:
        desk.say(move)
        desk.settle(LONGEST_MS)
        if move.startswith("hide"):
            desk.run(EYES_MS)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whole_game_is_said_and_the_boards_follow(desk: FollowedDesk, seed: int) -> None:
    play(desk, Random(seed))
    assert {status.sync for status in desk.statuses[desk.ready :]} == {"synced"}
    assert not [each for each in desk.statuses if each.ask.id.startswith("wrong.")]
    assert all(status.is_carried and not status.wrong for status in desk.statuses)
    look = desk.hands.look()
    assert (look.lifted, look.pieces["car"]) == ((), {})  # nothing was lifted, nothing hidden
    assert look.pieces["heli"] == desk.status.pieces["heli"]


def test_everything_that_was_to_be_said_aloud_is(desk: FollowedDesk) -> None:
    begin_round(desk, *PLACED, "done", "hide c3", "fly green x21", "search yellow c3")
    spoken = [ask.id for status in desk.statuses for ask in status.spoken]
    assert spoken == [
        *("setup.place",) * 3,
        "setup.done",
        "eyes.close",
        "eyes.open",
        "found.car",
        "over.arrest",
    ]


def test_text_of_a_move_that_pieces_follow_is_said_once(
    desk: FollowedDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = CarThiefGestures.say

    def say(self: CarThiefGestures, seat: int, move: Move, now_ms: int) -> None:
        honest(self, seat, move, now_ms)
        self.spoken.append(Ask("eyes.open"))

    monkeypatch.setattr(CarThiefGestures, "say", say)
    begin_round(desk, "place green x22")
    spoken = [ask.id for status in desk.statuses for ask in status.spoken]
    assert spoken.count("eyes.open") == 1


def test_undo_takes_pieces_back(desk: FollowedDesk) -> None:
    begin_round(desk, *PLACED, "undo")
    assert desk.hands.look().pieces["heli"] == {"green": "x22", "yellow": "x23"}
    begin_round(desk, "place pink x11", "done", "hide c3", "fly green x21", "undo")
    assert desk.hands.look().pieces["heli"]["green"] == "x22"
    assert desk.status.sync == "synced"


def test_move_and_its_undo_at_once_leave_the_board_right(desk: FollowedDesk) -> None:
    begin_round(desk, *PLACED, "done", "hide c3")
    for _ in range(5):
        desk.say("fly green x21")
        desk.run(7)
        desk.say("undo")
        desk.run(7)
    desk.settle(LONGEST_MS)
    desk.run(1_500)
    assert {status.sync for status in desk.statuses[desk.ready :]} == {"synced"}
    assert desk.status.view["moves"] == [*PLACED, "hide ?"]


def test_umpires_move_is_carried(desk: FollowedDesk) -> None:
    begin_round(desk, *PLACED, "done", "hide c3")
    desk.table.correct("fly green x21")
    desk.settle(LONGEST_MS)
    desk.table.correct("undo")
    desk.settle(LONGEST_MS)
    assert desk.hands.look().pieces["heli"]["green"] == "x22"


# Again, another game, resume.


def test_the_boards_clear_themselves_when_the_game_begins_again(desk: FollowedDesk) -> None:
    begin_round(desk, *PLACED, "done")
    desk.do("lift c3", "car c3", "put c3")
    desk.say("hide c3")
    desk.run(2 * EYES_MS)
    desk.say("search green c3")
    assert desk.status.phase == "over"
    desk.do("lift a1", "heli pink off")
    desk.run(1_000)
    desk.table.press("done", is_held=True)
    assert desk.status.phase == "setup"
    desk.settle(LONGEST_MS)
    assert desk.table.picture() == {reed for reed, must in desk.expected.items() if must}
    begin_round(desk, *PLACED, "done")
    assert desk.status.phase == "eyes-closed"


def test_resumed_game_is_laid_out_before_anybody_is_asked_for_it(tmp_path: Path) -> None:
    with FollowedDesk(tmp_path, QUICK) as desk:
        begin_round(desk, *PLACED, "done", "hide c3", "fly green x21")
        game = desk.status.game
    with FollowedDesk(tmp_path, Settings("car-thief", resume=game)) as desk:
        assert desk.status.phase == "police"
        assert desk.hands.look().pieces["heli"]["green"] == "x21"
        desk.settle(LONGEST_MS)
        begin_round(desk, "fly yellow x24")
        assert {status.sync for status in desk.statuses} == {"lost", "synced"}


def test_game_resumed_after_another_needs_nothing_restored(desk: FollowedDesk) -> None:
    begin_round(desk, *PLACED, "done", "hide c3", "fly green x21")
    game = desk.status.game
    desk.table.begin(QUICK)
    begin_round(desk, "place green x11")
    desk.do("lift b2", "lift d4")  # on a real board tokens might be lost with them
    desk.run(1_000)
    desk.table.begin(Settings("car-thief", resume=game))
    desk.settle(LONGEST_MS)
    assert (desk.status.phase, desk.status.sync) == ("police", "synced")
    assert desk.hands.look().pieces["heli"] == desk.status.pieces["heli"]


def test_game_resumed_with_eyes_closed_is_laid_out(desk: FollowedDesk) -> None:
    begin_round(desk, *PLACED, "done")
    game = desk.status.game
    desk.table.begin(QUICK)
    begin_round(desk, "place green x11")
    desk.table.begin(QUICK._replace(resume=game))
    assert desk.status.is_secret
    desk.settle(LONGEST_MS)
    begin_round(desk, "hide c3")
    assert (desk.status.phase, desk.status.sync) == ("police", "synced")


# People's hands at the boards' page.


def test_flight_by_hand_is_made_once(desk: FollowedDesk) -> None:
    begin_round(desk, *PLACED, "done", "hide c3")
    desk.do("heli green x21")
    desk.run(1_500)
    assert desk.status.view["moves"] == [*PLACED, "hide ?", "fly green x21"]
    assert not desk.late()


def test_search_by_hand_leaves_the_building_to_the_hand(desk: FollowedDesk) -> None:
    begin_round(desk, *PLACED, "done", "hide e1")
    desk.do("lift b2")
    desk.run(1_000)
    assert desk.status.ask.id == "police.put-back"
    desk.say("fly yellow x24")
    desk.run(LONGEST_MS)
    assert desk.hands.look().lifted == ("b2",)
    desk.do("put b2")
    desk.run(100)
    assert (desk.status.ask.id, desk.status.sync) == ("police.act", "synced")


@pytest.mark.parametrize("earlier_ms", [10, 400])
def test_two_hands_at_once(desk: FollowedDesk, earlier_ms: int) -> None:
    begin_round(desk, *PLACED, "done", "hide e1")
    desk.do("heli yellow off")  # a hand holds it
    desk.run(earlier_ms)
    desk.say("fly green x21")  # and a phone moves another
    desk.run(1_000)
    assert desk.hands.look().pieces["heli"] == {"green": "x21", "pink": "x44"}
    desk.do("heli yellow x23")
    desk.run(100)
    assert desk.status.sync == "synced"
    desk.do("heli yellow x24")
    desk.run(1_500)
    assert desk.status.view["moves"] == [*PLACED, "hide ?", "fly green x21", "fly yellow x24"]


def test_hand_and_phone_make_the_same_move(desk: FollowedDesk) -> None:
    begin_round(desk, *PLACED, "done", "hide e1")
    desk.do("heli green x21")
    desk.run(300)  # it has not stood for long enough
    desk.say("fly green x21")
    desk.run(1_500)
    assert desk.status.view["moves"] == [*PLACED, "hide ?", "fly green x21"]
    assert (desk.status.sync, desk.late()) == ("synced", {})


def test_car_in_a_hand_stays_there_while_eyes_are_closed(desk: FollowedDesk) -> None:
    begin_round(desk, *PLACED, "done")
    desk.do("lift c3", "car c3")
    desk.run(500)
    desk.do("put c3")
    desk.run(EYES_MS)
    desk.do("press done")
    desk.run(PRESS_MS + 100)
    assert desk.status.phase == "police"
    begin_round(desk, "fly green x21", "fly yellow x24", "fly pink x43", "done", "hide c2")
    assert (desk.status.phase, desk.status.sync) == ("police", "synced")
    assert "c3.occupant" in desk.table.picture()  # the car is where its own hand has put it
    assert "c3" not in str(desk.hands.look())


def test_broken_reed_is_asked_for_in_the_end(desk: FollowedDesk) -> None:
    begin_round(desk, *PLACED, "done", "hide e1")
    desk.boards[0].set_stuck("x21.occupant", "open")
    desk.say("fly green x21")
    desk.run(500)
    assert desk.status.sync == "synced"
    desk.run(2_000)
    assert dict(desk.status.wrong) == {"x21": "missing"}


def test_board_without_cable_is_right_when_it_comes_back(desk: FollowedDesk) -> None:
    begin_round(desk, *PLACED, "done", "hide e1")
    desk.do("pull")
    desk.until(lambda status: status.sync == "lost")
    desk.say("fly green x21")
    desk.run(500)
    desk.do("plug")
    desk.until(lambda status: status.sync != "lost")
    assert (desk.status.sync, desk.late()) == ("synced", {})


# Other games.


def test_guards_are_carried_on_three_floors(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    with (
        patrol.installed(tmp_path / "games"),
        FollowedDesk(tmp_path, Settings("patrol"), floors=3) as desk,
    ):
        random = Random(4)
        desk.do("put 2:a1")  # a tile, which no game expects anywhere
        for _ in range(40):
            desk.say(random.choice([move for move in desk.offered() if move != "stop"]))
            desk.settle(LONGEST_MS)
        assert {status.sync for status in desk.statuses[desk.ready :]} == {"synced"}
        assert "2:a1" not in desk.hands.look().lifted
        desk.table.begin(Settings("patrol", options={"floors": 2}))
        desk.settle(LONGEST_MS)
        assert "2:a1" in desk.hands.look().lifted
        assert desk.hands.look().pieces["guard"] == {"1": "c3", "2": "2:c3"}


def test_twin_games_make_the_same_hands(tmp_path: Path) -> None:
    def told(cell: str, then: Callable[[FollowedDesk], None]) -> list[object]:
        folder = tmp_path / cell
        folder.mkdir()
        with FollowedDesk(folder, QUICK) as desk:
            begin_round(desk, *PLACED, "done", f"hide {cell}")
            then(desk)
            reeds = desk.table.picture()
            return [*(each.pieces for each in desk.statuses), desk.hands.look(), reeds]

    def play(desk: FollowedDesk) -> None:
        begin_round(desk, "fly green x21", "search pink d4", "fly yellow x24")

    assert told("a5", play) == told("e1", play)
