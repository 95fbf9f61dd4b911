"""What many models do."""

from operations import join, silent, spawn


def start_and_join(*threads):
    """A main thread that starts all of these (function, arguments...) and joins them in order."""
    def started(left):
        if left:
            path = yield spawn(*left[0])
            rest = yield from started(left[1:])
            return (path,) + rest
        return ()

    def joined(paths):
        while paths:
            yield join(paths[0])
            paths = paths[1:]

    def main():
        paths = yield from started(threads)
        yield from joined(paths)

    return main


def lowest_free(used):
    slot = 0
    while slot in used:
        slot += 1
    return slot


def new_block(arena):
    """Takes the lowest free slot of an arena: what std::thread keeps for a new thread has an address too."""
    def change(variables):
        slot = lowest_free(variables[arena])
        variables[arena] = tuple(sorted(variables[arena] + (slot,)))
        return slot
    return silent(change)


def free_block(arena, slot):
    def change(variables):
        variables[arena] = tuple(used for used in variables[arena] if used != slot)
    return silent(change)


def increase(name, amount=1):
    """A silent change of a plain variable, in a step of something else."""
    def change(variables):
        variables[name] += amount
    return silent(change)


def assign(name, value):
    """A silent assignment to a plain variable, in a step of something else."""
    def change(variables):
        variables[name] = value
    return silent(change)


def look(name):
    """A silent look at a plain variable."""
    return silent(lambda variables: variables[name])
