"""Locks: philosophers, spin locks and other locks made of atomic variables, backing off."""

from machine import Model
from operations import FREE, add, compare_exchange, exchange, load, lock, store, try_lock, unlock

from models.common import increase, look, start_and_join


def _dine(left, right, meals):
    i = 0
    while i < meals:
        yield lock(left)
        yield lock(right)
        yield unlock(right)
        yield unlock(left)
        i += 1


def philosophers_two_deadlock():
    return Model(start_and_join((_dine, "f0", "f1", 3), (_dine, "f1", "f0", 3)), {"f0": FREE, "f1": FREE})


def philosophers_three_deadlock():
    threads = [(_dine, f"f{seat}", f"f{(seat + 1) % 3}", 4) for seat in range(3)]
    return Model(start_and_join(*threads), {"f0": FREE, "f1": FREE, "f2": FREE}, kept=())


def philosophers_three_ordered():
    def dine(lower, upper):
        yield lock(lower)
        yield lock(upper)
        yield lock("counting")
        yield increase("meals")
        yield unlock("counting")
        yield unlock(upper)
        yield unlock(lower)

    return Model(start_and_join((dine, "f0", "f1"), (dine, "f1", "f2"), (dine, "f0", "f2")),
                 {"f0": FREE, "f1": FREE, "f2": FREE, "counting": FREE, "meals": 0}, kept=())


def reader_writer_atomic():
    def read():
        seen = yield load("holders")
        while True:
            if seen >= 0:
                found = yield compare_exchange("holders", seen, seen + 1)
                if found == seen:
                    break
            seen = yield load("holders")
        value = yield look("value")
        yield add("holders", -1)
        return value

    def write(amount):
        found = None
        while found != 0:
            found = yield compare_exchange("holders", 0, -1)
        yield increase("value", amount)
        yield store("holders", 0)

    def only_read():
        value = yield from read()
        assert value >= 0

    def write_and_read():
        yield from write(1)
        value = yield from read()
        assert value > 0

    return Model(start_and_join((only_read,), (write_and_read,), (write, 5)), {"holders": 0, "value": 0})


def spin_lock():
    def work(rounds):
        i = 0
        while i < rounds:
            was_taken = True
            while was_taken:
                was_taken = yield exchange("taken", True)
            yield increase("counter")
            yield store("taken", False)
            i += 1

    return Model(start_and_join((work, 2), (work, 2), (work, 1)), {"taken": False, "counter": 0})


def spin_lock_yield():
    def acquire():
        while True:
            was_taken = yield load("taken")
            if not was_taken:
                was_taken = yield exchange("taken", True)
                if not was_taken:
                    return

    def work():
        i = 0
        while i < 2:
            yield from acquire()
            yield increase("counter")
            yield store("taken", False)
            i += 1

    return Model(start_and_join((work,), (work,), (work,)), {"taken": False, "counter": 0})


def peterson():
    def visit(me):
        other = 1 - me
        i = 0
        while i < 3:
            yield store(f"wants{me}", True)
            yield store("turn", other)
            waiting = True
            while waiting:
                waiting = yield load(f"wants{other}")
                if waiting:
                    turn = yield load("turn")
                    waiting = turn == other
            yield increase("counter")
            yield store(f"wants{me}", False)
            i += 1

    return Model(start_and_join((visit, 0), (visit, 1)),
                 {"wants0": False, "wants1": False, "turn": 0, "counter": 0})


def ticket_lock():
    def work(rounds):
        i = 0
        while i < rounds:
            mine = yield add("next_ticket", 1)
            serving = None
            while serving != mine:
                serving = yield load("now_serving")
            yield increase("counter")
            yield store("now_serving", mine + 1)
            i += 1

    return Model(start_and_join((work, 2), (work, 2), (work, 1)),
                 {"next_ticket": 0, "now_serving": 0, "counter": 0})


def try_lock_backoff():
    def work(first, second):
        attempt = 0
        while True:
            yield lock(first)
            got_it = yield try_lock(second)
            if got_it:
                yield increase("done")
                yield unlock(second)
                break
            attempt += 1
            if attempt == 3:
                break
            yield unlock(first)
        # The same is left to do after success and after the last failure: compilers may make one of both.
        yield unlock(first)

    return Model(start_and_join((work, "left", "right"), (work, "right", "left")),
                 {"left": FREE, "right": FREE, "done": 0})


MODELS = [philosophers_two_deadlock, philosophers_three_deadlock, philosophers_three_ordered,
          reader_writer_atomic, spin_lock, spin_lock_yield, peterson, ticket_lock, try_lock_backoff]
