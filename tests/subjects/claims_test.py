#!/usr/bin/env python3
"""Holds docs/results to small versions of its studies: what a page claims is still true.

claims.toml lists the claims.  Each has the sentence of the page on which it rests, and one check of the runs of the size `claims` of
the study:

    found = { configuration = C }                 all runs find the error
    missed = { configuration = C }                no run finds it
    cheaper = { configuration = C, than = D, factor = F }
                                                  C costs at most 1/F of D, over all subjects together
    more = { configuration = C, than = D, within = N }
                                                  one run of C per subject finds more errors at a cost of at most N

`subjects` of a check names the subjects that it is about; all if it is absent.  The cost is the measure of the study; a search that
finds nothing is repeated until it does, so that the cost to an error is that of all runs divided by the runs that found it.

Each check is also made on falsified runs, where it must fail.
"""

import argparse
import collections
import contextlib
import dataclasses
import math
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILT = "../build/subjects"


@dataclasses.dataclass(frozen=True)
class Run:
    subject: str
    configuration: str
    found: bool
    cost: float


class Runs:
    """The runs of a study; each method is a check of claims.toml."""

    def __init__(self, runs):
        self.runs = runs

    def of(self, configuration, subjects=None):
        runs = [run for run in self.runs
                if run.configuration == configuration and (subjects is None or run.subject in subjects)]
        missing = set(subjects or ()) - {run.subject for run in runs}
        if missing or not runs:
            sys.exit(f"claims.toml: the configuration '{configuration}' has no runs of {sorted(missing) or 'any subject'}")
        return runs

    def found(self, configuration, subjects=None):
        return all(run.found for run in self.of(configuration, subjects))

    def missed(self, configuration, subjects=None):
        return not any(run.found for run in self.of(configuration, subjects))

    def cost(self, configuration, subjects):
        """The sum of the subjects' costs to an error."""
        cells = {}
        for run in self.of(configuration, subjects):
            cells.setdefault(run.subject, []).append(run)
        total = 0
        for runs in cells.values():
            found = sum(run.found for run in runs)
            total += sum(run.cost for run in runs) / found if found else math.inf
        return total

    def cheaper(self, configuration, than, factor=1, subjects=None):
        return self.cost(configuration, subjects) * factor <= self.cost(than, subjects) < math.inf or \
            self.cost(configuration, subjects) < math.inf == self.cost(than, subjects)

    def more(self, configuration, than, within, subjects=None):
        def count(name):
            runs = self.of(name, subjects)
            per_subject = collections.Counter(run.subject for run in runs)
            return sum((run.found and run.cost <= within) / per_subject[run.subject] for run in runs)
        return count(configuration) > count(than)

    def falsified(self, form, arguments):
        """Runs in which the check must not hold."""
        def changed(run):
            if form in ("found", "missed"):
                is_meant = run.configuration == arguments["configuration"]
                return dataclasses.replace(run, found=form == "missed") if is_meant else run
            swap = {arguments["configuration"]: arguments["than"], arguments["than"]: arguments["configuration"]}
            return dataclasses.replace(run, configuration=swap.get(run.configuration, run.configuration))
        return Runs([changed(run) for run in self.runs])


FORMS = ("found", "missed", "cheaper", "more")


def runs_of(study, heddle, programs, folder):
    """Makes the runs of the study's size `claims`."""
    source = (ROOT / "studies" / f"{study}.toml").read_text()
    file = folder / f"{study}.toml"
    file.write_text(source.replace(BUILT, str(programs)))
    database = folder / f"{study}.db"
    done = subprocess.run([heddle, "study", "run", "--quiet", "--size", "claims", "--database", str(database), str(file)],
                          cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"FAIL  {study}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    measure = tomllib.loads(source)["measure"]
    column = "json_extract(json, '$.generated_states')" if measure == "generated_states" else measure
    with contextlib.closing(sqlite3.connect(database)) as connection:
        rows = connection.execute(
            f"SELECT subject, configuration, verdict = 'error', {column} FROM run WHERE surplus = 0").fetchall()
    return Runs([Run(subject, configuration, bool(found), cost) for subject, configuration, found, cost in rows])


def squeezed(text):
    return " ".join(text.split())


def complaints(claim, runs):
    """What is wrong with a claim and today's runs."""
    page = (ROOT / "docs" / "results" / claim["page"]).read_text()
    if squeezed(claim["text"]) not in squeezed(page):
        yield f"docs/results/{claim['page']} does not say so any more; adapt the claim to it"
    forms = [form for form in FORMS if form in claim]
    if not forms:
        yield "there is nothing to check"
    for form in forms:
        arguments = claim[form]
        if not getattr(runs, form)(**arguments):
            yield f"not true today: {form} {arguments}"
        if getattr(runs.falsified(form, arguments), form)(**arguments):
            yield f"the check holds for falsified runs: {form} {arguments}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle", required=True, type=pathlib.Path)
    parser.add_argument("--programs", required=True, type=pathlib.Path, help="the folder of the built subjects")
    parser.add_argument("--study", help="check the claims of this study alone")
    given = parser.parse_args()
    claims = tomllib.loads((HERE / "claims.toml").read_text())["claim"]
    studies = [given.study] if given.study else sorted(file.stem for file in (ROOT / "studies").glob("*.toml"))
    failures = 0
    with tempfile.TemporaryDirectory(prefix="heddle-claims-") as name:
        for study in studies:
            own = [claim for claim in claims if claim["study"] == study]
            if not own:
                sys.exit(f"FAIL  claims.toml has no claim of the study {study}")
            runs = runs_of(study, str(given.heddle.resolve()), given.programs.resolve(), pathlib.Path(name))
            for claim in own:
                wrong = list(complaints(claim, runs))
                failures += bool(wrong)
                print("\n      ".join([f"{'FAIL' if wrong else 'ok  '}  {study}: {claim['text']}", *wrong]), flush=True)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
