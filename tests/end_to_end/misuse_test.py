#!/usr/bin/env python3
"""An execution goes on after a misuse that leaves it a meaning; with --keep-going the errors behind it are found."""
import workshop

MISUSES = {"end": "exits while holding a mutex", "destroy": "destroys a mutex that it holds",
           "join": "joins itself"}
SEARCHES = ((), ("--search", "dfs"), ("--search", "bfs"), ("--search", "random", "--max-executions", "10"),
            ("--states", "none"), ("--reduce", "sleep", "--states", "memory"), ("--reduce", "dpor"),
            ("--reduce", "source"), ("--reduce", "optimal"), ("--no-snapshots",))


class Misuse(workshop.Workshop):
    programs = ("behind_misuse",)

    def errors(self, *options, what, code=1):
        result = self.explore("--trace", "error.trace", *options, self.path("behind_misuse"), what, code=code)
        return [result["error"]] + result["further_errors"]

    def replayed(self):
        return self.heddle("replay", "error.trace", code=1).stdout

    def test_the_first_error_ends_the_search(self):
        for what, sentence in MISUSES.items():
            with self.subTest(what=what):
                error, *others = self.errors(what=what)
                self.assertEqual(error["kind"], "misuse")
                self.assertIn(sentence, error["message"])
                self.assertEqual(others, [])
                self.assertIn("The error reproduced", self.replayed())

    def test_errors_behind_it_are_found(self):
        for what, sentence in MISUSES.items():
            for search in SEARCHES:
                with self.subTest(what=what, search=search):
                    errors = self.errors("--keep-going", *search, what=what)
                    self.assertEqual(errors[0]["kind"], "misuse")
                    self.assertIn(sentence, errors[0]["message"])
                    behind = [error["message"] for error in errors if error["kind"] == "memory"]
                    self.assertIn("memory was read after it was freed", behind)
                    self.assertIn("The error reproduced", self.replayed())
                    self.assertIn(sentence, self.replayed())

    def test_one_seed_has_one_result(self):
        first = self.errors("--keep-going", "--search", "random", "--max-executions", "10", what="end")
        self.assertEqual(first, self.errors("--keep-going", "--search", "random", "--max-executions", "10",
                                            what="end"))

    def test_without_a_misuse_the_other_error_is_the_first(self):
        error, *others = self.errors("--keep-going", what="")
        self.assertEqual(error["kind"], "memory")
        self.assertEqual(others, [])
        self.assertIn("The error reproduced", self.replayed())


if __name__ == "__main__":
    workshop.main()
