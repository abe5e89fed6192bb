"""Runs it: ``python -m tests.long.mutants GAME [MODULE]…``; ``--help`` names the options.

Without modules it takes all that the game's `rules` import. Tests are those of the game's folder
in `tests/host/games`, the quickest first, up to ``--budget`` seconds a mutant. Results are kept in
a folder in the system's temporary one: ``--again`` tries only those that no test noticed so far,
after a change, say, and ``--alive`` those of them that were tried and are not explained: with
``--budget 60 --slowest 10`` also by tests that are too slow for the first run. A mutant that no
test can notice is explained in `<game>.toml` beside this file. Exit 1 if there is one without a
reason.
"""

import argparse
import ast
import hashlib
import json
import os
import pickle
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TextIO

from tests.long.mutants.explained import Explanations
from tests.long.mutants.touching import Record, merged, record
from tests.long.mutants.trials import Key, Mutant, Trials, Verdict, mutants

ROOT = Path(__file__).resolve().parents[3]
GAMES = "host/heistboard/games"
TESTS = "tests/host/games"
SLOWEST_S = 1.5  # no test that takes longer
BUDGET_S = 2.0  # the tests of one mutant, together
WORKERS = 2
NOTICED = ("killed", "timed out")


def main() -> int:
    """Runs it, and prints what survived and the counts."""
    asked = _asked()
    os.chdir(ROOT)
    name = asked.game.replace("-", "_")
    folder = ROOT / GAMES / name
    explanations = Explanations.of(Path(__file__).with_name(f"{name}.toml"))
    tests = [
        str(path)
        for path in sorted(Path(TESTS, name).glob("test_*.py"))
        if path.stem.removeprefix("test_") not in explanations.left_out
    ]
    kept = Path(tempfile.gettempdir()) / f"mutants-{name}"
    kept.mkdir(exist_ok=True)
    modules = asked.modules or _imported_by("rules", folder)
    found = [mutant for module in modules for mutant, *_ in mutants(folder / f"{module}.py")]
    results = kept / "results.jsonl"
    if not (asked.again or asked.alive):
        results.write_text("")
    tried = _outcomes(results)
    chosen = [each for each in found if tried.get(each.key) not in NOTICED]
    if asked.alive:
        chosen = [each for each in chosen if each.key in tried and not explanations.explain(each)]
    if asked.sample is not None:
        chosen = random.Random(asked.seed).sample(chosen, min(asked.sample, len(chosen)))
    print(f"{len(found)} mutants in {len(modules)} modules, {len(chosen)} chosen", flush=True)
    began_s = time.monotonic()
    known = _recorded(folder, tests, kept, asked)
    print(f"{len(known.seconds)} tests recorded in {time.monotonic() - began_s:.0f} s", flush=True)
    if known.failed:
        print("these fail already:", *known.failed, sep="\n  ")
        return 2

    def work(share: int) -> None:
        wanted = {(each.module, each.number) for each in chosen[share :: asked.workers]}
        with results.open("a", buffering=1) as file:
            trials = Trials(folder, known, wanted, partial(_write, file), asked.budget)
            trials.run(tests)

    _in_workers(work, asked.workers)
    return _report(found, _outcomes(results), explanations, time.monotonic() - began_s)


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.long.mutants")
    parser.add_argument("game")
    parser.add_argument("modules", nargs="*", metavar="MODULE")
    parser.add_argument("--sample", type=int, metavar="N", help="only so many, drawn at random")
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--again", action="store_true", help="only what no test noticed so far")
    parser.add_argument("--alive", action="store_true", help="only what survived unexplained")
    parser.add_argument("--workers", type=int, default=WORKERS, metavar="N")
    parser.add_argument("--budget", type=float, default=BUDGET_S, metavar="SECONDS")
    parser.add_argument("--slowest", type=float, default=SLOWEST_S, metavar="SECONDS")
    return parser.parse_args()


def _imported_by(module: str, folder: Path) -> list[str]:
    found, waiting = set[str](), [module]
    while waiting:
        module = waiting.pop()
        if module in found:
            continue
        found.add(module)
        prefix = f"heistboard.games.{folder.name}."
        for node in ast.walk(ast.parse((folder / f"{module}.py").read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(prefix):
                waiting.append(str(node.module).removeprefix(prefix))
            elif isinstance(node, ast.ImportFrom) and f"{node.module}." == prefix:
                names = [alias.name for alias in node.names]
                waiting += [name for name in names if (folder / f"{name}.py").exists()]
    return sorted(found)


def _recorded(folder: Path, tests: list[str], kept: Path, asked: argparse.Namespace) -> Record:
    # Kept until a file changes.
    digest = hashlib.sha256(repr((asked.slowest, tests)).encode())
    for path in sorted([*folder.rglob("*.*"), *Path(tests[0]).parent.rglob("*.*")]):
        if path.suffix != ".pyc":
            digest.update(path.read_bytes())
    file = kept / f"record-{digest.hexdigest()[:16]}.pickle"
    if not file.exists():
        for older in kept.glob("record-*"):
            older.unlink()
        shares = [kept / f"share-{share}.pickle" for share in range(asked.workers)]

        def save(share: int) -> None:
            made = record(folder, tests, asked.slowest, slice(share, None, asked.workers))
            shares[share].write_bytes(pickle.dumps(made))

        _in_workers(save, asked.workers)
        whole = merged([pickle.loads(each.read_bytes()) for each in shares])
        file.write_bytes(pickle.dumps(whole))
    made = pickle.loads(file.read_bytes())
    assert isinstance(made, Record)
    return made


def _in_workers(work: Callable[[int], None], workers: int) -> None:
    children = []
    for share in range(workers):
        child = os.fork()
        if not child:
            try:
                work(share)
                os._exit(0)
            except BaseException:
                traceback.print_exc()
                os._exit(1)
        children.append(child)
    statuses = [os.waitpid(child, 0)[1] for child in children]
    if any(statuses):
        sys.exit("a process of this run has failed")


def _write(file: TextIO, verdict: Verdict) -> None:
    file.write(verdict.row() + "\n")


def _outcomes(results: Path) -> dict[Key, str]:
    # The newest of each mutant.
    outcomes: dict[Key, str] = {}
    for line in results.read_text().splitlines():
        row = json.loads(line)
        outcomes[row["module"], row["function"], row["text"], row["nth"]] = row["outcome"]
    return outcomes


def _report(
    found: list[Mutant], outcomes: dict[Key, str], explanations: Explanations, taken_s: float
) -> int:
    counts: Counter[str] = Counter()
    for mutant in found:
        outcome = outcomes.get(mutant.key, "not tried")
        if outcome in ("survived", "not run") and explanations.explain(mutant):
            outcome = "equivalent"
        elif outcome not in (*NOTICED, "not tried"):
            print(f"{outcome}: {mutant.module}:{mutant.line} {mutant.function}: {mutant.text}")
            outcome = "unexplained"
        counts[outcome] += 1
    print(f"{len(found)} mutants, {taken_s:.0f} s:", end=" ")
    kinds = (*NOTICED, "equivalent", "unexplained", "not tried")
    print(", ".join(f"{kind}: {counts[kind]}" for kind in kinds))
    return int(counts["unexplained"] > 0)


if __name__ == "__main__":
    sys.exit(main())
