"""Commands of this program as people can type them where they are now."""

import os
import shlex
import shutil
import subprocess
import sys
from argparse import Namespace

__all__ = ["whole_command"]

NAME = "heistboard"


def whole_command(args: Namespace, *words: str) -> str:
    """Returns the command line that runs this program with *words*, on the data folder of *args*.

    It names the program as it was started, unless the shell finds the same one by its name.
    """
    given = [] if args.data is None else ["--data", str(args.data)]
    line = [_program(), *words, *given]
    return subprocess.list2cmdline(line) if os.name == "nt" else shlex.join(line)


def _program() -> str:
    started = sys.argv[0]
    if os.path.basename(started).partition(".")[0] != NAME or os.path.basename(started) == started:
        return NAME
    found = shutil.which(NAME)
    try:
        is_found = found is not None and os.path.samefile(found, started)
    except OSError:
        is_found = True
    return NAME if is_found else started
