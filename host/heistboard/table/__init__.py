"""The table: reeds and buttons become moves, the game's state becomes lights and prompts. Pure.

| File | Job |
|---|---|
| ``table`` | what all games share: buttons, undo, draws, umpire, a disconnected board |
| ``flashlight`` | recognises taps with the flashlight |
| ``new_gestures`` | makes the gestures of a game |

Each game's package interprets hands and chooses the lights; ``heistboard.games.gestures`` is the
interface between the two. Nothing here reads a clock or a
file: callers pass the time.
"""
