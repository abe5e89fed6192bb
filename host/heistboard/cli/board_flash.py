"""``heistboard board flash``: writes this version's firmware to a board."""

import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os.path import realpath

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

from heistboard.cli import values
from heistboard.firmware import ROOT
from heistboard.flashing.flasher import (
    GET_MICROPYTHON,
    Flashed,
    Flasher,
    waits_for_micropython,
)
from heistboard.flashing.repl import FlashError
from heistboard.link.messages import printable
from heistboard.link.port import Port, PortError, find_ports
from heistboard.terminal.output import CommandError, UsageError, emit, is_screen, say

__all__ = ["flash"]

REMOVED_MOST = 1000  # characters
WITHOUT_FIRMWARE = "the board has no firmware until `heistboard board flash` has completed"


def flash(args: Namespace) -> int:
    """Writes this version's firmware to one board and restarts it."""
    chosen = values.boards(args, "auto")
    if len(chosen) > 1:
        raise UsageError("flash writes to one board at a time; give one --board")
    port = _choose(chosen[0])
    if not (ROOT / "heist/pico").is_dir():
        raise CommandError(f"{ROOT} has no firmware for a Pico; install heistboard again")
    started = time.monotonic()
    with _shown(is_drawn=is_screen() and not args.json) as progress:
        flasher = Flasher(port, lambda: find_ports(), progress)
        try:
            done = flasher.flash()
        except (FlashError, PortError) as error:
            raise CommandError(str(error)) from None
        except KeyboardInterrupt:
            if flasher.has_begun:
                raise CommandError(f"interrupted; {WITHOUT_FIRMWARE}") from None
            raise
    seconds = time.monotonic() - started
    if args.json:
        emit(_document(done, seconds))
    else:
        for line in _lines(done, seconds):
            say(line)
    return 0


def _choose(choice: str) -> Port:
    if choice == "sim":
        raise CommandError(
            "the simulated board always runs the firmware of this version; choose a real one with "
            "--board auto or --board PORT"
        )
    if choice == "pi":
        raise CommandError(
            "a Raspberry Pi runs the firmware of the heistboard that is installed on it; there is "
            "nothing to flash"
        )
    ports = find_ports()
    if choice != "auto":
        named = [port for port in ports if realpath(port.device) == realpath(choice)]
        return named[0] if named else Port(choice, None, "chosen port")
    if len(ports) > 1:
        devices = ", ".join(port.device for port in ports)
        raise CommandError(f"found boards at {devices}; choose one with --board PORT")
    if ports:
        return ports[0]
    if waits_for_micropython():
        raise CommandError(f"a Pico without MicroPython is plugged in: {GET_MICROPYTHON}")
    raise CommandError(
        "no Pico that runs MicroPython was found; if one is plugged in, check that its cable "
        f"carries data and not only power; if it is new, {GET_MICROPYTHON}"
    )


@contextmanager
def _shown(*, is_drawn: bool) -> Iterator[Callable[[str, int, int], None]]:
    if not is_drawn:
        yield lambda step, done, total: None
        return
    columns = TextColumn("{task.description}"), BarColumn(), DownloadColumn()
    # Bind the current stdout: it is redirected while mpremote runs.
    with Progress(*columns, console=Console(file=sys.stdout), transient=True) as bar:
        task = bar.add_task("asking")

        def show(step: str, done: int, total: int) -> None:
            if step == "writing":
                bar.update(task, description=step, completed=done, total=total)
            else:
                bar.update(task, description=step, total=None)

        yield show


def _document(done: Flashed, seconds: float) -> dict[str, object]:
    return {
        "port": done.port,
        "serial": done.hello.serial,
        "firmware": done.hello.firmware,
        "before": done.before,
        "revision": done.hello.revision,
        "layout_crc": f"{done.hello.layout_crc:08x}",
        "interpreter": done.hello.interpreter,
        "written": list(done.written),
        "removed": list(done.removed),
        "unchanged": done.unchanged,
        "bytes": done.size,
        "compiled": done.is_compiled,
        "seconds": round(seconds, 1),
    }


def _lines(done: Flashed, seconds: float) -> Iterator[str]:
    hello = done.hello
    yield (
        f"{done.port}: board {hello.serial} runs firmware {hello.firmware} on {hello.interpreter}"
    )
    if not done.written:
        yield f"all {done.unchanged} files were up to date"
    else:
        yield (
            f"{len(done.written)} files written ({done.size} bytes) and verified, "
            f"{done.unchanged} were up to date, in {seconds:.0f} s"
        )
    if done.removed:
        yield f"removed: {printable(', '.join(done.removed), REMOVED_MOST)}"
