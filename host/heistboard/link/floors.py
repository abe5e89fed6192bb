"""Knows which module serves which floor: by serial number, since cables and ports change."""

from heistboard.link.module import Module

__all__ = ["NEW_MOST", "Modules"]

NEW_MOST = 64  # modules without a floor; a faulty or hostile device may invent serial numbers


class Modules:
    """All modules by serial number. People assign the *floors*; a new module has none.

    One connection at a time holds a module, since two boards may have the same serial number.
    """

    def __init__(self, floors: dict[str, int] | None = None) -> None:
        self._floors = dict(floors or {})
        self._modules: dict[str, Module] = {}
        self._holders: dict[str, object] = {}

    def __getitem__(self, serial: str) -> Module:
        if serial not in self._modules:
            self._modules[serial] = Module(serial, self._floors.get(serial))
        return self._modules[serial]

    @property
    def count(self) -> int:
        """The number of modules connected so far."""
        return len(self._modules)

    def knows(self, serial: str) -> bool:
        """Returns whether *serial* has a floor or has been connected."""
        return serial in self._floors or serial in self._modules

    @property
    def is_full(self) -> bool:
        """Whether :data:`NEW_MOST` modules without a floor have been connected."""
        return sum(module.floor is None for module in self.met()) >= NEW_MOST

    def hold(self, serial: str, holder: object) -> Module | None:
        """Returns the module *serial*, held by *holder*; None while another one holds it."""
        if self._holders.setdefault(serial, holder) is not holder:
            return None
        return self[serial]

    def release(self, serial: str, holder: object) -> None:
        """Lets another holder have the module *serial*, if *holder* had it."""
        if self._holders.get(serial) is holder:
            del self._holders[serial]

    @property
    def floors(self) -> dict[str, int]:
        """The floors that people assigned, by serial number, even of modules never connected."""
        return dict(self._floors)

    def assign(self, floor: int, serial: str) -> str | None:
        """Makes *serial* the module of *floor*; returns the module that served it before."""
        before = next((each for each, own in self._floors.items() if own == floor), None)
        if before == serial:
            return None
        if before is not None:
            self._set(before, None)
        self._set(serial, floor)
        return before

    def floor(self, floor: int) -> Module | None:
        """Returns the module of *floor*, if it has been connected."""
        return next((module for module in self.met() if module.floor == floor), None)

    def met(self) -> list[Module]:
        """Returns the modules connected so far: those with a floor first, by floor."""
        modules = list(self._modules.values())  # other threads may add modules meanwhile
        modules.sort(key=lambda module: (module.floor is None, module.floor or 0, module.serial))
        return modules

    def _set(self, serial: str, floor: int | None) -> None:
        self._floors.pop(serial, None)
        if floor is not None:
            self._floors[serial] = floor
        if serial in self._modules:
            self._modules[serial].floor = floor
