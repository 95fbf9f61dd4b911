"""What the threads of a model do: each function makes an operation to be yielded.

Variables are named by strings or tuples.  A mutex is a variable that holds the path of its owner or (), a condition
variable one that holds the paths of those who sleep on it.
"""

import collections

Operation = collections.namedtuple("Operation", "kind arguments")

FREE = ()       # a mutex
NOBODY = ()     # a condition variable
FRESH, RUNNING, DONE = "fresh", "running", "done"  # a once-flag


def _maker(kind):
    return lambda *arguments: Operation(kind, arguments)


# Atomic operations, and plain accesses that are scheduling points.
load = _maker("load")                # name
store = _maker("store")              # name, value
add = _maker("add")                  # name, amount; gives the former value
exchange = _maker("exchange")        # name, value; gives the former value
compare_exchange = _maker("compare_exchange")  # name, expected, desired; gives the former value

lock = _maker("lock")
unlock = _maker("unlock")
try_lock = _maker("try_lock")        # gives whether it was free
signal = _maker("signal")
broadcast = _maker("broadcast")
once_begin = _maker("once_begin")    # gives whether the caller is the one to do it
once_end = _maker("once_end")
choose = _maker("choose")            # how many

# No scheduling points.
spawn = lambda function, *arguments: Operation("spawn", (function, arguments))  # noqa: E731; gives its path
join = _maker("join")                # path
silent = _maker("silent")            # a function of the variables; gives what it returns

_SILENT = {"spawn", "join", "silent"}


def wait(condition, mutex):
    """`yield from wait(...)`: giving the mutex up and falling asleep, then waking up with it."""
    yield Operation("fall_asleep", (condition, mutex))
    yield Operation("wake_up", (condition, mutex))


def is_point(operation):
    return operation.kind not in _SILENT


def alternatives(operation, variables, path):
    """In how many ways the operation can be performed now; 0 if it is blocked."""
    kind, arguments = operation
    if kind == "lock":
        return 1 if variables[arguments[0]] == FREE else 0
    if kind == "wake_up":
        condition, mutex = arguments
        return 1 if path not in variables[condition] and variables[mutex] == FREE else 0
    if kind == "once_begin":
        return 0 if variables[arguments[0]] == RUNNING else 1
    if kind == "signal":
        return max(len(variables[arguments[0]]), 1)
    if kind == "choose":
        return arguments[0]
    return 1


def perform(operation, variables, path, alternative):
    """Changes the variables and gives the operation's result."""
    kind, arguments = operation
    if kind in ("silent", "choose"):
        return arguments[0](variables) if kind == "silent" else alternative
    if kind in _CELL:
        name = arguments[0]
        former = variables[name]
        variables[name] = _CELL[kind](former, *arguments[1:])
        return None if kind == "store" else former
    return _SYNC[kind](variables, path, alternative, *arguments)


_CELL = {
    "load": lambda old: old,
    "store": lambda old, value: value,
    "add": lambda old, amount: old + amount,
    "exchange": lambda old, value: value,
    "compare_exchange": lambda old, expected, desired: desired if old == expected else old,
}


def _lock(variables, path, _, mutex):
    variables[mutex] = path


def _unlock(variables, path, _, mutex):
    assert variables[mutex] == path, "a model unlocks what it does not hold"
    variables[mutex] = FREE


def _try_lock(variables, path, _, mutex):
    if variables[mutex] != FREE:
        return False
    variables[mutex] = path
    return True


def _fall_asleep(variables, path, _, condition, mutex):
    _unlock(variables, path, 0, mutex)
    variables[condition] = tuple(sorted(variables[condition] + (path,)))


def _wake_up(variables, path, _, condition, mutex):
    del condition
    variables[mutex] = path


def _signal(variables, _, alternative, condition):
    sleepers = variables[condition]
    variables[condition] = sleepers[:alternative] + sleepers[alternative + 1:]


def _broadcast(variables, _path, _, condition):
    variables[condition] = NOBODY


def _once_begin(variables, _path, _, flag):
    if variables[flag] == DONE:
        return False
    variables[flag] = RUNNING
    return True


def _once_end(variables, _path, _, flag):
    variables[flag] = DONE


_SYNC = {
    "lock": _lock, "unlock": _unlock, "try_lock": _try_lock, "fall_asleep": _fall_asleep,
    "wake_up": _wake_up, "signal": _signal, "broadcast": _broadcast, "once_begin": _once_begin,
    "once_end": _once_end,
}
