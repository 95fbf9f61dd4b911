#!/usr/bin/env python3
"""heddle study table and plot: every form and figure of a small study can be read by others; mistakes cost nothing."""
import csv
import io
import os
import sqlite3
import statistics
import xml.etree.ElementTree

import workshop

STUDY = """
measure = "states"
budget = { time = "none", max-states = 20000 }
seeds = 4

[[subject]]
name = "lost <update> & more, or less"
program = "BUILT/lost_update"

[[configuration]]
name = "default order"
options = "--search dfs"
seeds = 1

[[configuration]]
name = "random order"
options = { search = "dfs", order = "random" }

[[configuration]]
name = "two random orders"
options = "--search prss --jobs 2"

[[configuration]]
name = "({threshold}, random, {ratio})"
options = { search = "dfs", backtrack = "random", threshold = [3, 10], ratio = [0.9, "1-d/50"], restarts = "none" }
"""
SUBJECT = "lost <update> & more, or less"
TABLES = ("summary", "best", "extremes", "recommended", "threshold", "matrix", "density", "across", "within", "kinds", "parallel",
          "parallel-costs", "parallel-runs")


class StudyTables(workshop.Workshop):
    programs = ("lost_update",)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.database = cls.path("s.db")
        with open(cls.path("s.toml"), "w") as file:
            file.write(STUDY.replace("BUILT", cls.built))
        cls("study_once").study_once()

    def study_once(self):
        self.folder = self.built
        self.heddle("study", "run", "s.toml")

    def table(self, *arguments):
        return self.heddle("study", "table", self.database, *arguments).stdout

    def rows(self, name, *arguments):
        return list(csv.DictReader(io.StringIO(self.table("--table", name, "--format", "csv", *arguments))))

    def stored(self, column):
        """The column's values of the runs that found the error, by configuration."""
        costs = {}
        with sqlite3.connect(self.database) as connection:
            for configuration, cost in connection.execute(
                    f"SELECT configuration, {column} FROM run WHERE surplus = 0 AND verdict = 'error' ORDER BY seed"):
                costs.setdefault(configuration, []).append(cost)
        return costs

    def test_every_table_has_rows_in_every_form(self):
        for name in TABLES:
            for form in ("text", "markdown", "csv", "latex"):
                with self.subTest(table=name, form=form):
                    self.assertGreater(self.table("--table", name, "--format", form).count("\n"), 1)

    def test_the_summary_says_what_the_database_holds(self):
        for measure in ("states", "transitions", "executions"):
            costs = self.stored(measure)
            rows = self.rows("summary", "--measure", measure)
            self.assertEqual(len(rows), 7)
            for row in rows:
                self.assertEqual(row["subject"], SUBJECT)
                own = costs.get(row["configuration"], [])
                if not own:
                    self.assertEqual(row["mean"], "-")
                    continue
                self.assertEqual((row["min"], row["max"]), (str(min(own)), str(max(own))))
                self.assertAlmostEqual(float(row["mean"]), statistics.mean(own), delta=statistics.mean(own) / 100)

    def test_the_study_names_its_measure(self):
        self.assertEqual(self.table(), self.table("--measure", "states"))
        self.assertNotEqual(self.table(), self.table("--measure", "seconds"))

    def test_all_tables_follow_each_other(self):
        text = self.table()
        places = [text.index(title) for title in ("All configurations", "Best configurations", "Recommended",
                                                  "Error density", "Parallel random searches")]
        self.assertEqual(places, sorted(places))

    def test_figures_and_page_are_well_formed(self):
        done = self.heddle("study", "plot", self.database, "--output", "out/figures")
        names = sorted(os.listdir(self.file("out/figures")))
        drawings = [name for name in names if name.endswith(".svg")]
        self.assertEqual(sorted(drawings + ["index.html"]), names)
        self.assertIn(f"index.html: {len(drawings)} figures.", done.stdout)
        for kind in ("distribution", "found-within", "parallel", "ratio"):
            self.assertIn(f"{kind}-lost-update-more-or-less.svg", drawings)
        for name in drawings:
            root = xml.etree.ElementTree.parse(self.file("out/figures/" + name)).getroot()
            self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
        page = xml.etree.ElementTree.parse(self.file("out/figures/index.html")).getroot()
        self.assertEqual(len(page.findall(".//figure")), len(drawings))
        self.assertIn(SUBJECT, [cell.text for cell in page.iter("td")])

    def test_figures_go_beside_by_default_and_again(self):
        for _ in range(2):
            self.heddle("study", "plot", self.database)
            self.assertTrue(os.path.exists(self.file("s-figures/index.html")))

    def test_mistakes_are_refused_in_one_sentence(self):
        self.write("text.db", "this is not a database")
        self.write("taken", "a file")
        for arguments in (
                ("table",), ("table", "missing.db"), ("table", "text.db"), ("table", self.database, "another"),
                ("table", self.database, "--format", "pdf"), ("table", self.database, "--table", "sumary"),
                ("table", self.database, "--measure", "luck"), ("table", self.database, "--unknown"),
                ("plot",), ("plot", "missing.db"), ("plot", self.database, "--measure", "luck"),
                ("plot", self.database, "--output", "taken"), ("plot", self.database, "--output", "taken/below"),
                ("plot", self.database, "--format", "csv"), ("draw", self.database)):
            with self.subTest(arguments=arguments):
                self.refused("study", *arguments)
        self.assertEqual(self.read("taken"), b"a file")
        self.assertIn("did you mean 'summary'?", self.refused("study", "table", self.database, "--table", "sumary"))


if __name__ == "__main__":
    workshop.main()
