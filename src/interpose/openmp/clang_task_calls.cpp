// Interposes libomp's entry points of tasks, which clang's code calls.  The code asks for the
// memory of a task, fills it, and then queues the task or executes it.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "interpose/interpose.hpp"
#include "interpose/openmp/libgomp.hpp"
#include "interpose/openmp/tasks.hpp"

namespace heddle::native::openmp {
namespace {

// The part of a task that clang's code reads and writes.  Copies of its variables follow.
struct ClangTask {
  void* shared = nullptr;  // addresses of shared variables
  int (*routine)(int, ClangTask*) = nullptr;
  std::int32_t part = 0;
  int (*destroy)(int, ClangTask*) = nullptr;  // destroys the copies
  void* priority = nullptr;
};

// Lies before it in the same block.
struct alignas(16) ClangTaskHead {
  Task task;
  std::uint64_t size = 0;           // of the rest of the block
  std::uint64_t shared_offset = 0;  // in the rest; 0 without shared variables
  std::uint64_t has_destructors = 0;
  std::uint64_t continues = 0;  // an untied task has further parts
};

// Bits of the flags that the compiler passes.
constexpr std::uint32_t kIsFinal = 1U << 1;
constexpr std::uint32_t kHasDestructors = 1U << 3;
constexpr std::uint32_t kIsProxy = 1U << 4;
constexpr std::uint32_t kIsDetached = 1U << 6;

// A depend clause.
struct ClangDependence {
  void* address = nullptr;
  std::size_t size = 0;
  std::uint8_t kind = 0;
};
constexpr std::uint8_t kIn = 1;
constexpr std::uint8_t kInOut = 3;

ClangTask* rest_of(ClangTaskHead* head) { return reinterpret_cast<ClangTask*>(head + 1); }
ClangTaskHead* head_of(ClangTask* task) { return reinterpret_cast<ClangTaskHead*>(task) - 1; }

int number_of_thread() { return static_cast<int>(place()->number); }

// Executes the parts of a task that are left, one after the other, and ends its variables.
void finish_parts(ClangTask* task) {
  ClangTaskHead* const head = head_of(task);
  while (head->continues != 0) {
    head->continues = 0;
    task->routine(number_of_thread(), task);
  }
  if (head->has_destructors != 0) task->destroy(number_of_thread(), task);
}

void run_clang_task(void* data) {
  auto* const task = static_cast<ClangTask*>(data);
  head_of(task)->continues = 1;
  finish_parts(task);
}

ClangTaskHead* make_clang_task(Member& self, std::uint64_t size, bool is_final) {
  auto* const head = static_cast<ClangTaskHead*>(allocate(sizeof(ClangTaskHead) + size));
  head->size = size;
  begin_task(self, head->task, is_final);
  head->task.function = run_clang_task;
  head->task.data = rest_of(head);
  return head;
}

// Tasks outside every region and in a final task are executed by the thread that creates them.
bool is_included(const Member& self) { return self.team->level == 0 || self.task->is_final != 0; }

void refuse_other_dependences() {
  scheduler().refuse(
      "the program uses OpenMP task dependences of the kinds mutexinoutset, inoutset or depobj: "
      "Heddle supports in, out and inout; use these");
}

// A task lists addresses that it may change first.
class DependenceList {
 public:
  explicit DependenceList(Task& task) : task_(task) {}

  void add(const ClangDependence* list, int count, std::uint8_t kind) {
    for (int i = 0; i < count; ++i) {
      if (list[i].kind != kIn && list[i].kind != kInOut) refuse_other_dependences();
      if (list[i].kind == kind) task_.dependences[task_.dependence_count++] = list[i].address;
    }
  }

