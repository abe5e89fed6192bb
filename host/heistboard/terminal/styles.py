"""The terminal's styles for the colours of lights; games that draw a board use them too."""

from heistboard.places.scene import Colour

__all__ = ["STYLES"]

STYLES = {
    Colour.OFF: "dim",
    Colour.WHITE: "white",
    Colour.RED: "red",
    Colour.BLUE: "bright_blue",
    Colour.GREEN: "green",
    Colour.YELLOW: "yellow",
    Colour.PINK: "magenta",
    Colour.AMBER: "rgb(255,150,0)",
}
