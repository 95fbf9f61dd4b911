"""One program, run again and again along the recorded schedule, and where it stops."""
import os

import gdb

import heddle_frames
import heddle_paused
import heddle_recorded
import heddle_runtime

# Ours are caught and told by libheddle, which the schedule needs to be told.
SIGNALS = "SIGSEGV SIGBUS SIGFPE SIGILL SIGABRT SIGXCPU"
SETTINGS = (
    "set confirm off",
    "set pagination off",
    "set breakpoint pending on",
    "set disable-randomization on",
    "set print thread-events off",
    # Started as it wants to be, it need not start itself again.
    "set environment LD_BIND_NOW 1",
    "set environment HEDDLE_SETTLED unset",
    f"handle {SIGNALS} nostop noprint pass",
)


class Stop(gdb.Breakpoint):
    """Inside libheddle; what is shown is told by the session."""

    def __init__(self, function):
        super().__init__(function, internal=True)
        self.silent = True


class NoBreakpoints:
    """While Heddle moves the program, the user's breakpoints and watchpoints are passed over."""

    def __enter__(self):
        self.points = [point for point in gdb.breakpoints() if point.number > 0 and point.enabled]
        for point in self.points:
            point.enabled = False

    def __exit__(self, *_):
        for point in self.points:
            if point.is_valid():
                point.enabled = True


class Session:
    def __init__(self):
        self.recorded = None
        self.failed = False
        self.stops = {}
        self.is_preparing = False  # stops are ours, and nothing is shown

    def open(self, path):
        self.recorded = heddle_recorded.Recorded(path)
        for setting in SETTINGS:
            gdb.execute(setting, to_string=True)
        # gdb quotes arguments for a shell; a plain one adds nothing.  The program's own SHELL stays what it is.
        os.environ["SHELL"] = "/bin/sh"
        for variable in ("LINES", "COLUMNS"):  # gdb's own addition: the program was recorded without
            gdb.execute(f"unset environment {variable}", to_string=True)
        gdb.events.new_objfile.connect(self.loaded)
        gdb.events.stop.connect(self.stopped)
        gdb.events.exited.connect(self.ended)
        self.begin()
        self.skip_ours()
        gdb.execute("continue")

    def loaded(self, event):
        """With libheddle come the functions that we stop in."""
        if self.stops or not heddle_runtime.is_library(event.new_objfile.filename):
            return
        self.stops = {function: Stop(f"heddle_debugger_{function}") for function in ("begin", "point", "failure")}

    def steps(self):
        return len(self.recorded.steps)

    def begin(self):
        """To where the replayed execution begins; the user's breakpoints are for later."""
        self.is_preparing = True
        try:
            with NoBreakpoints():
                gdb.execute("run", to_string=True)
        finally:
            self.is_preparing = False
        if not self.is_alive():
            raise gdb.GdbError("The program did not reach the recorded schedule; check that gdb can run programs here "
                               "(a container must allow ptrace).")
        heddle_runtime.watch()

    def skip_ours(self):
        """`step` passes over the functions that libheddle stands in for."""
        places = gdb.decode_line("heddle_debugger_begin")[1]
        table = places[0].symtab if places else None
        if table is None:
            return  # without lines it is passed over anyway
        rooms = table.fullname().rsplit("/", 2)[0]
        for depth in ("*/*", "*/*/*"):
            gdb.execute(f"skip -gfile {rooms}/{depth}", to_string=True)

    def goto(self, step):
        """To where a step, counted from 1, is about to be performed; 0 is before the program's first line."""
        if step > self.steps():
            raise gdb.GdbError(f"The schedule has steps 1 to {self.steps()}.")
        if step == 0:
            self.begin()
            print("Heddle: before the start of the program")
            return
        if not self.is_alive() or self.failed or step <= heddle_runtime.step():
            self.begin()
        heddle_runtime.stop_at(step)
        with NoBreakpoints():
            gdb.execute("continue")

    def is_alive(self):
        return gdb.selected_inferior().pid != 0

    def require_alive(self):
        if not self.is_alive():
            raise gdb.GdbError("The program is not running; restart it with `heddle goto STEP`.")

    def leave_ours(self):
        """Before a step of the user: out of libheddle, in which the thread was stopped, to the selected frame."""
        if heddle_paused.unwinder.is_looking():
            heddle_paused.unwinder.look_at(None)
            heddle_frames.users_frame().select()
        if not self.is_alive() or not heddle_runtime.is_ours(gdb.newest_frame().pc()):
            return
        if self.failed:
            raise gdb.GdbError("The program ends here; use `heddle back` to return to an earlier step.")
        selected = gdb.selected_frame()
        to = heddle_frames.users_frame() if heddle_frames.is_hidden(selected) else selected
        finish = gdb.FinishBreakpoint(to.newer(), internal=True)
        finish.silent = True
        self.is_preparing = True
        try:
            gdb.execute("continue", to_string=True)
        finally:
            self.is_preparing = False
        if finish.is_valid():
            finish.delete()
            raise gdb.GdbError(f"Stopped before the target:\n{gdb.execute('frame', to_string=True)}")

    def stopped(self, event):
        heddle_paused.unwinder.look_at(None)
        points = getattr(event, "breakpoints", [])
        self.failed = self.stops["failure"] in points
        if self.failed:
            print(f"Heddle: {self.recorded.what_failed()}")
            self.show_failure()
        elif self.is_preparing:
            return
        elif self.stops["point"] in points:
            print(f"Heddle: step {heddle_runtime.step()} of {self.steps()}, "
                  f"by {name(heddle_runtime.current())}")
            heddle_frames.select()
        elif points:
            print(f"Heddle: in step {heddle_runtime.step()} of {self.steps()}, by {name(heddle_runtime.current())}")
            if heddle_runtime.is_ours(gdb.newest_frame().pc()):
                heddle_frames.select()  # a watched cell that libheddle wrote for the program

    def show_failure(self):
        current = heddle_runtime.current()
        if current is not None:
            print(f"in {name(current)}, after step {heddle_runtime.step()}")
            heddle_frames.select()
            return
        self.look_at(min(heddle_runtime.threads(), default=0))

    def look_at(self, number):
        """Shows a thread's stack."""
        found = heddle_runtime.threads().get(number)
        if found is None:
            raise gdb.GdbError(f"{name(number)} is not alive here; `heddle threads` lists the live threads.")
        heddle_paused.unwinder.look_at(None if found.state == "running" else found.context)
        print(f"{name(number)}:")
        heddle_frames.select()

    def ended(self, event):
        if not self.is_preparing and hasattr(event, "exit_code"):  # otherwise gdb has ended it
            print("Heddle: the replay is over; restart it with `heddle goto STEP`.")


def name(thread):
    return "no thread" if thread is None else "main" if thread == 0 else f"thread {thread}"


session = Session()
