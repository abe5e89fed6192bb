"""Refuses a board whose places differ from those of the magnets and printed parts; pure."""

from dataclasses import asdict

from hardware.boardfile import BoardFileError, BoardSpec

__all__ = ["PROVED", "check_geometry"]

# In mm. Copied from the magnets' design, which needs numpy; tests compare the two.
PROVED: dict[str, float | tuple[float, float]] = {
    "pitch": 50.0,
    "cover_offset": (17.1, 7.4),
    "occupant_offset": (0.0, 0.0),
    "led_offset": (0.0, -9.0),
    "round_track_step": (20.0, 0.0),
}
_WHY = "the printed parts and the proof of the magnets are for that (hardware/magnets/design.py)"


def check_geometry(board: BoardSpec, source: str = "board.toml") -> None:
    """Raises :exc:`BoardFileError` for the first place in *board* that differs from the design."""
    got = asdict(board.geometry)
    for key, expected in PROVED.items():
        if got[key] != expected:
            problem = f"place_mm.{key} is {_shown(got[key])}, expected {_shown(expected)}"
            raise BoardFileError(f"{source}: {problem}: {_WHY}")


def _shown(value: float | tuple[float, float]) -> str:
    return f"{value:g}" if isinstance(value, float) else f"[{value[0]:g}, {value[1]:g}]"
