"""Puts this host's firmware onto a Pico; ``flasher`` is the entry point."""
