#!/usr/bin/env python3
"""`heddle report` and `heddle run --html` write one page that works alone in a browser: by keyboard, by
accessibility tree, on a telephone, with ten thousand steps, and with names that try to inject something.

Tests in a browser need Chromium; without it they are skipped.
"""
import json
import os
import re
import unittest

import browser
import workshop

HAS_BROWSER = browser.find_browser() is not None
HOSTILE = "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"


def data_of(page):
    island = re.search(r'<script type="application/json" id="heddle-data">(.*?)</script>', page, re.DOTALL)
    return json.loads(island.group(1))


def trace_text(steps, name="worker", message=""):
    """A trace of two threads that take turns, three steps each: one stores, one loads."""
    lines = [{"heddle_trace": 1, "program": "/no/program", "arguments": [], "build_id": "", "options": "", "seed": 1},
             {"item": "thread", "thread": 0, "path": "0"},
             {"item": "thread", "thread": 1, "path": "0.0", "name": name}]
    for i in range(steps):
        thread = i // 3 % 2
        lines.append({"item": "step", "thread": thread, "op": ("atomic_store", "atomic_load")[thread], "object": hex(4096 + 8 * (i % 5)), "size": 4,
                      "value": i, "before": i, "after": i + 1})
    lines.append({"item": "failure", "kind": "assertion", "message": message, "thread": 1})
    lines.append({"item": "end", "lines": len(lines) + 1})
    return "".join(json.dumps(line) + "\n" for line in lines)


class Files(workshop.Workshop):
    programs = ("lost_update",)

    def page(self, name="report.html"):
        return self.read(name).decode("ascii")

    def test_a_trace_becomes_a_page(self):
        self.heddle("run", "--trace", "error.trace", "--html", "run.html", self.path("lost_update"), code=1)
        self.heddle("report", "error.trace")
        trace = data_of(self.page())["trace"]
        shown = json.loads(self.heddle("show", "error.trace", "--json").stdout)
        self.assertEqual(sum("number" in row for row in trace["rows"]), shown["depth"])
        self.assertIn(shown["failure"]["message"], trace["headline"])
        self.assertEqual(trace["trace"], "error.trace")
        self.assertTrue(trace["critical"])
        sources = [file for file in trace["files"] if file["name"] == "lost_update.cpp"]
        with open(os.path.join(workshop.PROGRAMS, "lost_update.cpp")) as file:
            self.assertEqual(sources[0]["chunks"][0]["lines"], file.read().splitlines())
        both = data_of(self.page("run.html"))
        self.assertEqual(both["trace"], trace)
        self.assertEqual(both["run"]["result"]["verdict"], "error")

    def test_the_explored_tree_has_all_counts(self):
        """Of each kind of search: by depth, every state, revisit and execution counts once."""
        for options in ([], ["--search", "dfs", "--states", "memory"], ["--search", "bfs"], ["--search", "iterative-deepening"],
                        ["--search", "best-first", "--reduce", "source"], ["--search", "random", "--max-executions", "200"],
                        ["--search", "dfs", "--backtrack", "random", "--max-states", "300"]):
            with self.subTest(options=options):
                result = self.explore("--keep-going", *options, self.path("lost_update"), code=1)
                tree = result["explored_tree"]
                for name in "states", "revisits", "executions":
                    self.assertEqual(sum(tree[name]), result[name], name)
                self.assertEqual(len(tree["states"]), result["max_depth"] + 1)
        self.assertNotIn("explored_tree", self.explore("--search", "dfs", "--states", "memory", "--jobs", "2",
                                                       self.path("lost_update"), code=1))

    def test_pages_overwrite_only_our_own_files(self):
        self.write("some.trace", trace_text(3))
        self.write("mine.html", "<p>mine</p>")
        self.assertIn("--force", self.refused("report", "some.trace", "-o", "mine.html"))
        self.assertIn("--force", self.refused("run", "--html", "mine.html", self.path("lost_update")))
        self.assertEqual(self.read("mine.html"), b"<p>mine</p>")
        self.assertIn("would overwrite the trace", self.refused("report", "some.trace", "-o", "some.trace", "--force"))
        self.heddle("report", "some.trace", "-o", "mine.html", "--force")
        self.heddle("report", "some.trace", "-o", "mine.html")
        self.assertIn("-o FILE", self.refused("report", "some.trace", "--full"))
        self.assertIn("-o needs a file", self.refused("report", "some.trace", "-o"))
        self.assertIn("Name the trace", self.refused("report"))
        self.assertIn("no.trace", self.refused("report", "no.trace"))
        self.assertIn("cannot be written", self.refused("report", "some.trace", "-o", "no/folder.html"))
        self.assertIn("heddle run", self.refused("test", "--html", "a.html", self.path("lost_update")))


