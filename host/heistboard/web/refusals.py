"""Why something that a host wanted is refused, as pages are told."""

__all__ = ["BadOption"]


class BadOption(ValueError):
    """An option that cannot be chosen so: its *name*, and *why* in words of the game's author."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}")
        self.name = name
        self.why = why
