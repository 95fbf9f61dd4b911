"""The commands of gdb that Heddle adds."""
import gdb

import heddle_frames
import heddle_paused
import heddle_runtime
from heddle_session import name, session

AROUND = 10


class Heddle(gdb.Command):
    """Looks at a program that follows a recorded schedule.

heddle threads        the program's threads, what each does next, and who blocks whom
heddle thread [N]     shows the stack of thread N; without N, of the one that runs
heddle step [N]       goes on to the next step of the schedule, or N steps further
heddle back [N]       goes back to the beginning of this step, or N steps before it
heddle goto STEP      goes to the moment before a step of the schedule; 0 is before main
heddle schedule [N]   the steps around this one

All of the program's threads are one for gdb.  `continue` runs on along the schedule to the failure."""

    def __init__(self):
        super().__init__("heddle", gdb.COMMAND_RUNNING, prefix=True)

    def invoke(self, argument, from_tty):
        gdb.execute("help heddle")


class Verb(gdb.Command):
    verb = ""

    def __init__(self):
        super().__init__(f"heddle {self.verb}", gdb.COMMAND_RUNNING)

    @staticmethod
    def number(argument, default):
        if not argument.strip():
            return default
        if not argument.strip().isdigit():
            raise gdb.GdbError("Give a whole number.")
        return int(argument)


class Open(Verb):
    """Starts the replay of a trace.  `heddle replay --gdb` has done so."""
    verb = "open"

    def invoke(self, argument, from_tty):
        session.open(argument)


class Threads(Verb):
    """Lists the program's threads: their state, what each does next, and who blocks whom."""
    verb = "threads"

    def invoke(self, argument, from_tty):
        session.require_alive()
        threads = heddle_runtime.threads()
        looked_at = heddle_paused.unwinder.context
        rows = []
        for thread in threads.values():
            is_running = thread.state == "running"
            heddle_paused.unwinder.look_at(None if is_running else thread.context)
            place = heddle_frames.place(heddle_frames.users_frame())
            state = f"blocked by {name(thread.blocker)}" if thread.blocker >= 0 else thread.state
            rows.append((name(thread.id), heddle_runtime.path(threads, thread), state,
                         operation(thread), place))
        heddle_paused.unwinder.look_at(looked_at)
        heddle_frames.users_frame().select()
        widths = [max(len(row[i]) for row in rows) for i in range(4)]
        for row in rows:
            print("  ".join([*(field.ljust(width) for field, width in zip(row, widths)), row[4]]))


def operation(thread):
    """"mutex lock forks + 48"."""
    if thread.operation == "none":
        return ""
    words = thread.operation.replace("_", " ")
    if thread.operation == "thread_join":
        return f"{words} {name(thread.object & 0xffff)}"
    symbol = gdb.execute(f"info symbol {thread.object}", to_string=True)
    known = "No symbol" not in symbol
    return f"{words} {symbol.split(' in section')[0] if known else hex(thread.object)}"


class OneThread(Verb):
    """Shows the stack of a thread: heddle thread N.  Without N, of the thread that runs."""
    verb = "thread"

    def invoke(self, argument, from_tty):
        session.require_alive()
        number = self.number(argument, heddle_runtime.current())
        if number is None:
            raise gdb.GdbError("No thread runs here: give the number of one.")
        session.look_at(number)


class Step(Verb):
    """Goes on to the next step of the schedule, or N steps further: heddle step [N]."""
    verb = "step"

    def invoke(self, argument, from_tty):
        session.require_alive()
        to = heddle_runtime.step() + self.number(argument, 1)
        if session.failed or to > session.steps():
            gdb.execute("continue")
        else:
            session.goto(to)


class Back(Verb):
    """Goes back to where this step begins, or N steps before it: heddle back [N]."""
    verb = "back"

    def invoke(self, argument, from_tty):
        at = heddle_runtime.step() if session.is_alive() else session.steps()
        session.goto(max(1, at - self.number(argument, 0 if session.failed else 1)))


class Goto(Verb):
    """Goes to the moment before a step of the schedule: heddle goto STEP.  Without STEP, the last one."""
    verb = "goto"

    def invoke(self, argument, from_tty):
        session.goto(self.number(argument, session.steps()))


class Schedule(Verb):
    """Shows the steps around this one, or N before and after it: heddle schedule [N]."""
    verb = "schedule"

    def invoke(self, argument, from_tty):
        session.require_alive()
        around = self.number(argument, AROUND)
        here = heddle_runtime.step()
        last = None
        for number, step in enumerate(session.recorded.steps, 1):
            turn = " " if step["thread"] == last else ">"
            last = step["thread"]
            if abs(number - here) > around:
                continue
            mark = "=>" if number == here else "  "
            print(f"{mark} {number:5} {turn} {name(last):10} {step['op'].replace('_', ' '):20} "
                  f"{session.recorded.place(step)}")


def define():
    Heddle()
    for verb in (Open, Threads, OneThread, Step, Back, Goto, Schedule):
        verb()
    for command in ("step", "next", "until", "advance"):
        gdb.execute(f"define hook-{command}\npython heddle_commands.session.leave_ours()\nend", to_string=True)
