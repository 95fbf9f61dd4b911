#!/usr/bin/env python3
"""Files that a program changes are what they were: in each execution, after the run, and after kills."""
import os
import signal
import stat

import workshop
from background import MARK, Background, marked

FILES = {"kept": "kept", "log": "line\n", "moved": "moved", "over": "over", "victim": "victim", "removed": "removed",
         "long": "abcdef", "written": "0123456"}


class Files(Background):
    programs = ("files",)

    def setUp(self):
        super().setUp()
        for name, text in FILES.items():
            with open(self.at(name), "w", encoding="utf-8") as file:
                file.write(text)
        os.chmod(self.at("long"), 0o640)
        os.mkdir(self.at("folder"))
        os.mkdir(self.at("empty"), 0o750)
        os.symlink("removed", self.at("link"))
        self.temporary = self.at("temporary")
        os.mkdir(self.temporary)
        self.before = self.picture()

    def at(self, name):
        return os.path.join(self.folder, name)

    def picture(self):
        """Everything that there is, but for what Heddle keeps for itself."""
        found = {}
        for folder, folders, names in os.walk(self.folder):
            for name in folders + names:
                path = os.path.join(folder, name)
                if path.startswith(self.temporary) or name.endswith((".json", ".trace")):
                    continue
                facts = os.lstat(path)
                content = None
                if stat.S_ISLNK(facts.st_mode):
                    content = os.readlink(path)
                elif stat.S_ISREG(facts.st_mode):
                    with open(path, "rb") as file:
                        content = file.read()
                is_file = stat.S_ISREG(facts.st_mode)
                found[os.path.relpath(path, self.folder)] = (facts.st_mode, content, is_file and facts.st_mtime_ns)
        return found

    def assert_restored(self):
        self.wait_until(lambda: not os.listdir(self.temporary))
        self.assertEqual(self.picture(), self.before)

    def test_after_every_search(self):
        environment = workshop.clean_environment(TMPDIR=self.temporary)
        for options in ([], ["--states", "none"], ["--search", "bfs"], ["--reduce", "optimal"], ["--jobs", "3"]):
            with self.subTest(options):
                self.execute(workshop.heddle_command, "run", *options, self.path("files"), code=0,
                             environment=environment)
                self.assert_restored()

    def start_endless(self, mark):
        process = self.start_run("--quiet", "--max-step-time", "4s", self.path("files"), "endless",
                                 **{MARK: mark, "TMPDIR": self.temporary})
        self.wait_until(lambda: os.path.exists(self.at("reached")) or process.poll() is not None)
        self.assertIsNone(process.poll())
        self.assertNotEqual(self.picture(), self.before)
        return process

    def test_after_a_search_was_killed(self):
        mark = self.folder
        process = self.start_endless(mark)
        for victim in marked(mark):
            if victim != process.pid:
                os.kill(victim, signal.SIGKILL)
        process.communicate(timeout=workshop.HANG)
        self.assert_restored()

    def test_after_the_command_was_killed(self):
        process = self.start_endless(self.folder)
        process.kill()
        process.communicate()
        self.assert_restored()


if __name__ == "__main__":
    workshop.main()
