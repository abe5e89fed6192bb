"""`python -m hardware magnets`: its table, its map, and its message when a requirement fails."""

import json
from pathlib import Path

import pytest

from hardware.__main__ import main
from hardware.magnets import chart, design, proof, report, search
from hardware.magnets.design import DESIGN

CLAIMS = proof.prove(DESIGN)


def test_command_prints_one_json_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["magnets", "--check", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["margin"] for row in found["reeds"]] == [round(c.margin, 2) for c in CLAIMS]
    assert all(row["holds"] for row in (*found["reeds"], *found["forces"]))


def test_command_prints_a_table_and_draws_the_map(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["magnets", "--board", str(Path(design.__file__).parents[1] / "board.toml")]
    assert main([*command, "--check"], tmp_path) == 1
    assert f"{chart.MAP} is stale, run `" in capsys.readouterr().err
    assert main(command, tmp_path) == 0
    out = capsys.readouterr().out
    assert all(claim.case in out for claim in CLAIMS)
    text = (tmp_path / chart.MAP).read_text(encoding="utf-8")
    assert text.count('class="magnet"') == text.count('class="mirror"') == 4
    assert main([*command, "--check"], tmp_path) == 0


def test_command_names_what_does_not_hold(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(design, "DESIGN", search.at_pitch(DESIGN, 44.0))
    assert main(["magnets"]) == 1
    err = capsys.readouterr().err
    assert err.startswith("does not hold with a margin of 1.5: ")
    assert "tile face up, guard on it" in err


def test_search_lists_the_design_first() -> None:
    first = next(iter(search.rows(DESIGN)))
    assert first.closes == min(claim.margin for claim in CLAIMS if claim.own)
    assert first.opens == min(claim.margin for claim in CLAIMS if not claim.own)


def test_readme_and_map_are_of_this_design() -> None:
    folder = Path(design.__file__).parent
    table = "\n".join(report.lines(report.document(DESIGN)))
    assert table in (folder / "README.md").read_text(encoding="utf-8")
    assert (folder / "map.svg").read_text(encoding="utf-8") == chart.svg(DESIGN)
