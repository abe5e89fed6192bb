"""Places on the board: where they are, which reeds and LEDs they have, what their lights mean."""
