"""Flips every single bit of a small journal: ``python -m tests.long.journal_bits [FOLDER]``.

Prints how many flips were harmless and how many were reported. FOLDER holds the file and may be in
memory. With ``--play-on``, it flips only bits of non-zero bytes and continues the games.
"""

import sys
import tempfile
import time
from pathlib import Path

from tests.support.journal_bits import BitFlipper, small_journal


def main(arguments: list[str]) -> None:
    """Flips the bits, which takes some minutes."""
    is_played = "--play-on" in arguments
    folders = [each for each in arguments if not each.startswith("--")]
    with tempfile.TemporaryDirectory(dir=folders[0] if folders else None) as folder:
        path = Path(folder) / "journal.sqlite"
        data = small_journal(path)
        bits = BitFlipper(path, data)
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
        f"{bits.said} reported, {bits.refused} games not continued, {len(wrong)} wrong"
    )
    for each in wrong:
        print(each)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main(sys.argv[1:])
