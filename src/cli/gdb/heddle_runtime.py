"""Reads the memory of libheddle in the debugged process or core file.  src/runtime/debugger_interface.hpp is the other side."""
import struct

import gdb

LIBRARY = "libheddle"
STOP_AT, STEP, IN_ENGINE, CURRENT, IS_WATCHED, THREADS = range(6)  # of the words of heddle_debugger


class Thread:
    """A living thread of the program, as libheddle tells it."""

    def __init__(self, line):
        words = line.split()
        self.id, self.creator, self.ordinal = map(int, words[:3])
        self.state, self.operation = words[3:5]
        self.object, self.site = (int(word, 16) for word in words[5:7])
        self.blocker = int(words[7])
        self.context = int(words[8], 16)


def is_library(file):
    return file is not None and file.rsplit("/", 1)[-1].startswith(LIBRARY)


def is_ours(pc):
    """Whether an address is in libheddle."""
    return is_library(gdb.solib_name(pc))


def address(symbol):
    return int(gdb.parse_and_eval(f"(unsigned long) &{symbol}"))


def read(where, form):
    return struct.unpack(form, gdb.selected_inferior().read_memory(where, struct.calcsize(form)))[0]


def word(number):
    return read(address("heddle_debugger") + 8 * number, "<Q")


def write(number, value):
    gdb.selected_inferior().write_memory(address("heddle_debugger") + 8 * number, struct.pack("<Q", value))


def stop_at(step):
    """Stops when this step is about to be performed; 0 for none."""
    write(STOP_AT, step)


def watch():
    """Asks libheddle to keep the table of threads up to date."""
    write(IS_WATCHED, 1)


def step():
    return word(STEP)


def current():
    """The thread that is on the processor; None when the engine is."""
    if read(word(IN_ENGINE), "<?"):
        return None
    return read(word(CURRENT), "<H")


def text_at(where):
    """A string of C, read in pieces: gdb's own limit of characters does not apply."""
    found = b""
    while b"\0" not in found:
        found += gdb.selected_inferior().read_memory(where + len(found), 64).tobytes()
    return found[:found.index(b"\0")].decode()


def threads():
    """By id, as they were when the current step began.  The thread on the processor may have gone further."""
    table = word(THREADS)
    found = [Thread(line) for line in text_at(table).splitlines()] if table != 0 else []
    return {thread.id: thread for thread in found}


def path(all_threads, thread):
    """"0.1": the second child of the main thread."""
    if thread.creator < 0:
        return "0"
    creator = all_threads.get(thread.creator)
    return f"{path(all_threads, creator) if creator else '?'}.{thread.ordinal}"


class Guard:
    """Keeps an expression that calls a function of the program from being a step of the schedule: while it runs,
    interposed functions are the originals."""

    def __init__(self):
        self.before = None
        gdb.events.inferior_call.connect(self.called)

    def called(self, event):
        where = word(IN_ENGINE)
        if where == 0:
            return
        if isinstance(event, gdb.InferiorCallPreEvent):
            self.before = read(where, "<?")
            gdb.selected_inferior().write_memory(where, b"\1")
        elif self.before is not None:
            gdb.selected_inferior().write_memory(where, bytes([self.before]))
            self.before = None


guard = Guard()
