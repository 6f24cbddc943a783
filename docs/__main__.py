"""`python -m docs` writes the generated pages; with `--check` it only says which are stale."""

import sys

from docs.pages import stale, write


def main(arguments: list[str]) -> int:
    if arguments == ["--check"]:
        for path in stale():
            print(f"{path}: not what the code says; run `make docs`", file=sys.stderr)
        return 1 if stale() else 0
    for path in write():
        print(f"{path}: written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
