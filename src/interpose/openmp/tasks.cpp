#include "interpose/openmp/tasks.hpp"

#include <cstring>

#include "interpose/interpose.hpp"
#include "interpose/memory/clean_return.hpp"
#include "monitors/events.hpp"

namespace heddle::native::openmp {
namespace {

void set_open(sem_t& gate, bool open) {
  semaphore_at(object_of(&gate)).count = open ? 1 : 0;
  events::object_written(object_of(&gate));
}

void refresh(TaskSet& set) { set_open(set.ready, set.queued > 0 || set.unfinished == 0); }

// The round is over when all have arrived and no task is left.  Threads of the last round may still
// have to leave; all have left the one before.
void refresh_barrier(Team& team) {
  const std::uint64_t round = team.round;
  const bool is_over = team.arrived == team.size && team.unfinished == 0;
  if (is_over) {
    team.arrived = 0;
    ++team.round;
    set_open(team.rounds[team.round & 1], false);
  }
  set_open(team.rounds[round & 1], is_over || team.oldest != nullptr);
  events::object_written(object_of(&team.tasking));
}

// An object on which the race detector orders the arrivals of a round before its departures.
ObjectId round_object(const Team& team, std::uint64_t round) {
  return object_of(&team.rounds[round & 1]);
}

// Inlined, so that each function that pauses has its own place: a place decides where the program's
// frames begin, see paused_frames.hpp.
[[gnu::always_inline]] inline void announce_tasking(const Team& team, ObjectId arguments,
                                                    Site site) {
  scheduling_point({.kind = OpKind::sem_post,
                    .object = object_of(&team.tasking),
                    .second = arguments,
                    .site = site});
}

[[gnu::always_inline]] inline void wait_until_open(const sem_t& gate, Site site) {
  scheduling_point({.kind = OpKind::sem_wait, .object = object_of(&gate), .site = site});
}

void count_queued(Task& task, std::uint64_t change) {
  task.parent->children.queued += change;
  refresh(task.parent->children);
  if (task.group == nullptr) return;
  task.group->tasks.queued += change;
  refresh(task.group->tasks);
}

void count_unfinished(Team& team, Task& task, std::uint64_t change) {
  team.unfinished += change;
  task.parent->children.unfinished += change;
  if (task.group != nullptr) task.group->tasks.unfinished += change;
}

void enqueue(Team& team, Task& task) {
  task.previous = team.newest;
  (team.newest != nullptr ? team.newest->next : team.oldest) = &task;
  team.newest = &task;
  count_queued(task, 1);
  refresh_barrier(team);
}

void dequeue(Team& team, Task& task) {
  (task.previous != nullptr ? task.previous->next : team.oldest) = task.next;
  (task.next != nullptr ? task.next->previous : team.newest) = task.previous;
  task.next = nullptr;
  task.previous = nullptr;
  count_queued(task, ~std::uint64_t{0});
  refresh_barrier(team);
}

// Whether the later of two siblings must wait for the earlier one: both name an address, and one of
// them may change it.
bool conflict(const Task& a, const Task& b) {
  for (std::uint64_t i = 0; i < a.dependence_count; ++i) {
    for (std::uint64_t j = 0; j < b.dependence_count; ++j) {
      const bool may_change = i < a.outputs || j < b.outputs;
      if (may_change && a.dependences[i] == b.dependences[j]) return true;
    }
  }
  return false;
}

// Adds a task to the dependent children of its parent, behind the earlier ones.
void add_dependent(Task& task) {
  Task** link = &task.parent->first_dependent;
  for (; *link != nullptr; link = &(*link)->next_dependent) {
    if (conflict(**link, task)) ++task.blockers;
  }
  *link = &task;
}

// Removes a finished task, and queues siblings that waited for it alone.
void remove_dependent(Team& team, Task& task) {
  Task** link = &task.parent->first_dependent;
  while (*link != &task) link = &(*link)->next_dependent;
  *link = task.next_dependent;
  for (Task* later = task.next_dependent; later != nullptr; later = later->next_dependent) {
    if (conflict(task, *later) && --later->blockers == 0) enqueue(team, *later);
  }
}

// Objects on which the race detector orders siblings that name an address: those that may change it
// and those that do not.
enum class DependenceUse : std::uint8_t { changes, reads };
ObjectId dependence_object(const Task& task, std::uint64_t number, DependenceUse use) {
  return arguments(reinterpret_cast<std::uintptr_t>(task.parent),
                   reinterpret_cast<std::uintptr_t>(task.dependences[number]),
                   static_cast<std::uint64_t>(use) + 1);
}

void order_after_dependences(const Task& task) {
  for (std::uint64_t i = 0; i < task.dependence_count; ++i) {
    events::ordered_after(dependence_object(task, i, DependenceUse::changes));
    if (i < task.outputs) {
      events::ordered_after(dependence_object(task, i, DependenceUse::reads));
    }
  }
}

void order_before_dependences(const Task& task) {
  for (std::uint64_t i = 0; i < task.dependence_count; ++i) {
    const auto use = i < task.outputs ? DependenceUse::changes : DependenceUse::reads;
    events::ordered_before(dependence_object(task, i, use));
  }
}

void drop_reference(Task* task) {
  while (task != nullptr && --task->references == 0) {
    Task* const parent = task->parent;
    if (task->listed != nullptr) release(task->listed);
    release(task);
    task = parent;
  }
}

// Executes a task that was taken from the queue.
void run_task(Member& self, Task& task, Site site) {
  Team& team = *self.team;
  Task* const before = self.task;
  events::ordered_after(object_of(&task));
  order_after_dependences(task);
  self.task = &task;
  task.function(task.data);
  self.task = before;
  announce_tasking(team, arguments(reinterpret_cast<std::uintptr_t>(&task)), site);
  order_before_dependences(task);
  events::ordered_before(object_of(&task.parent->children));
  if (task.group != nullptr) events::ordered_before(object_of(task.group));
  events::ordered_before(round_object(team, team.round));
  count_unfinished(team, task, ~std::uint64_t{0});
  count_queued(task, 0);
  if (task.dependence_count > 0) remove_dependent(team, task);
  refresh_barrier(team);
  drop_reference(&task);
}

Task* newest_child(const Team& team, const Task* parent) {
  Task* task = team.newest;
  while (task != nullptr && task->parent != parent) task = task->previous;
  return task;
}

Task* newest_of_group(const Team& team, const TaskGroup* group) {
  Task* task = team.newest;
  while (task != nullptr && task->group != group) task = task->previous;
  return task;
}

[[gnu::noinline]] void finish_children(Member& self, Site site) {
  Task* const parent = self.task;
  for (;;) {
    wait_until_open(parent->children.ready, site);
    events::object_written(object_of(&self.team->tasking));
    Task* const child = newest_child(*self.team, parent);
    if (child == nullptr) break;
    dequeue(*self.team, *child);
    run_task(self, *child, site);
  }
  events::ordered_after(object_of(&parent->children));
}

[[gnu::noinline]] void finish_group(Member& self, Site site) {
  TaskGroup* const group = self.task->group;
  for (;;) {
    wait_until_open(group->tasks.ready, site);
    events::object_written(object_of(&self.team->tasking));
    Task* const task = newest_of_group(*self.team, group);
    if (task == nullptr) break;
    dequeue(*self.team, *task);
    run_task(self, *task, site);
  }
  events::ordered_after(object_of(group));
  self.task->group = group->outer;
  release(group);
}

[[gnu::noinline]] void finish_round(Member& self, Site site) {
  Team& team = *self.team;
  const std::uint64_t round = team.round;
  announce_tasking(team, kNoObject, site);
  events::ordered_before(round_object(team, round));
  ++team.arrived;
  refresh_barrier(team);
  for (;;) {
    wait_until_open(team.rounds[round & 1], site);
    events::object_written(object_of(&team.tasking));
    if (team.round != round) break;
    Task* const task = team.oldest;
    dequeue(team, *task);
    run_task(self, *task, site);
  }
  events::ordered_after(round_object(team, round));
}

}  // namespace

void begin_task(Member& self, Task& task, bool is_final) {
  task.parent = self.task;
  task.group = self.task->group;
  task.references = 1;
  task.is_final = is_final || self.task->is_final != 0 ? 1 : 0;
  ++task.parent->references;
}

Task* make_task(Member& self, const TaskBody& body, bool is_final) {
  const std::uint64_t listed = body.dependence_count * sizeof(void*);
  const std::uint64_t room = listed + body.size + body.alignment;
  auto* const task = static_cast<Task*>(allocate(sizeof(Task) + room));
  const std::uint64_t behind = reinterpret_cast<std::uintptr_t>(task + 1) + listed;
  const std::uint64_t aligned = (behind + body.alignment - 1) / body.alignment * body.alignment;
  begin_task(self, *task, is_final);
  task->function = body.function;
  task->data = reinterpret_cast<void*>(aligned);
  task->dependences = reinterpret_cast<void**>(task + 1);
  task->dependence_count = body.dependence_count;
  task->outputs = body.outputs;
  for (std::uint64_t i = 0; i < body.dependence_count; ++i) {
    task->dependences[i] = body.dependences[i];
  }
  if (body.copy != nullptr) {
    body.copy(task->data, body.data);
  } else {
    std::memcpy(task->data, body.data, body.size);
  }
  return task;
}

void queue_task(Member& self, Task* task, ObjectId rest, Site site) {
  announce_tasking(
      *self.team,
      arguments(reinterpret_cast<std::uintptr_t>(task), static_cast<std::uint64_t>(rest)), site);
  events::ordered_before(object_of(task));
  self.task->has_children = 1;
  count_unfinished(*self.team, *task, 1);
  if (task->dependence_count > 0) add_dependent(*task);
  if (task->blockers == 0) return enqueue(*self.team, *task);
  count_queued(*task, 0);
  refresh_barrier(*self.team);
}

// An included task is a task of its own to taskwait inside it.
void run_included(Member& self, Task* task) {
  Task* const before = self.task;
  self.task = task;
  task->function(task->data);
  self.task = before;
  drop_reference(task);
}

void drop_task(Task* task) { drop_reference(task); }

Division divide(std::uint64_t iterations, std::uint64_t wanted, bool is_grain_size,
                const Team& team) {
  std::uint64_t tasks = wanted == 0 ? team.size : wanted;
  if (is_grain_size) tasks = wanted == 0 ? iterations : iterations / wanted;
  if (tasks > iterations) tasks = iterations;
  if (tasks == 0) tasks = 1;
  return {tasks, iterations / tasks, iterations % tasks};
}

void wait_for_children(Member& self, Site site) {
  if (self.task->has_children == 0) return;
  self.task->has_children = 0;
  if (flags().keeps_stacks_clean) zero_below_stack();
  finish_children(self, site);
}

void begin_group(Member& self) {
  auto* const group = static_cast<TaskGroup*>(allocate(sizeof(TaskGroup)));
  group->outer = self.task->group;
  refresh(group->tasks);
  self.task->group = group;
}

void end_group(Member& self, Site site) {
  if (flags().keeps_stacks_clean) zero_below_stack();
  finish_group(self, site);
}

void wait_with_tasks(Member& self, Site site) {
  if (flags().keeps_stacks_clean) zero_below_stack();
  finish_round(self, site);
}

}  // namespace heddle::native::openmp
