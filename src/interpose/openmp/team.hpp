// OpenMP teams: the implementation of libgomp's and libomp's entry points on threads of the
// runtime.  A team and everything that belongs to it lies in blocks of the program's heap, so that
// it is compared and restored with the program's state.
//
// Every access to the shared part of a team belongs to a step that announced an operation on it,
// except accesses that commute.  Structures consist of words without padding: states are compared
// as memory.
#pragma once

#include <pthread.h>
#include <semaphore.h>

#include <cstdint>

#include "core/ids.hpp"
#include "interpose/openmp/work_share.hpp"

namespace heddle::native::openmp {

struct Member;
struct Task;

// The internal control variables that a program can set.
struct Settings {
  std::uint64_t threads = 0;
  std::uint64_t active_levels = 0;
  std::uint64_t schedule = 0;  // a Schedule
  std::uint64_t chunk = 0;
  std::uint64_t adjusts = 0;  // omp_set_dynamic; has no effect
};

// A set of tasks that a thread waits for.  `ready` is open while one of them is queued or none is
// unfinished.
struct TaskSet {
  std::uint64_t unfinished = 0;
  std::uint64_t queued = 0;
  sem_t ready{};
};

struct TaskGroup {
  TaskGroup* outer = nullptr;
  TaskSet tasks;
};

struct Task {
  Task* parent = nullptr;
  TaskGroup* group = nullptr;
  TaskSet children;
  std::uint64_t references = 0;    // itself until it has ended, and its children
  std::uint64_t has_children = 0;  // queued since its last taskwait
  std::uint64_t is_final = 0;
  void (*function)(void*) = nullptr;
  void* data = nullptr;
  Task* next = nullptr;  // in the team's queue
  Task* previous = nullptr;
  // Its depend clauses: addresses, of which it may change the first `outputs`.
  void** dependences = nullptr;
  std::uint64_t dependence_count = 0;
  std::uint64_t outputs = 0;
  std::uint64_t blockers = 0;  // unfinished siblings that must end before it starts
  // Its unfinished children with such clauses, in the order of creation.
  Task* first_dependent = nullptr;
  Task* next_dependent = nullptr;
  void* listed = nullptr;  // a block of its own for these addresses, which ends with the task
};

// A loop that clang's code begins by one call, and whose chunks it takes by others.
struct BegunLoop {
  Iterations iterations;
  std::uint64_t is_new = 0;  // no chunk was taken
  std::uint64_t is_ordered = 0;
  std::uint64_t left = 0;  // for `ordered`: iterations of the chunk that have not ended
};

// A thread's part in clang's copyprivate clause: it gives data to the others, or gets it.
struct Copying {
  void* data = nullptr;
  void (*copy)(void*, void*) = nullptr;  // null for the thread that gives
};

// A thread's place in a team.
struct Member {
  struct Team* team = nullptr;
  std::uint64_t number = 0;
  Member* outer =
      nullptr;         // the place of the same thread outside the region; null for a new thread
  pthread_t handle{};  // of a thread that the team created
  Settings settings;
  Task* task = nullptr;  // the current one
  Task implicit;
  std::uint64_t singles = 0;  // `single` constructs that the thread has reached
  // The loop or the sections that the thread executes.
  std::uint64_t constructs = 0;  // that the thread has reached
  Share* share = nullptr;
  std::uint64_t trips = 0;            // chunks of a static schedule that it has taken
  std::uint64_t chunk = 0;            // number of its current chunk
  std::uint64_t has_turn = 0;         // for `ordered`: all earlier chunks are done
  std::uint64_t has_passed_turn = 0;  // before the end of its chunk
  sem_t turn{};  // posted when the turn passes to the thread while it holds a chunk
  // These belong to clang's code.
  std::uint64_t asked = 0;  // the num_threads clause of the next region
  BegunLoop loop;
  Copying copying;
};

struct Team {
  std::uint64_t size = 0;
  std::uint64_t level = 0;
  std::uint64_t active_level = 0;
  void (*function)(void*) = nullptr;
  void* data = nullptr;
  Site site = kNoSite;          // of the region
  Site body = kNoSite;          // the function that the compiler made of it
  pthread_barrier_t barrier{};  // of a program without tasks
  // Loops and sections.
  std::uint64_t sharing = 0;  // the object of all operations on the shares
  std::uint64_t singles = 0;  // `single` constructs that were executed
  void* copied = nullptr;     // the data of a copyprivate clause
  Share shares[kTeamShares];
  Share* more = nullptr;  // when all of these are in use
  // Tasks and barriers of a program with tasks, see tasks.hpp.
  sem_t tasking{};    // the object of operations on the queue
  sem_t rounds[2]{};  // open while a thread at the barrier of an even or odd round may move
  std::uint64_t round = 0;
  std::uint64_t arrived = 0;
  std::uint64_t unfinished = 0;  // tasks
  Task* oldest = nullptr;        // queued task
  Task* newest = nullptr;
  Member members[1];  // in fact `size`
};

// The current thread's place; null outside every team.
Member* place();
void set_place(Member* member);

// The current thread's place.  Makes a team of one for a thread outside every team.
Member& member();

// The settings of the current thread.
Settings settings();

// The number of threads of a region without a num_threads clause, and the answer to
// omp_get_num_procs: small, and independent of the machine.
inline constexpr std::uint64_t kDefaultThreads = 2;

// Executes a region.  `threads` is the num_threads clause, 0 without one.  `loop`, if not null, is
// the first worksharing construct, which every thread has entered when it starts.
void run_parallel(void (*function)(void*), void* data, std::uint64_t threads,
                  const Iterations* loop, Site site);
// The same, where `function` calls the one that the compiler made of the region.
void run_parallel(void (*function)(void*), void* data, std::uint64_t threads, Site body, Site site);

// A place in a function.  Sites are return addresses, so the beginning would belong to the function
// before.
template <typename Function>
Site inside(Function* function) {
  return Site{reinterpret_cast<std::uintptr_t>(function) + 1};
}

// Begins and ends a region of one thread, whose code the program calls in between.
void begin_region_of_one();
void end_region_of_one(Site site);

// Waits for the other threads of the team.
void wait_for_team(Member& self, Site site);

// Zeroed memory of the program's heap, and its end.
void* allocate(std::uint64_t size);
void release(void* block);

}  // namespace heddle::native::openmp
