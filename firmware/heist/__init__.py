"""The firmware of one floor module; see PROTOCOL.md for the link."""

__version__ = "0.2.0"
