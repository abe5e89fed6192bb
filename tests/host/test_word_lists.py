"""Lists of words in sentences."""

import pytest
from heistboard.word_lists import all_of, one_of


@pytest.mark.parametrize(
    ("words", "choice", "enumeration"),
    [
        ((), "", ""),
        (("a",), "a", "a"),
        (("a", "b"), "a or b", "a and b"),
        (("a", "b", "c"), "a, b or c", "a, b and c"),
    ],
)
def test_list_has_commas_and_one_conjunction(
    words: tuple[str, ...], choice: str, enumeration: str
) -> None:
    assert (one_of(words), all_of(words)) == (choice, enumeration)
