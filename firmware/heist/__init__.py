"""The firmware of one floor module; see README.md for the tree and PROTOCOL.md for the link."""

__version__ = "0.1.0"
