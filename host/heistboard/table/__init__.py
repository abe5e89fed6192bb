"""The table: reeds and buttons become moves, the game's state becomes lights and prompts. Pure.

| File | Job |
|---|---|
| ``table`` | what is the same for every game: buttons, undo, draws, umpire, a disconnected board |
| ``new_gestures`` | makes the gestures of a game |

What hands mean in a game, and what its lights show, is in that game's package;
``heistboard.games.gestures`` is the interface between the two. Nothing here reads a clock or a
file: callers pass the time.
"""
