#!/usr/bin/env python3
"""Writes the figures of a study's database into the results pages.

A page marks the place of a table by two comments; what is between them is replaced:

    <!-- prss: parallel -->
    <!-- end -->

A table that also has figures of a paper is written by hand, except for some of its columns. A line for each of them names what it shows
(share, mean, median or range, and a measure other than the study's), the subject and the configuration. {row} is the first cell of the row, {program} its text before a parenthesis:

    <!-- meta-heuristic: columns
    3 | share | {row} | random DFS
    -->
    | program | paper | here |
    | --- | ---: | ---: |
    | Reorder(5,1) | 0.06 | |
    <!-- end -->
"""

import argparse
import csv
import functools
import io
import pathlib
import re
import subprocess

PAGES = pathlib.Path(__file__).resolve().parent.parent / "docs" / "results"

SHOWN = {
    "share": lambda cell: f"{float(cell['found'].split()[0]) / 100:.2f}",
    "mean": lambda cell: f"{float(cell['mean']):,.0f}" if cell["mean"] else "-",
    "median": lambda cell: f"{float(cell['median']):,.0f}" if cell["median"] else "-",
    "range": lambda cell: f"{int(cell['min']):,} to {int(cell['max']):,}" if cell["min"] else "-",
}


class Study:
    def __init__(self, heddle, name, database):
        self.heddle = heddle
        self.name = name
        self.database = database

    def table(self, *options):
        done = subprocess.run([self.heddle, "study", "table", self.database, *options], stdout=subprocess.PIPE, text=True, check=True)
        return done.stdout.strip()

    @functools.cache
    def cells(self, *options):
        rows = csv.DictReader(io.StringIO(self.table("--format", "csv", *options)))
        return {(row["subject"], row["configuration"]): row for row in rows}

    def shown(self, what, subject, configuration):
        """What a cell shows: "mean", or "mean executions"."""
        kind, *measure = what.split()
        cells = self.cells(*(["--measure", *measure] if measure else []))
        if (subject, configuration) not in cells:
            raise SystemExit(f"the database has no runs of {subject} with {configuration}, which a results page shows")
        return SHOWN[kind](cells[subject, configuration])

    def fill_whole(self, text):
        """Replaces the tables that come from the database as they are."""
        place = re.compile(rf"(<!-- {re.escape(self.name)}: ([a-z-]+)((?: --measure [a-z]+)?) -->\n).*?(<!-- end -->)", re.DOTALL)

        def filled(match):
            begin, table, options, end = match.groups()
            return f"{begin}\n{self.table('--format', 'markdown', '--table', table, *options.split())}\n\n{end}"

        return place.sub(filled, text)

    def fill_columns(self, text):
        """Replaces the named columns of the tables that are written by hand."""
        place = re.compile(rf"(<!-- {re.escape(self.name)}: columns\n(.*?)-->\n)(.*?)(<!-- end -->)", re.DOTALL)

        def filled(match):
            begin, columns, table, end = match.groups()
            wanted = [[part.strip() for part in line.split("|")] for line in columns.splitlines()]
            lines = table.splitlines()
            first = next(i for i, line in enumerate(lines) if line.startswith("| ---")) + 1
            return begin + "".join(f"{self.filled_row(line, wanted) if i >= first and line else line}\n"
                                   for i, line in enumerate(lines)) + end

        return place.sub(filled, text)

    def filled_row(self, line, columns):
        row = [part.strip() for part in line.strip("|").split("|")]
        if not any(row[1:]):  # a heading
            return line
        names = {"row": row[0].strip("`"), "program": row[0].split("(")[0]}
        for column, what, subject, configuration in columns:
            row[int(column) - 1] = self.shown(what, subject.format(**names), configuration.format(**names))
        return "| " + " | ".join(row) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle", required=True)
    parser.add_argument("study")
    parser.add_argument("database")
    given = parser.parse_args()
    study = Study(given.heddle, given.study, given.database)
    for page in sorted(PAGES.glob("*.md")):
        text = page.read_text()
        new = study.fill_columns(study.fill_whole(text))
        if new != text:
            page.write_text(new)
            print(f"filled the tables of {given.study} in {page.name}")


if __name__ == "__main__":
    main()
