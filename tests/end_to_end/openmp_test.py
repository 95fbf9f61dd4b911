#!/usr/bin/env python3
"""OpenMP programs are explored: errors are found, correct programs are complete, all searches see the same outcomes."""
import os
import platform
import shutil
import subprocess
import tempfile
import unittest

import workshop

SOURCES = os.path.join(workshop.PROGRAMS, "openmp")
LEVELS = ("-O0", "-O2")
BRUTE_FORCE = ("--search", "dfs", "--states", "none", "--reduce", "none", "--points", "all")
SEARCHES = ((), ("--search", "dfs", "--states", "memory"), ("--reduce", "sleep"), ("--reduce", "source"),
            ("--reduce", "dpor"))

# The exit statuses of programs/openmp/outcomes.cpp, which tells what they mean.
OUTCOMES = {
    "dynamic": {1, 2, 3, 4, 5, 6, 7, 8},
    "guided": {1, 2, 7, 8},
    "runtime": {3},
    "nowait": {2, 3},
    "sections": {1, 2, 3, 4},
    "single": {1, 2},
    "copied": {2, 4},
    "ordered": {1, 2, 3, 6, 7, 8},
    "ordered_static": {1},
    "critical": {5, 7},
    "captured": {20, 21},
    "barrier": {4},
    "tested_lock": {1, 2},
    "nested": {16},
}
TASK_OUTCOMES = {
    "tasks": {5, 6, 7, 8, 10, 11},
    "children": {1, 2},
    "group": {1, 2},
    "depend": {1, 2, 3, 4},
    "task_loop": {1, 4, 5, 8},
}
# clang++ gives each section to a thread beforehand, and libomp ends the turn of an iteration with its ordered block.
CLANG_OUTCOMES = {**OUTCOMES, **TASK_OUTCOMES, "sections": {3}, "ordered": {1, 2, 3, 4, 5, 6, 7, 8}}
BUGS = {
    "lock_order": "deadlock",
    "missing_barrier": "assertion",
    "assumed_owner": "assertion",
    "missing_taskwait": "assertion",
    "wrong_dependence": "assertion",
    "unmatched_barrier": "deadlock",
    "foreign_unlock": "misuse",
    "thrown": "exception",
}
CORRECT_SUMS = ("reduction", "atomic", "wide", "double", "critical", "lock", "nest_lock", "tasks")
CONSTRUCTS = ("loops", "sections", "variables", "reductions", "own_reduction", "copied_objects", "serial", "task_data", "final_task",
              "untied_task", "task_loop")
MANY_SCHEDULES = ("nowait", "tasks", "nested", "task_loop", "depend")  # more than brute force executes in a test


def environment(**more):
    """The number of threads is not taken from the environment of the test."""
    kept = workshop.clean_environment(**more)
    return {k: v for k, v in kept.items() if not k.startswith("OMP_") or k in more}


def why_clang_cannot():
    """The reason why clang++ compiles no OpenMP program here; its header and its library are a package of their own."""
    if not shutil.which("clang++"):
        return "without clang++"
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["clang++", "-fopenmp", "-x", "c++", "-", "-o", os.path.join(folder, "program")],
                              input="#include <omp.h>\nint main() { return omp_get_level(); }", text=True,
                              capture_output=True)
    return "" if done.returncode == 0 else "without libomp (Debian: libomp-dev): " + done.stderr


class Explored(workshop.Workshop):

    def explore(self, *arguments, **more):
        return super().explore(*arguments, environment=more.pop("environment", environment()), **more)

    def statuses(self, *arguments):
        result = self.explore("--quiet", "--keep-going", "--max-errors", "100", *arguments, code=1)
        errors = [result["error"], *result["further_errors"]]
        self.assertEqual({error["kind"] for error in errors}, {"exit"})
        self.assertEqual(result["races"], [])
        return {int(error["message"].split()[-1]) for error in errors}

    def check_that_it_is_found(self, program, bug, kind):
        result = self.explore("--trace", "error.trace", program, bug, code=1)
        self.assertEqual(result["error"]["kind"], kind)
        replayed = self.heddle("replay", "error.trace", code=1, environment=environment()).stdout
        self.assertIn(result["error"]["message"].splitlines()[0], replayed)

    def check_that_it_is_correct(self, program, case):
        result = self.explore("--races", "error", program, case)
        self.assertEqual((result["verdict"], result["races"]), ("complete", []))
        return result


