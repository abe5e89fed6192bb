"""Writes a `.kicad_pcb` from the data of `copper.py`; runs in KiCad's own Python.

Run as `/usr/bin/python3 pcbnew_script.py MODEL.json OWN.pretty BOARD.kicad_pcb`, then with the
board alone to fill its zones: pcbnew crashes if one process does both. All decisions are made
elsewhere.
"""

import json
import sys
from functools import cache
from pathlib import Path

import pcbnew
from pcbnew import FromMM as mm

LAYERS = {
    "F.Cu": pcbnew.F_Cu,
    "B.Cu": pcbnew.B_Cu,
    "F.SilkS": pcbnew.F_SilkS,
    "B.SilkS": pcbnew.B_SilkS,
}
LIBRARIES = Path("/usr/share/kicad/footprints")


def point(at):
    return pcbnew.VECTOR2I(mm(at[0]), mm(at[1]))


reader = cache(pcbnew.GetPluginForPath)  # each reads its whole library, but only once


def load(own, name):
    library, _, name_in_library = name.partition(":")
    folder = own if library == "heist" else LIBRARIES / f"{library}.pretty"
    footprint = reader(str(folder)).FootprintLoad(str(folder), name_in_library)
    if footprint is None:
        sys.exit(f"no footprint {name}")
    footprint.SetFPID(pcbnew.LIB_ID(library, name_in_library))
    return footprint


def place(board, nets, own, part):
    footprint = load(own, part["footprint"])
    footprint.SetReference(part["ref"])
    footprint.SetValue(part["value"])
    board.Add(footprint)
    footprint.SetPosition(point(part["at"]))
    if part["side"] == "bottom":
        footprint.Flip(footprint.GetPosition(), pcbnew.FLIP_DIRECTION_TOP_BOTTOM)
    footprint.SetOrientationDegrees(part["turn"])
    footprint.Value().SetVisible(False)
    footprint.Reference().SetTextSize(pcbnew.VECTOR2I(mm(0.8), mm(0.8)))
    footprint.Reference().SetTextThickness(mm(0.12))
    if part["text"] is None:
        footprint.Reference().SetVisible(False)
    else:
        footprint.Reference().SetPosition(point(part["text"]))
        footprint.Reference().SetTextAngleDegrees(0)
        footprint.Reference().SetKeepUpright(True)
    for pad in footprint.Pads():
        number = pad.GetNumber()
        if not number:
            continue
        pad.SetNet(nets[part["pads"][number]])
        at = pad.GetPosition()
        if not any(
            abs(at.x - mm(x)) < 100 and abs(at.y - mm(y)) < 100 for x, y in part["places"][number]
        ):
            sys.exit(
                f"{part['ref']}.{number} is at {at.x / 1e6}, {at.y / 1e6}, "
                f"expected {part['places'][number]}"
            )


def draw(model, own, path):
    board = pcbnew.CreateEmptyBoard()
    board.GetDesignSettings().SetCopperLayerCount(2)
    names = {net for part in model["parts"] for net in part["pads"].values()}
    nets = {}
    for name in sorted(names):
        nets[name] = pcbnew.NETINFO_ITEM(board, name)
        board.Add(nets[name])
    for part in model["parts"]:
        place(board, nets, own, part)
    for at in model["holes"]:
        hole = load(own, "MountingHole:MountingHole_3.2mm_M3")
        hole.SetPosition(point(at))
        hole.SetAttributes(
            pcbnew.FP_BOARD_ONLY | pcbnew.FP_EXCLUDE_FROM_BOM | pcbnew.FP_EXCLUDE_FROM_POS_FILES
        )
        hole.Reference().SetVisible(False)
        hole.Value().SetVisible(False)
        for pad in hole.Pads():
            pad.SetLocalClearance(mm(model["keep"]))
        board.Add(hole)
    for it in model["tracks"]:
        track = pcbnew.PCB_TRACK(board)
        track.SetStart(point(it["start"]))
        track.SetEnd(point(it["end"]))
        track.SetWidth(mm(it["width"]))
        track.SetLayer(LAYERS[it["layer"]])
        track.SetNet(nets[it["net"]])
        board.Add(track)
    for it in model["vias"]:
        via = pcbnew.PCB_VIA(board)
        via.SetPosition(point(it["at"]))
        via.SetWidth(mm(it["size"]))
        via.SetDrill(mm(it["drill"]))
        via.SetNet(nets[it["net"]])
        board.Add(via)
    for it in model["zones"]:
        zone = pcbnew.ZONE(board)
        zone.SetLayer(LAYERS[it["layer"]])
        zone.SetNet(nets[it["net"]])
        zone.Outline().NewOutline()
        for x, y in it["points"]:
            zone.Outline().Append(mm(x), mm(y))
        zone.SetLocalClearance(mm(0.25))
        zone.SetMinThickness(mm(0.25))
        zone.SetThermalReliefGap(mm(0.3))
        zone.SetThermalReliefSpokeWidth(mm(0.4))
        zone.SetPadConnection(pcbnew.ZONE_CONNECTION_THERMAL)
        zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
        board.Add(zone)
    for it in model["texts"]:
        text = pcbnew.PCB_TEXT(board)
        text.SetText(it["text"])
        text.SetPosition(point(it["at"]))
        text.SetTextSize(pcbnew.VECTOR2I(mm(it["size"]), mm(it["size"])))
        text.SetTextThickness(mm(max(0.12, it["size"] * 0.15)))
        layer = LAYERS[it["layer"]]
        text.SetLayer(layer)
        text.SetMirrored(layer == pcbnew.B_SilkS)
        board.Add(text)
    outline = pcbnew.PCB_SHAPE(board, pcbnew.SHAPE_T_RECT)
    outline.SetStart(pcbnew.VECTOR2I(0, 0))
    outline.SetEnd(point(model["size"]))
    outline.SetLayer(pcbnew.Edge_Cuts)
    outline.SetWidth(mm(0.1))
    board.Add(outline)
    pcbnew.SaveBoard(path, board)


def fill(path):
    board = pcbnew.LoadBoard(path)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.SaveBoard(path, board)


if __name__ == "__main__":
    pcbnew.KIID.SeedGenerator(1)  # the same ids, and with them the same order, in every build
    if len(sys.argv) == 2:
        fill(sys.argv[1])
    else:
        draw(json.loads(Path(sys.argv[1]).read_text("utf-8")), Path(sys.argv[2]), sys.argv[3])
