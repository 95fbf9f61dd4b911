#!/usr/bin/env python3
"""Writes the tables of a study's database into the results pages.

A page marks the place of a table by two comments; what is between them is replaced:

    <!-- prss: parallel -->
    <!-- end -->
"""

import argparse
import pathlib
import re
import subprocess

PAGES = pathlib.Path(__file__).resolve().parent.parent / "docs" / "results"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle", required=True)
    parser.add_argument("study")
    parser.add_argument("database")
    given = parser.parse_args()
    place = re.compile(rf"(<!-- {re.escape(given.study)}: ([a-z-]+)((?: --measure [a-z]+)?) -->\n).*?(<!-- end -->)", re.DOTALL)

    def filled(match):
        begin, table, options, end = match.groups()
        done = subprocess.run([given.heddle, "study", "table", given.database, "--format", "markdown", "--table", table,
                               *options.split()], stdout=subprocess.PIPE, text=True, check=True)
        return f"{begin}\n{done.stdout.strip()}\n\n{end}"

    for page in sorted(PAGES.glob("*.md")):
        text = page.read_text()
        new = place.sub(filled, text)
        if new != text:
            page.write_text(new)
            print(f"filled the tables of {given.study} in {page.name}")


if __name__ == "__main__":
    main()
