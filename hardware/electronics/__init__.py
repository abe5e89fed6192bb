"""The floor module's electronics, all generated from `board.toml`.

:mod:`circuit` says which pad joins which net and where it lies. :mod:`schematic`,
:mod:`strip_copper` and :mod:`controller_copper` draw that for KiCad, :mod:`build` runs KiCad's
checks and exports, :mod:`audit` compares the result with `board.toml` without a look at the
generator, :mod:`wiring` writes the plan for building without a PCB.
"""
