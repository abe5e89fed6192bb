"""The printed parts: checks pass, and wrong parts fail them.

``python -m hardware all --check``, in ``.ci/run``, compares the committed files with fresh ones.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hardware.__main__ import main
from hardware.boardfile import ROUND_TRACK, load
from hardware.electronics import circuit
from hardware.electronics.footprints import pads_at
from hardware.electronics.parts import footprint
from hardware.magnets.design import DESIGN
from hardware.magnets.field import Array
from hardware.parts import build, mesh, render, report, scenes
from hardware.parts.checks import SECTIONS, checks
from hardware.parts.spec import PARTS, SPEC, Spec, scad
from tests.support.kicad import needs_kicad

MESHES = build.kept()
BOARD = load(Path(__file__).parents[2] / "hardware" / "board.toml")
needs_openscad = pytest.mark.skipif(
    not build.is_installed(), reason="there is no openscad (Debian: apt-get install openscad)"
)


@pytest.fixture(scope="module", autouse=True)
def remembered() -> Iterator[None]:
    """What is measured on the kept meshes is measured once: each test changes one of them."""
    kept = {id(each) for each in MESHES.values()}

    def once(measure: Callable[..., Any]) -> Callable[..., Any]:
        known: dict[tuple[Any, ...], Any] = {}

        def found(triangles: Array, *ray: Sequence[float]) -> Any:  # noqa: ANN401 (it passes it on)
            if id(triangles) not in kept:
                return measure(triangles, *ray)
            key = (id(triangles), *map(tuple, ray))
            if key not in known:
                known[key] = measure(triangles, *ray)
            return known[key]

        return found

    with pytest.MonkeyPatch.context() as patch:
        for name in ("hits", "loose_edges", "volume", "bounds"):
            patch.setattr(mesh, name, once(getattr(mesh, name)))
        yield


def failing(changed: dict[str, Array]) -> set[str]:
    meshes, found = MESHES | changed, set()
    for section in SECTIONS:
        # The grid's checks take longest, and most parts do not affect them.
        if section.__name__ != "_grid" or any(name[:4] in ("grid", "trac") for name in changed):
            found |= {each.name for each in section(SPEC, meshes) if not each.holds}
    return found


# --- meshes ------------------------------------------------------------------------------------


def test_a_box_is_measured(tmp_path: Path) -> None:
    box = render.box((1, 2, 3), (2, 4, 6))
    assert mesh.volume(box) == pytest.approx(6)
    assert mesh.loose_edges(box) == 0
    assert mesh.hits(box, (1.5, 3.0, 0.0), (0, 0, 1)) == pytest.approx([3, 6], abs=1e-3)
    assert mesh.hits(box, (1.5, 3.0, 4.0), (0, 2, 0)) == pytest.approx([1], abs=1e-3)
    assert mesh.hits(box, (0.5, 3.0, 0.0), (0, 0, 1)) == []
    mesh.write(tmp_path / "box.stl", box)
    assert (mesh.read(tmp_path / "box.stl") == box).all()


def test_any_order_of_triangles_becomes_one() -> None:
    base = MESHES["base"]
    shuffled = np.roll(np.random.default_rng(7).permutation(base), 1, axis=1)
    assert not (shuffled == base).all()
    assert (mesh.canonical(shuffled) == mesh.canonical(base)).all()


@pytest.mark.parametrize(
    "damage",
    [
        lambda box: box[1:],
        lambda box: np.concatenate([box, box[:1]]),
        lambda box: np.concatenate([box[:1, ::-1], box[1:]]),
    ],
    ids=["a hole", "a face twice", "a face inside out"],
)
def test_a_mesh_that_is_not_watertight_shows(damage: Callable[[Array], Array]) -> None:
    assert mesh.loose_edges(damage(render.box((0, 0, 0), (1, 1, 1)))) > 0


def test_a_file_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "part.stl"
    path.write_bytes(mesh.packed(MESHES["base"])[:-1])
    with pytest.raises(ValueError, match=r"part\.stl is not a binary STL file"):
        mesh.read(path)


# --- the kept files ----------------------------------------------------------------------------


def test_every_check_holds() -> None:
    found = list(checks(SPEC, MESHES))
    assert [each for each in found if not each.holds] == []
    assert len(found) == 299  # none may vanish


def test_parameters_are_of_this_design() -> None:
    assert (build.FOLDER / "parameters.scad").read_text(encoding="utf-8") == scad(SPEC)
    assert f"pitch = {DESIGN.pitch:g};" in scad(SPEC)
    assert "spots = [[17.1, 7.4], [-7.4, 17.1], [-17.1, -7.4], [7.4, -17.1]];" in scad(SPEC)


def test_pictures_are_of_these_meshes() -> None:
    for name in (*MESHES, *scenes.SCENES):
        data = (build.FOLDER / "pictures" / f"{name}.png").read_bytes()
        assert render.text_of(data) == build.mark(name, MESHES), name


def test_kept_files_are_small() -> None:
    size = sum(path.stat().st_size for path in build.FOLDER.rglob("*.[sp][tn][lg]"))
    assert size < 2_000_000


def test_readme_has_the_figures_of_these_meshes() -> None:
    readme = (build.FOLDER / "README.md").read_text(encoding="utf-8")
    found = report.document(SPEC, MESHES)
    table = list(report.lines(found))
    assert "\n".join(table[: table.index("")]) in readme
    at = {row["check"]: row["at"] for row in found["checks"]}
    for name, figure in (
        ("car to the hole of a base, both at their worst", "1.5 | 0.3"),
        ("car to the ceiling of a building", "3.1 | 1"),
        ("helicopter to the corner of a base, both at their worst", "1.6 | 0.3"),
        ("base in its guide: a magnet's way from its place", "0.68 | at most 0.7"),
        ("from the glass of a reed to the sheet", "1.84 | 1.6–2.2"),
        ("building, g", "12.3 | 12"),
        ("tile without its card, g", "6.0 | 5.5"),
        ("car, g", "17.2 | 14"),
        ("guard, g", "15.4 | 14"),
        ("helicopter, g", "14.9 | 14"),
        ("guard without his figure, g", "14.5 | 14"),
        ("wall to a tile, both at their worst", "0.38 | 0.2"),
        ("wall to a guard on his circle", "10.2 | 5"),
        ("wall: air beside a tongue", "0.24 | 0.2–0.3"),
        ("wall: its tongues above the sheet", "0.30 | 0.2"),
        ("flashlight: floor", "5.60 | 5.5–5.7"),
        ("flashlight: ring inside the circle", "3.10 | 1"),
    ):
        assert figure in readme
        digits = len(figure.split()[0].partition(".")[2])
        assert at[name] == pytest.approx(float(figure.split()[0]), abs=0.6 * 10**-digits)


@needs_openscad
def test_what_was_edited_or_lost_is_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = [(part.name, MESHES[part.name]) for part in PARTS]
    monkeypatch.setattr(build, "build", lambda names: iter(fresh))
    assert len(build.stale(tmp_path)) == 1 + 2 * len(PARTS) + len(scenes.SCENES)
    for path in build.FOLDER.rglob("*.[sp]*"):
        if path.suffix in (".stl", ".png", ".scad"):
            kept = tmp_path / path.relative_to(build.FOLDER)
            kept.parent.mkdir(exist_ok=True)
            kept.write_bytes(path.read_bytes())
    assert build.stale(tmp_path) == []
    edited = tmp_path / "stl" / "base.stl"
    edited.write_bytes(mesh.packed(MESHES["base"] + np.array((0.1, 0.0, 0.0))))
    (tmp_path / "pictures" / "board.png").unlink()
    car = tmp_path / "pictures" / "car.png"
    car.write_bytes((tmp_path / "pictures" / "guard.png").read_bytes())
    assert build.stale(tmp_path) == ["stl/base.stl", "pictures/car.png", "pictures/board.png"]


# --- what must break the checks ----------------------------------------------------------------

_MOVED = replace(SPEC, design=replace(DESIGN, cover=(16.8, 7.4)))
_THICK = replace(DESIGN, stack=replace(DESIGN.stack, floor=(0.5, 0.7)))
_FEW = replace(SPEC, nut=replace(SPEC.nut, count=1))
BROKEN: dict[str, tuple[Spec, str, set[str]]] = {
    "pocket moved": (_MOVED, "base", {"base, magnet 1: off its place"}),
    "pocket of a tile moved": (_MOVED, "sled", {"sled, magnet 4: off its place"}),
    "jig of another design": (_MOVED, "jig_base", {"jig_base, magnet 2: off its place"}),
    "floor thicker": (replace(SPEC, design=_THICK), "base", {"base, magnet 1: floor"}),
    "floor of a car thicker": (replace(SPEC, design=_THICK), "car", {"car: floor"}),
    "base too wide": (
        replace(SPEC, design=replace(DESIGN, street=6.4)),
        "base",
        {"guide: air around a base, tight print"},
    ),
    "corners left on": (
        replace(SPEC, corner=6.0),
        "building",
        {"helicopter to the corner of a building, both at their worst"},
    ),
    "guide too wide": (
        replace(SPEC, guide_air=0.5),
        "guide",
        {"base in its guide: a magnet's way from its place"},
    ),
    "car too wide": (
        replace(SPEC, car_radius=13.0),
        "car",
        {"car to the hole of a base, both at their worst"},
    ),
    "building too low": (
        replace(SPEC, building=19.0),
        "building",
        {"car to the ceiling of a building"},
    ),
    "building too thin": (replace(SPEC, wall=0.8), "building", {"building: wall behind a window"}),
    "tile too thick": (
        replace(SPEC, sled_pocket=2.4),
        "sled",
        {"sled: from the magnets to the card", "tile with a card of 0.35 mm: height"},
    ),
    "room for one nut": (_FEW, "helicopter", {"helicopter: room above the nuts"}),
    "wells too narrow and no room for a screw": (  # together, as OpenSCAD takes long
        replace(SPEC, light=11.0, strip=replace(SPEC.strip, screw_height=2.6)),
        "grid_sw",
        {"grid: air around reeds, wires and lights", "grid: above a screw"},
    ),
    "gauge of another stack": (
        replace(SPEC, grid=12.8),
        "gauge",
        {"gauge: glass of a reed, go", "gauge: glass of a reed, no-go"},
    ),
}  # fmt: skip


@needs_openscad
@pytest.mark.parametrize(("spec", "name", "expected"), BROKEN.values(), ids=BROKEN)
def test_a_wrong_part_shows(spec: Spec, name: str, expected: set[str]) -> None:
    ((_, wrong),) = build.build([name], spec)
    assert mesh.loose_edges(wrong) == 0
    assert expected <= failing({name: wrong})


@pytest.mark.parametrize("name", ["base", "sled", "jig_base", "jig_sled"])
def test_the_mirror_image_shows(name: str) -> None:
    mirrored = MESHES[name][:, ::-1] * (1, -1, 1)
    assert {f"{name}, magnet {n}: off its place" for n in range(1, 5)} <= failing({name: mirrored})


def test_marks_of_the_other_pole_show() -> None:
    turned = {"base": MESHES["base"][..., [1, 0, 2]] * (-1, 1, 1)}
    turned["base"] = turned["base"][:, ::-1] if mesh.volume(turned["base"]) < 0 else turned["base"]
    assert {f"base: arms of the mark {n}" for n in range(1, 5)} <= failing(turned)


def test_jigs_swapped_show() -> None:
    swapped = {"jig_base": MESHES["jig_sled"], "jig_sled": MESHES["jig_base"]}
    places = {f"{name}, magnet {n}: off its place" for name in swapped for n in range(1, 5)}
    assert places <= failing(swapped)


@pytest.mark.parametrize(
    ("name", "change", "expected"),
    [
        ("foot", lambda part: part * (1, 0.85, 1), "foot: air around a screw"),
        ("foot", lambda part: part * (0.8, 1, 1), "foot: air around a screw"),
        ("foot", lambda part: part * (1, 1, 0.8), "foot: air below what hangs"),
        ("post", lambda part: part * (1.2, 1.2, 1), "post: air around a nut"),
        ("centre", lambda part: part + np.array((0.2, 0, 0)), "centre: off the middle"),
        ("stencil", lambda part: part * (1.1, 1.1, 1), "stencil: a car off the middle"),
        ("car_cap", lambda part: part * (1.03, 1.03, 1), "car: air around the plug of its cap"),
        ("track_w", lambda part: part * (1, 0.6, 1), "track: air around its lights"),
        ("track_e", lambda part: part + np.array((6, 0, 0)), "track: air around its lights"),
        ("jig_base", lambda part: part * (1, 1, 0.8), "jig_base: above its magnets"),
        ("guide", lambda part: part * (1, 1, 0.8), "guide: skirt over the grid"),
        ("building", lambda part: part * (1, 1, 0.7), "building: roof behind its sign"),
        ("grid_se", lambda part: part * (1, 1, 1.03), "grid_se: height"),
        (
            "grid_ne",
            lambda part: part - np.array((0.3, 0, 0)),
            "grid_nw and grid_ne: corners inside each other",
        ),
        ("foot", lambda part: part * (1, 1, 1.5), "foot: length of a screw up to its nut's end"),
        (
            "helicopter",
            lambda part: part * (1.1, 1.1, 1),
            "helicopter in its ring: air, tight print",
        ),
        (
            "helicopter_cap",
            lambda part: part * (1, 1, 0.8),
            "helicopter above the roofs, to grip it",
        ),
        ("flashlight", lambda part: part * (1, 1, 1.05), "flashlight: floor"),
        ("flashlight", lambda part: part * (0.9, 0.9, 1), "flashlight: flat side, on a crumb"),
        ("flashlight", lambda part: part * (0.9, 0.9, 1), "flashlight: pocket"),
        ("flashlight", lambda part: part * (1.3, 1.3, 1), "flashlight: ring inside the circle"),
        (
            "flashlight",
            lambda part: part * (0.7, 0.7, 1),
            "flashlight inside the circle: off its middle",
        ),
        ("flashlight", lambda part: part + np.array((1, 0, 0)), "flashlight: off its place"),
        (
            "flashlight_stick",
            lambda part: part * (1, 1, 1.01),
            "flashlight: room above its magnet",
        ),
        (
            "flashlight_stick",
            lambda part: part * (1.03, 1.03, 1),
            "flashlight: air around the stick's end",
        ),
        (
            "flashlight_cap",
            lambda part: part * (1.1, 1.1, 1),
            "flashlight: air around the plug of its cap",
        ),
        (
            "guard_stand",
            lambda part: part * (1.03, 1.03, 1),
            "guard: air around the plug of his stand",
        ),
        ("wall", lambda part: part * (1, 1.1, 1), "wall: air beside a tongue"),
        ("wall", lambda part: part * (1, 1.3, 1), "wall to a tile, both at their worst"),
        ("wall", lambda part: part * (1.05, 1, 1), "wall: air along a tongue"),
        ("wall", lambda part: part * (1.2, 1, 1), "wall to the ring of a crossing"),
        ("wall", lambda part: part * (1, 1, 1.2), "wall: its tongues above the sheet"),
        ("wall", lambda part: part * (1, 1, 1.5), "guard above the walls, to grip him"),
        ("guide", lambda part: part + np.array((3, 0, 0)), "guide: slots for walls, open"),
        (
            "gauge",
            lambda part: part * (-1, 1, -1) + (37, 0, 4),
            "gauge, go 1: faces beside its middle, a round hole",
        ),
    ],
)
def test_a_part_of_another_measure_shows(
    name: str, change: Callable[[Array], Array], expected: str
) -> None:
    assert expected in failing({name: change(MESHES[name])})


def test_a_hole_shows() -> None:
    assert failing({"stencil": MESHES["stencil"][1:]}) == {"stencil: edges that join no two faces"}


def test_less_plastic_or_brass_is_too_light() -> None:
    assert "building, g" in failing({"building": MESHES["building"] * (1, 1, 0.9)})
    light = replace(SPEC, nut=replace(SPEC.nut, share=0.83))
    found = {
        each.name for section in SECTIONS[:3] for each in section(light, MESHES) if not each.holds
    }
    assert found == {"helicopter, g", "guard without his figure, g"}


# --- pictures ----------------------------------------------------------------------------------


def test_what_is_nearer_hides_what_is_behind() -> None:
    below = render.Solid(render.box((0, 0, 0), (4, 4, 1)), (250, 0, 0))
    above = render.Solid(render.box((1, 1, 2), (3, 3, 3)), (0, 250, 0))
    picture = render.draw([above, below], render.Camera(60, 60, turn=0, tilt=90))
    assert tuple(picture[0, 0]) == (255, 255, 255)
    assert picture[30, 30, 1] > 150 > picture[30, 30, 0]
    assert picture[30, 8, 0] > 150 > picture[30, 8, 1]


def test_a_window_cuts_a_mesh() -> None:
    half = render.Solid(render.box((0, 0, 0), (4, 4, 1)), (250, 0, 0), (0, 0, 2, 4))
    whole = render.Solid(render.box((0, 0, -2), (4, 4, -1)), (0, 250, 0))
    picture = render.draw([half, whole], render.Camera(60, 60, turn=0, tilt=90))
    assert picture[30, 15, 0] > 150 > picture[30, 15, 1]
    assert picture[30, 45, 1] > 150 > picture[30, 45, 0]


def test_a_part_is_drawn_as_it_is_used() -> None:
    used = scenes.placed(MESHES, "sled", 50, 100, 7)
    low, high = mesh.bounds(used)
    assert low == pytest.approx([50 - 21.5, -100 - 21.5, 7])
    assert high[2] == pytest.approx(7 + SPEC.floor + SPEC.sled_pocket)
    # Card down: the pockets, open below, are at the places of the board file.
    for x, y in DESIGN.spots:
        floor = mesh.hits(used, (50 + x, -100 - y, 0.0), (0, 0, 1))
        assert floor[0] == pytest.approx(7 + SPEC.sled_pocket, abs=1e-3)


# --- the command -------------------------------------------------------------------------------


def test_command_reports_and_fails_when_a_check_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "stale", list)
    monkeypatch.setattr(build, "kept", lambda: MESHES)
    assert main(["parts", "--check", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["part"] for row in found["parts"]] == [part.name for part in PARTS]
    assert all(row["holds"] for row in found["checks"])

    wrong = MESHES | {"base": MESHES["base"] * (1, 1, 1.5)}
    monkeypatch.setattr(build, "kept", lambda: wrong)
    assert main(["parts", "--check"]) == 1
    out = capsys.readouterr()
    assert "all of a module" in out.out
    assert out.err.startswith("does not hold: ")
    assert "base, magnet 1: floor" in out.err


def test_command_says_what_is_stale_or_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "stale", lambda: ["stl/base.stl"])
    assert main(["parts", "--check"]) == 1
    assert capsys.readouterr().err == "stl/base.stl stale, run `python -m hardware parts`\n"
    monkeypatch.undo()
    monkeypatch.setattr(build, "is_installed", lambda: False)
    assert main(["parts", "--check"]) == 1
    assert "there is no openscad (Debian: apt-get install openscad)" in capsys.readouterr().err


# --- the boards --------------------------------------------------------------------------------


def test_parts_are_made_for_these_boards() -> None:
    geometry = BOARD.geometry
    assert (geometry.pitch, geometry.cover_offset) == (DESIGN.pitch, DESIGN.cover)
    assert geometry.led_offset == DESIGN.led
    assert np.hypot(*geometry.round_track_step) == SPEC.track_step
    assert sum(SPEC.track_wells) == len(ROUND_TRACK)
    strip = SPEC.strip
    assert strip.seam == circuit.SEAM
    assert strip.controller_screws == circuit.CONTROLLER_SCREWS
    assert (strip.left, strip.right) == (geometry.a1[0], circuit.END)
    assert strip.above == pytest.approx(circuit.ABOVE + circuit.SEAM / 2)
    assert strip.controller == circuit.CONTROLLER_HEIGHT
    assert {"a": strip.screws, "e": strip.screws_right} == circuit.SCREWS
    lights = [part.at for part in circuit.controller(BOARD).parts if part.kind == "led"]
    assert all(strip.controller - y == pytest.approx(4, abs=0.2) for _, y in lights)


@needs_kicad
def test_walls_leave_room_for_all_that_stands_on_the_strips() -> None:
    segments = [MESHES[name] for name in MESHES if name.startswith("grid")]
    room = {"bridge": 1.5, "header": 2.5, "socket": 2.5}  # mm; what comes through or lies flat
    for row in range(5):
        for part in circuit.strip(BOARD).parts:
            if row == 4 and part.label.startswith("x"):
                continue  # strip 5 has no crossings
            pads = pads_at(footprint(BOARD, part.kind), part.at, part.turn, part.side)
            for x, y in (part.at, *(at for places in pads.values() for at in places)):
                at = (x - SPEC.strip.left, y - circuit.ABOVE + row * DESIGN.pitch)
                least = min(headroom(segment, at) for segment in segments)
                assert least >= room.get(part.kind, SPEC.grid), (part.ref, row)


def headroom(segment: Array, at: tuple[float, float]) -> float:
    up = mesh.hits(segment, (*at, SPEC.grid + 1), (0, 0, -1))
    return up[0] - 1 if up else SPEC.grid
