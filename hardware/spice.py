"""Runs ngspice on a circuit given as text and returns the measured values."""

import re
import shutil
import subprocess

__all__ = ["SpiceError", "run"]

WITHIN_S = 60
_MEASURED = re.compile(r"^\s*([a-z]\w*)\s*=\s*([-+.\de]+)", re.MULTILINE)


class SpiceError(Exception):
    """The circuit could not be simulated: one sentence that says why."""


def run(circuit: str) -> dict[str, float]:
    """Returns every value that *circuit* prints or measures, by name.

    Raises :exc:`SpiceError`, also if ngspice is not installed.
    """
    program = shutil.which("ngspice")
    if program is None:
        raise SpiceError("there is no ngspice; install it (Debian: apt-get install ngspice)")
    done = subprocess.run(
        [program, "-b"],
        input=f"* heistboard\n{circuit}\n.end\n",
        capture_output=True,
        text=True,
        timeout=WITHIN_S,
        check=False,
    )
    values = {name: float(value) for name, value in _MEASURED.findall(done.stdout)}
    if done.returncode or not values:
        said = [line for line in (done.stdout + done.stderr).splitlines() if "rror" in line]
        raise SpiceError(f"ngspice cannot simulate this: {said[0] if said else 'no values'}")
    return values
