// Tasks of an OpenMP team.  A task is queued by the thread that creates it.  Threads of the team
// execute queued tasks where they wait: at a barrier the oldest one, in taskwait the newest child
// of the current task, at the end of a taskgroup the newest task of the group.  This is the order
// of libgomp.  A task that depends on unfinished siblings is queued when the last of them ends.
#pragma once

#include <cstdint>

#include "core/ids.hpp"
#include "interpose/openmp/team.hpp"

namespace heddle::native::openmp {

// The arguments of GOMP_task that describe the function and its data.
struct TaskBody {
  void (*function)(void*) = nullptr;
  void* data = nullptr;
  void (*copy)(void*, void*) = nullptr;  // null: the bytes are copied
  std::uint64_t size = 0;
  std::uint64_t alignment = 1;
  // Addresses of the depend clauses: first those that the task may change.
  void** dependences = nullptr;
  std::uint64_t dependence_count = 0;
  std::uint64_t outputs = 0;
};

// Makes the task in zeroed memory a child of the current one.  Children of a final task are final.
void begin_task(Member& self, Task& task, bool is_final);
// A task whose data was copied, and which is not queued yet.
Task* make_task(Member& self, const TaskBody& body, bool is_final);
// `rest` stands for other values with which the caller continues, see scheduling_point.hpp.
void queue_task(Member& self, Task* task, ObjectId rest, Site site);

// Executes a task at once: an included task, which is not queued.
void run_included(Member& self, Task* task);
// Ends a task that was not queued.
void drop_task(Task* task);

// How a taskloop divides its iterations: `tasks` tasks, of which the first `larger` have one more.
// `wanted` is the number of tasks, or the grain size; 0 for neither.
struct Division {
  std::uint64_t tasks = 0;
  std::uint64_t size = 0;
  std::uint64_t larger = 0;
};
Division divide(std::uint64_t iterations, std::uint64_t wanted, bool is_grain_size,
                const Team& team);

// Waits until the children of the current task are finished.
void wait_for_children(Member& self, Site site);

void begin_group(Member& self);
// Waits until the tasks of the current group are finished.
void end_group(Member& self, Site site);

// Waits until all threads of the team have arrived and all tasks are finished.
void wait_with_tasks(Member& self, Site site);

}  // namespace heddle::native::openmp