class OpenMp(Explored):

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for name in ("sums", "bugs", "facts", "outcomes"):
            for level in LEVELS:
                cls.compile(os.path.join(SOURCES, name + ".cpp"), cls.path(name + level), "-fopenmp", level)
        cls.compile(os.path.join(SOURCES, "outcomes.cpp"), cls.path("without_tasks"), "-fopenmp", "-DWITHOUT_TASKS")

    def test_a_plain_sum_is_a_data_race(self):
        for level in LEVELS:
            with self.subTest(level):
                result = self.explore(self.path("sums" + level), "plain", code=1)
                self.assertEqual(result["error"]["kind"], "assertion")
                self.assertNotEqual(result["races"], [])
                result = self.explore("--races", "error", self.path("sums" + level), "plain", code=1)
                self.assertEqual(result["error"]["kind"], "race")

    def test_an_update_without_instrumentation_races_with_a_plain_read(self):
        for level in LEVELS:
            with self.subTest(level):
                result = self.explore("--races", "error", self.path("sums" + level), "mixed", code=1)
                self.assertEqual((result["error"]["kind"], result["uninstrumented"]), ("race", []))

    @unittest.skipUnless(platform.machine() == "aarch64", "x86-64 has one form of compare-exchange")
    def test_each_form_of_exchange_belongs_to_its_load(self):
        for form in ("-moutline-atomics", "-mno-outline-atomics", "-march=armv8.1-a"):
            with self.subTest(form):
                self.compile(os.path.join(SOURCES, "sums.cpp"), self.path("form"), "-fopenmp", "-O2", form)
                self.assertEqual(self.explore(self.path("form"), "double")["verdict"], "complete")
                result = self.explore("--races", "error", self.path("form"), "mixed", code=1)
                self.assertEqual((result["error"]["kind"], result["uninstrumented"]), ("race", []))

    def test_its_corrections_are_complete(self):
        for level in LEVELS:
            for how in CORRECT_SUMS:
                with self.subTest(level=level, how=how):
                    result = self.check_that_it_is_correct(self.path("sums" + level), how)
                    self.assertIn("other numbers of OpenMP threads", str(result["unwatched"]))

    def test_errors_are_found_and_replayed(self):
        for level in LEVELS:
            for bug, kind in BUGS.items():
                with self.subTest(level=level, bug=bug):
                    self.check_that_it_is_found(self.path("bugs" + level), bug, kind)

    def test_constructs_do_their_work(self):
        self.compile(os.path.join(SOURCES, "constructs.cpp"), self.file("program"), "-fopenmp")
        for case in (*CONSTRUCTS, "after_ordered"):
            with self.subTest(case):
                self.check_that_it_is_correct("./program", case)

    def test_functions_answer_as_documented(self):
        for level in LEVELS:
            with self.subTest(level):
                result = self.explore(self.path("facts" + level))
                self.assertEqual((result["verdict"], result["races"]), ("complete", []))

    def test_searches_find_the_same_outcomes(self):
        programs = [("outcomes" + level, {**OUTCOMES, **TASK_OUTCOMES}) for level in LEVELS]
        for program, outcomes in (*programs, ("without_tasks", OUTCOMES)):
            for case, expected in outcomes.items():
                # The level does not change what a reduction assumes.
                for search in SEARCHES[:2] if program.endswith("-O0") else SEARCHES:
                    with self.subTest(program=program, case=case, search=search):
                        self.assertEqual(self.statuses(*search, self.path(program), case), expected)

    def test_brute_force_finds_the_same_outcomes(self):
        for program in ("outcomes-O2", "without_tasks"):
            for case, expected in {**OUTCOMES, **(TASK_OUTCOMES if "-" in program else {})}.items():
                if case not in MANY_SCHEDULES:
                    with self.subTest(program=program, case=case):
                        self.assertEqual(self.statuses(*BRUTE_FORCE, self.path(program), case), expected)

    def test_the_environment_decides_the_number_of_threads(self):
        program = self.path("sums-O2")
        alone = self.explore(program, "plain", environment=environment(OMP_NUM_THREADS="1"))
        self.assertEqual((alone["verdict"], alone["races"]), ("complete", []))
        two = self.explore("--points", "sync", program, "critical")
        three = self.explore("--points", "sync", program, "critical", environment=environment(OMP_NUM_THREADS="3"))
        self.assertGreater(three["states"], two["states"])

    def test_the_environment_decides_the_schedule(self):
        for schedule, expected in (("dynamic", OUTCOMES["dynamic"]), ("static,2", {5}), ("guided,2", {1, 4, 5, 8})):
            with self.subTest(schedule):
                self.compile(os.path.join(SOURCES, "schedule.cpp"), self.file("program"), "-fopenmp")
                found = self.explore("--keep-going", "--max-errors", "100", "./program", code=1,
                                     environment=environment(OMP_SCHEDULE=schedule))
                errors = [found["error"], *found["further_errors"]]
                self.assertEqual({int(error["message"].split()[-1]) for error in errors}, expected)

    def test_unsupported_constructs_are_refused(self):
        for construct, word in (("DEPEND", "depend"), ("TEAMS", "teams"), ("TARGET", "target"), ("DOACROSS", "dependences"),
                                ("TASK_REDUCTION", "reductions")):
            with self.subTest(construct):
                self.compile(os.path.join(SOURCES, "refused.cpp"), self.file("program"), "-fopenmp", "-D" + construct)
                self.assertIn(word, self.refused("run", "--quiet", "./program", environment=environment()))

    def test_a_region_in_a_constructor(self):
        self.compile(os.path.join(SOURCES, "early.cpp"), self.file("program"), "-fopenmp")
        result = self.explore("./program", code=1)
        self.assertEqual(result["error"]["kind"], "assertion")

    def test_regions_outside_an_exploration(self):
        self.compile(os.path.join(SOURCES, "embedded.cpp"), self.file("program"), "-fopenmp")
        done = self.execute("./program", code=0, environment=environment())
        self.assertEqual(done.stdout.splitlines()[-1], "424 1 424")


