#!/usr/bin/env python3
"""`heddle confirm` confirms the real warnings of other tools, never a spurious one, and refuses bad input in one sentence.

The logs are in tests/guidance/reports, beside the programs that they are about.
"""
import concurrent.futures
import json
import os
import re

import workshop

REPORTS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "guidance", "reports")
YES, NO, OPEN = "confirmed", "refuted", "not confirmed"

# The answers to the warnings of each log.  Those of twist and stale stay open where another error ends the executions.
ANSWERS = {
    "annotated.clang.log": [NO, YES, NO],
    "counter.drd.log": [YES], "counter.drd.xml": [YES],
    "counter.helgrind.log": [YES], "counter.helgrind.xml": [YES],
    "counter.tsan_clang.log": [YES], "counter.tsan_gcc.log": [YES],
    "dining.tsan_gcc.log": [YES],
    "fences.tsan_gcc.log": [NO],
    "freed.memcheck.log": [YES], "freed.memcheck.xml": [YES],
    "freed.tsan_clang.log": [YES], "freed.tsan_gcc.log": [YES],
    "gate.helgrind.log": [NO], "gate.helgrind.xml": [NO], "gate.tsan_clang.log": [NO],
    "handoff.drd.log": [NO], "handoff.drd.xml": [NO],
    "handoff.helgrind.log": [NO], "handoff.helgrind.xml": [NO],
    "late.helgrind.log": [YES], "late.helgrind.xml": [YES], "late.tsan_gcc.log": [YES],
    "ledger.tsan_clang.log": [NO, YES],
    "phases.tsan_gcc.log": [NO],
    "shelves.tsan_clang.log": [YES],
    "stale.analyzer.sarif": [YES, OPEN, OPEN, OPEN],
    "swap.tsan_gcc.log": [YES],
    "transfer.helgrind.log": [YES], "transfer.helgrind.xml": [YES],
    "transfer.tsan_clang.log": [YES], "transfer.tsan_gcc.log": [YES],
    "twist.helgrind.log": [OPEN], "twist.helgrind.xml": [OPEN], "twist.tsan_clang.log": [OPEN, YES],
}
KINDS = {"data race": "race", "unprotected access": "race", "lock-order cycle": "deadlock", "use after free": "memory"}


def report(name):
    return os.path.join(REPORTS, name)


def race_json(file, earlier, later):
    """A result of `heddle run` with one data race."""
    return json.dumps({"verdict": "complete", "races": [
        {"earlier": {"access": "write", "location": f"{file}:{earlier}"},
         "later": {"access": "read", "location": f"{file}:{later}"}}]})


