"""Recording and comparing playthroughs."""

from heistboard import games
from heistboard.rules import playthrough

MOVES = ("place green x11", "place yellow x12", "place pink x44", "hide a1", "search green a2")


def test_every_step_shows_what_changed_for_every_seat() -> None:
    text = playthrough.record(games.load("car-thief").new(players=3), MOVES)
    start, *steps = text.split("\n\n")
    assert start.startswith("game car-thief\nplayers 3\nseat 1\n")
    assert playthrough.moves_of(text) == list(MOVES)
    assert steps[3].splitlines() == [
        "> hide a1",
        "seat 1",
        'phase "police"',
        *(line for line in steps[3].splitlines() if line.startswith("legal [")),
        'thief.phase "police"',
        "thief.seat 1",
        'thief.waiting ["green", "yellow", "pink"]',
        'thief.told ["hide a1"]',
        'thief.trail ["a1"]',
        'police.phase "police"',
        "police.seat 1",
        'police.waiting ["green", "yellow", "pink"]',
        'police.told ["hide ?"]',
        'table.phase "police"',
        "table.seat 1",
        'table.waiting ["green", "yellow", "pink"]',
        'table.told ["hide ?"]',
        "thief.free gone",
    ]


def test_a_difference_is_shown_with_its_line() -> None:
    text = playthrough.record(games.load("car-thief").new(), MOVES)
    assert playthrough.compare(text, text) == ""
    said = playthrough.compare(text, text.replace('thief.trail ["a1"]', 'thief.trail ["a2"]'))
    assert '-thief.trail ["a1"]' in said and '+thief.trail ["a2"]' in said
