"""Memory from the heap.

Each thread allocates from an arena of its own: the lowest free slot of a size.  So the address of a block is the
thread, the size and the slot; it is part of the state, and so is which sizes an arena has ever served.
"""

from machine import Model
from operations import FREE, add, compare_exchange, exchange, join, load, lock, silent, spawn, unlock

from models.common import free_block, lowest_free, new_block, start_and_join
from models.tree import insert


def string_building():
    def append(letter, times):
        def change(variables):
            variables["text"] += letter
        i = 0
        while i < times:
            yield lock("mutex")
            yield silent(change)
            yield unlock("mutex")
            i += 1

    return Model(start_and_join((append, "a", 4), (append, "b", 4)), {"mutex": FREE, "text": ""}, kept=())


def map_under_lock():
    def count(me, keys):
        i = 0
        while i < len(keys):
            yield lock("mutex")
            yield silent(lambda variables: _count(variables, me, keys[i]))
            yield unlock("mutex")
            i += 1

    return Model(start_and_join((count, 0, (1, 2, 3, 2)), (count, 1, (3, 4, 2, 5))),
                 {"mutex": FREE, "tree": None, "made0": 0, "made1": 0}, kept=())


def _count(variables, me, key):
    """A new node is the next block of the thread's arena: nothing is freed before the end."""
    tree, is_new = insert(variables["tree"], key, node=(me, variables[f"made{me}"]))
    variables["tree"] = tree
    variables[f"made{me}"] += is_new


def vector_growth():
    def push(me, value, times):
        i = 0
        while i < times:
            yield lock("mutex")
            yield silent(lambda variables: _push(variables, me, value))
            yield unlock("mutex")
            i += 1

    return Model(start_and_join((push, 0, 1, 3), (push, 1, 2, 3)),
                 {"mutex": FREE, "values": (), "buffer": (), "capacity": 0, "sizes0": (), "sizes1": ()}, kept=())


def _push(variables, me, value):
    """Capacities 1, 2 and 4 of four bytes fit into the smallest slots, 8 into the next size."""
    values = variables["values"]
    if len(values) == variables["capacity"]:
        capacity = max(2 * variables["capacity"], 1)
        size = 16 if capacity <= 4 else 32
        old = variables["buffer"]  # (thread, size, slot), or nothing
        slot = 1 if old == (me, size, 0) else 0
        variables["capacity"] = capacity
        variables["buffer"] = (me, size, slot)
        if size not in variables[f"sizes{me}"]:
            variables[f"sizes{me}"] += (size,)
    variables["values"] = values + (value,)


def heap_handover():
    def allocate(value):
        def change(variables):
            slot = lowest_free([used for used, _ in variables["blocks"]])
            variables["blocks"] = tuple(sorted(variables["blocks"] + ((slot, value),)))
            return slot
        return silent(change)

    def free(slot):
        def change(variables):
            variables["blocks"] = tuple(block for block in variables["blocks"] if block[0] != slot)
        return silent(change)

    def content(slot):
        return silent(lambda variables: dict(variables["blocks"])[slot])

    def send():
        i = 1
        while i <= 3:
            letter = yield allocate(i)
            unread = yield exchange("mailbox", letter)
            if unread != NULL:
                yield free(unread)
            i += 1

    def receive():
        total = 0
        i = 0
        while i < 4:
            letter = yield exchange("mailbox", NULL)
            if letter != NULL:
                value = yield content(letter)
                total += value
                yield free(letter)
            i += 1
        yield silent(lambda variables: variables.update(received=total))

    return Model(start_and_join((send,), (receive,)), {"mailbox": NULL, "blocks": (), "received": 0},
                 kept=("received",))


NULL = -1


def shared_ptr_copies():
    def release():
        owners = yield add("uses", -1)
        if owners == 1:
            yield add("weak", -1)
            yield silent(lambda variables: variables.update(uses=0, weak=0, alive=False))

    def use(block):
        yield add("uses", 1)
        yield from release()
        yield add("uses", 1)
        yield from release()
        yield from release()
        yield free_block("arena", block)

    def main():
        yield add("uses", 1)
        block = yield new_block("arena")
        first = yield spawn(use, block)
        yield add("uses", 1)
        block = yield new_block("arena")
        second = yield spawn(use, block)
        yield from release()
        yield join(first)
        yield join(second)

    return Model(main, {"uses": 1, "weak": 1, "alive": True, "arena": ()}, kept=())


def lock_free_stack():
    def set_next(node, value):
        return silent(lambda variables: variables.update({node: value}))

    def push(node):
        yield set_next(node, "null")
        seen = yield load("top")
        yield set_next(node, seen)
        while True:
            expected = yield silent(lambda variables: variables[node])
            found = yield compare_exchange("top", expected, node)
            if found == expected:
                return
            yield set_next(node, found)

    def work(first, second):
        yield from push(first)
        yield from push(second)

    return Model(start_and_join((work, "a1", "a2"), (work, "b1", "b2")),
                 {"top": "null", "a1": "unborn", "a2": "unborn", "b1": "unborn", "b2": "unborn"}, kept=())


MODELS = [string_building, map_under_lock, vector_growth, heap_handover, shared_ptr_copies, lock_free_stack]