class Confirm(workshop.Workshop):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        sources = {name.split(".")[0]: [name.split(".")[0] + ".cpp"] for name in ANSWERS}
        sources["ledger"].append("ledger_lock.cpp")
        with open(report("counter.cpp")) as file:
            text = file.read()
        moved = cls.path("moved")
        os.mkdir(moved)
        with open(os.path.join(moved, "counter.cpp"), "w") as file:
            file.write("// One line more.\n" + text)
        jobs = [(name, [report(source) for source in files]) for name, files in sources.items()]
        jobs.append(("moved_counter", [os.path.join(moved, "counter.cpp")]))
        for name in ("real_entropy", "relayed_race"):
            jobs.append((name, [os.path.join(workshop.PROGRAMS, name + ".cpp")]))
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda job: cls.compile(*job[1], cls.path(job[0]), "-O0", "-g", "-std=c++17",
                                                  "-Wno-attributes"), jobs))

    @staticmethod
    def compile(*arguments):
        sources = [argument for argument in arguments if argument.endswith(".cpp")]
        output, *flags = [argument for argument in arguments if not argument.endswith(".cpp")]
        workshop.Workshop.compile(sources[0], output, *flags, *sources[1:])

    def confirm(self, program, log, *options, code, arguments=()):
        environment = workshop.clean_environment(XDG_CACHE_HOME=self.path("cache"))
        done = self.heddle("confirm", "--quiet", "--json", "answers.json", *options, self.path(program), log, *arguments,
                           code=code, environment=environment)
        with open(self.file("answers.json")) as file:
            return done, json.load(file)

    @staticmethod
    def expected_code(answers):
        return 1 if YES in answers else 3 if OPEN in answers else 0

    def test_every_log(self):
        self.assertEqual(set(ANSWERS), {name for name in os.listdir(REPORTS) if name.endswith((".log", ".xml", ".sarif"))})
        for log, expected in ANSWERS.items():
            with self.subTest(log=log):
                done, result = self.confirm(log.split(".")[0], report(log), code=self.expected_code(expected))
                warnings = result["warnings"]
                self.assertEqual([warning["answer"] for warning in warnings], expected)
                self.assertEqual([result["confirmed"], result["refuted"], result["not_confirmed"], result["failed"]],
                                 [expected.count(YES), expected.count(NO), expected.count(OPEN), 0])
                for warning in (one for one in warnings if one["answer"] == YES):
                    self.assertEqual(warning["error"]["kind"], KINDS[warning["kind"]])
                    self.assertIn("heddle replay " + warning["error"]["trace"], done.stdout)
                    replay = self.heddle("replay", warning["error"]["trace"], code=1)
                    self.assertIn(warning["error"]["message"], replay.stdout)

    def test_a_refutation_names_its_coverage(self):
        done, result = self.confirm("gate", report("gate.tsan_clang.log"), code=0)
        self.assertIn("all states were visited", result["warnings"][0]["searches"][-1]["coverage"])
        self.assertIn("guided search along", done.stdout)
        done, result = self.confirm("handoff", report("handoff.drd.log"), code=0)
        self.assertIn("refuted under sequential consistency", done.stdout)
        self.assertIn("all inequivalent schedules were executed", result["warnings"][0]["searches"][-1]["coverage"])

    def test_a_race_is_not_refuted_by_stored_states(self):
        self.write("relayed.json", race_json("relayed_race.cpp", 12, 22))
        _, result = self.confirm("relayed_race", "relayed.json", code=1)
        searches = result["warnings"][0]["searches"]
        self.assertEqual([search["search"] for search in searches], ["guided", "guided", "dfs"])
        self.assertEqual(searches[0]["coverage"], "all states were visited")

    def test_a_small_budget_leaves_a_warning_open(self):
        for log in ("gate.tsan_clang.log", "handoff.drd.log"):
            with self.subTest(log=log):
                done, result = self.confirm(log.split(".")[0], report(log), "--max-states", "2", code=3)
                self.assertGreaterEqual(len(result["warnings"][0]["searches"]), 2)
                self.assertIn("not confirmed", done.stdout)

    def test_another_error_is_shown_as_such(self):
        done, result = self.confirm("twist", report("twist.helgrind.log"), code=3)
        self.assertIn("another error was found", done.stdout)
        others = result["warnings"][0]["other_errors"]
        self.assertEqual([other["kind"] for other in others], ["deadlock"])
        self.heddle("replay", others[0]["trace"], code=1)

    def test_a_report_of_other_sources_is_neither_confirmed_nor_refuted(self):
        _, result = self.confirm("counter", report("transfer.tsan_gcc.log"), code=3)
        self.assertIn("comes from 'transfer.cpp'", " ".join(result["warnings"][0]["notes"]))
        self.assertEqual(result["warnings"][0]["searches"], [])
        _, result = self.confirm("moved_counter", report("counter.tsan_gcc.log"), code=3)
        self.assertEqual([other["kind"] for other in result["warnings"][0]["other_errors"]], ["race"])
        self.write("gone.json", race_json("counter.cpp", 10, 900))
        _, result = self.confirm("counter", "gone.json", code=3)
        self.assertIn("counter.cpp:900 has no code", result["warnings"][0]["notes"][0])
        with open(report("counter.tsan_gcc.log")) as file:
            self.write("renamed.log", file.read().replace("counter.cpp:17", "counter.cpp:11"))
        _, result = self.confirm("counter", "renamed.log", code=3)
        self.assertIn("counter.cpp:11 is not in 'main'", result["warnings"][0]["notes"][0])

    def test_lines_of_libraries_are_not_checked(self):
        header = "/usr/include/c++/12/bits/std_mutex.h"
        if not os.path.exists(header):
            self.skipTest("another version of the C++ library")
        with open(header) as file:
            lines = [number for number, line in enumerate(file, 1) if "_M_device.lock();" in line]
        self.write("library.json", race_json("bits/std_mutex.h", lines[0], lines[0]))
        _, result = self.confirm("gate", "library.json", code=3)
        self.assertIn("is in a library", result["warnings"][0]["notes"][0])

    def test_known_races_of_the_library_confirm_nothing(self):
        source = os.path.join(os.path.dirname(workshop.PROGRAMS), "..", "programs", "passes", "atomic_shared_ptr.cpp")
        workshop.Workshop.compile(source, self.path("shared"), "-O0", "-g")
        self.write("shared.json", race_json("atomic_shared_ptr.cpp", 10, 11))
        _, result = self.confirm("shared", "shared.json", code=(0, 3))
        self.assertEqual(result["confirmed"], 0)

    def test_a_report_without_debug_information(self):
        with open(report("counter.tsan_gcc.log")) as file:
            self.write("bare.log", re.sub(r"/\S+:\d+", "<null>", file.read()))
        _, result = self.confirm("counter", "bare.log", code=3)
        self.assertIn("-g", result["warnings"][0]["notes"][0])

    def test_takes_the_result_of_heddle_run(self):
        self.explore("--bound", "preemptions=0", self.path("transfer"))
        _, result = self.confirm("transfer", "result.json", code=1)
        self.assertEqual((result["warnings"][0]["kind"], result["warnings"][0]["answer"]), ("lock-order cycle", YES))
        self.explore("--force", self.path("counter"))
        _, result = self.confirm("counter", "result.json", code=1)
        self.assertEqual((result["warnings"][0]["kind"], result["warnings"][0]["answer"]), ("data race", YES))

    def test_a_report_without_warnings(self):
        self.write("clean.log", "==1== Helgrind, a thread error detector\n==1== ERROR SUMMARY: 0 errors\n")
        done, result = self.confirm("counter", "clean.log", code=0)
        self.assertIn("0 warnings", done.stdout)
        self.assertEqual(result["warnings"], [])

    def test_failures_of_the_search_are_reported(self):
        self.write("entropy.json", race_json("real_entropy.cpp", 21, 23))
        done, result = self.confirm("real_entropy", "entropy.json", code=4)
        self.assertEqual((result["failed"], result["warnings"][0]["answer"]), (1, "search failed"))
        self.assertIn("uncontrolled nondeterminism", done.stdout)
        self.write("die.sh", "#!/bin/sh\nkill -9 $$\n", 0o755)
        done, result = self.confirm("counter", report("counter.tsan_gcc.log"), "--launcher", "./die.sh", code=3)
        self.assertIn("the process was killed", result["warnings"][0]["other_errors"][0]["message"])

    def test_traces_are_numbered_by_warning(self):
        _, result = self.confirm("ledger", report("ledger.tsan_clang.log"), "--trace", "found.trace", "--jobs", "2", code=1)
        self.heddle("replay", "found-2.trace", code=1)
        self.assertEqual(result["warnings"][0]["other_errors"][0]["trace"], "found-other-1.trace")

    def test_programs_may_take_arguments(self):
        self.confirm("counter", report("counter.tsan_gcc.log"), code=1, arguments=("--", "-x", "y"))

    def test_refusals(self):
        program, log = self.path("counter"), report("counter.tsan_gcc.log")
        self.write("empty", "")
        self.write("text", "no report\n")
        self.write("garbage", os.urandom(1 << 20) + b"x")
        self.write("other.json", "{}")
        for arguments, expected in (
                ((), "Name a program and a report"),
                ((program,), "Name a program and a report"),
                (("absent", log), "does not exist"),
                (("text", log), "not executable"),
                ((program, "absent"), "Cannot read the report 'absent'"),
                ((program, "."), "Cannot read the report '.'"),
                ((program, "empty"), "the report is empty"),
                ((program, "text"), "no known format; use a log"),
                ((program, "garbage"), "garbage"),
                ((program, "other.json"), "neither SARIF"),
                (("--bound", "preemptions=1", program, log), "--bound cannot be combined with `heddle confirm`"),
                (("--search", "dfs", program, log), "--search cannot be combined"),
                (("--via", "main", program, log), "--via cannot be combined"),
                (("--points", "sync", program, log), "--points cannot be combined"),
                (("--tim", "3s", program, log), "did you mean --time"),
                (("--time", "x", program, log), "--time does not accept 'x'"),
                (("--json", "text", program, log), "not written by Heddle"),
                (("--json", "no/such", program, log), "cannot be written"),
                (("--force", "--json", "other.json", program, "other.json"), "neither SARIF")):
            with self.subTest(arguments=arguments):
                self.assertIn(expected, self.refused("confirm", *arguments))
        self.write("own.json", race_json("counter.cpp", 10, 17))
        self.assertIn("would overwrite the report", self.refused("confirm", "--force", "--json", "own.json", program, "own.json"))


if __name__ == "__main__":
    workshop.main()
