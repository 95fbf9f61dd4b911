"""The gdb commands that Heddle adds."""
import gdb

import heddle_frames
import heddle_paused
import heddle_runtime
from heddle_session import name, session

AROUND = 10


class Heddle(gdb.Command):
    """Inspect the replay of a recorded schedule.

heddle threads        list the threads of the program, their next operations and what blocks them
heddle thread [N]     show the stack of thread N (default: the running thread)
heddle step [N]       run to the next step of the schedule, or N steps forward
heddle back [N]       return to the start of this step, or N steps back
heddle goto STEP      go to the state before a step of the schedule; 0 is before main
heddle schedule [N]   list the steps around this one

gdb shows all threads of the program as one thread.  `continue` follows the schedule to the failure."""

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
            raise gdb.GdbError("The argument must be a whole number.")
        return int(argument)


class Open(Verb):
    """Start the replay of a trace; `heddle replay --gdb` runs this command."""
    verb = "open"

    def invoke(self, argument, from_tty):
        session.open(argument)


class Threads(Verb):
    """List the threads of the program: their states, next operations and what blocks them."""
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
    """Show the stack of a thread: heddle thread N (default: the running thread)."""
    verb = "thread"

    def invoke(self, argument, from_tty):
        session.require_alive()
        number = self.number(argument, heddle_runtime.current())
        if number is None:
            raise gdb.GdbError("No thread is running; name one: heddle thread N.")
        session.look_at(number)


class Step(Verb):
    """Run to the next step of the schedule, or N steps forward: heddle step [N]."""
    verb = "step"

    def invoke(self, argument, from_tty):
        session.require_alive()
        to = heddle_runtime.step() + self.number(argument, 1)
        if session.failed or to > session.steps():
            gdb.execute("continue")
        else:
            session.goto(to)


class Back(Verb):
    """Return to the start of this step, or N steps back: heddle back [N]."""
    verb = "back"

    def invoke(self, argument, from_tty):
        at = heddle_runtime.step() if session.is_alive() else session.steps()
        session.goto(max(1, at - self.number(argument, 0 if session.failed else 1)))


class Goto(Verb):
    """Go to the state before a step of the schedule: heddle goto STEP (default: the last step)."""
    verb = "goto"

    def invoke(self, argument, from_tty):
        session.goto(self.number(argument, session.steps()))


class Schedule(Verb):
    """List the steps around this one, or N before and after it: heddle schedule [N]."""
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
