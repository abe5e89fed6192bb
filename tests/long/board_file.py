"""Many bad board files: ``python -m tests.long.board_file``, a few minutes.

Puts 20 000 values at any key and removes or renames 10 000 keys; each file is a board or an error
of one sentence. tests/hardware/test_boardfile.py tries fewer. The first failing one is shown.
"""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hardware import test_boardfile as board_files

VALUES, RENAMED = 20_000, 10_000

check_values = settings(max_examples=VALUES, deadline=None)(
    given(st.sampled_from(board_files.KEYS), board_files.VALUES)(board_files.check_value)
)
check_renamed = settings(max_examples=RENAMED, deadline=None)(
    given(st.sampled_from(board_files.NAMED_KEYS), st.none() | st.text())(
        board_files.check_renamed
    )
)

if __name__ == "__main__":
    check_values()
    check_renamed()
    print(f"{VALUES} values and {RENAMED} keys tried")
