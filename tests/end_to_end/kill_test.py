#!/usr/bin/env python3
"""A hundred random kills, of searches and of the command: nobody is left behind, no error is lost."""
import os
import random
import signal
import time

import workshop
from background import MARK, Background, marked


def kill(process_id, number=signal.SIGKILL):
    try:
        os.kill(process_id, number)
        return True
    except ProcessLookupError:
        return False


class Kills(Background):
    programs = ("many_schedules", "lost_update")

    def start(self, mark, *options, program="many_schedules"):
        return self.start_run("--quiet", "--jobs", "3", *options, self.path(program), **{MARK: mark})

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
            process = self.start(mark, "--time", "none", "--search", "prss", "--states", "none")
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