@unittest.skipIf(why_clang_cannot(), why_clang_cannot())
class OpenMpOfClang(Explored):
    """The same programs, compiled by clang++: their code calls libomp."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for name, level in (("sums", "-O2"), ("bugs", "-O1"), ("outcomes", "-O0"), ("constructs", "-O1")):
            cls.compile_by_clang(name, cls.path(name), level)
        cls.compile_by_clang("outcomes", cls.path("without_tasks"), "-DWITHOUT_TASKS")

    @classmethod
    def compile_by_clang(cls, name, output, *flags):
        cls.compile(os.path.join(SOURCES, name + ".cpp"), output, "-fopenmp", *flags, compiler=["--compiler=clang++"])

    def test_sums(self):
        result = self.explore(self.path("sums"), "plain", code=1)
        self.assertEqual(result["error"]["kind"], "assertion")
        self.assertNotEqual(result["races"], [])
        result = self.explore("--races", "error", self.path("sums"), "mixed", code=1)
        self.assertEqual(result["error"]["kind"], "race")
        for how in CORRECT_SUMS:
            with self.subTest(how):
                self.check_that_it_is_correct(self.path("sums"), how)

    def test_errors_are_found_and_replayed(self):
        for bug, kind in BUGS.items():
            with self.subTest(bug):
                self.check_that_it_is_found(self.path("bugs"), bug, kind)

    def test_a_schedule_names_the_construct(self):
        schedule = self.heddle("run", self.path("bugs"), "assumed_owner", code=1, environment=environment()).stdout
        with open(os.path.join(SOURCES, "bugs.cpp"), encoding="utf-8") as source:
            line = 1 + source.read().splitlines().index("#pragma omp parallel for schedule(dynamic)")
        self.assertRegex(schedule, rf"creates thread 1 +bugs.cpp:{line} in assumed_owner")
        self.assertRegex(schedule, rf"update atomic 1 .* bugs.cpp:{line + 1} in OpenMP block")

    def test_searches_find_the_same_outcomes(self):
        for program, cases in (("outcomes", CLANG_OUTCOMES), ("without_tasks", OUTCOMES)):
            for case in cases:
                with self.subTest(program=program, case=case):
                    self.assertEqual(self.statuses(self.path(program), case), CLANG_OUTCOMES[case])

    def test_reductions_find_the_same_outcomes(self):
        for case in ("copied", "ordered", "children"):
            for search in SEARCHES[1:]:
                with self.subTest(case=case, search=search):
                    self.assertEqual(self.statuses(*search, self.path("outcomes"), case), CLANG_OUTCOMES[case])

    def test_constructs_do_their_work(self):
        for case in CONSTRUCTS:
            with self.subTest(case):
                self.check_that_it_is_correct(self.path("constructs"), case)
        result = self.explore("--races", "error", self.path("constructs"), "after_ordered", code=1)
        self.assertEqual(result["error"]["kind"], "race")

    def test_functions_answer_as_documented(self):
        self.compile_by_clang("facts", self.file("program"))
        result = self.explore("./program")
        self.assertEqual((result["verdict"], result["races"]), ("complete", []))

    def test_the_environment_decides_the_number_of_threads(self):
        two = self.explore("--points", "sync", self.path("sums"), "critical")
        three = self.explore("--points", "sync", self.path("sums"), "critical",
                             environment=environment(OMP_NUM_THREADS="3"))
        self.assertGreater(three["states"], two["states"])

    def test_unsupported_constructs_are_refused(self):
        for construct, word in (("DEPEND", "depend"), ("TEAMS", "teams"), ("DOACROSS", "dependences"),
                                ("TASK_REDUCTION", "reductions")):
            with self.subTest(construct):
                self.compile_by_clang("refused", self.file("program"), "-D" + construct)
                self.assertIn(word, self.refused("run", "--quiet", "./program", environment=environment()))

    def test_regions_outside_an_exploration(self):
        self.compile_by_clang("embedded", self.file("program"))
        done = self.execute("./program", code=0, environment=environment())
        self.assertEqual(done.stdout.splitlines()[-1], "424 1 424")


workshop.main()
