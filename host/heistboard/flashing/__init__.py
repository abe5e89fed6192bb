"""Puts the firmware that this host carries onto a Pico. ``flasher`` is the way through it all."""
