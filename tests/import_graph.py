"""Draws which package of the host imports which, and finds imports that are not allowed.

``python -m tests.import_graph`` writes ``host/docs/import_graph.svg``; ``--check`` instead
checks that the file is up to date, and ``--list`` prints every import between two packages. A game
of this repository counts as a package of its own. A line that is implied by others is left out.
"""

import ast
import sys
from collections import defaultdict
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Final, NamedTuple

HOST: Final = Path(__file__).parents[1] / "host"
ROOT: Final = HOST / "heistboard"
DRAWING: Final = HOST / "docs/import_graph.svg"

_BY_ALL: Final = frozenset({"word_lists", "errors"})  # small, import nothing, not drawn
_A_GAME: Final = frozenset({"rules", "places", "games", "words", "terminal"})

MAY_IMPORT: Final = {
    "firmware": frozenset[str](),
    "rules": frozenset[str](),
    "places": frozenset({"firmware"}),
    "link": frozenset({"firmware", "places"}),
    "flashing": frozenset({"firmware", "places", "link"}),
    "pi": frozenset({"firmware", "places", "link"}),
    "selftest": frozenset({"firmware", "places", "link"}),
    "games": frozenset({"rules", "places", "words"}),
    "words": frozenset({"rules", "places", "games"}),
    "journal": frozenset({"rules", "games"}),
    "statistics": frozenset({"rules", "games", "journal"}),
    "voice": frozenset({"games", "words"}),
    "table": frozenset({"rules", "places", "games"}),
    "sim": frozenset({"firmware", "places", "link", "games"}),
    "app": frozenset({"rules", "places", "games", "link", "journal", "table"}),
}
"""All that each of these packages may import. Packages not named here are not restricted by it."""

NOBODY_IMPORTS: Final = frozenset({"cli"})

EXCEPTIONS: Final = {
    # The public check of a game is in the package of the contract that it checks.
    ("rules.testing", "games"),
    ("rules.testing", "games.package_checks"),
    # `python -m heistboard` is the command line.
    ("__main__", "cli"),
    # A game's own commands read their arguments as the other commands do.
    ("games.burgle_bros.commands", "cli.values"),
    ("games.car_thief.commands", "cli.values"),
}


class Import(NamedTuple):
    """One module imports another; names are those below ``heistboard``."""

    importer: str
    imported: str
    is_at_start: bool
    """Whether it runs when the importer is loaded, not in a function or for types alone."""


def package_of(module: str) -> str:
    """Returns the package of a module: ``link``, or ``games/car_thief`` for a game.

    >>> package_of("link.hub"), package_of("games.package"), package_of("games.car_thief.rules")
    ('link', 'games', 'games/car_thief')
    """
    parts = module.split(".")
    is_a_game = parts[0] == "games" and len(parts) > 1 and ROOT.joinpath(*parts[:2]).is_dir()
    return "/".join(parts[:2] if is_a_game else parts[:1])


def imports() -> list[Import]:
    """Returns every import of one module of the host by another of another package."""
    paths = {_name(path): path for path in sorted(ROOT.rglob("*.py"))}
    found = []
    for name, path in paths.items():
        for statement, is_at_start in _statements(ast.parse(path.read_text("utf-8")), True):
            for target in _targets(statement, paths.keys()):
                if target and name and package_of(target) != package_of(name):
                    found.append(Import(name, target, is_at_start))
    return sorted(set(found))


def forbidden(found: list[Import]) -> list[str]:
    """Returns a sentence for each import that is not allowed."""
    wrong = []
    for importer, imported, _ in found:
        a, b = package_of(importer), package_of(imported)
        allowed = _A_GAME if "/" in a else MAY_IMPORT.get(a)
        is_wrong = b in NOBODY_IMPORTS or "/" in b or (allowed is not None and b not in allowed)
        is_wrong = is_wrong and b not in _BY_ALL
        if is_wrong and (importer, imported) not in EXCEPTIONS:
            wrong.append(f"{importer} imports {imported}, and {a} may not import {b}")
    return wrong


def graph(found: list[Import]) -> dict[str, set[str]]:
    """Returns what each package imports when it is loaded, without the exceptions."""
    edges: dict[str, set[str]] = defaultdict(set)
    for importer, imported, is_at_start in found:
        is_drawn = is_at_start and package_of(imported) not in _BY_ALL
        if is_drawn and (importer, imported) not in EXCEPTIONS:
            edges[package_of(importer)].add(package_of(imported))
    return {name: edges[name] for name in sorted({*edges, *set().union(*edges.values())})}


def _name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _statements(
    node: ast.AST, is_at_start: bool
) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, is_at_start
            continue
        is_for_types = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
        is_later = is_for_types or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
        yield from _statements(child, is_at_start and not is_later)


def _targets(statement: ast.Import | ast.ImportFrom, modules: Container[str]) -> Iterator[str]:
    if isinstance(statement, ast.Import):
        names = [each.name for each in statement.names]
    else:
        names = [f"{statement.module}.{each.name}" for each in statement.names]
    for name in names:
        top, _, module = name.partition(".")
        if top == "heistboard":
            yield module if module in modules else module.rpartition(".")[0]


