import segno
from heistboard.web import qr

ADDRESS = "http://192.168.178.123:8555/seat/#" + "x" * 43


def test_text_draws_the_picture_light_on_dark() -> None:
    lines = qr.text(ADDRESS).split("\n")
    halves = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    upper = [[halves[block][0] for block in line] for line in lines]
    lower = [[halves[block][1] for block in line] for line in lines]
    drawn = [row for pair in zip(upper, lower, strict=True) for row in pair]
    picture = [list(row) for row in segno.make_qr(ADDRESS, error="m").matrix_iter(border=2)]
    assert drawn[: len(picture)] == picture
    assert drawn[len(picture) :] == [[0] * len(picture[0])]


def test_rows_are_its_modules_without_the_rim() -> None:
    rows = [[int(dot) for dot in row] for row in qr.rows(ADDRESS)]
    assert rows == [list(row) for row in segno.make_qr(ADDRESS, error="m").matrix_iter(border=0)]


def test_text_fits_a_terminal() -> None:
    lines = qr.text(ADDRESS).split("\n")
    assert len(lines) < 24 and {len(line) for line in lines} <= set(range(80))
