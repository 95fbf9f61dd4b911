"""Which frames are the user's own: those that backtraces show and that are selected at a stop."""
import re

import gdb

import heddle_paused
import heddle_runtime

LIBRARIES = re.compile(r"/(libstdc\+\+|libc\+\+|libc|libm|libgcc_s|libpthread|ld-linux)[^/]*$")
INSTALLED = re.compile(r"^/usr/(include|lib/(gcc|llvm))|/c\+\+/\d.*|/include/heddle/[^/]*$")


def is_hidden(frame):
    """Ours, or the one on the processor while another thread is looked at."""
    if heddle_paused.unwinder.is_looking() and frame.level() == 0:
        return True
    if frame.type() == gdb.SIGTRAMP_FRAME and frame.newer() is not None:
        return heddle_runtime.is_ours(frame.newer().pc())  # of the handler that caught a crash
    return heddle_runtime.is_ours(frame.pc())


def is_users(frame):
    if LIBRARIES.search(gdb.solib_name(frame.pc()) or ""):
        return False
    table = frame.find_sal().symtab
    return table is not None and not INSTALLED.search(table.fullname())


def walk():
    frame = gdb.newest_frame()
    while frame is not None:
        yield frame
        try:
            frame = frame.older()
        except gdb.error:
            return


def users_frame():
    """The innermost frame of the user's code; second best, the innermost that is not ours."""
    frames = [frame for frame in walk() if not is_hidden(frame)]
    users = [frame for frame in frames if is_users(frame)]
    return (users or frames or [None])[0]


def select():
    """Selects and shows the user's frame."""
    frame = users_frame()
    if frame is None:
        print("No frame of the program is on this stack.")
        return
    frame.select()
    gdb.execute("frame")


def place(frame):
    """"file.cpp:12 in function"."""
    if frame is None:
        return "?"
    sal = frame.find_sal()
    name = frame.name() or hex(frame.pc())
    return f"{sal.symtab.filename.rsplit('/', 1)[-1]}:{sal.line} in {name}" if sal.symtab else f"in {name}"


class Filter:
    """Leaves our frames out of backtraces; `bt -no-filters` shows them."""
    name = "heddle"
    priority = 100
    enabled = True

    def filter(self, frames):
        return (frame for frame in frames if not is_hidden(frame.inferior_frame()))


gdb.frame_filters["heddle"] = Filter()