# The drawing: one row for each length of the longest path down, and few crossings.

_BOX: Final = (118, 30)
_GAP: Final = (22, 46)


def _groups(edges: dict[str, set[str]]) -> dict[str, str]:
    # Packages that import each other are one box.
    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        todo = [start]
        while todo:
            todo += edges[todo.pop()] - seen
            seen.update(todo)
        return seen

    down = {name: reached(name) for name in edges}
    return {
        name: " + ".join(sorted({name, *(other for other in down[name] if name in down[other])}))
        for name in edges
    }


def _reduced(edges: dict[str, set[str]]) -> dict[str, set[str]]:
    group = _groups(edges)
    whole: dict[str, set[str]] = {box: set() for box in group.values()}
    for name, others in edges.items():
        whole[group[name]] |= {group[other] for other in others} - {group[name]}

    def below(box: str) -> set[str]:
        return whole[box].union(*(below(other) for other in whole[box]))

    return {
        box: {other for other in others if not any(other in below(via) for via in others)}
        for box, others in whole.items()
    }


def _rows(edges: dict[str, set[str]]) -> tuple[list[list[str]], list[tuple[str, str]]]:
    def depth(box: str) -> int:
        return 1 + max((depth(other) for other in edges[box]), default=-1)

    rows: list[list[str]] = [[] for _ in range(1 + max(map(depth, edges)))]
    lines: list[tuple[str, str]] = []
    for box in edges:
        rows[depth(box)].append(box)
    for box, others in edges.items():
        for other in sorted(others):
            last = box  # points without a box, where a line passes a row
            for passed in range(depth(box) - 1, depth(other), -1):
                point = f"|{box}|{other}|{passed}"
                rows[passed].append(point)
                lines.append((last, point))
                last = point
            lines.append((last, other))
    for step in range(12):
        order = {box: n / len(row) for row in rows for n, box in enumerate(row)}
        ends: dict[str, list[float]] = defaultdict(list)
        for upper, lower in lines:
            ends[lower if step % 2 else upper].append(order[upper if step % 2 else lower])
        for row in rows:
            row.sort(key=lambda box: sum(ends[box]) / len(ends[box]) if ends[box] else order[box])
    return rows, lines


def drawing(edges: dict[str, set[str]]) -> str:
    """Returns the graph as SVG."""
    rows, lines = _rows(_reduced(edges))
    (wide, high), (aside, under) = _BOX, _GAP
    widths = {
        box: 14 if box.startswith("|") else max(wide, 8 * len(box)) for row in rows for box in row
    }
    spans = [sum(widths[box] + aside for box in row) - aside for row in rows]
    total = max(spans) + 2 * aside
    at: dict[str, tuple[float, float]] = {}
    for n, row in enumerate(rows):
        x = (total - spans[n]) / 2
        y = float(aside) + (len(rows) - 1 - n) * (high + under)
        for box in row:
            at[box] = (x + widths[box] / 2, y)
            x += widths[box] + aside
    height = 2 * aside + len(rows) * (high + under) - under
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total:.0f} {height:.0f}" '
        f'width="{total:.0f}" height="{height:.0f}" font-family="sans-serif" font-size="14">',
        "<title>What each package of the host imports</title>",
        f'<rect width="{total:.0f}" height="{height:.0f}" fill="white"/>',
        '<g fill="none" stroke="#667" stroke-width="1.3">',
    ]
    for upper, lower in lines:
        (x1, y1), (x2, y2) = at[upper], at[lower]
        y1 += high if not upper.startswith("|") else high / 2
        y2 += 0 if not lower.startswith("|") else high / 2
        middle = (y1 + y2) / 2
        out.append(
            f'<path d="M{x1:.0f} {y1:.0f}C{x1:.0f} {middle:.0f} {x2:.0f} {middle:.0f} '
            f'{x2:.0f} {y2:.0f}"/>'
        )
    out.append("</g>")
    for box, (x, y) in at.items():
        if not box.startswith("|"):
            out.append(
                f'<rect x="{x - widths[box] / 2:.0f}" y="{y:.0f}" width="{widths[box]}" '
                f'height="{high}" rx="5" fill="#eef3fa" stroke="#346"/>'
            )
            out.append(
                f'<text x="{x:.0f}" y="{y + 20:.0f}" text-anchor="middle" fill="#123">{box}</text>'
            )
    return "\n".join([*out, "</svg>", ""])


def main(arguments: list[str]) -> str | None:
    """Runs the command; returns what is wrong, if anything."""
    found = imports()
    if "--list" in arguments:
        for each in found:
            later = "" if each.is_at_start else "  (later, or for types)"
            print(f"{each.importer} -> {each.imported}{later}")
        return None
    wrong = "\n".join(forbidden(found))
    made = drawing(graph(found))
    if "--check" not in arguments:
        DRAWING.write_text(made, encoding="utf-8")
    elif not DRAWING.exists() or made != DRAWING.read_text(encoding="utf-8"):
        wrong += f"\n{DRAWING.name} is stale, run `python -m tests.import_graph`"
    return wrong.strip() or None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
