"""The grammar of rehearsals."""

import pytest
from heistboard.rehearse.script import Act, ScriptError, read

GAME = "game car-thief players=2\n"


def test_acts_are_words_with_their_lines() -> None:
    script = read(f'# One.\n\n{GAME}lift b3   # a comment\nexpect move "hide c3"\n', "a.txt")
    assert script.game.name == "car-thief"
    assert script.options == {"players": 2}
    assert script.first == Act(3, "game car-thief players=2", "game", ("car-thief", "players=2"))
    assert script.acts == (
        Act(4, "lift b3", "lift", ("b3",)),
        Act(5, "expect move 'hide c3'", "expect move", ("hide c3",)),
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
        ("car off", "car", ("off",)),
        ("car e5", "car", ("e5",)),
        ("heli green x22", "heli", ("green", "x22")),
        ("heli pink off", "heli", ("pink", "off")),
        ("press done", "press", ("done",)),
        ("knock b3 300", "knock", ("b3", "300")),
        ("stuck b3.cover chatter", "stuck", ("b3.cover", "chatter")),
        ("stuck done closed", "stuck", ("done", "closed")),
        ("reed x22.occupant ok", "reed", ("x22.occupant", "ok")),
        ("frozen 500", "frozen", ("500",)),
        ("reset", "reset", ()),
        ("say police 'search b3'", "say", ("police", "search b3")),
        ("say police search green b3", "say", ("police", "search green b3")),
        ("umpire set-aside b3.occupant", "umpire set-aside", ("b3.occupant",)),
        ("umpire restore b3.occupant", "umpire restore", ("b3.occupant",)),
        ("umpire correct undo", "umpire correct", ("undo",)),
        ("umpire correct hide b3", "umpire correct", ("hide b3",)),
        ("expect seat thief", "expect seat", ("thief",)),
        ("expect phase eyes-closed", "expect phase", ("eyes-closed",)),
        ("expect moves 4", "expect moves", ("4",)),
        ("expect light b3 red", "expect light", ("b3", "red")),
        ("expect light r11 red chase", "expect light", ("r11", "red", "chase")),
        ("expect dark x44", "expect dark", ("x44",)),
        ("expect all white", "expect all", ("white",)),
        ("expect saw b3 amber", "expect saw", ("b3", "amber")),
        ("expect ask police.which", "expect ask", ("police.which",)),
        ("expect outcome police", "expect outcome", ("police",)),
        ("expect desync", "expect desync", ()),
        ("expect synced", "expect synced", ()),
        ("expect lost", "expect lost", ()),
    ],
)
def test_every_act_of_the_grammar(line: str, do: str, words: tuple[str, ...]) -> None:
    (act,) = read(GAME + line, "a.txt").acts
    assert (act.do, act.words) == (do, words)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("jump b3", "there is no act 'jump', expected car, expect, flip,"),
        ("game car-thief", "game stands only in the first line"),
        ("lift", "got 'lift', expected lift CELL"),
        ("lift x22", "got 'x22', expected a cell a1..e5"),
        ("lift f1", "got 'f1', expected a cell a1..e5"),
        ("lift b3 b4", "got 'lift b3 b4', expected lift CELL"),
        ("lift 2:b3", "there is no module '2': car-thief is played on 1"),
        ("pull 2", "there is no module '2': car-thief is played on 1"),
        ("plug sideways", "got 'sideways', expected same or other"),
        ("heli green b3", "got 'b3', expected a crossing x11..x44"),
        ("heli blue x22", "got 'blue', expected green, yellow or pink"),
        (
            "heli green",
            "got 'heli green', expected heli HELICOPTER off or heli HELICOPTER CROSSING",
        ),
        ("guard 2:b3", "car-thief has no guards"),
        ("flip 1:b3", "car-thief has no room tiles"),
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
        ("expect light b3 red dance", "got 'dance', expected steady, pulse,"),
        ("expect phase closed", "got 'closed', expected setup, eyes-closed,"),
        ("expect moves many", "got 'many', expected a number of moves"),
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
        ("", "a.txt:1: nothing is here, expected game GAME first"),
        ("# only this\n", "a.txt:1: nothing is here"),
        ("lift b3\n", "a.txt:1: got 'lift b3', expected game GAME"),
        ("game\n", "a.txt:1: got 'game', expected game GAME"),
        ("game chess\n", "a.txt:1: there is no game 'chess', expected car-thief"),
        ("game car-thief players=9\n", "a.txt:1: car-thief: players is 9, expected 2..4"),
        ("game car-thief players=two\n", "got 'two', expected players= and a number"),
        ("game car-thief moon=full\n", "got 'moon=full', expected players=N, thief_ms=N, speed=N"),
        ("game car-thief works=some\n", "got 'some', expected all"),
        ("game car-thief speed=0\n", "speed is 0, expected at least 1"),
    ],
)
def test_game_comes_first(text: str, said: str) -> None:
    with pytest.raises(ScriptError, match=r"^a\.txt:1: ") as error:
        read(text, "a.txt")
    assert said in str(error.value)
