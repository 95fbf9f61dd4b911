"""Counters: atomic, under a mutex, plain; and plain variables that are scheduling points."""

from machine import Model
from operations import FREE, add, load, lock, store, unlock

from models.common import increase, start_and_join


def atomic_counter():
    def work():
        i = 0
        while i < 6:
            yield add("counter", 1)
            i += 1
    return Model(start_and_join((work,), (work,), (work,)), {"counter": 0})


def atomic_lost_updates():
    def work():
        i = 0
        while i < 3:
            seen = yield load("counter")
            yield store("counter", seen + 1)
            i += 1
    return Model(start_and_join((work,), (work,), (work,)), {"counter": 0})


def _locked_work(rounds, amount):
    i = 0
    while i < rounds:
        yield lock("mutex")
        yield increase("counter", amount)
        yield unlock("mutex")
        i += 1


def mutex_counter_two():
    return Model(start_and_join((_locked_work, 4, 1), (_locked_work, 5, 1)), {"mutex": FREE, "counter": 0})


def mutex_counter_three():
    threads = [(_locked_work, 4, amount) for amount in (1, 2, 3)]
    return Model(start_and_join(*threads), {"mutex": FREE, "counter": 0}, kept=())


def _plain_increments(times):
    i = 0
    while i < times:
        seen = yield load("counter")
        yield store("counter", seen + 1)
        i += 1


def plain_counter_two():
    return Model(start_and_join((_plain_increments, 3), (_plain_increments, 3)), {"counter": 0})


def plain_counter_three():
    return Model(start_and_join(*[(_plain_increments, 2)] * 3), {"counter": 0})


def plain_account():
    def deposit(amount):
        i = 0
        while i < 3:
            yield lock("mutex")
            seen = yield load("balance")
            yield store("balance", seen + amount)
            yield unlock("mutex")
            i += 1
    return Model(start_and_join((deposit, 1), (deposit, 10)), {"mutex": FREE, "balance": 0})


def plain_store_buffer():
    def visit(mine, other, number):
        yield store(mine, number)
        seen = yield load(other)
        if seen < number:
            yield add("unseen", number)

    def run(mine, other):
        yield from visit(mine, other, 1)
        yield from visit(mine, other, 2)

    return Model(start_and_join((run, "x", "y"), (run, "y", "x")), {"x": 0, "y": 0, "unseen": 0})


def message_passing():
    def send():
        yield store("first_half", 3)
        yield store("second_half", 4)
        yield store("published", 1)
        yield store("published", 2)

    def receive():
        seen = 0
        while seen == 0:
            seen = yield load("published")
        one = yield load("first_half")
        two = yield load("second_half")
        yield add("published", one + two)

    return Model(start_and_join((send,), (receive,), (receive,)),
                 {"first_half": 0, "second_half": 0, "published": 0})


MODELS = [atomic_counter, atomic_lost_updates, mutex_counter_two, mutex_counter_three, plain_counter_two,
          plain_counter_three, plain_account, plain_store_buffer, message_passing]
