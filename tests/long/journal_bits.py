"""Changes every single bit of a small journal: ``python -m tests.long.journal_bits [FOLDER]``.

Prints how many were harmless and how many said. FOLDER, where the file lies, may be one in memory.
With ``--play-on``, each bit of a byte that is not 0 is changed again, and the games played on.
"""

import sys
import tempfile
import time
from pathlib import Path

from tests.support.journal_bits import Bits, small_journal


def main(arguments: list[str]) -> None:
    """Runs it, for some minutes."""
    is_played = "--play-on" in arguments
    folders = [each for each in arguments if not each.startswith("--")]
    with tempfile.TemporaryDirectory(dir=folders[0] if folders else None) as folder:
        path = Path(folder) / "journal.sqlite"
        data = small_journal(path)
        bits = Bits(path, data)
        began_s = time.monotonic()
        if is_played:
            flips = [at * 8 + bit for at in range(len(data)) if data[at] for bit in range(8)]
        else:
            flips = list(range(len(data) * 8))
        wrong = []
        for bit in flips:
            try:
                bits.play_on(bit) if is_played else bits.flip(bit)
            except AssertionError as error:
                wrong.append(str(error))
        took_s = time.monotonic() - began_s
    print(
        f"{len(data)} bytes, {len(flips)} bits in {took_s:.0f} s: {bits.harmless} harmless, "
        f"{bits.said} said, {bits.refused} games not played on, {len(wrong)} wrong"
    )
    for each in wrong:
        print(each)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main(sys.argv[1:])
