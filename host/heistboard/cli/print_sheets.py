"""``heistboard print``: writes what a game has for the printer.

In the folder are an SVG file for each page, and one HTML file with all pages: a browser prints it,
or saves it as PDF. The document of ``--json`` has ``game``, ``language``, ``side_mm``, ``faces``
and ``labels``, their numbers, and ``files``, the paths written.
"""

from argparse import Namespace
from pathlib import Path

from heistboard import games
from heistboard.cli.game_options import find_package
from heistboard.cli.reader_language import reader_language
from heistboard.games.sheet_pages import SIDE, document, pages
from heistboard.games.sheets import Sheets
from heistboard.terminal.output import CommandError, UsageError, emit, say
from heistboard.word_lists import all_of
from heistboard.words import Words

__all__ = ["print_sheets"]


def print_sheets(args: Namespace) -> int:
    """Writes the pages; raises :exc:`UsageError` if the game has none."""
    package = find_package(args.game)
    name = package.game.name
    make = package.claim("sheets")
    if make is None:
        having = [each.game.name for each in games.packages() if each.sheets]
        known = (
            f"; {all_of(having)} has" if len(having) == 1 else f"; these have: {all_of(having)}"
        )
        raise UsageError(f"{name} has nothing to print{known if having else ''}")
    language = args.lang or reader_language()
    words = Words(language, name)
    sheets: Sheets = make(words)
    title = words.title
    side = float(args.side or SIDE)
    made = pages(sheets, words.of("sheets", "scale", title=title), side)
    files = {f"{name}-{page.name}.svg": page.svg + "\n" for page in made}
    files[f"{name}.html"] = document(title, made)
    paths = [str(_write(Path(args.folder), file, text)) for file, text in files.items()]
    if args.json:
        emit(
            {
                "game": name,
                "language": language,
                "side_mm": side,
                "faces": len(sheets.faces),
                "labels": len(sheets.labels),
                "files": paths,
            }
        )
        return 0
    for path in paths:
        say(f"wrote {path}")
    say(f"Open {paths[-1]} in a browser and print it at 100 %, not fitted to the page.")
    return 0


def _write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror}") from None
    return path