 private:
  Task& task_;
};

void add_clauses(Task& task, const ClangDependence* list, int count, const ClangDependence* others,
                 int other_count) {
  const auto all = static_cast<std::uint64_t>(count) + static_cast<std::uint64_t>(other_count);
  if (all == 0) return;
  task.listed = allocate(all * sizeof(void*));
  task.dependences = static_cast<void**>(task.listed);
  DependenceList dependences(task);
  dependences.add(list, count, kInOut);
  dependences.add(others, other_count, kInOut);
  task.outputs = task.dependence_count;
  dependences.add(list, count, kIn);
  dependences.add(others, other_count, kIn);
}

int create_clang_task(ClangTask* task, ObjectId rest, Site site) {
  Member& self = member();
  if (is_included(self)) {
    run_included(self, &head_of(task)->task);
  } else {
    queue_task(self, &head_of(task)->task, rest, site);
  }
  return 0;
}

// A taskloop.  Its tasks are copies of `pattern`, which differ in their iterations.
struct ClangTaskLoop {
  ClangTask* pattern;
  std::uint64_t lower_offset;  // of the bounds in the pattern
  std::uint64_t upper_offset;
  std::uint64_t first;
  std::uint64_t step;
  bool deferred;
  void (*copy)(ClangTask*, ClangTask*, int);  // copies variables; may be null
};

std::uint64_t& word_in(ClangTask* task, std::uint64_t offset) {
  return *reinterpret_cast<std::uint64_t*>(reinterpret_cast<char*>(task) + offset);
}

ClangTask* copy_pattern(Member& self, const ClangTaskLoop& loop, bool is_last) {
  ClangTaskHead* const from = head_of(loop.pattern);
  ClangTaskHead* const head = make_clang_task(self, from->size, from->task.is_final != 0);
  head->shared_offset = from->shared_offset;
  head->has_destructors = from->has_destructors;
  ClangTask* const task = rest_of(head);
  std::memcpy(static_cast<void*>(task), loop.pattern, from->size);
  if (head->shared_offset != 0) task->shared = reinterpret_cast<char*>(task) + head->shared_offset;
  if (loop.copy != nullptr) loop.copy(task, loop.pattern, is_last ? 1 : 0);
  return task;
}

void create_tasks(const ClangTaskLoop& loop, const Division& division, Site site) {
  Member& self = member();
  std::uint64_t begin = 0;
  for (std::uint64_t i = 0; i < division.tasks; ++i) {
    const std::uint64_t size = division.size + (i < division.larger ? 1 : 0);
    ClangTask* const task = copy_pattern(self, loop, i + 1 == division.tasks);
    word_in(task, loop.lower_offset) = loop.first + begin * loop.step;
    word_in(task, loop.upper_offset) = loop.first + (begin + size - 1) * loop.step;
    begin += size;
    if (!loop.deferred) {
      run_included(self, &head_of(task)->task);
    } else {
      create_clang_task(
          task,
          arguments(reinterpret_cast<std::uintptr_t>(loop.pattern), loop.lower_offset,
                    loop.upper_offset, loop.first, loop.step, division.tasks, division.size,
                    division.larger, i, reinterpret_cast<std::uintptr_t>(loop.copy)),
          site);
    }
  }
}

// How the compiler says which clause a taskloop has.
enum class TaskLoopClause : int { none = 0, grain_size = 1, num_tasks = 2 };

void run_clang_taskloop(ClangTask* pattern, int condition, std::uint64_t* lower,
                        std::uint64_t* upper, std::int64_t step, int without_group, int clause,
                        std::uint64_t wanted, void* copy, Site site) {
  const auto offset = [pattern](const std::uint64_t* word) {
    return reinterpret_cast<std::uintptr_t>(word) - reinterpret_cast<std::uintptr_t>(pattern);
  };
  Member& self = member();
  const auto by = static_cast<std::uint64_t>(step);
  const ClangTaskLoop loop{pattern,
                           offset(lower),
                           offset(upper),
                           *lower,
                           by,
                           condition != 0,
                           reinterpret_cast<void (*)(ClangTask*, ClangTask*, int)>(copy)};
  std::uint64_t count = 0;
  const auto first = static_cast<std::int64_t>(*lower);
  const auto last = static_cast<std::int64_t>(*upper);
  if (step > 0 && first <= last) count = (*upper - *lower) / by + 1;
  if (step < 0 && first >= last) count = (*lower - *upper) / (0 - by) + 1;
  if (without_group == 0) begin_group(self);
  if (count > 0) {
    const bool has_grain_size = clause == static_cast<int>(TaskLoopClause::grain_size);
    create_tasks(loop, divide(count, wanted, has_grain_size, *self.team), site);
  }
  finish_parts(pattern);
  drop_task(&head_of(pattern)->task);
  if (without_group == 0) end_group(self, site);
}

}  // namespace

HEDDLE_INTERPOSE ClangTask* __kmpc_omp_task_alloc(void* where, int thread, int flags,
                                                  std::size_t size, std::size_t shared_size,
                                                  int (*routine)(int, ClangTask*)) {
  if (!in_exploration()) {
    return call_library<ClangTask*>("__kmpc_omp_task_alloc", where, thread, flags, size,
                                    shared_size, routine);
  }
  const auto bits = static_cast<std::uint32_t>(flags);
  if ((bits & (kIsProxy | kIsDetached)) != 0) {
    scheduler().refuse(
        "the program uses OpenMP tasks with a detach clause or for a target: Heddle does not "
        "support them; run this part without Heddle");
  }
  Member& self = member();
  const std::uint64_t offset = (size + 15) / 16 * 16;
  ClangTaskHead* const head = make_clang_task(self, offset + shared_size, (bits & kIsFinal) != 0);
  head->has_destructors = (bits & kHasDestructors) != 0 ? 1 : 0;
  ClangTask* const task = rest_of(head);
  task->routine = routine;
  if (shared_size > 0) {
    head->shared_offset = offset;
    task->shared = reinterpret_cast<char*>(task) + offset;
  }
  return task;
}

// The code of an untied task calls this for itself, and returns, where it may change threads.
// Here it does not change them.
HEDDLE_INTERPOSE int __kmpc_omp_task(void* where, int thread, ClangTask* task) {
  if (!in_exploration()) return call_library<int>("__kmpc_omp_task", where, thread, task);
  if (member().task == &head_of(task)->task) {
    head_of(task)->continues = 1;
    return 0;
  }
  return create_clang_task(task, kNoObject, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int __kmpc_omp_task_with_deps(void* where, int thread, ClangTask* task, int count,
                                               const ClangDependence* list, int other_count,
                                               const ClangDependence* others) {
  if (!in_exploration()) {
    return call_library<int>("__kmpc_omp_task_with_deps", where, thread, task, count, list,
                             other_count, others);
  }
  if (!is_included(member())) {
    add_clauses(head_of(task)->task, list, count, others, other_count);
  }
  return create_clang_task(task, kNoObject, HEDDLE_CALLER);
}

// A task with depend clauses and a false if clause waits for its siblings first.
HEDDLE_INTERPOSE void __kmpc_omp_wait_deps(void* where, int thread, int count,
                                           const ClangDependence* list, int other_count,
                                           const ClangDependence* others) {
  if (!in_exploration()) {
    return call_library<void>("__kmpc_omp_wait_deps", where, thread, count, list, other_count,
                              others);
  }
  if (is_included(member())) return;
  scheduler().refuse(
      "the program uses depend clauses of an OpenMP taskwait, or of a task with a false if clause: "
      "Heddle does not support them; leave the depend clauses out");
}

// A task with a false if clause.  The program calls its routine in between.
HEDDLE_INTERPOSE void __kmpc_omp_task_begin_if0(void* where, int thread, ClangTask* task) {
  if (!in_exploration()) {
    return call_library<void>("__kmpc_omp_task_begin_if0", where, thread, task);
  }
  member().task = &head_of(task)->task;
}

HEDDLE_INTERPOSE void __kmpc_omp_task_complete_if0(void* where, int thread, ClangTask* task) {
  if (!in_exploration()) {
    return call_library<void>("__kmpc_omp_task_complete_if0", where, thread, task);
  }
  finish_parts(task);
  member().task = head_of(task)->task.parent;
  drop_task(&head_of(task)->task);
}

HEDDLE_INTERPOSE void __kmpc_taskloop(void* where, int thread, ClangTask* pattern, int condition,
                                      std::uint64_t* lower, std::uint64_t* upper, std::int64_t step,
                                      int without_group, int clause, std::uint64_t wanted,
                                      void* copy) {
  if (!in_exploration()) {
    return call_library<void>("__kmpc_taskloop", where, thread, pattern, condition, lower, upper,
                              step, without_group, clause, wanted, copy);
  }
  run_clang_taskloop(pattern, condition, lower, upper, step, without_group, clause, wanted, copy,
                     HEDDLE_CALLER);
}

// The same with a modifier, which asks for exactly the wanted division.
HEDDLE_INTERPOSE void __kmpc_taskloop_5(void* where, int thread, ClangTask* pattern, int condition,
                                        std::uint64_t* lower, std::uint64_t* upper,
                                        std::int64_t step, int without_group, int clause,
                                        std::uint64_t wanted, int modifier, void* copy) {
  if (!in_exploration()) {
    return call_library<void>("__kmpc_taskloop_5", where, thread, pattern, condition, lower, upper,
                              step, without_group, clause, wanted, modifier, copy);
  }
  run_clang_taskloop(pattern, condition, lower, upper, step, without_group, clause, wanted, copy,
                     HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int __kmpc_omp_taskwait(void* where, int thread) {
  if (!in_exploration()) return call_library<int>("__kmpc_omp_taskwait", where, thread);
  if (place() != nullptr) wait_for_children(*place(), HEDDLE_CALLER);
  return 0;
}

// Without effect: a thread need not execute another task here.
HEDDLE_INTERPOSE int __kmpc_omp_taskyield(void* where, int thread, int end_part) {
  if (!in_exploration()) return call_library<int>("__kmpc_omp_taskyield", where, thread, end_part);
  return 0;
}

HEDDLE_INTERPOSE void __kmpc_taskgroup(void* where, int thread) {
  if (!in_exploration()) return call_library<void>("__kmpc_taskgroup", where, thread);
  begin_group(member());
}

HEDDLE_INTERPOSE void __kmpc_end_taskgroup(void* where, int thread) {
  if (!in_exploration()) return call_library<void>("__kmpc_end_taskgroup", where, thread);
  end_group(member(), HEDDLE_CALLER);
}

}  // namespace heddle::native::openmp
