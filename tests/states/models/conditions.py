"""Condition variables and what is made of them; flags that threads wait for; initialising once."""

from machine import Model
from operations import (DONE, FREE, FRESH, NOBODY, add, broadcast, join, load, lock, once_begin, once_end, signal,
                        silent, spawn, store, unlock, wait)

from models.common import assign, increase, look, start_and_join


def reader_writer_condition():
    def lock_shared():
        yield lock("mutex")
        writing = yield look("writing")
        while writing:
            yield from wait("changed", "mutex")
            writing = yield look("writing")
        yield increase("readers")
        yield unlock("mutex")

    def unlock_shared():
        yield lock("mutex")
        yield increase("readers", -1)
        readers = yield look("readers")
        if readers == 0:
            yield broadcast("changed")
        yield unlock("mutex")

    def read():
        yield from lock_shared()
        yield from unlock_shared()

    def write():
        yield lock("mutex")
        blocked = yield silent(lambda v: v["writing"] or v["readers"] > 0)
        while blocked:
            yield from wait("changed", "mutex")
            blocked = yield silent(lambda v: v["writing"] or v["readers"] > 0)
        yield assign("writing", True)
        yield unlock("mutex")
        yield increase("value", 2)
        yield lock("mutex")
        yield assign("writing", False)
        yield broadcast("changed")
        yield unlock("mutex")

    return Model(start_and_join((read,), (read,), (write,)),
                 {"mutex": FREE, "changed": NOBODY, "readers": 0, "writing": False, "value": 0})


def bounded_buffer():
    def put(item):
        yield lock("mutex")
        full = yield look("full")
        while full:
            yield from wait("drained", "mutex")
            full = yield look("full")
        yield assign("item", item)
        yield assign("full", True)
        yield signal("filled")
        yield unlock("mutex")

    def take(place):
        yield lock("mutex")
        full = yield look("full")
        while not full:
            yield from wait("filled", "mutex")
            full = yield look("full")
        yield assign("full", False)
        yield signal("drained")
        item = yield look("item")
        yield unlock("mutex")
        yield assign(place, item)

    return Model(start_and_join((put, 1), (put, 2), (take, "taken0"), (take, "taken1")),
                 {"mutex": FREE, "filled": NOBODY, "drained": NOBODY, "item": 0, "full": False,
                  "taken0": 0, "taken1": 0})


def countdown():
    def arrive():
        yield lock("mutex")
        yield increase("count", -1)
        count = yield look("count")
        if count == 0:
            yield broadcast("done")
        yield unlock("mutex")

    def await_all():
        yield lock("mutex")
        count = yield look("count")
        while count > 0:
            yield from wait("done", "mutex")
            count = yield look("count")
        yield unlock("mutex")

    def main():
        first = yield spawn(arrive)
        second = yield spawn(arrive)
        waiter = yield spawn(await_all)
        yield from await_all()
        yield join(first)
        yield join(second)
        yield join(waiter)

    return Model(main, {"mutex": FREE, "done": NOBODY, "count": 2}, kept=())


def semaphore():
    def work():
        yield lock("mutex")
        permits = yield look("permits")
        while permits == 0:
            yield from wait("released", "mutex")
            permits = yield look("permits")
        yield increase("permits", -1)
        yield unlock("mutex")
        yield add("inside", 1)
        yield add("inside", -1)
        yield lock("mutex")
        yield increase("permits")
        yield signal("released")
        yield unlock("mutex")

    return Model(start_and_join((work,), (work,), (work,)),
                 {"mutex": FREE, "released": NOBODY, "permits": 2, "inside": 0}, kept=())


def event_queue():
    tasks = (3, 4, 0, 0)

    def post():
        yield lock("mutex")
        yield increase("posted")
        yield unlock("mutex")
        yield signal("arrived")

    def take():
        yield lock("mutex")
        empty = yield silent(lambda v: v["posted"] == v["taken"])
        while empty:
            yield from wait("arrived", "mutex")
            empty = yield silent(lambda v: v["posted"] == v["taken"])
        place = yield look("taken")
        task = tasks[place]
        yield increase("taken")
        yield unlock("mutex")
        return task

    def work():
        task = yield from take()
        while task != 0:
            yield lock("counting")
            yield increase("done", task)
            yield unlock("counting")
            task = yield from take()

    def main():
        first = yield spawn(work)
        second = yield spawn(work)
        yield from post()
        yield from post()
        yield from post()
        yield from post()
        yield join(first)
        yield join(second)

    return Model(main, {"mutex": FREE, "arrived": NOBODY, "posted": 0, "taken": 0, "counting": FREE, "done": 0},
                 kept=())


def two_phases():
    def run(me):
        number = 1
        while number <= 3:
            yield add("work_done", number)
            yield add("work_done", 10)
            yield add("work_done", 100)
            yield store(f"phase{me}", number)
            seen = 0
            while seen < number:
                seen = yield load(f"phase{1 - me}")
            number += 1

    return Model(start_and_join((run, 0), (run, 1)), {"phase0": 0, "phase1": 0, "work_done": 0})


def ring_buffer():
    def produce():
        i = 0
        while i < 8:
            full = True
            while full:
                consumed = yield load("consumed")
                full = i - consumed == 3
            yield assign(f"slot{i % 3}", i * i)
            yield store("produced", i + 1)
            i += 1

    def consume():
        total = 0
        i = 0
        while i < 8:
            produced = i
            while produced == i:
                produced = yield load("produced")
            value = yield look(f"slot{i % 3}")
            total += value
            yield store("consumed", i + 1)
            i += 1
        assert total == 140

    return Model(start_and_join((produce,), (consume,)),
                 {"slot0": 0, "slot1": 0, "slot2": 0, "produced": 0, "consumed": 0})


def static_local():
    def setting(wanted):
        guard = yield load("guard")
        if guard != DONE:
            mine = yield once_begin("guard")
            if mine:
                yield add("initialisations", 1)
                yield assign("value", wanted)
                yield once_end("guard")
        value = yield look("value")
        return value

    def work(wanted):
        got = yield from setting(wanted)
        again = yield from setting(0)
        assert again == got

    return Model(start_and_join((work, 1), (work, 2), (work, 3)),
                 {"guard": FRESH, "initialisations": 0, "value": 0})


def call_once():
    def use(wanted):
        once = yield look("once")
        if once != DONE:
            mine = yield once_begin("once")
            if mine:
                yield store("setting", wanted)
                yield add("setting", 10)
                yield once_end("once")
        yield add("setting", 100)

    return Model(start_and_join((use, 1), (use, 2), (use, 3)), {"once": FRESH, "setting": 0})


MODELS = [reader_writer_condition, bounded_buffer, countdown, semaphore, event_queue, two_phases, ring_buffer,
          static_local, call_once]
