"""Brute force over hand-written models of concurrent programs: how many states are there?

A thread of a model is a generator.  It yields operations (operations.py) and is sent their results; it touches
what threads share in no other way.  What makes two states the same is computed, not declared: the shared
variables, and for each thread its position, its live local variables (liveness.py) and the operation it is paused
before.

The rules of steps are those of the native runtime: a thread pauses before a scheduling point; a new thread runs to
its first point inside its creator's step; a thread that ends lets its joiner go on within the same step; a thread
that is alone is not paused where it has only one way to go on.
"""

from liveness import live_values
from operations import alternatives, is_point, perform

MAIN = (0,)
EXITED = -1


class Locals:
    """What one thread can be in, apart from what is shared: numbered, and followed by results of operations."""

    def __init__(self):
        self._known = []    # number -> (function, arguments, results sent so far, pending operation or None)
        self._numbers = {}  # identity -> number
        self._next = {}     # (number, result) -> number

    def start(self, function, arguments):
        return self._intern(function, arguments, ())

    def operation(self, number):
        return self._known[number][3]

    def advance(self, number, result):
        following = self._next.get((number, result))
        if following is None:
            function, arguments, sent, _ = self._known[number]
            following = self._intern(function, arguments, sent + (result,))
            self._next[number, result] = following
        return following

    def _intern(self, function, arguments, sent):
        generator = function(*arguments)
        try:
            operation = next(generator)
            for result in sent:
                operation = generator.send(result)
            identity = (live_values(generator), operation)
        except StopIteration:
            operation, identity = None, None
        number = self._numbers.get(identity)
        if number is None:
            number = len(self._known)
            self._known.append((function, arguments, sent, operation))
            self._numbers[identity] = number
        return number


class World:
    """One state while it is being changed."""

    def __init__(self, variables, threads, children):
        self.variables = variables  # name -> value
        self.threads = threads      # path in the tree of creation -> number of its local state, or EXITED
        self.children = children    # path -> how many threads it has started
        self.ended = False

    def copy(self):
        return World(dict(self.variables), dict(self.threads), dict(self.children))

    def living(self):
        return sum(1 for local in self.threads.values() if local != EXITED)


class Model:
    """A program: its main thread and the initial values of what is shared.

    `kept` names the variables that are still there when the program has ended; None means all.
    """

    def __init__(self, main, variables, kept=None):
        self._main = main
        self._variables = variables
        self._kept = kept
        self._locals = Locals()

    def initial(self):
        world = World(dict(self._variables), {MAIN: self._locals.start(self._main, ())}, {})
        self._run(world, MAIN, starting=False)
        return world

    def key(self, world):
        if world.ended:
            names = world.variables if self._kept is None else self._kept
            return ("end", tuple((name, world.variables[name]) for name in sorted(names)))
        return (tuple(sorted(world.variables.items())), tuple(sorted(world.threads.items())))

    def successors(self, world):
        if world.ended:
            return
        for path, local in sorted(world.threads.items()):
            operation = None if local == EXITED else self._locals.operation(local)
            if operation is None or not is_point(operation):
                continue
            for alternative in range(alternatives(operation, world.variables, path)):
                successor = world.copy()
                self._perform(successor, path, operation, alternative)
                self._run(successor, path, starting=False)
                yield successor

    def _perform(self, world, path, operation, alternative):
        result = perform(operation, world.variables, path, alternative)
        self._advance(world, path, result)

    def _advance(self, world, path, result=None):
        world.threads[path] = self._locals.advance(world.threads[path], result)

    def _run(self, world, path, starting):
        """Lets a thread run until it is paused, blocked or gone, and those who go on with it."""
        while not world.ended:
            operation = self._locals.operation(world.threads[path])
            if operation is None:
                self._exit(world, path, starting)
                return
            if operation.kind == "spawn":
                child = path + (world.children.get(path, 0),)
                world.children[path] = child[-1] + 1
                world.threads[child] = self._locals.start(*operation.arguments)
                self._run(world, child, starting=True)
                self._advance(world, path, child)
            elif operation.kind == "join":
                if world.threads[operation.arguments[0]] != EXITED:
                    return
                self._advance(world, path)
            elif operation.kind == "silent":
                self._perform(world, path, operation, 0)
            elif (world.living() == 1 and not starting
                  and alternatives(operation, world.variables, path) == 1):
                self._perform(world, path, operation, 0)
            else:
                return

    def _exit(self, world, path, starting):
        world.threads[path] = EXITED
        if path == MAIN:
            world.ended = True
        if starting:
            return
        for other, local in sorted(world.threads.items()):
            operation = None if local == EXITED else self._locals.operation(local)
            if operation is not None and operation.kind == "join" and operation.arguments[0] == path:
                self._advance(world, other)
                self._run(world, other, starting=False)
                return


class Graph:
    """All states of a model, and which follow which."""

    def __init__(self, model):
        first = model.initial()
        self.initial = model.key(first)
        self.edges = {}  # state -> its successors, one per decision
        pending = [first]
        while pending:
            world = pending.pop()
            key = model.key(world)
            if key in self.edges:
                continue
            followers = list(model.successors(world))
            self.edges[key] = [model.key(follower) for follower in followers]
            pending.extend(followers)

    def states(self):
        return len(self.edges)

    def schedules(self):
        """The number of ways from the first state to an end; None if there are loops."""
        counts, entered = {}, set()
        pending = [self.initial]
        while pending:
            key = pending[-1]
            if key in counts:
                pending.pop()
            elif key in entered:
                if any(following not in counts for following in self.edges[key]):
                    return None
                counts[key] = sum(counts[following] for following in self.edges[key]) or 1
                pending.pop()
            else:
                entered.add(key)
                new = [following for following in self.edges[key] if following not in counts]
                if any(following in entered for following in new):
                    return None
                pending.extend(new)
        return counts[self.initial]
