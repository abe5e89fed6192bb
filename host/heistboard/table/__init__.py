"""The table: what hands do becomes moves, and what the game says becomes light and words. Pure.

| File | Job |
|---|---|
| ``table`` | what holds for every game: buttons, undo, draws, the umpire, a board that is gone |
| ``contract`` | what the table asks of a game's gestures and of the journal |
| ``plain`` | gestures of a game that is played on screens, to build others on |
| ``sit_down`` | begins a table: the game's own gestures, or plain ones |
| ``misplaced`` | what is asked when the board is not as the game says |

What hands mean in one game, and what its lights say, is in that game's package. There is no clock
here and no file: time comes in.
"""
