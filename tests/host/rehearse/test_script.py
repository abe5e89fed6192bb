"""The grammar of rehearsals."""

from collections.abc import Iterator
from typing import Any, NoReturn

import pytest
from heistboard.app import Settings
from heistboard.places import layout
from heistboard.rehearse import runner
from heistboard.rehearse.runner import play
from heistboard.rehearse.script import ScriptAct, ScriptError, read

from tests.support.harbour import harbour_installed

GAME = "game car-thief players=2\n"


def test_acts_are_words_with_their_lines() -> None:
    script = read(f'# One.\n\n{GAME}lift b3   # a comment\nexpect move "hide c3"\n', "a.txt")
    assert script.game.name == "car-thief"
    assert script.options == {"players": 2}
    assert script.first == ScriptAct(
        3, "game car-thief players=2", "game", ("car-thief", "players=2")
    )
    assert script.acts == (
        ScriptAct(4, "lift b3", "lift", ("b3",)),
        ScriptAct(5, "expect move 'hide c3'", "expect move", ("hide c3",)),
    )


@pytest.mark.parametrize(
    ("line", "do", "words"),
    [
        ("kill", "kill", ()),
        ("start", "start", ()),
        ("pull", "pull", ()),
        ("pull 1", "pull", ("1",)),
        ("plug", "plug", ()),
        ("plug same", "plug", ("same",)),
        ("plug 1 other", "plug", ("1", "other")),
        ("wait 1500", "wait", ("1500",)),
        ("lift 1:b3", "lift", ("b3",)),
        ("put b3", "put", ("b3",)),
        ("lift b3 1:c4 a1", "lift", ("b3", "c4", "a1")),
        ("car off", "car", ("off",)),
        ("car e5", "car", ("e5",)),
        ("heli green x22", "heli", ("green", "x22")),
        ("heli pink off", "heli", ("pink", "off")),
        ("press done", "press", ("done",)),
        ("press 1:undo", "press", ("undo",)),
        ("press done hold", "press", ("done", "hold")),
        ("tap b3", "tap", ("b3",)),
        ("tap x22 hold", "tap", ("x22", "hold")),
        ("plug stranger", "plug", ("stranger",)),
        ("pull clone", "pull", ("clone",)),
        ("frozen 500 1", "frozen", ("500", "1")),
        ("reset 1", "reset", ("1",)),
        ("knock b3 300", "knock", ("b3", "300")),
        ("stuck b3.cover chatter", "stuck", ("b3.cover", "chatter")),
        ("stuck done closed", "stuck", ("done", "closed")),
        ("reed x22.occupant ok", "reed", ("x22.occupant", "ok")),
        ("frozen 500", "frozen", ("500",)),
        ("reset", "reset", ()),
        ("safe-mode", "safe-mode", ()),
        ("safe-mode 1", "safe-mode", ("1",)),
        ("cut up", "cut", ("up",)),
        ("cut down 1", "cut", ("down", "1")),
        ("lose 256 up", "lose", ("256", "up")),
        ("lose 9 down 1", "lose", ("9", "down", "1")),
        ("mute down", "mute", ("down",)),
        ("mute up 1", "mute", ("up", "1")),
        ("unmute", "unmute", ()),
        ("unmute 1", "unmute", ("1",)),
        ("flood 500", "flood", ("500",)),
        ("flood 500 1", "flood", ("500", "1")),
        ("flood 500 stranger", "flood", ("500", "stranger")),
        ("say police 'search b3'", "say", ("police", "search b3")),
        ("say police search green b3", "say", ("police", "search green b3")),
        ("draw red 3", "draw", ("red 3",)),
        ("umpire set-aside b3.occupant", "umpire set-aside", ("b3.occupant",)),
        ("umpire restore b3.occupant", "umpire restore", ("b3.occupant",)),
        ("umpire correct undo", "umpire correct", ("undo",)),
        ("umpire correct hide b3", "umpire correct", ("hide b3",)),
        ("expect seat thief", "expect seat", ("thief",)),
        ("expect phase eyes-closed", "expect phase", ("eyes-closed",)),
        ("expect moves 4", "expect moves", ("4",)),
        ("expect light b3 red pulse dim", "expect light", ("b3", "red", "pulse", "dim")),
        ("expect only red", "expect only", ("red",)),
        ("expect only red b3 x22", "expect only", ("red", "b3", "x22")),
        ("expect only red pulse 1:b3", "expect only", ("red", "pulse", "b3")),
        ("expect only red pulse dim b3", "expect only", ("red", "pulse", "dim", "b3")),
        ("expect lit 12", "expect lit", ("12",)),
        ("expect light b3 red", "expect light", ("b3", "red")),
        ("expect light r11 red chase", "expect light", ("r11", "red", "chase")),
        ("expect dark x44", "expect dark", ("x44",)),
        ("expect all white", "expect all", ("white",)),
        ("expect saw b3 amber", "expect saw", ("b3", "amber")),
        ("expect ask police.which", "expect ask", ("police.which",)),
        ("expect prompt thief hide", "expect prompt", ("thief", "hide")),
        ("expect prompt table police.act", "expect prompt", ("table", "police.act")),
        ("expect legal police fly green x23", "expect legal", ("police", "fly green x23")),
        ("expect view table round 1", "expect view", ("table", "round", "1")),
        (
            """expect view thief free '["a1", "b1"]'""",
            "expect view",
            ("thief", "free", '["a1", "b1"]'),
        ),
        ("expect outcome police", "expect outcome", ("police",)),
        ("expect desync", "expect desync", ()),
        ("expect synced", "expect synced", ()),
        ("expect lost", "expect lost", ()),
        ("expect problem 'safe mode'", "expect problem", ("safe mode",)),
        ("expect problem safe mode", "expect problem", ("safe mode",)),
    ],
)
def test_every_act_of_the_grammar(line: str, do: str, words: tuple[str, ...]) -> None:
    (act,) = read(GAME + line, "a.txt").acts
    assert (act.do, act.words) == (do, words)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("jump b3", "there is no act 'jump', expected car, cut, draw, expect, flood, frozen,"),
        ("game car-thief", "game is allowed only in the first line"),
        ("lift", "got 'lift', expected lift CELL"),
        ("lift x22", "got 'x22', expected a cell a1..e5"),
        ("lift f1", "got 'f1', expected a cell a1..e5"),
        ("lift b3 f1", "got 'f1', expected a cell a1..e5"),
        ("lift 2:b3", "there is no floor '2': car-thief is played on 1"),
        ("pull 2", "there is no floor '2': car-thief is played on 1"),
        ("plug sideways", "got 'sideways', expected same or other"),
        ("heli green b3", "got 'b3', expected a crossing x11..x44"),
        ("heli blue x22", "got 'blue', expected green, yellow or pink"),
        (
            "heli green",
            "got 'heli green', expected heli green|yellow|pink off or "
            "heli green|yellow|pink CROSSING",
        ),
        ("building b3", "there is no act 'building', expected car, cut,"),
        ("draw", "got 'draw', expected draw MOVE"),
        ("expect prompt nobody hide", "got 'nobody', expected thief, police or table"),
        ("expect legal thief", "got 'expect legal thief', expected expect legal SEAT|table MOVE"),
        ("expect view table", "expected expect view SEAT|table KEY VALUE"),
        ("tap b3 twice", "got 'twice', expected hold"),
        ("tap done", "got 'done', expected a cell a1..e5 or a crossing x11..x44"),
        ("press 2:done", "there is no floor '2': car-thief is played on 1"),
        ("mute", "got 'mute', expected mute up|down"),
        ("mute left", "got 'left', expected up or down"),
        ("cut up 2", "there is no floor '2': car-thief is played on 1"),
        ("lose some up", "got 'some', expected a number of bytes"),
        ("flood 500 2", "there is no floor '2': car-thief is played on 1"),
        ("frozen 500 2", "there is no floor '2': car-thief is played on 1"),
        ("expect light b3 red pulse dark", "got 'dark', expected dim, low, normal or bright"),
        ("expect only red r1", "got 'r1', expected a cell a1..e5 or a crossing x11..x44"),
        ("press stop", "got 'stop', expected done, undo or help"),
        ("wait soon", "got 'soon', expected a number of milliseconds"),
        ("wait -5", "got '-5', expected a number of milliseconds"),
        ("wait 99999999", "got '99999999', expected a number of milliseconds"),
        ("knock b3", "got 'knock b3', expected knock PLACE MS"),
        ("stuck b3 open", "got 'b3', expected a reed like b3.cover"),
        ("stuck b3.cover broken", "got 'broken', expected open, closed or chatter"),
        ("reed b3.cover open", "got 'open', expected ok"),
        ("say nobody 'hide b3'", "got 'nobody', expected thief or police"),
        ("umpire shout", "got 'umpire shout', expected umpire with set-aside, restore or correct"),
        ("umpire", "got 'umpire', expected umpire with set-aside, restore or correct"),
        ("umpire set-aside b3", "got 'b3', expected a reed like"),
        ("expect", "got 'expect', expected expect with seat, phase, move,"),
        ("expect nothing", "got 'expect nothing', expected expect with seat,"),
        ("expect light b3", "got 'expect light b3', expected expect light LED COLOUR"),
        ("expect light z1 red", "got 'z1', expected a light a1..e5, x11..x44 or r1..r11"),
        ("expect light b3 purple", "got 'purple', expected off, white, red,"),
        ("expect light b3 red dance", "got 'dance', expected steady, single,"),
        ("expect phase closed", "got 'closed', expected setup, eyes-closed,"),
        ("expect moves many", "got 'many', expected a number"),
        ("expect outcome nobody", "got 'nobody', expected thief or police"),
        ("expect move 'hide b3", "No closing quotation in"),
    ],
)
def test_mistake_is_named_with_file_and_line(line: str, said: str) -> None:
    with pytest.raises(ScriptError) as error:
        read(f"{GAME}# more\n{line}\n", "a.txt")
    assert str(error.value).startswith("a.txt:3: ")
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a.txt:1: the script is empty, expected game GAME"),
        ("# only this\n", "a.txt:1: the script is empty"),
        ("lift b3\n", "a.txt:1: got 'lift b3', expected game GAME"),
        ("game\n", "a.txt:1: got 'game', expected game GAME"),
        (
            "game chess\n",
            "a.txt:1: there is no game 'chess', expected burgle-bros or car-thief or "
            "good-cop-bad-cop",
        ),
        ("game car-thief players=9\n", "a.txt:1: car-thief: players is 9, expected 2..4"),
        ("game car-thief players=two\n", "got 'two', expected players= and a number"),
        ("game car-thief moon=full\n", "got 'moon=full', expected players=N, thief_ms=N, speed=N"),
        ("game car-thief works=some\n", "got 'some', expected all"),
        ("game car-thief speed=0\n", "speed is 0, expected at least 1"),
        ("game car-thief seed=-1\n", "got '-1', expected seed= and a number"),
        ("game car-thief thief-seconds=soon\n", "car-thief: thief-seconds is 'soon', expected"),
        ("game car-thief thief_ms=9999999\n", "car-thief: thief-seconds is '10000', expected"),
        ("game car-thief moon\n", "got 'moon', expected players=N,"),
    ],
)
def test_game_comes_first(text: str, said: str) -> None:
    with pytest.raises(ScriptError, match=r"^a\.txt:1: ") as error:
        read(text, "a.txt")
    assert said in str(error.value)


