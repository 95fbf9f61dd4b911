// Interposes libgomp's entry points of tasks.
#include "interpose/interpose.hpp"
#include "interpose/openmp/libgomp.hpp"
#include "interpose/openmp/tasks.hpp"

namespace heddle::native::openmp {
namespace {

// Bits of the flags that the compiler passes.
constexpr unsigned kFinal = 1U << 1;
constexpr unsigned kDepends = 1U << 3;
constexpr unsigned kUpward = 1U << 8;
constexpr unsigned kGrainSize = 1U << 9;
constexpr unsigned kIf = 1U << 10;
constexpr unsigned kNoGroup = 1U << 11;
constexpr unsigned kReduction = 1U << 12;
constexpr unsigned kDetach = 1U << 13;

// Adds the depend clauses of GOMP_task: the number of addresses, how many of them are outputs, and
// the addresses.  A first number 0 begins another form, which other kinds of dependences need.
void add_dependences(void** list, TaskBody& body) {
  const auto number = [list](int at) { return reinterpret_cast<std::uintptr_t>(list[at]); };
  if (number(0) == 0) {
    scheduler().refuse(
        "the program uses OpenMP task dependences of the kinds mutexinoutset or depobj: Heddle "
        "supports in, out and inout; use these");
  }
  body.dependence_count = number(0);
  body.outputs = number(1);
  body.dependences = list + 2;
}

void refuse_clauses(unsigned flags) {
  if ((flags & (kReduction | kDetach)) != 0) {
    scheduler().refuse(
        "the program uses OpenMP tasks with a reduction or a detach clause: Heddle does not "
        "support them; run this part without Heddle");
  }
}

// Outside every region and in a final task, tasks are executed by the thread that creates them.
void create_task(Member& self, Task* task, bool deferred, ObjectId rest, Site site) {
  if (!deferred || self.team->level == 0 || self.task->is_final != 0) {
    if (!deferred && self.team->level > 0 && task->dependence_count > 0) {
      scheduler().refuse(
          "the program uses an OpenMP task with a depend clause and a false if clause: Heddle does "
          "not support both together; leave one of them out");
    }
    return run_included(self, task);
  }
  queue_task(self, task, rest, site);
}

// The data of a task of a taskloop begins with its first and its last iteration.  The program's
// function that copies the data leaves them out.
void run_taskloop(const TaskBody& body, unsigned flags, std::uint64_t wanted, const Iterations& all,
                  Site site) {
  refuse_clauses(flags);
  if (all.count == 0) return;
  Member& self = member();
  const bool has_group = (flags & kNoGroup) == 0;
  const Division division = divide(all.count, wanted, (flags & kGrainSize) != 0, *self.team);
  if (has_group) begin_group(self);
  std::uint64_t first = all.first;
  for (std::uint64_t i = 0; i < division.tasks; ++i) {
    const std::uint64_t size = division.size + (i < division.larger ? 1 : 0);
    const std::uint64_t end = i + 1 == division.tasks ? all.end : first + size * all.step;
    Task* const task = make_task(self, body, (flags & kFinal) != 0);
    auto* const range = static_cast<std::uint64_t*>(task->data);
    range[0] = first;
    range[1] = end;
    const ObjectId rest = arguments(all.end, all.step, division.tasks, i, flags);
    create_task(self, task, (flags & kIf) != 0, rest, site);
    first = end;
  }
  if (has_group) end_group(self, site);
}

}  // namespace

HEDDLE_INTERPOSE void GOMP_task(void (*function)(void*), void* data, void (*copy)(void*, void*),
                                long size, long alignment, bool condition, unsigned flags,
                                void** depend, int priority, void* detach) {
  if (!in_exploration()) {
    return call_library<void>("GOMP_task", function, data, copy, size, alignment, condition, flags,
                              depend, priority, detach);
  }
  refuse_clauses(flags);
  TaskBody body{function, data, copy, static_cast<std::uint64_t>(size),
                static_cast<std::uint64_t>(alignment)};
  if ((flags & kDepends) != 0) add_dependences(depend, body);
  Member& self = member();
  create_task(self, make_task(self, body, (flags & kFinal) != 0), condition, kNoObject,
              HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void GOMP_taskloop(void (*function)(void*), void* data, void (*copy)(void*, void*),
                                    long size, long alignment, unsigned flags, unsigned long tasks,
                                    int priority, long first, long end, long step) {
  if (!in_exploration()) {
    return call_library<void>("GOMP_taskloop", function, data, copy, size, alignment, flags, tasks,
                              priority, first, end, step);
  }
  run_taskloop({function, data, copy, static_cast<std::uint64_t>(size),
                static_cast<std::uint64_t>(alignment)},
               flags, tasks, upward_or_downward(first, end, step), HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void GOMP_taskloop_ull(void (*function)(void*), void* data,
                                        void (*copy)(void*, void*), long size, long alignment,
                                        unsigned flags, unsigned long tasks, int priority,
                                        unsigned long long first, unsigned long long end,
                                        unsigned long long step) {
  if (!in_exploration()) {
    return call_library<void>("GOMP_taskloop_ull", function, data, copy, size, alignment, flags,
                              tasks, priority, first, end, step);
  }
  run_taskloop({function, data, copy, static_cast<std::uint64_t>(size),
                static_cast<std::uint64_t>(alignment)},
               flags, tasks, unsigned_iterations((flags & kUpward) != 0, first, end, step),
               HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void GOMP_taskwait() {
  if (!in_exploration()) return call_library<void>("GOMP_taskwait");
  if (place() != nullptr) wait_for_children(*place(), HEDDLE_CALLER);
}

// Without effect: a thread need not execute another task here.
HEDDLE_INTERPOSE void GOMP_taskyield() {
  if (!in_exploration()) return call_library<void>("GOMP_taskyield");
}

HEDDLE_INTERPOSE void GOMP_taskgroup_start() {
  if (!in_exploration()) return call_library<void>("GOMP_taskgroup_start");
  begin_group(member());
}

HEDDLE_INTERPOSE void GOMP_taskgroup_end() {
  if (!in_exploration()) return call_library<void>("GOMP_taskgroup_end");
  end_group(member(), HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int omp_in_final() {
  if (!in_exploration()) return call_library<int>("omp_in_final");
  return place() != nullptr && place()->task->is_final != 0 ? 1 : 0;
}

}  // namespace heddle::native::openmp
