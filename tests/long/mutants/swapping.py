"""How a change takes effect: in the functions that exist, or in a module that is imported anew."""

import ast
import gc
import sys
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FunctionType

_RUN_AT_ONCE = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
Key = tuple[str, str, bytes]


class Source:
    """One module, parsed and compiled."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tree = ast.parse(path.read_text())
        self.code = self.compiled()

    def compiled(self) -> CodeType:
        """Compiles the tree as it is now."""
        return compile(self.tree, str(self.path), "exec", dont_inherit=True)


def needs_import(old: CodeType, new: CodeType) -> bool:
    """Whether the change is seen when the module is imported, not only when a function runs."""
    if _own(old) != _own(new):
        return True
    return any(
        needs_import(before, after)
        if not before.co_flags & CO_OPTIMIZED or before.co_name in _RUN_AT_ONCE  # a class's body
        else _is_another_closure(before, after)
        for before, after in _nested(old, new)
    )


def _is_another_closure(old: CodeType, new: CodeType) -> bool:
    # Python swaps no code that takes more or fewer variables from around it.
    return old.co_freevars != new.co_freevars or any(
        _is_another_closure(before, after) for before, after in _nested(old, new)
    )


def functions() -> dict[Key, list[FunctionType]]:
    """Finds all functions there are, by their code."""
    found: dict[Key, list[FunctionType]] = {}
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            found.setdefault(_key(each.__code__), []).append(each)
    return found


def swap(old: CodeType, new: CodeType, found: dict[Key, list[FunctionType]]) -> None:
    """Puts the code of *new* into the functions made from *old*."""
    for before, after in _nested(old, new):
        if before != after:
            for function in found.get(_key(before), ()):
                function.__code__ = after
            swap(before, after, found)


def forget_results(folder: Path, at_import: dict[str, set[int]]) -> None:
    """Empties the caches of a package: what they hold was worked out by the code as it was.

    Those stay that were filled when the modules were imported.
    """
    for name, module in list(sys.modules.items()):
        if f".{folder.name}." in name:
            for each in vars(module).values():
                if hasattr(each, "cache_clear") and not _runs_one_of(each.__wrapped__, at_import):
                    each.cache_clear()


def _runs_one_of(function: FunctionType, lines: dict[str, set[int]]) -> bool:
    code = function.__code__
    own = {line for _, _, line in code.co_lines()} - {code.co_firstlineno}
    return not own.isdisjoint(lines.get(Path(code.co_filename).stem, set()))


def import_changed(path: Path, code: CodeType) -> None:
    """Lets this process import *code* when it imports the module at *path*."""
    usual = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        return code if loader.path == str(path) else usual(loader, name)

    setattr(SourceFileLoader, "get_code", get_code)  # noqa: B010  # mypy knows no such change


def _own(code: CodeType) -> tuple[object, ...]:
    constants = [repr(each) for each in code.co_consts if not isinstance(each, CodeType)]
    return code.co_code, code.co_names, constants


def _nested(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    here, there = ([c for c in code.co_consts if isinstance(c, CodeType)] for code in (old, new))
    return zip(here, there, strict=True) if len(here) == len(there) else iter(())


def _key(code: CodeType) -> Key:
    return code.co_filename, code.co_qualname, code.co_linetable
