#!/usr/bin/env python3
"""Tests of the ground truth itself: small models whose states can be counted on paper, and the form of all models."""

import ast
import math
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from machine import Graph, Model  # noqa: E402
from models.common import start_and_join  # noqa: E402
from operations import (FREE, NOBODY, add, choose, join, load, lock, signal, silent, spawn, store, unlock,  # noqa: E402
                        wait)


def steps(count):
    i = 0
    while i < count:
        yield add("x", 1)
        i += 1


class Counting(unittest.TestCase):
    def graph(self, main, kept=None, **variables):
        return Graph(Model(main, variables, kept))

    def test_independent_steps_are_a_grid(self):
        graph = self.graph(start_and_join((steps, 3), (steps, 4)), x=0)
        self.assertEqual(graph.states(), 4 * 5)
        self.assertEqual(graph.schedules(), math.comb(7, 3))

    def test_a_thread_that_is_alone_is_not_paused(self):
        def main():
            yield store("x", 1)
            yield store("x", 2)
        graph = self.graph(main, x=0)
        self.assertEqual((graph.states(), graph.schedules()), (1, 1))

    def test_a_choice_pauses_even_a_thread_that_is_alone(self):
        def main():
            value = yield choose(3)
            yield store("x", value)
        self.assertEqual(self.graph(main, x=0).states(), 1 + 3)
        self.assertEqual(self.graph(main, kept=(), x=0).states(), 1 + 1)

    def test_dead_values_do_not_count_and_live_ones_do(self):
        def forgetful():
            seen = yield load("x")
            del seen
            yield add("y", 1)

        def mindful():
            seen = yield load("x")
            yield add("y", 1)
            yield add("y", seen)

        def writer():
            yield store("x", 1)
            yield store("x", 2)

        dead = self.graph(start_and_join((forgetful,), (writer,)), x=0, y=0)
        self.assertEqual(dead.states(), 3 * 3)
        live = self.graph(start_and_join((mindful,), (writer,)), x=0, y=0)
        # Before the look: 3.  With what was seen, which is not later than what the writer did: 1 + 2 + 3 before the
        # first addition, as many before the second.  The reader gone, the writer not: 1 + 2.  The ends: 3.
        self.assertEqual(live.states(), 3 + 6 + 6 + 3 + 3)

    def test_a_mutex_excludes(self):
        def work():
            yield lock("m")
            yield unlock("m")
        # Neither began; one inside; one through; the other inside after it, not alone: main is in a join; the end.
        self.assertEqual(self.graph(start_and_join((work,), (work,)), m=FREE).states(), 1 + 2 + 2 + 2 + 1)

    def test_waiting_takes_two_steps_and_can_miss_its_signal(self):
        def sleeper():
            yield lock("m")
            yield from wait("c", "m")
            yield unlock("m")

        def waker():
            yield signal("c")

        graph = self.graph(start_and_join((sleeper,), (waker,)), m=FREE, c=NOBODY)
        # Before lock, wait and wake-up, with the signal to come; the same with the signal gone, missed; woken, and
        # before unlock; the end.
        self.assertEqual(graph.states(), 3 + 3 + 2 + 1)

    def test_a_new_thread_runs_inside_its_creators_step(self):
        def main():
            child = yield spawn(steps, 1)
            yield silent(lambda variables: variables.update(y=1))
            yield join(child)
        graph = self.graph(main, x=0, y=0)
        self.assertEqual(graph.states(), 2)


class Form(unittest.TestCase):
    """What liveness.py does not see must not occur."""

    def test_a_yield_is_a_statement_of_its_own(self):
        for path in sorted((HERE / "models").glob("*.py")):
            tree = ast.parse(path.read_text())
            whole = {id(node.value) for node in ast.walk(tree) if isinstance(node, (ast.Expr, ast.Assign))}
            for node in ast.walk(tree):
                if isinstance(node, (ast.Yield, ast.YieldFrom)):
                    self.assertIn(id(node), whole, f"{path.name}:{node.lineno}")
                self.assertNotIsInstance(node, ast.Try, path.name)


if __name__ == "__main__":
    unittest.main()
