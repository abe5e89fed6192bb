"""The table: what hands do becomes moves, and what the game says becomes light and words. Pure.

``table`` has what holds for every game (buttons, undo, umpire, a board that is gone), ``contract``
what it asks of a game and of the journal. What hands mean in one game is in that game's
``gestures.py``, what its lights say in its ``scene.py``. No clock, no files: time comes in.
"""
