"""The table: what hands do becomes moves, and what the game says becomes light and words. Pure.

``picture`` holds what the reeds say, ``table`` what holds for every game (buttons, undo, umpire,
link), ``record`` is how moves reach the journal. What hands mean in one game is in that game's
``gestures.py``, what its lights say in ``scene.py``. No clock, no files: time comes in.
"""
