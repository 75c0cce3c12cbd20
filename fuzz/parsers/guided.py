"""Runs one parser under atheris: `python -m fuzz.parsers.guided LIBRARIES PARSER [option of libFuzzer …]`.

LIBRARIES is the folder in which atheris is installed. The program itself runs in the environment of the tests, so that
the parsers have the libraries of the store.
"""

import sys


def main() -> None:
    libraries, name, *options = sys.argv[1:]
    sys.path.append(libraries)
    import atheris

    with atheris.instrument_imports(include=["plantstore"]):
        from fuzz.parsers.targets import TARGETS, timed
    target = TARGETS[name]
    atheris.Setup([sys.argv[0], *options], lambda data: timed(target, data))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
