#!/usr/bin/env python3
"""Leaks are counted by default without changing the verdict, and are errors on demand."""
import workshop


class Leaks(workshop.Workshop):
    programs = ("leaks",)

    def counted(self, what, *options):
        result = self.explore(*options, self.path("leaks"), what)
        self.assertEqual((result["verdict"], result["error"]), ("complete", None))
        return result["leaked_blocks"], result["leaked_bytes"], result["unjoined_threads"]

    def test_counts(self):
        for what, counts in {"nothing": (0, 0, 0), "kept": (0, 0, 0), "blocks": (3, 48, 0), "thread": (0, 0, 1)}.items():
            with self.subTest(what=what):
                self.assertEqual(self.counted(what), counts)

    def test_the_text_lists_them(self):
        text = self.heddle("run", self.path("leaks"), "blocks").stdout
        self.assertIn("PASSED: no error found\n", text)
        self.assertIn("leaks:\n  - 3 heap blocks of 48 bytes in total were unreachable at the end of an execution "
                      "(--leaks error shows an allocation)\n", text)
        self.assertNotIn("leaks:", self.heddle("run", self.path("leaks"), "nothing").stdout)
        text = self.heddle("run", self.path("leaks"), "thread").stdout
        self.assertIn("leaks:\n  - 1 thread ended without being joined or detached\n", text)

    def test_as_errors(self):
        result = self.explore("--leaks", "error", self.path("leaks"), "blocks", code=1)
        self.assertEqual(result["error"]["kind"], "memory")
        self.assertIn("3 heap blocks of 48 bytes", result["error"]["message"])
        self.explore("--leaks", "error", self.path("leaks"), "kept")

    def test_ignored(self):
        self.assertEqual(self.counted("blocks", "--leaks", "ignore"), (0, 0, 0))

    def test_the_most_of_several_processes(self):
        self.assertEqual(self.counted("blocks", "--jobs", "2"), (3, 48, 0))

    def test_every_search(self):
        for options in (("--search", "dfs", "--states", "none"), ("--search", "dfs", "--states", "memory", "--points", "all"),
                        ("--races", "ignore"), ("--races", "error")):
            with self.subTest(options=options):
                self.assertEqual(self.counted("blocks", *options), (3, 48, 0))

    def test_values_of_earlier_versions(self):
        self.explore("--leaks", "true", self.path("leaks"), "blocks", code=1)
        sentence = self.refused("run", "--leaks", "often", self.path("leaks"), "blocks")
        self.assertIn("use one of: report, error, ignore", sentence)


if __name__ == "__main__":
    workshop.main()