# Another game.


@pytest.fixture
def harbour(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with harbour_installed(monkeypatch):
        yield


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("lift b3", ("b3",)),
        ("boat big x22", ("big", "x22")),
        ("boat small off", ("small", "off")),
        ("boat big 1:x22", ("big", "x22")),
        ("boat big 3:x22", ("big", "3:x22")),
        ("crate 2 2:b3", ("2", "2:b3")),
        ("pearl white off", ("white", "off")),
        ("stuck 2:b3.cover open", ("2:b3.cover", "open")),
        ("pull 3", ("3",)),
        ("plug 2 other", ("2", "other")),
        ("press 2:done", ("2:done",)),
        ("tap 3:b3 hold", ("3:b3", "hold")),
        ("frozen 500 2", ("500", "2")),
        ("reset 3", ("3",)),
        ("expect phase flood", ("flood",)),
        ("expect light 3:b3 red", ("3:b3", "red")),
        ("expect prompt west calm", ("west", "calm")),
    ],
)
@pytest.mark.usefixtures("harbour")
def test_acts_are_those_of_the_game(line: str, words: tuple[str, ...]) -> None:
    (act,) = read(f"game harbour is-deep=yes\n{line}", "a.txt").acts
    assert act.words == words


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("car b3", "there is no act 'car', expected boat, crate, cut, draw, expect,"),
        ("boat x22", "got 'boat x22', expected boat big|small off or boat big|small CROSSING"),
        ("boat red x22", "got 'red', expected big or small"),
        ("boat big b3", "got 'b3', expected a crossing x11..x44"),
        ("crate 3 b3", "got '3', expected 1 or 2"),
        ("pearl white 4:b3", "there is no floor '4': harbour is played on 3"),
        ("pearl white 02:b3", "there is no floor '02': harbour is played on 3"),
        ("say thief tack", "got 'thief', expected north, south or west"),
        ("expect phase police", "got 'police', expected calm, storm or flood"),
    ],
)
@pytest.mark.usefixtures("harbour")
def test_mistakes_are_reported_in_words_of_the_game(line: str, said: str) -> None:
    with pytest.raises(ScriptError) as error:
        read(f"game harbour is-deep=yes\n{line}\n", "a.txt")
    assert str(error.value).startswith(f"a.txt:2: {said}")


