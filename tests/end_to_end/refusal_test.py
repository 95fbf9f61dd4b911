#!/usr/bin/env python3
"""What Heddle cannot run is refused with one sentence, at once; nothing hangs and nothing passes."""
import workshop

SENTENCES = {
    "fork": "calls fork: a program that starts processes",
    "vfork": "a program that starts processes",
    "execl": "a program that starts processes",
    "system": "calls system: a program that starts processes",
    "popen": "calls popen: a program that starts processes",
    "spawn": "calls posix_spawnp: a program that starts processes",
    "alarm": "calls alarm: signals that come by themselves",
    "setitimer": "calls setitimer: signals that come by themselves",
    "pause": "calls pause: signals that come by themselves",
    "sigwait": "waits for a signal",
    "pthread_kill": "another of its threads",
    "kill": "another process",
    "connect": "another machine",
    "threads": "more than 1022 threads",
    "makecontext": "on stacks of its own",
    "mmap": "cannot roll back",
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
        self.assertIn("100 MiB of thread_local variables, and Heddle keeps at most 60 MiB",
                      self.refused("run", self.file("large")))


if __name__ == "__main__":
    workshop.main()
