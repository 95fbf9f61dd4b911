#!/usr/bin/env python3
"""`heddle help supported` names what libheddle.so stands in for, and the library has what it names.

supported_test.py HEDDLE LIBHEDDLE
"""

import re
import subprocess
import sys

# The families that the page is about.  Names of other families may be on it, but need not be.
FAMILIES = re.compile(r"^(pthread_(mutex|cond|rwlock|spin|barrier|once|key|getspecific|setspecific)"
                      r"|sem_|thrd_|mtx_|cnd_|tss_|call_once|__cxa_guard)")
FUNCTION = re.compile(r"^[a-z_0-9]+$")


def named(heddle):
    page = subprocess.run([heddle, "help", "supported"], check=True, capture_output=True, text=True).stdout
    names = set()
    for line in page.splitlines():
        words = line.split()
        # A line of functions has nothing else on it; every one of them has an underscore, or is alone.
        if line.startswith("  ") and all(FUNCTION.match(word) for word in words):
            if len(words) == 1 or all("_" in word for word in words):
                names.update(words)
    return names


def exported(library):
    lines = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True,
                           text=True).stdout.splitlines()
    return {line.split()[-1].split("@")[0] for line in lines}


def main():
    on_page, in_library = named(sys.argv[1]), exported(sys.argv[2])
    problems = [f"{name} is on the page, but the library does not stand in for it"
                for name in sorted(on_page - in_library)]
    problems += [f"{name} is in the library, but not in the table of src/cli/supported.cpp"
                 for name in sorted(in_library - on_page) if FAMILIES.match(name)]
    if len(on_page) < 50:
        problems.append(f"only {len(on_page)} functions were found on the page")
    print("\n".join(problems) or f"{len(on_page)} functions agree")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
