"""``heistboard board install-udev``: lets the users of a Linux computer use boards."""

import os
import shlex
import shutil
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

from heistboard.link.port import PICO_USB
from heistboard.terminal.output import CommandError, emit, say

__all__ = ["install_udev", "rules"]

FOLDER = Path("/etc/udev/rules.d")
NAME = "70-heistboard.rules"  # before 73, where uaccess takes effect, and ModemManager's 77
GROUPS = ("dialout", "uucp")  # groups for serial ports; distributions differ
UDEVADM_S = 10.0


def install_udev(args: Namespace) -> int:
    """Writes the rules to udev's folder, or prints them with ``--print``."""
    text = rules(_group())
    path = FOLDER / NAME
    if args.print_only:
        if args.json:
            emit({"file": str(path), "rules": text})
        else:
            print(text, end="")
        return 0
    if not sys.platform.startswith("linux"):
        raise CommandError("udev is for Linux only; on this system boards work without it")
    try:
        FOLDER.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o644)
    except PermissionError:
        raise CommandError(
            f"only root may write {path}; run `sudo {_ourselves()} board install-udev`"
        ) from None
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror}") from None
    is_in_force = _reload()
    if args.json:
        emit({"file": str(path), "rules": text, "reloaded": is_in_force})
    else:
        say(f"wrote {path}")
        say(
            "the rules apply now, also to boards that are plugged in"
            if is_in_force
            else "udev could not be reloaded; the rules apply after a restart of this computer"
        )
    return 0


def rules(group: str | None) -> str:
    """Returns the rules; besides the user at the screen, *group* may use boards."""
    vendor, product = (f"{number:04x}" for number in PICO_USB)
    access = 'MODE="0660", ' + (f'GROUP="{group}", ' if group else "") + 'TAG+="uaccess"'
    return (
        "# Heistboard (Raspberry Pi Pico with MicroPython), by `heistboard board install-udev`:\n"
        "# the user at the screen may use boards, and ModemManager leaves them alone.\n"
        f'SUBSYSTEM=="usb", ATTR{{idVendor}}=="{vendor}", ATTR{{idProduct}}=="{product}", '
        'ENV{ID_MM_DEVICE_IGNORE}="1"\n'
        f'SUBSYSTEM=="tty", ATTRS{{idVendor}}=="{vendor}", ATTRS{{idProduct}}=="{product}", '
        f'ENV{{ID_MM_DEVICE_IGNORE}}="1", {access}\n'
    )


def _group() -> str | None:
    # udev ignores a rule whose group does not exist.
    try:
        import grp
    except ImportError:  # Windows
        return None
    known = {group.gr_name for group in grp.getgrall()}
    return next((name for name in GROUPS if name in known), None)


def _ourselves() -> str:
    # Our command with its full path for sudo, as root's PATH lacks our virtual environment.
    program = os.path.abspath(sys.argv[0])
    if os.access(program, os.X_OK) and os.path.basename(program).startswith("heistboard"):
        return shlex.quote(program)
    return f"{shlex.quote(sys.executable)} -m heistboard"


def _reload() -> bool:
    udevadm = shutil.which("udevadm", path=os.environ.get("PATH", "") + ":/sbin:/usr/sbin")
    if udevadm is None:
        return False
    triggers = ("--action=change", "--subsystem-match=usb", "--subsystem-match=tty")
    try:
        for arguments in (("control", "--reload"), ("trigger", *triggers)):
            subprocess.run(
                [udevadm, *arguments], check=True, capture_output=True, timeout=UDEVADM_S
            )
    except (OSError, subprocess.SubprocessError):
        return False
    return True
