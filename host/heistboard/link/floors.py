"""Assigns floors to modules by serial number, since cables and ports change."""

from heistboard.link.module import Module

__all__ = ["Modules"]


class Modules:
    """All floor modules by serial number; a new one gets the lowest free floor."""

    def __init__(self, floors: dict[str, int] | None = None) -> None:
        self._floors = dict(floors or {})
        self._modules: dict[str, Module] = {}

    def __getitem__(self, serial: str) -> Module:
        if serial not in self._modules:
            if serial not in self._floors:
                taken = set(self._floors.values())
                self._floors[serial] = next(
                    floor for floor in range(1, len(taken) + 2) if floor not in taken
                )
            self._modules[serial] = Module(serial, self._floors[serial])
        return self._modules[serial]

    def floor(self, floor: int) -> Module | None:
        """Returns the module of *floor*, if it has been connected."""
        return next((module for module in self.met() if module.floor == floor), None)

    def met(self) -> list[Module]:
        """Returns the modules connected so far, sorted by floor."""
        modules = list(self._modules.values())  # other threads may add modules meanwhile
        modules.sort(key=lambda module: module.floor)
        return modules
