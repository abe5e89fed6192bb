"""Runs the tests of one file on MicroPython: `micropython on_micropython.py FILE`.

MICROPYPATH must lead to what the file imports. A test is a function without arguments whose name
begins with `test_`. Prints one line for each and a last line `N passed, N failed`; exits with 1
if any failed, 2 if the file could not be imported.
"""

import gc
import sys


def main(path: str) -> int:
    folder, _, name = path.rpartition("/")
    sys.path.insert(0, folder or ".")
    try:
        module = __import__(name[: -len(".py")])
    except Exception as error:
        sys.print_exception(error)  # type: ignore[attr-defined,unused-ignore]
        return 2

    passed = 0
    failed = 0
    for test in sorted(dir(module)):
        if not test.startswith("test_"):
            continue
        gc.collect()
        try:
            getattr(module, test)()
        except Exception as error:
            failed += 1
            print("failed", test)
            sys.print_exception(error, sys.stdout)  # type: ignore[attr-defined,unused-ignore]
        else:
            passed += 1
            print("passed", test)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
