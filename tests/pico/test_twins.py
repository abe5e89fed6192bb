"""The hot loops, machine code on a Pico, give the same results as plain Python."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Protocol

import pytest
from heistboard.firmware import wire
from heistboard.flashing import files

from tests.pico import twins
from tests.support.pico import EmulatedPico, flashed
from tests.support.pico_flash import MPY

CASES = 60  # of each; tests/long/pico.py puts more through
SEED = 20260806
WITHIN_MS = 10_000
MAIN = b"import twins\ntwins.main()\n"


class Twin(Protocol):
    def take(self, case: bytes) -> bytes: ...


NamedTwin = tuple[str, Callable[[], Twin], int]  # and the size of a case


def line(dice: Random, size: int) -> bytes:
    # Good blocks with noise between them, damaged blocks.
    said = b""
    while len(said) < size:
        kind = dice.choice(wire.BLOCK_KINDS)
        block = wire.block(kind, dice.randrange(0x10000), "<25s", dice.randbytes(25))
        said += dice.choice(
            (
                block,
                block,
                block,
                bytes(dice.randrange(40)),
                dice.randbytes(dice.randrange(8)) + block,
                bytes(dice.choices(wire.BLOCK_KINDS, k=5)) + block,
                block[: dice.randrange(32)],
                block[:9] + dice.randbytes(1) + block[10:],
                b"AT\r",
            )
        )
    return said[:size]


def make_cases(count: int, seed: int) -> dict[str, bytes]:
    """Returns *count* cases for each twin."""
    dice = Random(seed)
    return {
        name: line(dice, count * size) if name == "reader" else dice.randbytes(count * size)
        for name, _, size in twins.TWINS
    }


def ask_pico(uf2: Path, cases: dict[str, bytes], count: int) -> dict[str, list[bytes]]:
    """Returns the Pico's answers, a digest for each case."""
    script = {"twins.py": Path(twins.__file__).read_bytes(), "main.py": MAIN}
    holds = {"cases": b"".join(cases.values())}
    pico = EmulatedPico(uf2, flashed() | files.compiled(script, MPY) | holds)
    pico.run_until(lambda: pico.device.cdc.dtr, 100)
    pico.send(bytes([count]))
    size = twins.DIGEST
    pico.run_until(lambda: len(pico.heard) >= size * count * len(cases), WITHIN_MS)
    said = [bytes(pico.heard[at : at + size]) for at in range(0, len(pico.heard), size)]
    return {name: said[i * count : (i + 1) * count] for i, name in enumerate(cases)}


def check(twin: NamedTwin, cases: dict[str, bytes], answers: dict[str, list[bytes]]) -> None:
    """Compares the Pico's answers of one twin with those of plain Python."""
    name, make, size = twin
    plain = make()
    said = set()
    for i, answer in enumerate(answers[name]):
        case = cases[name][i * size : (i + 1) * size]
        expected = plain.take(case)
        said.add(expected)
        assert answer == twins.digest(expected), (
            f"case {i}: {case.hex()}, expected {expected.hex()}"
        )
    assert len(said) > len(answers[name]) / 4


@pytest.fixture(scope="module")
def cases() -> dict[str, bytes]:
    return make_cases(CASES, SEED)


@pytest.fixture(scope="module")
def answers(uf2: Path, cases: dict[str, bytes]) -> dict[str, list[bytes]]:
    return ask_pico(uf2, cases, CASES)


@pytest.mark.parametrize("twin", twins.TWINS, ids=[name for name, _, _ in twins.TWINS])
def test_a_pico_does_as_plain_python(
    twin: NamedTwin, cases: dict[str, bytes], answers: dict[str, list[bytes]]
) -> None:
    check(twin, cases, answers)
