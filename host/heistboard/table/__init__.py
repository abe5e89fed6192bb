"""The table: reeds and buttons become moves, the game's state becomes lights and prompts. Pure.

| File | Job |
|---|---|
| ``table`` | what all games share: buttons, undo, draws, umpire, a disconnected board |
| ``beat`` | how long a window stays open, who has passed in it, who has said Stop |
| ``reed_names`` | the names of the reeds of all floors |
| ``flashlight`` | recognises taps with the flashlight |
| ``new_gestures`` | makes the gestures of a game |

Each game's package interprets hands and chooses the lights; ``heistboard.games.gestures`` is the
interface between the two. Nothing here reads a clock or a
file: callers pass the time.
"""
