#!/usr/bin/env python3
"""heddle study: however often it is killed, the rows are those of a study left alone; mistakes cost nothing.

HEDDLE_STUDY_KILLS says how often the study is killed (default 5).
"""
import os
import random
import resource
import signal
import sqlite3
import subprocess
import time
from contextlib import closing

import workshop
from background import Background

KILLS = int(os.environ.get("HEDDLE_STUDY_KILLS", "5"))
# What program, options and seed decide.
DECIDED = ("subject, configuration, seed, options, build_id, verdict, kind, message, states, transitions, revisits,"
           " executions, max_depth, error_depth, pruned, exit_code")

STUDY = """
measure = "states"
budget = { time = "none", max-states = 20000 }
stop = { until_found = 2, at_most = 4 }

[[subject]]
name = "lost update"
program = "BUILT/lost_update"

[[subject]]
name = "guarded update"
program = "BUILT/guarded_update"

[[configuration]]
name = "dfs"
options = "--search dfs"
seeds = 1

[[configuration]]
name = "random order"
options = { search = "dfs", order = "random" }

[[configuration]]
name = "({threshold}, {backtrack}, {ratio})"
options = { search = "dfs", backtrack = ["fixed", "random"], threshold = [5, 10], ratio = [0.9, "1-d/50"], restarts = "none" }

[quick]
seeds = 1
subjects = ["lost update"]
configurations = ["dfs", "random order"]
"""

