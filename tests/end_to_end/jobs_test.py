#!/usr/bin/env python3
"""Parallel searches: one job is what it always was, the same seed means the same searches, errors win."""
import workshop


class Jobs(workshop.Workshop):
    programs = ("lost_update", "guarded_update", "many_schedules", "deaths", "setters_and_checkers")

    def counts(self, *options):
        result = self.explore("--states", "none", "--max-executions", "60", *options, self.path("many_schedules"), code=3)
        return result, [(m["seed"], m["executions"], m["states"]) for m in result["members"]]

    def test_one_job_is_a_run_without_jobs(self):
        def stable(*options):
            result = self.explore(*options, self.path("lost_update"), code=1)
            return {k: v for k, v in result.items() if k not in workshop.VARYING}

        self.assertEqual(stable("--jobs", "1"), stable())
        self.assertNotIn("members", stable())

    def test_the_same_seed_means_the_same_searches(self):
        for search in (("--search", "best-first", "--priority", "rand"), ("--search", "prss"), ()):
            with self.subTest(search=search):
                result, first = self.counts("--jobs", "3", "--seed", "9", *search)
                self.assertEqual(first, self.counts("--jobs", "3", "--seed", "9", *search)[1])
                self.assertEqual(first[0][0], 9)
                self.assertEqual(len({seed for seed, _, _ in first}), 3)
                self.assertEqual(result["executions"], sum(e for _, e, _ in first))
                self.assertEqual(result["states"], sum(s for _, _, s in first))
                self.assertEqual(result["jobs"], 3)
                self.assertEqual(result["verdict"], "incomplete")

    def test_the_first_searches_do_not_depend_on_how_many_there_are(self):
        two = self.counts("--jobs", "2")[1]
        self.assertEqual(self.counts("--jobs", "4")[1][:2], two)

    def test_an_error_comes_with_the_search_that_found_it(self):
        result = self.explore("--jobs", "3", "--search", "prss", self.path("lost_update"), code=1)
        winner = result["members"][result["member"]]
        self.assertEqual(winner["verdict"], "error")
        self.assertEqual(winner["seed"], result["seed"])
        self.assertGreaterEqual(result["peak_rss_sum"], result["peak_rss"])
        self.assertIn("The error reproduced", self.heddle("replay", result["trace"], code=1).stdout)

    def test_a_search_that_covers_everything_ends_the_run(self):
        result = self.explore("--jobs", "2", self.path("guarded_update"))
        self.assertEqual(result["verdict"], "complete")
        self.assertEqual(result["members"][result["member"]]["verdict"], "complete")

    def test_one_process_covers_and_the_others_sample(self):
        result = self.explore("--jobs", "3", self.path("many_schedules"))
        self.assertEqual(result["verdict"], "complete")
        self.assertEqual(result["member"], 0)
        self.assertEqual([m["verdict"] for m in result["members"]], ["complete", "incomplete", "incomplete"])
        alone = self.explore(self.path("many_schedules"))
        def covered(of):
            return [(p["points"], p.get("preemptions"), p["states"]) for p in of["coverage_facts"]["phases"]
                    if not p["hunt"]]
        self.assertEqual(covered(result), covered(alone))
        self.assertFalse(any(p["random"] for p in result["coverage_facts"]["phases"]))

    def test_an_error_among_many_threads_is_found_by_a_process_that_samples(self):
        result = self.explore("--jobs", "2", "--max-states", "100000", self.path("setters_and_checkers"), "60", code=1)
        self.assertEqual(result["member"], 1)
        self.assertEqual(result["search"]["portfolio"], "sampling")
        self.assertIn("The error reproduced", self.heddle("replay", result["trace"], code=1).stdout)

    def test_samples_alone_promise_nothing(self):
        result = self.explore("--portfolio", "sampling", "--max-executions", "200", self.path("guarded_update"), code=3)
        self.assertEqual(result["verdict"], "incomplete")
        self.assertTrue(all(p["hunt"] for p in result["coverage_facts"]["phases"]))
        result = self.explore("--portfolio", "coverage", self.path("guarded_update"))
        self.assertEqual(result["verdict"], "complete")

    def test_a_program_that_kills_itself_has_an_error(self):
        result = self.explore("--jobs", "2", self.path("deaths"), "kill", code=1)
        self.assertEqual(result["error"]["kind"], "crash")


if __name__ == "__main__":
    workshop.main()
