#!/usr/bin/env python3
"""A hundred random kills, of searches and of the command: nobody is left behind, no error is lost."""
import os
import random
import signal
import subprocess
import time

import workshop

MARK = "KILL_TEST_MARK"


def marked(mark):
    """The living processes that have `mark` in their environment."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                if f"{MARK}={mark}".encode() not in file.read().split(b"\0"):
                    continue
            with open(f"/proc/{name}/stat") as file:
                if file.read().rpartition(")")[2].split()[0] not in ("Z", "X"):
                    found.append(int(name))
        except OSError:
            pass  # it ended meanwhile
    return found


def kill(process_id, number=signal.SIGKILL):
    try:
        os.kill(process_id, number)
        return True
    except ProcessLookupError:
        return False


class Kills(workshop.Workshop):
    programs = ("many_schedules", "lost_update")

    def start(self, mark, *options, program="many_schedules"):
        command = [workshop.heddle_command, "run", "--quiet", "--json", "result.json", "--jobs", "3",
                   *options, self.path(program)]
        process = subprocess.Popen(command, cwd=self.folder, text=True, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE,
                                   env=workshop.clean_environment(**{MARK: mark}))
        self.addCleanup(self.finish, process)
        return process

    @staticmethod
    def finish(process):
        if process.poll() is None:
            process.kill()
        process.communicate()

    def wait_until(self, condition):
        for _ in range(workshop.HANG * 50):
            if condition():
                return
            time.sleep(0.02)
        self.fail("waited in vain")

    def searches(self, mark, process):
        return [found for found in marked(mark) if found != process.pid]

    def test_nobody_outlives_a_killed_command(self):
        chance = random.Random(1)
        for i in range(60):
            mark = f"{self.folder}-{i}"
            process = self.start(mark, "--time", "none", "--search", "dfs")
            time.sleep(chance.random() * 0.06)  # at any moment, also before the searches started
            process.kill()
            process.communicate()
            self.wait_until(lambda mark=mark: not marked(mark))

    def test_the_others_go_on_when_a_search_is_killed(self):
        chance = random.Random(2)
        kills = 0
        for i in range(20):
            mark = f"{self.folder}-{i}"
            process = self.start(mark, "--time", "none", "--search", "dfs")
            self.wait_until(lambda: len(self.searches(mark, process)) == 3)
            time.sleep(0.1 + chance.random() * 0.1)
            for victim in chance.sample(self.searches(mark, process), 2):
                kills += kill(victim)
            time.sleep(0.1)
            self.assertIsNone(process.poll(), "one search is left")
            process.send_signal(signal.SIGTERM)
            printed, complaint = process.communicate(timeout=workshop.HANG)
            self.assertEqual(process.returncode, 3, printed + complaint)
            members = self.result()["members"]
            self.assertEqual(sum(m["death"] != "" for m in members), complaint.count(" died: "))
            self.assertGreaterEqual(complaint.count(" died: "), 1)
            self.wait_until(lambda: not marked(mark))
        self.assertGreaterEqual(kills, 38)

    def test_an_error_is_not_lost_with_another_search(self):
        for i in range(10):
            mark = f"{self.folder}-{i}"
            process = self.start(mark, "--search", "prss", program="lost_update")
            self.wait_until(lambda: self.searches(mark, process) or process.poll() is not None)
            for victim in self.searches(mark, process)[1:]:
                kill(victim)
            printed, complaint = process.communicate(timeout=workshop.HANG)
            self.assertEqual(process.returncode, 1, printed + complaint)
            self.assertEqual(self.result()["verdict"], "error")
            self.wait_until(lambda: not marked(mark))


if __name__ == "__main__":
    workshop.main()
