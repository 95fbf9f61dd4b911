"""Random programs whose threads wait for flags in loops of many kinds, and whether all threads come to their end.

The flags have an order.  The owner of a flag sets it after it has waited for some of those before it, so every thread
ends.  A program in which one flag is never set, although a thread waits for it, does not end.
"""

from dataclasses import dataclass

FLAGS = 4

PROLOGUE = """\
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <ctime>
#include <mutex>
#include <semaphore.h>
#include <thread>

#include "heddle/heddle.hpp"

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

std::atomic<int> flags[%d];
std::atomic<int> counter{0};
std::mutex m;
std::condition_variable condition;
sem_t semaphore;

[[gnu::always_inline]] inline int load_unseen(const std::atomic<int>& flag) {
  int value = 0;
#if defined(__x86_64__)
  asm volatile("movl (%%1), %%0" : "=r"(value) : "r"(&flag) : "memory");
#else
  asm volatile("ldr %%w0, [%%1]" : "=r"(value) : "r"(&flag) : "memory");
#endif
  return value;
}
void pause_processor() {
#if defined(__x86_64__)
  asm volatile("pause");
#else
  asm volatile("yield");
#endif
}
void wait_a_little() {
  timespec time{};
  clock_gettime(CLOCK_REALTIME, &time);
  time.tv_sec += 1;
  sem_timedwait(&semaphore, &time);
}
""" % FLAGS

# Each waits for one flag; `unseen` is code that Heddle does not observe.
SPINS = (
    "while (flags[{0}] == 0) {{ }}",
    "while (flags[{0}] == 0) std::this_thread::yield();",
    "while (flags[{0}] == 0) pause_processor();",
    "while (flags[{0}] == 0) {{ if (heddle::choose(2) == 1) std::this_thread::yield(); }}",
    "{{ int one = 1; while (!flags[{0}].compare_exchange_weak(one, 1)) one = 1; }}",
    "flags[{0}].wait(0);",
)
# Time does not pass while such a loop runs, so one beside a timed wait is taken for a livelock.
LOCKING = (
    "for (;;) {{ std::lock_guard lock(m); if (flags[{0}] != 0) break; }}",
    "while (flags[{0}] == 0) {{ if (m.try_lock()) m.unlock(); }}",
)
TIMED = (
    "while (flags[{0}] == 0) std::this_thread::sleep_for(1ms);",
    "{{ std::unique_lock lock(m); while (flags[{0}] == 0) condition.wait_for(lock, 1ms); }}",
    "while (flags[{0}] == 0) wait_a_little();",
)
# The same holds for one that reads the clock beside one that sleeps.
POLLING = (
    "{{ const auto end = Clock::now() + 1h; while (flags[{0}] == 0 && Clock::now() < end) std::this_thread::yield(); }}"
    " while (flags[{0}] == 0) std::this_thread::yield();",
    "{{ const auto end = Clock::now() + 5ms; while (Clock::now() < end) std::this_thread::yield(); }} flags[{0}].wait(0);",
)
UNSEEN = ("while (load_unseen(flags[{0}]) == 0) {{ }}",
          "while (load_unseen(flags[{0}]) == 0) std::this_thread::yield();")
# Each goes on by itself.
OTHERS = (
    "counter.fetch_add(1);",
    "while (heddle::choose(2) == 0) {{ }}",
    "{{ std::lock_guard lock(m); counter.fetch_add(1); }}",
    "std::this_thread::sleep_for(2ms);",
)
SETS = "flags[{0}] = 1; flags[{0}].notify_all(); condition.notify_all();"


@dataclass(frozen=True)
class WaitProgram:
    threads: tuple  # lists of statements
    ends: bool
    is_unseen: bool

    @property
    def text(self):
        return " / ".join(" ".join(statements) for statements in self.threads)


def draw_wait_program(drawing, with_open_kinds):
    """`with_open_kinds`: also with loops that may be taken for livelocks."""
    spins = SPINS + LOCKING if with_open_kinds else SPINS
    timed = TIMED + POLLING if with_open_kinds else TIMED
    count = drawing.choice((2, 2, 3))
    owners = [drawing.randrange(count) for _ in range(FLAGS)]
    threads = [[] for _ in range(count)]
    waited = []  # flags for which another thread spins
    is_unseen = False
    for flag, owner in enumerate(owners):
        for earlier in range(flag):
            if owners[earlier] == owner or drawing.random() < 0.4:
                continue
            kind = drawing.choices((spins, timed, UNSEEN), (5, 3, 2))[0]
            is_unseen |= kind is UNSEEN
            if kind is spins:
                waited.append(earlier)
            threads[owner].append(drawing.choice(kind).format(earlier))
        if drawing.random() < 0.3:
            threads[owner].append(drawing.choice(OTHERS).format())
        threads[owner].append(SETS.format(flag))
    ends = not waited or drawing.random() < 0.6
    if not ends:
        lost = drawing.choice(waited)
        threads[owners[lost]].remove(SETS.format(lost))
    return WaitProgram(tuple(map(tuple, threads)), ends, is_unseen)


def wait_source(programs):
    functions = []
    cases = []
    for number, program in enumerate(programs):
        for thread, statements in enumerate(program.threads):
            functions.append(f"void program_{number}_{thread}() {{\n  " + "\n  ".join(statements) + "\n}\n")
        starts = " ".join(f"std::thread t{thread}(program_{number}_{thread});" for thread in range(1, len(program.threads)))
        joins = " ".join(f"t{thread}.join();" for thread in range(1, len(program.threads)))
        cases.append(f"    case {number}: {{ {starts} program_{number}_0(); {joins} break; }}\n")
    return (PROLOGUE + "".join(functions) + "int main(int, char** argv) {\n  sem_init(&semaphore, 0, 0);\n"
            "  switch (std::atoi(argv[1])) {\n" + "".join(cases) + "  }\n}\n")
