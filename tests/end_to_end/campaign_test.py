#!/usr/bin/env python3
"""Searches that are saved: killed at any moment, they end with the result of an undisturbed run.  What does not fit is refused."""
import json
import os
import random
import shutil
import signal
import subprocess
import time

import workshop
from background import MARK, Background, marked, worker_of

# More of them in the long test: each search is killed so often.
KILLS = int(os.environ.get("HEDDLE_CAMPAIGN_KILLS", "2"))
# Larger searches for more kills.
SIZE = 1 if KILLS <= 2 else 6
STATES = os.path.join(workshop.HERE, os.pardir, "states", "programs")
VARYING = (*workshop.VARYING, "search")  # options differ in the names of files

# Programs and searches, each long enough to be killed in its middle.
SEARCHES = (
    ("many_schedules", ()),
    ("many_schedules", ("--search", "dfs", "--states", "memory", "--max-states", str(150_000 * SIZE))),
    ("many_schedules", ("--search", "dfs", "--states", "none", "--max-executions", str(40_000 * SIZE))),
    ("many_schedules", ("--search", "bfs", "--max-states", str(40_000 * SIZE))),
    ("many_schedules", ("--search", "best-first", "--priority", "pb,rand", "--max-executions", str(5_000 * SIZE))),
    ("many_schedules", ("--search", "dfs", "--reduce", "optimal", "--max-executions", str(10_000 * SIZE))),
    ("many_schedules", ("--search", "dfs", "--backtrack", "luby", "--max-states", str(100_000 * SIZE))),
    ("many_schedules", ("--search", "random", "--max-executions", str(15_000 * SIZE))),
    ("many_schedules", ("--search", "pct", "--max-executions", str(15_000 * SIZE))),
    ("many_schedules", ("--search", "pos", "--max-executions", str(15_000 * SIZE))),
    ("many_schedules", ("--search", "surw", "--max-executions", str(15_000 * SIZE))),
    ("many_schedules", ("--search", "rff", "--max-executions", str(6_000 * SIZE))),
    ("lost_update", ("--search", "random", "--keep-going", "--max-executions", str(40_000 * SIZE))),
    ("lost_update", ("--search", "dfs", "--states", "none", "--keep-going")),
    ("pipe_letters", ("--search", "random", "--max-executions", str(4_000 * SIZE))),
    ("pipe_letters", ("--search", "dfs", "--states", "none", "--max-executions", str(4_000 * SIZE))),
    ("bounded_buffer", ("--search", "dfs", "--reduce", "source", "--max-executions", str(20_000 * SIZE))),
    ("bounded_buffer", ("--max-states", str(200_000 * SIZE),)),
)
if KILLS <= 2:
    SEARCHES = tuple(SEARCHES[i] for i in (0, 1, 2, 5, 7, 11, 13, 14, 17))


class Campaign(Background):
    programs = ("many_schedules", "lost_update", "pipe_letters")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.compile(os.path.join(STATES, "bounded_buffer.cpp"), cls.path("bounded_buffer"))

    def start(self, *words, mark="none", interval="20ms"):
        return self.start_run("--quiet", "--campaign", "saved", "--save-interval", interval, *words, **{MARK: mark})

    def facts(self):
        return {name: value for name, value in self.result().items() if name not in VARYING}

    def status(self, *words):
        return json.loads(self.heddle("status", "saved", "--json", *words).stdout)

    def content(self):
        """All files of the folder."""
        return {name: self.read(os.path.join("saved", name)) for name in sorted(os.listdir(self.file("saved")))}

    def wait_for_checkpoint(self, process):
        self.wait_until(lambda: os.path.exists(self.file("saved/checkpoint")) or process.poll() is not None)


class Kills(Campaign):
    def undisturbed(self, words):
        self.heddle("run", "--quiet", "--campaign", "alone", "--json", "result.json", *words, code=(0, 1, 3))
        shutil.rmtree(self.file("alone"))
        return self.facts()

    def disturbed(self, words, chance, mark):
        """Kills the command or its worker at random moments, KILLS times if the search lasts.  Returns the number of kills."""
        kills = 0
        while True:
            names_all = not os.path.exists(self.file("saved/campaign.json")) or chance.random() < 0.5
            process = self.start(*(words if names_all else ()), mark=mark)
            while kills < KILLS and process.poll() is None:
                time.sleep(chance.random() * 0.3)
                victim = process.pid
                if chance.random() < 0.5:
                    victim = worker_of(process, self.path(os.path.basename(words[-1])))
                if victim is None:
                    continue
                try:
                    os.kill(victim, signal.SIGKILL)
                    kills += 1
                except ProcessLookupError:
                    continue
                if victim == process.pid:
                    break
            printed, complaint = process.communicate(timeout=workshop.HANG)
            self.wait_until(lambda: not marked(mark))
            if process.returncode != -signal.SIGKILL:
                self.assertIn(process.returncode, (0, 1, 3), printed + complaint)
                return kills

    def test_a_killed_search_ends_with_the_result_of_an_undisturbed_one(self):
        chance = random.Random(25)
        kills = 0
        for number, (program, options) in enumerate(SEARCHES):
            words = (*options, self.path(program))
            with self.subTest(program=program, options=options):
                expected = self.undisturbed(words)
                shutil.rmtree(self.file("saved"), ignore_errors=True)
                os.remove(self.file("result.json"))
                kills += self.disturbed(words, chance, f"{self.folder}-{number}")
                self.assertEqual(self.facts(), expected)
        print(f"{kills} kills of {len(SEARCHES)} searches")
        self.assertGreater(kills, 0)

    def test_a_finished_campaign_gives_its_result_again(self):
        words = ("--search", "dfs", "--states", "none", "--keep-going", self.path("lost_update"))
        self.start(*words).communicate(timeout=workshop.HANG)
        first = self.facts()
        self.assertEqual(self.status()["state"], "finished")
        self.start().communicate(timeout=workshop.HANG)
        self.assertEqual(self.facts(), first)
        self.assertEqual(self.status()["errors"], len(first["further_errors"]) + 1)


