"""The import graph is that of the code, and nothing imports what it may not."""

import doctest

import pytest

from tests import import_graph
from tests.import_graph import Import, forbidden, graph, imports


@pytest.fixture(scope="module")
def found() -> list[Import]:
    return imports()


def test_the_drawing_is_up_to_date_and_nothing_is_imported_that_may_not_be(
    found: list[Import], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_graph, "imports", lambda: found)
    assert import_graph.main(["--check"]) is None


def test_every_exception_is_still_needed(found: list[Import]) -> None:
    assert {each[:2] for each in found} >= import_graph.EXCEPTIONS


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("rules.contract", "places.layout"),
        ("places.scene", "link.hub"),
        ("link.hub", "app.daemon"),
        ("games.gestures", "table.table"),
        ("games.car_thief.rules", "web.app"),
        ("games.car_thief.rules", "journal.store"),
        ("app.daemon", "games.car_thief.rules"),
        ("table.table", "journal.store"),
        ("boards.choice", "cli.values"),
        ("terminal.keyboard", "cli.values"),
        ("voice.player", "cli.values"),
    ],
)
def test_what_may_not_be_imported_is_named(importer: str, imported: str) -> None:
    (said,) = forbidden([Import(importer, imported, is_at_start=False)])
    assert said.startswith(f"{importer} imports {imported}, and ")


def test_imports_of_functions_and_for_types_are_found_but_not_drawn(found: list[Import]) -> None:
    assert Import("rules.testing", "games.package_checks", is_at_start=False) in found
    assert "games" not in graph(found)["rules"]


def test_another_graph_is_stale(found: list[Import], monkeypatch: pytest.MonkeyPatch) -> None:
    more = [*found, Import("web.app", "rehearse", is_at_start=True)]
    monkeypatch.setattr(import_graph, "imports", lambda: more)
    said = import_graph.main(["--check"])
    assert said is not None and "python -m tests.import_graph" in said


def test_examples() -> None:
    assert doctest.testmod(import_graph) == (0, 1)
