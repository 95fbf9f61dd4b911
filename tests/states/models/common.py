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