@unittest.skipUnless(HAS_BROWSER, "needs Chromium")
class InABrowser(workshop.Workshop):
    programs = ("crossed_locks", "lost_update", "small_bank")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.browser = browser.Browser()
        cls.addClassCleanup(cls.browser.__exit__)

    def open(self, name="report.html", fragment="", **more):
        page = self.browser.open(f"file://{self.file(name)}{fragment}", **more)
        self.addCleanup(page.call, "Page.close")
        page.settle()
        return page

    def report(self, steps, **more):
        self.write("some.trace", trace_text(steps, **more))
        self.heddle("report", "some.trace")

    def selected(self, page):
        return page.value("document.querySelector('[aria-selected=true] .number').textContent")

    def test_keys_walk_through_the_steps(self):
        self.report(30)
        page = self.open(fragment="#step=5")
        self.assertEqual(self.selected(page), "5")
        for key, step in (("j", "6"), ("ArrowDown", "7"), ("k", "6"), ("n", "7"), ("n", "10"), ("p", "7"), ("Home", "1"), ("ArrowUp", "1")):
            page.press(key)
            self.assertEqual(self.selected(page), step, key)
            self.assertEqual(page.value("location.hash"), f"#step={step}")
            self.assertIn(f"Step {step} of 30", page.value("document.getElementById('live').textContent"))
        page.press("End")
        self.assertIn("assertion failed", page.value("document.querySelector('[aria-selected=true]').textContent"))
        page.press("/")
        page.write("18 ->")
        page.press("Enter")
        self.assertEqual(self.selected(page), "19")
        self.assertEqual(page.value("document.getElementById('found').textContent"), "1 of 1 match")
        page.press("Escape")
        page.press("?", shift=True)
        self.assertTrue(page.value("document.getElementById('help').open"))
        page.value("location.hash = '#step=25'")
        page.settle()
        self.assertEqual(self.selected(page), "25")
        self.assertEqual(page.problems(), [])

    def test_a_deadlock_is_readable_without_a_screen(self):
        self.heddle("run", "--html", "report.html", self.path("crossed_locks"), code=1)
        page = self.open()
        page.press("End")
        tree = page.accessible()
        roles = {role for role, _ in tree}
        self.assertLessEqual({"grid", "row", "gridcell", "columnheader", "heading", "status", "main", "navigation"}, roles)
        for role, name in tree:
            if role in ("button", "searchbox", "grid"):
                self.assertNotEqual(name, "", role)
        text = page.value("document.getElementById('threads').innerText")
        self.assertIn("blocked", text)
        self.assertRegex(text, r"since step \d+")
        self.assertTrue(page.value("document.querySelectorAll('.code.current').length > 0"))
        self.assertEqual(page.problems(), [])

    def test_threads_that_ended_are_readable(self):
        """The colours of the explored tree, which has a class of the same name, are not those of the table of threads."""
        self.heddle("run", "--html", "report.html", self.path("lost_update"), code=1)
        page = self.open()
        page.press("End")
        colours = page.value("[...document.querySelectorAll('table tr.ended')].map(row => getComputedStyle(row).backgroundColor)")
        self.assertEqual(set(colours), {"rgba(0, 0, 0, 0)"})

    def test_arrows_follow_the_order_of_steps(self):
        self.report(12)
        page = self.open(fragment="#step=6")  # loads the object of steps 1 and 11
        self.assertEqual(page.value("[...document.querySelectorAll('#order li')].map(line => line.textContent)"),
                         ["happens-before\u2191 after step 1 of main: store atomic 1 0 -> 1"])
        self.assertEqual(page.value("document.querySelectorAll('#arrows .arrow.order').length"), 1)
        page.value("document.querySelector('#order button').click()")
        self.assertEqual(self.selected(page), "1")
        page.press("End")
        self.assertEqual(page.value("document.querySelectorAll('#arrows .arrow').length"), 0)

    def test_loops_fold_and_unfold(self):
        text = trace_text(0).splitlines()
        step = {"item": "step", "thread": 0, "op": "atomic_load", "object": "0x1000", "size": 4, "before": 0, "after": 0}
        end = {"item": "end", "lines": len(text) + 20}
        self.write("some.trace", "\n".join([*text[:-2], *[json.dumps(step)] * 20, text[-2], json.dumps(end)]) + "\n")
        self.heddle("report", "some.trace")
        folds = "[...document.querySelectorAll('.line.fold')].map(line => line.textContent)"
        page = self.open(fragment="#step=1")
        self.assertEqual(page.value(folds), ["\u22ef the loop above repeats 19 more times (19 rows)"])
        page.press("j")
        self.assertIn("assertion failed", page.value("document.querySelector('[aria-selected=true]').textContent"))
        page.press("f")
        self.assertEqual(page.value(folds), [])
        page.press("f")
        page.value("location.hash = '#step=7'")
        page.settle()
        self.assertEqual(self.selected(page), "7")
        self.assertEqual(page.value(folds), [])

    def test_hostile_names_are_shown_as_text(self):
        self.report(9, name=HOSTILE + "\u202e" + "x" * (1 << 20), message=HOSTILE)
        self.assertLess(os.path.getsize(self.file("report.html")), 500_000)
        page = self.open()
        page.press("j")
        self.assertNotIn("owned", page.value("document.title").split("-")[-1])
        self.assertIn("</script>", page.value("document.getElementById('headline').textContent"))
        self.assertEqual(page.value("document.images.length"), 0)
        self.assertEqual(page.value("document.scripts.length"), 2)
        text = page.value("document.body.innerText")
        self.assertNotIn("\u202e", text)
        self.assertEqual(page.problems(), [])

    def test_ten_thousand_steps_keep_the_document_small(self):
        self.report(10_000)
        page = self.open(fragment="#step=9000")
        self.assertEqual(self.selected(page), "9000")
        self.assertLess(page.value("document.querySelectorAll('.line').length"), 100)
        for _ in range(20):
            page.press("j")
        self.assertEqual(self.selected(page), "9020")
        page.value("dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(page.value("document.querySelectorAll('.line').length"), 1000)
        self.assertIn("of 10001", page.value("document.getElementById('printed').textContent"))
        page.value("dispatchEvent(new Event('afterprint'))")
        self.assertLess(page.value("document.querySelectorAll('.line').length"), 100)
        page.value("document.getElementById('grid').scrollTop = 0")
        page.settle()
        self.assertIn("1", page.value("document.querySelector('.line .number').textContent"))

    def test_a_telephone_needs_no_sideways_scrolling(self):
        self.report(30)
        page = self.open(width=375, height=700)
        self.assertLessEqual(page.value("document.documentElement.scrollWidth"), 375)
        self.assertEqual(page.value("getComputedStyle(document.querySelector('.line .who')).display"), "block")

    def test_the_explored_tree_is_drawn_and_listed(self):
        self.heddle("run", "--search", "dfs", "--states", "memory", "--json", "result.json", "--html", "report.html",
                    self.path("small_bank"))
        result = self.result()
        tree = result["explored_tree"]
        for dark, width in ((False, 1280), (True, 375)):
            page = self.open(dark=dark, width=width)
            self.assertLessEqual(page.value("document.documentElement.scrollWidth"), width)
            self.assertEqual(page.value("document.querySelectorAll('svg.shape rect.opened').length"),
                             sum(states > ends for states, ends in zip(tree["states"], tree["executions"])))
            self.assertLessEqual(page.value("document.querySelector('svg.shape').getBoundingClientRect().right"), width)
            colours = [page.value(f"getComputedStyle(document.querySelector('.key .{part}')).backgroundColor")
                       for part in ("opened", "ended", "revisited")]
            self.assertEqual(len(set(colours)), 3)
            [label] = [name for role, name in page.accessible() if role in ("image", "img") and "tree" in name]
            self.assertIn(f"{result['states']:,} states", label)
            self.assertIn(f"{result['revisits']:,} arrival", label)
            self.assertEqual(page.problems(), [])
        page.value("document.querySelector('svg.shape').closest('section').querySelector('summary').click()")
        rows = page.value("[...document.querySelector('svg.shape').closest('section').querySelectorAll('tbody tr')]"
                          ".map(row => [...row.children].map(cell => cell.innerText))")
        self.assertEqual([int(row[1].replace(",", "")) for row in rows], tree["states"])

    def test_dark_print_and_a_run_without_error(self):
        self.heddle("run", "--html", "report.html", self.path("small_bank"))
        page = self.open(dark=True)
        self.assertEqual(page.value("document.documentElement.dataset.theme"), "dark")
        page.value("document.getElementById('theme').click()")
        self.assertEqual(page.value("document.documentElement.dataset.theme"), "light")
        text = page.value("document.getElementById('run').innerText")
        for title in ("COVERAGE", "PHASES", "SCHEDULE TREE EXPLORED", "DATA RACES", "LOCK ORDERS", "NOT COVERED"):
            self.assertIn(title, text.upper())
        self.assertTrue(page.pdf().startswith(b"%PDF"))
        self.assertEqual(page.problems(), [])


if __name__ == "__main__":
    workshop.main()