class Interrupted(Campaign):
    search = ("--search", "random")

    def interrupt(self, *words, executions=0):
        """Interrupts a run that saves only at its beginning and at its end, after some executions."""
        process = self.start(*words, interval="1h")
        self.wait_until(lambda: worker_of(process, self.path("many_schedules")) is not None)
        self.wait_until(lambda: self.status()["executions"] >= executions)
        process.send_signal(signal.SIGINT)
        printed, complaint = process.communicate(timeout=workshop.HANG)
        self.assertEqual(process.returncode, 3, printed + complaint)
        return printed

    def test_the_last_line_says_how_to_go_on(self):
        printed = self.interrupt(*self.search, self.path("many_schedules"), executions=1000)
        self.assertEqual(printed.splitlines()[-1], "the search is saved; go on with: heddle run --campaign saved")
        before = self.result()
        status = self.status()
        self.assertEqual((status["state"], status["runs"], status["executions"]), ("stopped", 1, before["executions"]))
        # Nothing is lost: the search goes on from its very end.
        self.interrupt()
        self.assertGreaterEqual(self.result()["executions"], before["executions"])
        self.assertGreaterEqual(self.result()["transitions"], before["transitions"])
        self.assertEqual(self.status()["runs"], 2)

    def test_the_time_of_a_run_is_its_own(self):
        words = ("--time", "100ms", *self.search, self.path("many_schedules"))
        self.start(*words).communicate(timeout=workshop.HANG)
        first = self.result()
        self.assertEqual(first["coverage_facts"]["phases"][0]["end"], "time limit")
        self.start("--time", "100ms").communicate(timeout=workshop.HANG)
        second = self.result()
        self.assertEqual(second["coverage_facts"]["phases"][0]["end"], "time limit")
        self.assertGreater(second["executions"], first["executions"])
        self.assertGreater(second["seconds"], first["seconds"])

    def test_a_running_campaign_is_shown_and_not_started_twice(self):
        process = self.start(*self.search, self.path("many_schedules"))
        self.wait_for_checkpoint(process)
        self.assertEqual(self.status()["state"], "running")
        self.assertIn("is running", self.refused("run", "--campaign", "saved"))
        follower = subprocess.Popen([workshop.heddle_command, "status", "saved", "--follow"], cwd=self.folder,
                                    stdout=subprocess.PIPE, text=True)
        self.assertIn("running", follower.stdout.readline())
        process.kill()
        process.communicate()
        shown, _ = follower.communicate(timeout=workshop.HANG)
        self.assertIn("saved: killed", shown)
        self.assertIn("go on with: heddle run --campaign saved", shown)