# A disk on which the log of a database cannot grow beyond some pages.
FULL_DISK = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t at) {
  char link[64], path[4096] = "";
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  readlink(link, path, sizeof path - 1);
  if (strstr(path, ".db-wal") != NULL && at > 150000) {
    errno = ENOSPC;
    return -1;
  }
  ssize_t (*real)(int, const void*, size_t, off64_t) = dlsym(RTLD_NEXT, "pwrite64");
  return real(file, bytes, size, at);
}
"""


class Studies(Background):
    programs = ("lost_update", "guarded_update")

    def setUp(self):
        super().setUp()
        self.write("s.toml", STUDY.replace("BUILT", self.built))

    def study(self, *arguments, code=0, **more):
        return self.heddle("study", "run", *arguments, code=code, **more)

    def start_study(self, *arguments):
        process = subprocess.Popen([workshop.heddle_command, "study", "run", *arguments], cwd=self.folder,
                                   env=workshop.clean_environment(), stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.finish, process)
        return process

    def rows(self, database):
        with closing(sqlite3.connect(self.file(database))) as connection:
            return connection.execute(f"SELECT {DECIDED} FROM run WHERE surplus = 0 ORDER BY subject, configuration,"
                                      " seed").fetchall()

    def running(self):
        """Processes that have this test's folder as a part of their command line or current folder."""
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                if os.readlink(f"/proc/{name}/cwd").startswith(self.folder + "/"):
                    found.append(name)
            except OSError:
                pass  # it ended meanwhile
        return found

    def test_killed_at_random_moments_it_ends_with_the_same_rows(self):
        self.study("s.toml", "--database", "alone.db", "--jobs", "1")
        alone = self.rows("alone.db")
        self.assertEqual(len({(row[0], row[1]) for row in alone}), 20)
        self.assertIn("error", {row[5] for row in alone})
        chance = random.Random()
        made = []
        for _ in range(KILLS):
            process = self.start_study("s.toml", "--database", "killed.db", "--jobs", "3")
            time.sleep(chance.random() * 8 / (KILLS + 3))
            process.kill()
            process.communicate()
            self.wait_until(lambda: not self.running())
            if os.path.exists(self.file("killed.db")):
                made.append(self.count_rows("killed.db"))
        self.assertEqual(made, sorted(made), "what was made stays")
        self.study("s.toml", "--database", "killed.db", "--jobs", "3")
        self.assertEqual(self.rows("killed.db"), alone)
        self.assertEqual(sorted(os.listdir(self.folder)), ["alone.db", "killed.db", "s.toml"])
        again = self.study("s.toml", "--database", "killed.db")
        self.assertIn("(0 new)", again.stdout)

    def count_rows(self, database):
        try:
            with closing(sqlite3.connect(self.file(database))) as connection:
                return connection.execute("SELECT count(*) FROM run").fetchone()[0]
        except sqlite3.OperationalError:
            return 0  # killed before there were tables

    def test_ctrl_c_tells_how_to_go_on(self):
        process = self.start_study("s.toml")
        self.wait_until(lambda: os.path.exists(self.file("s.db")) and self.count_rows("s.db") > 0)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=workshop.HANG)
        self.assertEqual(process.returncode, 3, said)
        self.assertIn("to resume: heddle study run --database s.db s.toml", said)
        self.wait_until(lambda: not self.running())

    def test_the_quick_version(self):
        done = self.study("s.toml", "--quick")
        self.assertEqual(done.stdout, "s-quick.db: 2 runs (2 new), 2 found an error.\n")

    def test_sizes(self):
        self.write("sized.toml", STUDY.replace("BUILT", self.built) +
                   '[size.two]\nseeds = 2\nsubjects = ["lost update"]\nconfigurations = ["random order"]\n')
        done = self.study("sized.toml", "--size", "two")
        self.assertEqual(done.stdout, "sized-two.db: 2 runs (2 new), 2 found an error.\n")
        self.assertIn("no day version; add a table [size.day]", self.refused("study", "run", "--size", "day", "sized.toml"))
        self.assertIn("--quick cannot be combined with --size", self.refused("study", "run", "--quick", "--size", "two", "sized.toml"))

    def test_sources_are_compiled_and_every_row_is_complete(self):
        self.write("p.cpp", "#include <cassert>\nint main(int n, char**) { assert(n == 1); }\n")
        self.write("c.toml", "[[subject]]\nname = 'p'\nsources = ['p.cpp']\nargs = ['{n}']\nmatrix = { n = [1, 2] }\n"
                             "[[configuration]]\nname = 'dfs'\noptions = '--search dfs'\n")
        self.study("c.toml", "--traces", "t")
        with closing(sqlite3.connect(self.file("c.db"))) as connection:
            runs = connection.execute("SELECT kind, trace, json FROM run").fetchall()
            (toml,) = connection.execute("SELECT value FROM study WHERE name = 'toml'").fetchone()
        self.assertEqual([run[0] for run in runs], ["assertion", "assertion"])
        self.assertIn('"verdict": "error"', runs[0][2])
        self.assertEqual(toml.encode(), self.read("c.toml"))
        self.heddle("replay", runs[0][1], code=1)

    def test_mistakes_are_refused_in_one_sentence(self):
        def with_study(old, new):
            self.write("bad.toml", STUDY.replace("BUILT", self.built).replace(old, new))
            return self.refused("study", "run", "bad.toml")

        self.assertIn("did you mean 'measure'", with_study("measure =", "mesure ="))
        self.assertIn("does not exist", with_study("/lost_update", "/lost_updates"))
        self.assertIn("is not instrumented", with_study(self.built + "/lost_update", "/bin/true"))
        self.assertIn("--search does not accept 'fds'", with_study("--search dfs", "--search fds"))
        self.write("broken.cpp", "int main() { return x; }\n")
        self.assertIn("'lost update' cannot be built: ", with_study(
            f'program = "{self.built}/lost_update"', 'sources = ["broken.cpp"]'))
        self.assertIn("does not exist", self.refused("study", "run", "none.toml"))
        self.assertIn("did you mean --database", self.refused("study", "run", "--databse", "x", "s.toml"))
        self.assertIn("Name one study file", self.refused("study", "run"))
        self.assertIn("--jobs does not accept '0'", self.refused("study", "run", "--jobs", "0", "s.toml"))
        self.write("text.db", "x" * 5000)
        self.assertIn("is not a database", self.refused("study", "run", "--database", "text.db", "s.toml"))
        self.assertEqual(self.read("text.db"), b"x" * 5000)

    def test_another_version_and_another_study_are_kept_out(self):
        self.study("s.toml", "--quick", "--database", "a.db")
        before = self.rows("a.db")
        self.assertIn("with other options", self.changed("--search dfs", "--search bfs"))
        self.assertIn("with other budgets", self.changed("20000", "20001"))
        with closing(sqlite3.connect(self.file("a.db"))) as connection:
            connection.execute("PRAGMA user_version = 7")
        self.assertIn("another version of Heddle", self.refused("study", "run", "--database", "a.db", "s.toml"))
        self.assertEqual(self.rows("a.db"), before)
        process = self.start_study("s.toml", "--database", "b.db")
        self.wait_until(lambda: os.path.exists(self.file("b.db")) and self.count_rows("b.db") > 0)
        self.assertIn("Another study is writing", self.refused("study", "run", "--database", "b.db", "s.toml"))
        process.kill()

    def changed(self, old, new):
        self.write("other.toml", STUDY.replace("BUILT", self.built).replace(old, new))
        return self.refused("study", "run", "--quick", "--database", "a.db", "other.toml")

    def test_a_full_disk_loses_nothing(self):
        self.write("full.c", FULL_DISK)
        self.execute("cc", "-shared", "-fPIC", "full.c", "-o", "full.so", code=0)
        full = workshop.clean_environment(LD_PRELOAD=self.file("full.so"))
        self.assertIn("the disk is full", self.refused("study", "run", "--quiet", "s.toml", environment=full))
        made = self.rows("s.db")
        self.assertGreater(len(made), 0)
        self.study("s.toml")
        self.assertEqual([row for row in self.rows("s.db") if row in made], made)

    def test_no_room_for_a_run_loses_nothing(self):
        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))

        done = subprocess.run([workshop.heddle_command, "study", "run", "--quiet", "s.toml"], cwd=self.folder,
                              env=workshop.clean_environment(), text=True, capture_output=True,
                              timeout=workshop.HANG, preexec_fn=small_files)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertRegex(done.stderr, r"\Aheddle: The run of \S[^\n]* failed: [^\n]*\n\Z")
        self.study("s.toml", "--quick", "--database", "s.db", code=0)


if __name__ == "__main__":
    workshop.main()
