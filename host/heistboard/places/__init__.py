"""Places on the board: their names, where they are, their reeds and LEDs, and what lights show.

| File | Job |
|---|---|
| ``place`` | the name of a place, with its floor and its reeds |
| ``layout`` | the floor module: all reeds and LEDs, generated from ``hardware/board.toml`` |
| ``matrix`` | which row and column each reed is wired to |
| ``scene`` | what LEDs show, by name |
| ``lighting`` | brightness and power supply |
| ``mirror`` | a scene that shows closed reeds |
"""