@pytest.mark.usefixtures("harbour")
def test_options_of_game_table_and_rehearsal_stand_in_the_first_line() -> None:
    script = read(
        "game harbour players=3 captain='Bea' wind=5 tide_ms=4000 deal.weather=hands "
        "deal.fog=host bot.south=random seed=7 speed=3 works=all",
        "a.txt",
    )
    assert script.options == {"players": 3, "captain": "Bea", "wind": 5}
    assert script.table_options == {"tide-seconds": 4}
    assert script.deal == {"weather": "hands", "fog": "host"}
    assert script.bots == {"south": "random"}
    assert (script.seed, script.speed, script.has_tested_all) == (7, 3, True)
    assert (script.seats, script.floors) == (("north", "south", "west"), 1)
    plain = read("game harbour is-deep=no tide-seconds=5", "a.txt")
    assert (plain.options, plain.table_options) == ({"is-deep": False}, {"tide-seconds": 5})
    assert (plain.deal, plain.seed, plain.speed, plain.has_tested_all) == ({}, None, None, False)


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("captain=R2D2", "harbour: captain is 'R2D2', expected letters"),
        ("is-deep=maybe", "harbour: is-deep is 'maybe', expected True or False"),
        ("wind=6", "harbour: wind is 6, expected 1..5"),
        ("tide_ms=500", "got '0.5', expected tide-seconds= and a number"),
        ("deal.fog=hands", "got 'hands', expected host"),
        ("deal.weather=nobody", "got 'nobody', expected host or hands"),
        ("deal.coins=host", "got 'deal.coins=host', expected players=N, is-deep=VALUE,"),
        ("thief_ms=5", "got 'thief_ms=5', expected players=N, is-deep=VALUE, captain=VALUE, "
         "wind=N, tide_ms=N, speed=N, seed=N, tide-seconds=VALUE, deal.weather=host|hands, "
         "deal.fog=host, bot.SEAT=NAME or works=all"),
        ("bot.cook=random", "there is no seat 'cook', expected north"),
        ("bot.north=hal", "there is no bot 'hal', expected random"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("harbour")
def test_wrong_option_is_named(option: str, said: str) -> None:
    with pytest.raises(ScriptError) as error:
        read(f"game harbour {option}\n", "a.txt")
    assert str(error.value).startswith(f"a.txt:1: {said}")


@pytest.mark.parametrize(
    ("more", "tide_s", "untested"),
    [("", 2, {"b3.occupant"}), (" tide-seconds=7", 7, {"b3.occupant"}), (" works=all", 2, set())],
)
@pytest.mark.parametrize(("is_real", "speed"), [(False, 1), (True, runner.SPEED)])
@pytest.mark.usefixtures("harbour")
def test_table_is_set_as_the_first_line_and_the_game_say(
    monkeypatch: pytest.MonkeyPatch,
    is_real: bool,
    speed: int,
    more: str,
    tide_s: int,
    untested: set[str],
) -> None:
    given: list[Any] = []

    def table(*arguments: object) -> NoReturn:
        given.extend(arguments)
        raise TableAsked

    class TableAsked(Exception):
        pass

    monkeypatch.setattr(runner, "TableProcess" if is_real else "VirtualTable", table)
    text = f"game harbour wind=4 deal.weather=hands seed=7{more}\nstuck b3.occupant open\n"
    with pytest.raises(TableAsked):
        play(read(text, "a.txt"), lambda played: None, is_real=is_real)
    *_, settings, works = given
    assert Settings(**settings) == Settings(
        "harbour",
        options={"wind": 4},
        table_options={"tide-seconds": tide_s},
        deal={"weather": "hands"},
        speed=speed,
        seed=7,
    )
    assert set(layout.REEDS) - set(works) == untested
