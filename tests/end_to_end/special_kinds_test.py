#!/usr/bin/env python3
"""Kinds of synchronisation that Heddle does not run are refused in one sentence that names them."""
import workshop

SENTENCES = {
    "early shared mutex": "a mutex that is process-shared",
    "ceiling": "a mutex with a priority ceiling",
    "shared mutex": "a process-shared mutex",
    "shared condition": "a process-shared condition variable",
    "shared rwlock": "a process-shared read-write lock",
    "writers first": "a writer-preferring read-write lock",
    "shared barrier": "a process-shared barrier",
    "shared spin lock": "a process-shared spin lock",
    "shared semaphore": "a process-shared semaphore",
    "named semaphore": "sem_open",
    "priority futex": "FUTEX_LOCK_PI",
    "set of semaphores": "semget",
    "message queue": "mq_open",
    "background input": "aio_read",
}


class SpecialKinds(workshop.Workshop):
    programs = ("special_kinds",)

    def test_each_is_refused_by_name(self):
        for what, sentence in SENTENCES.items():
            with self.subTest(what):
                self.assertIn(sentence, self.refused("run", self.path("special_kinds"), what))

    def test_without_them_the_program_runs(self):
        self.explore(self.path("special_kinds"), "nothing")


if __name__ == "__main__":
    workshop.main()