class Refused(Campaign):
    words = ("--search", "random", "--max-executions", "2000")

    def setUp(self):
        super().setUp()
        self.start(*self.words, self.path("many_schedules")).communicate(timeout=workshop.HANG)
        self.before = self.content()
        self.assertIn("checkpoint", self.before)

    def refused_unchanged(self, *words):
        content = self.content()
        sentence = self.refused("run", "--campaign", "saved", *words)
        self.assertEqual(self.content(), content)
        return sentence

    def test_another_program_and_other_arguments(self):
        self.assertIn("explores another program", self.refused_unchanged(*self.words, self.path("lost_update")))
        self.assertIn("explores another program", self.refused_unchanged(*self.words, self.path("many_schedules"), "1"))

    def test_other_options(self):
        program = self.path("many_schedules")
        self.assertIn("begun with the options search=random", self.refused_unchanged(program))
        self.assertIn("begun with the options", self.refused_unchanged("--search", "pct", "--max-executions", "2000"))
        self.assertIn("begun with the options", self.refused_unchanged(*self.words, "--seed", "2", program))

    def test_another_input(self):
        self.write("input", "text")
        with open(self.file("input")) as file:
            done = subprocess.run([workshop.heddle_command, "run", "--campaign", "saved"], cwd=self.folder, stdin=file,
                                  env=workshop.clean_environment(), capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("another standard input", done.stderr)
        self.assertEqual(self.content(), self.before)

    def test_damaged_files(self):
        chance = random.Random(3)
        for name in ("checkpoint", "campaign.json", "status.json"):
            good = self.before[name]
            damages = [b"", good[:1], good[:len(good) // 2], good[:-1], good + b"x"]
            # The second place lies between the header of a checkpoint and its body.
            places = [0, min(4095, len(good) - 2)] + [chance.randrange(len(good)) for _ in range(30)]
            for at in places:
                damages.append(good[:at] + bytes([good[at] ^ 1 << chance.randrange(8)]) + good[at + 1:])
            for damage in damages:
                self.write(os.path.join("saved", name), damage)
                self.assertIn("is damaged", self.refused_unchanged(), f"{name}: {len(damage)} bytes")
            self.write(os.path.join("saved", name), good)
        self.heddle("run", "--quiet", "--campaign", "saved", code=3)

    def test_missing_files(self):
        for name, sentence in (("checkpoint", "checkpoint is missing"), ("campaign.json", "holds other files")):
            os.remove(self.file(os.path.join("saved", name)))
            self.assertIn(sentence, self.refused_unchanged())
            self.write(os.path.join("saved", name), self.before[name])

    def test_the_checkpoint_of_another_campaign(self):
        os.rename(self.file("saved"), self.file("first"))
        self.start("--search", "pct", "--max-executions", "2000", self.path("many_schedules")).communicate(
            timeout=workshop.HANG)
        self.write("saved/checkpoint", self.before["checkpoint"])
        self.assertIn("is damaged", self.refused_unchanged())

    def test_a_folder_with_other_files(self):
        os.mkdir(self.file("other"))
        self.write("other/letter.txt", "text")
        self.assertIn("holds other files, such as 'letter.txt'",
                      self.refused("run", "--campaign", "other", self.path("many_schedules")))
        self.assertEqual(os.listdir(self.file("other")), ["letter.txt"])

    def test_what_cannot_be_saved(self):
        program = self.path("many_schedules")
        for words, sentence in ((("--jobs", "2"), "several processes"), (("--search", "prss"), "several processes"),
                                (("--launcher", "env"), "--launcher")):
            self.assertIn(sentence, self.refused("run", "--campaign", "new", *words, program))
        self.assertIn("There is no campaign", self.refused("run", "--campaign", "new"))
        self.assertFalse(os.path.exists(self.file("new")))
        self.assertIn("without --campaign", self.refused("run", "--rebuilt", program))
        self.assertIn("There is no campaign", self.refused("status", "nowhere"))

    def test_a_program_that_changes_files(self):
        source = "#include <fstream>\n#include <thread>\n" \
                 "int main() { std::thread t([] { std::ofstream(\"made\") << 1; }); t.join(); }\n"
        self.write("writer.cpp", source)
        self.compile(self.file("writer.cpp"), self.file("writer"))
        self.assertIn("changes files", self.refused("run", "--campaign", "new", "./writer"))
        self.assertFalse(os.path.exists(self.file("new")), "a refused campaign leaves nothing behind")
        os.mkdir(self.file("old"))
        self.assertIn("changes files", self.refused("run", "--campaign", "old", "./writer"))
        self.assertEqual(os.listdir(self.file("old")), [])


class Rebuilt(Campaign):
    source = """#include <atomic>
#include <cassert>
#include <thread>
int main() {
  std::atomic<int> n{0};
  auto add = [&] { CHANGE; };
  std::thread a(add), b(add);
  a.join();
  b.join();
  assert(n == 2);
}
"""

    def build(self, change):
        self.write("program.cpp", self.source.replace("CHANGE", change))
        self.compile(self.file("program.cpp"), self.file("program"))

    def test_errors_are_tried_first(self):
        self.build("n = n + 1")
        self.heddle("run", "--campaign", "saved", "./program", code=1)
        self.assertIn("leave out --rebuilt", self.refused("run", "--campaign", "saved", "--rebuilt"))
        # Another build with the same error.
        self.build("\n n = n + 1")
        self.assertIn("was built again", self.refused("run", "--campaign", "saved"))
        done = self.heddle("run", "--campaign", "saved", "--rebuilt", code=1)
        self.assertIn("the program still fails under its schedule", done.stderr)
        self.assertIn("assertion", done.stdout)
        # The error is fixed: the search begins anew and is complete.
        self.build("n += 1")
        done = self.heddle("run", "--campaign", "saved", "--rebuilt", code=0)
        self.assertRegex(done.stderr, "does not occur under its schedule any more|no longer applies")
        self.assertIn("PASSED", done.stdout)
        self.assertEqual(self.status()["state"], "finished")


if __name__ == "__main__":
    workshop.main()
