"""What threads are made of: thread_local variables, exceptions, recursion, threads that start threads, choices."""

from machine import Model
from operations import FREE, add, choose, join, load, lock, spawn, unlock

from models.common import assign, free_block, increase, look, new_block, start_and_join


def thread_local_counters():
    def count(mine, amount):
        yield increase(mine, amount)
        value = yield look(mine)
        if value >= 3:
            yield add("total", value)
            yield assign(mine, 0)

    def work(mine, amount):
        i = 0
        while i < 4:
            yield from count(mine, amount)
            total = yield load("total")
            if total > 4:
                yield from count(mine, 1)
            i += 1
        yield assign(mine, 0)  # gone with its thread

    return Model(start_and_join((work, "mine0", 1), (work, "mine1", 2)), {"total": 0, "mine0": 0, "mine1": 0})


def choose_values():
    def work(rounds):
        amount = yield choose(3)
        i = 0
        while i < rounds:
            yield add("total", amount)
            i += 1

    def main():
        more = yield choose(3)
        first = yield spawn(work, 1 + more)
        second = yield spawn(work, 2)
        yield join(first)
        yield join(second)

    return Model(main, {"total": 0})


def exceptions():
    def withdraw(amount, thrown):
        yield lock("mutex")
        balance = yield look("balance")
        if balance < amount:
            yield assign(thrown, True)  # the arena has served the exception's size
            yield unlock("mutex")
            return False
        yield increase("balance", -amount)
        yield unlock("mutex")
        return True

    def spend(amount, thrown):
        i = 0
        while i < 3:
            enough = yield from withdraw(amount, thrown)
            if not enough:
                yield add("refused", amount)
            i += 1

    return Model(start_and_join((spend, 1, "thrown0"), (spend, 2, "thrown1")),
                 {"mutex": FREE, "refused": 0, "balance": 5, "thrown0": False, "thrown1": False})


def recursion():
    def visit(depth):
        if depth == 0:
            return
        yield add("entered", 1)
        yield from visit(depth - 1)
        yield add("left", depth)

    return Model(start_and_join((visit, 4), (visit, 3)), {"entered": 0, "left": 0})


def thread_tree():
    def leaf(amount, arena, block):
        yield add("sum", amount)
        yield add("sum", amount)
        yield free_block(arena, block)

    def branch(amount, arena):
        block = yield new_block(arena)
        first = yield spawn(leaf, amount, arena, block)
        yield add("sum", 100 * amount)
        block = yield new_block(arena)
        second = yield spawn(leaf, 10 * amount, arena, block)
        yield join(first)
        yield add("sum", 1000 * amount)
        yield join(second)

    return Model(start_and_join((branch, 1, "left"), (branch, 2, "right")), {"sum": 0, "left": (), "right": ()})


MODELS = [thread_local_counters, choose_values, exceptions, recursion, thread_tree]
