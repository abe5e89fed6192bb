"""The frame, all but the folders of games, knows no game."""

import re
from pathlib import Path

import heistboard
from heistboard import games
from heistboard.pieces import pieces_of

ROOT = Path(heistboard.__file__).parent
KINDS = (".py", ".toml", ".js", ".html", ".css")


def test_no_file_of_the_frame_names_a_game_its_seats_or_its_pieces() -> None:
    own = {ROOT.joinpath("games", name.replace("-", "_")) for name in games.names()}
    files = [
        file for file in ROOT.rglob("*") if file.suffix in KINDS and not own & set(file.parents)
    ]
    assert len(files) > 150
    words = set()
    for package in games.packages():
        game = package.game
        words |= {game.name, *game.new().seats}
        for kind in pieces_of(game.name).kinds.values():
            words |= {kind.name, kind.words}
    named = re.compile(rf"\b({'|'.join(map(re.escape, words - {''}))})s?\b", re.I)
    found = {
        (str(file.relative_to(ROOT)), match[0])
        for file in files
        for match in named.finditer(file.read_text("utf-8").replace("_", "-"))
    }
    assert found == set()
