"""A referee for cops-and-robbers board games, on a board that watches and lights the way."""

from heistboard.firmware import VERSION as __version__

__all__ = ["__version__"]
