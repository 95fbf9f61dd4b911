// Loops and sections whose iterations the threads of an OpenMP team divide among themselves.
#pragma once

#include <cstdint>

#include "core/ids.hpp"

namespace heddle::native::openmp {

struct Member;
struct Team;

// The values of omp_sched_t.
enum class Schedule : std::uint64_t { fixed = 1, dynamic = 2, guided = 3 };

// The iterations of a construct: `count` of them, from `first` in steps of `step`, modulo 2^64.
struct Iterations {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  std::uint64_t step = 0;
  std::uint64_t count = 0;
  std::uint64_t chunk = 0;     // 0: one chunk per thread, for a static schedule
  std::uint64_t schedule = 0;  // a Schedule
};

// One construct while threads of the team execute it.
struct Share {
  std::uint64_t number = 0;  // of the construct in its region, from 1; 0: not in use
  Iterations iterations;
  std::uint64_t next = 0;    // the first iteration that no thread has taken
  std::uint64_t chunks = 0;  // that were taken
  std::uint64_t turn = 0;    // for `ordered`: the number of the first chunk that is not done
  std::uint64_t left = 0;    // threads that found no further iteration
  Share* following = nullptr;
};

// Constructs that a team executes at the same time without further memory.  More of them exist only
// where threads run ahead after `nowait`.
inline constexpr std::uint64_t kTeamShares = 4;

// Iterations of a loop as libgomp's entry points describe it.
Iterations upward_or_downward(long first, long end, long step);
Iterations unsigned_iterations(bool up, std::uint64_t first, std::uint64_t end, std::uint64_t step);

// The iterations that a thread executes next.
struct Chunk {
  bool found = false;
  std::uint64_t first = 0;   // the value of the variable
  std::uint64_t end = 0;     // the value after the last one
  std::uint64_t number = 0;  // of the first iteration, from 0
  std::uint64_t size = 0;    // iterations
  bool is_last = false;      // it has the last iteration
};

// The range of iterations that a thread has in a static schedule without a chunk size: one range
// for each thread, and the sizes differ by at most one.
struct Range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t chunk = 0;  // its number among the chunks of the loop
};
Range one_per_thread(const Member& self, std::uint64_t count);

// Adds a construct that every member has entered.  REQUIRES: the team has no other thread yet.
void prepare_share(Team& team, const Iterations& iterations);

// Enters the next construct of the thread and takes the first chunk.  `arguments` are those of the
// caller that its frames hold, see scheduling_point.hpp.
Chunk enter_share(Member& self, const Iterations& iterations, ObjectId arguments, Site site);
// Takes the next chunk of the current construct.
Chunk next_chunk(Member& self, ObjectId arguments, Site site);

// The same for an ordered loop, whose chunks take turns.
Chunk enter_ordered_share(Member& self, const Iterations& iterations, ObjectId arguments,
                          Site site);
// Waits until all chunks before the thread's own are done.
void wait_for_turn(Member& self, ObjectId arguments, Site site);
// Passes the turn on, after it has come, before the end of the chunk.
void pass_turn(Member& self, Site site);
// Passes the turn on, after it has come, and takes the next chunk.
Chunk next_ordered_chunk(Member& self, ObjectId arguments, Site site);

// Returns whether the thread is the first one at this `single` construct.
bool enter_single(Member& self, Site site);

}  // namespace heddle::native::openmp
