"""What the tests share that look on while the heddle command runs."""
import os
import subprocess
import time

import workshop

MARK = "KILL_TEST_MARK"


def is_alive(process_id):
    """Not even a zombie counts.  THROWS: nothing, a process that never was is not alive."""
    try:
        with open(f"/proc/{process_id}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in ("Z", "X")
    except OSError:
        return False


def worker_of(command, program):
    """The process of a running heddle command that explores the program; None while there is none."""
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                parent = int(file.read().rpartition(")")[2].split()[1])
            if parent == command.pid and os.readlink(f"/proc/{name}/exe") == os.path.realpath(program):
                return int(name)
        except OSError:
            pass  # it ended meanwhile
    return None


def processor_time(process_id):
    """In seconds; 0 for no process."""
    try:
        with open(f"/proc/{process_id}/stat") as file:
            words = file.read().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return 0


def marked(mark):
    """The living processes that have `mark` in their environment."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                if f"{MARK}={mark}".encode() not in file.read().split(b"\0"):
                    continue
            if is_alive(name):
                found.append(int(name))
        except OSError:
            pass  # it ended meanwhile
    return found


class Background(workshop.Workshop):
    def start_run(self, *arguments, **environment):
        """Starts `heddle run`, which writes its result to result.json; ended with the test at the latest."""
        command = [workshop.heddle_command, "run", "--json", "result.json", *arguments]
        process = subprocess.Popen(command, cwd=self.folder, env=workshop.clean_environment(**environment),
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
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
