#!/usr/bin/env python3
"""Outputs for continuous integration: SARIF, trace events, annotations, and their exit codes."""
import json
import os
import shutil

import perfetto_checker
import sarif_checker
import workshop


class OneProgram(workshop.Workshop):
    programs = ("racing_counter",)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # A file with a difficult name, below the folder of a repository.
        os.makedirs(cls.path("repository/.git"))
        os.makedirs(cls.path("repository/build"))
        cls.source = cls.path("repository/lock, % order.cpp")
        shutil.copy(os.path.join(workshop.PROGRAMS, "crossed_locks.cpp"), cls.source)
        cls.compile(cls.source, cls.path("crossed_locks"))

    def sarif(self, *arguments, code, cwd=None):
        done = self.heddle("run", "--quiet", "--sarif", self.file("run.sarif"), *arguments, code=code, cwd=cwd)
        log = json.loads(self.read("run.sarif"))
        sarif_checker.SarifChecker(self).check(log)
        self.assertEqual(log["runs"][0]["invocations"][0]["exitCode"], code)
        return log["runs"][0], done.stdout

    def test_a_deadlock_has_a_flow_for_each_thread(self):
        trace = self.file("t.trace")
        run, _ = self.sarif("--trace", trace, self.path("crossed_locks"), code=1, cwd=self.path("repository/build"))
        (result,) = (one for one in run["results"] if one["ruleId"] == "deadlock")
        self.assertEqual(result["level"], "error")
        self.assertEqual(result["properties"]["trace"], trace)
        artifact = result["locations"][0]["physicalLocation"]["artifactLocation"]
        self.assertEqual(artifact, {"uri": "lock%2C%20%25%20order.cpp", "uriBaseId": "SRCROOT"})
        (flow,) = result["codeFlows"]
        shown = self.heddle("show", trace, "--full").stdout
        steps = [step for thread in flow["threadFlows"] for step in thread["locations"] if step["importance"] == "important"]
        self.assertEqual(sorted(step["executionOrder"] for step in steps), list(range(1, len(steps) + 1)))
        self.assertIn(f"after {len(steps)} steps", shown)
        self.assertGreater(len(flow["threadFlows"]), 1)

    def test_trace_events(self):
        self.heddle("run", "--quiet", "--perfetto", "p.json", self.path("crossed_locks"), code=1)
        events = perfetto_checker.PerfettoChecker(self).check(self.read("p.json"))
        names = [event["args"]["name"] for event in events if event["name"] == "thread_name"]
        self.assertIn("main", names)
        self.assertTrue(any("lock" in name or "mutex" in name for name in names), names)
        self.assertEqual({event["ph"] for event in events}, {"M", "X", "i", "s", "f"})
        self.assertIn("create", {event["name"] for event in events if event["ph"] == "s"})
        self.assertTrue(any(event["cat"] == "lock" for event in events if event["ph"] == "X"))
        self.assertTrue(any(event["cat"] == "blocked" for event in events if event["ph"] == "X"))

    def test_annotations(self):
        done = self.heddle("run", "--quiet", "--github", "--trace", self.file("t.trace"), self.path("crossed_locks"), code=1,
                           cwd=self.path("repository"))
        (line,) = (one for one in done.stdout.splitlines() if one.startswith("::error"))
        self.assertRegex(line, r"\A::error file=lock%2C %25 order.cpp,line=\d+,title=Heddle deadlock::deadlock.*%0A.*heddle replay")
        self.assertNotIn("::", self.heddle("run", "--quiet", self.path("crossed_locks"), code=1).stdout)

    def test_races_fail_only_on_request(self):
        program = self.path("racing_counter")
        self.heddle("run", "--quiet", "--points", "sync", program)
        run, text = self.sarif("--points", "sync", program, code=0)
        self.assertRegex(text, r"\APASSED 1 data race: no error found")
        self.assertEqual([(one["ruleId"], one["level"]) for one in run["results"]], [("race", "warning")])
        run, text = self.sarif("--fail-on", "race", "--points", "sync", "--junit", "r.xml", program, code=1)
        self.assertRegex(text, r"\AFAILED 1 data race: no error found")
        self.assertEqual([(one["ruleId"], one["level"]) for one in run["results"]], [("race", "error")])
        self.assertIn(b'<failure type="race"', self.read("r.xml"))
        run, _ = self.sarif("--races", "error", program, code=1)
        ((rule, related),) = ((one["ruleId"], one["relatedLocations"]) for one in run["results"])
        self.assertEqual(rule, "race")
        self.assertRegex(related[0]["message"]["text"], "memory (written|read) by (main|thread 1)")
        self.write("known.txt", "race:*\n")
        self.heddle("run", "--quiet", "--fail-on", "race", "--points", "sync", "--suppressions", "known.txt", program)
        self.assertIn("leave out one", self.refused("run", "--fail-on", "race", "--races", "ignore", program))

    def test_a_spent_budget_is_a_success_only_on_request(self):
        sampling = ("--quiet", "--search", "random", "--max-executions", "5", "--points", "sync")
        program = self.path("racing_counter")
        self.assertIn("INCOMPLETE 1 data race: ", self.heddle("run", *sampling, program, code=3).stdout)
        text = self.heddle("run", *sampling, "--allow-incomplete", "--json", "result.json", program).stdout
        self.assertIn("INCOMPLETE 1 data race (accepted by --allow-incomplete): no error found", text)
        self.assertEqual(self.result()["verdict"], "incomplete")
        self.heddle("run", *sampling, "--allow-incomplete", self.path("crossed_locks"), "--seed", "3", code=(0, 1))
        self.heddle("run", "--quiet", "--allow-incomplete", self.path("crossed_locks"), code=1)
        self.assertIn("needs a budget", self.refused("run", "--allow-incomplete", "--time", "none", program))

    def test_files_are_safe(self):
        program = self.path("crossed_locks")
        self.write("mine.json", '{"runs": []}')
        for option in "--sarif", "--perfetto":
            self.assertIn("--force", self.refused("run", option, "mine.json", program))
            self.assertIn("would overwrite the program", self.refused("run", option, program, program))
            self.heddle("run", "--quiet", option, "/dev/full", program, code=1)
            for _ in range(2):
                self.heddle("run", "--quiet", option, "again.json", program, code=1)
            os.remove(self.file("again.json"))
        self.assertIn("name two files", self.refused("run", "--sarif", "a", "--perfetto", "a", program))
        # The file after one that cannot be written is written.
        self.heddle("run", "--quiet", "--json", "/dev/full", "--sarif", "a.sarif", program, code=1)
        sarif_checker.SarifChecker(self).check(json.loads(self.read("a.sarif")))

    def test_no_error_is_an_empty_list(self):
        run, _ = self.sarif("--races", "ignore", "--points", "sync", self.path("racing_counter"), code=0)
        self.assertEqual(run["results"], [])
        self.heddle("run", "--quiet", "--perfetto", "p.json", "--points", "sync", self.path("racing_counter"))
        self.assertEqual(json.loads(self.read("p.json"))["traceEvents"], [])


if __name__ == "__main__":
    workshop.main()
