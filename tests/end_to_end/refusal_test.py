#!/usr/bin/env python3
"""What Heddle cannot run is refused with one sentence, at once; nothing hangs and nothing passes."""
import workshop

SENTENCES = {
    "fork_with_pipe": "calls fork while it has an open pipe, socket or the like",
    "vfork_with_socket": "calls fork while it has an open pipe, socket or the like",
    "fork_with_memory": "calls fork while it has memory that processes may share",
    "fork_with_handler": "calls fork and handles the signal of a child's end",
    "forks": "calls fork more than 64 times in one process",
    "child_with_file": "child process changes files, which its parent may read",
    "execl": "calls execv: it would end the exploration too",
    "system": "calls system: processes would be started again",
    "popen": "calls popen: processes would be started again",
    "spawn": "calls posix_spawnp: processes would be started again",
    "pidfd_spawn": "calls pidfd_spawnp: processes would be started again",
    "alarm": "calls alarm: Heddle does not support asynchronous signals",
    "setitimer": "calls setitimer: Heddle does not support asynchronous signals",
    "pause": "calls pause: Heddle does not support asynchronous signals",
    "sigwait": "waits for a signal",
    "pthread_kill": "another of its threads",
    "kill": "another process",
    "connect": "another machine",
    "threads": "more than 1022 threads",
    "makecontext": "to its own stacks",
    "mmap": "cannot roll that back",
    "syscall": "by its number",
}


class Refusal(workshop.Workshop):
    programs = ("refused_calls",)

    def test_each_call_has_its_sentence(self):
        for call, sentence in SENTENCES.items():
            with self.subTest(call=call):
                self.assertIn(sentence, self.refused("run", "--quiet", self.path("refused_calls"), call))

    def test_more_thread_local_data_than_a_thread_may_have(self):
        self.write("large.cpp", "thread_local char table[100 << 20]; int main() { return table[1]; }")
        self.compile(self.file("large.cpp"), self.file("large"))
        self.assertIn("100 MiB of thread_local variables: Heddle supports at most 60 MiB",
                      self.refused("run", self.file("large")))


if __name__ == "__main__":
    workshop.main()
