// Interposes libgomp's entry points of loops.  Loops with a static schedule need none, unless they
// are ordered: the compiler divides their iterations.  "Nonmonotonic" schedules allow orders that
// libgomp does not use.
#include <cstdint>

#include "interpose/interpose.hpp"
#include "interpose/openmp/libgomp.hpp"
#include "interpose/openmp/team.hpp"

namespace heddle::native::openmp {
namespace {

// A type of loop variables and how libgomp's entry points spell it.
using Unsigned = unsigned long long;

Iterations scheduled(Iterations all, Schedule schedule, std::uint64_t chunk) {
  all.schedule = static_cast<std::uint64_t>(schedule);
  all.chunk = chunk;
  return all;
}

Iterations scheduled_at_runtime(Iterations all) {
  const Settings now = settings();
  all.schedule = now.schedule;
  all.chunk = now.chunk;
  return all;
}

template <typename Number>
ObjectId arguments_of(const Number* first, const Number* end) {
  return arguments(reinterpret_cast<std::uintptr_t>(first), reinterpret_cast<std::uintptr_t>(end));
}

template <typename Number>
bool give(const Chunk& chunk, Number* first, Number* end) {
  if (!chunk.found) return false;
  *first = static_cast<Number>(chunk.first);
  *end = static_cast<Number>(chunk.end);
  return true;
}

}  // namespace

// A loop that the threads of a team enter, in its two types.  `parameters` is the chunk size, or
// nothing.
#define HEDDLE_LOOP_START(name, schedule_of, enter)                                                \
  HEDDLE_INTERPOSE bool GOMP_loop_##name##_start(long first, long end, long step,                  \
                                                 HEDDLE_CHUNK(long) long* from, long* to) {        \
    if (!in_exploration()) {                                                                       \
      return call_library<bool>("GOMP_loop_" #name "_start", first, end, step, HEDDLE_PASSED from, \
                                to);                                                               \
    }                                                                                              \
    const Iterations all = schedule_of(upward_or_downward(first, end, step));                      \
    return give(enter(member(), all, arguments_of(from, to), HEDDLE_CALLER), from, to);            \
  }                                                                                                \
  HEDDLE_INTERPOSE bool GOMP_loop_ull_##name##_start(                                              \
      bool up, Unsigned first, Unsigned end, Unsigned step, HEDDLE_CHUNK(Unsigned) Unsigned* from, \
      Unsigned* to) {                                                                              \
    if (!in_exploration()) {                                                                       \
      return call_library<bool>("GOMP_loop_ull_" #name "_start", up, first, end, step,             \
                                HEDDLE_PASSED from, to);                                           \
    }                                                                                              \
    const Iterations all = schedule_of(unsigned_iterations(up, first, end, step));                 \
    return give(enter(member(), all, arguments_of(from, to), HEDDLE_CALLER), from, to);            \
  }

#define HEDDLE_LOOP_NEXT(name, take)                                                            \
  HEDDLE_INTERPOSE bool GOMP_loop_##name##_next(long* from, long* to) {                         \
    if (!in_exploration()) return call_library<bool>("GOMP_loop_" #name "_next", from, to);     \
    return give(take(member(), arguments_of(from, to), HEDDLE_CALLER), from, to);               \
  }                                                                                             \
  HEDDLE_INTERPOSE bool GOMP_loop_ull_##name##_next(Unsigned* from, Unsigned* to) {             \
    if (!in_exploration()) return call_library<bool>("GOMP_loop_ull_" #name "_next", from, to); \
    return give(take(member(), arguments_of(from, to), HEDDLE_CALLER), from, to);               \
  }

// A region that consists of a loop.
#define HEDDLE_PARALLEL_LOOP(name, schedule_of)                                                   \
  HEDDLE_INTERPOSE void GOMP_parallel_loop_##name(void (*function)(void*), void* data,            \
                                                  unsigned threads, long first, long end,         \
                                                  long step, HEDDLE_CHUNK(long) unsigned flags) { \
    if (!in_exploration()) {                                                                      \
      return call_library<void>("GOMP_parallel_loop_" #name, function, data, threads, first, end, \
                                step, HEDDLE_PASSED flags);                                       \
    }                                                                                             \
    const Iterations all = schedule_of(upward_or_downward(first, end, step));                     \
    run_parallel(function, data, threads, &all, HEDDLE_CALLER);                                   \
  }

#define HEDDLE_STATIC(all) scheduled(all, Schedule::fixed, static_cast<std::uint64_t>(chunk))
#define HEDDLE_DYNAMIC(all) scheduled(all, Schedule::dynamic, static_cast<std::uint64_t>(chunk))
#define HEDDLE_GUIDED(all) scheduled(all, Schedule::guided, static_cast<std::uint64_t>(chunk))

#define HEDDLE_CHUNK(type) type chunk,
#define HEDDLE_PASSED chunk,
HEDDLE_LOOP_START(static, HEDDLE_STATIC, enter_share)
HEDDLE_LOOP_START(dynamic, HEDDLE_DYNAMIC, enter_share)
HEDDLE_LOOP_START(guided, HEDDLE_GUIDED, enter_share)
HEDDLE_LOOP_START(nonmonotonic_dynamic, HEDDLE_DYNAMIC, enter_share)
HEDDLE_LOOP_START(nonmonotonic_guided, HEDDLE_GUIDED, enter_share)
HEDDLE_LOOP_START(ordered_static, HEDDLE_STATIC, enter_ordered_share)
HEDDLE_LOOP_START(ordered_dynamic, HEDDLE_DYNAMIC, enter_ordered_share)
HEDDLE_LOOP_START(ordered_guided, HEDDLE_GUIDED, enter_ordered_share)
HEDDLE_PARALLEL_LOOP(static, HEDDLE_STATIC)
HEDDLE_PARALLEL_LOOP(dynamic, HEDDLE_DYNAMIC)
HEDDLE_PARALLEL_LOOP(guided, HEDDLE_GUIDED)
HEDDLE_PARALLEL_LOOP(nonmonotonic_dynamic, HEDDLE_DYNAMIC)
HEDDLE_PARALLEL_LOOP(nonmonotonic_guided, HEDDLE_GUIDED)
#undef HEDDLE_CHUNK
#undef HEDDLE_PASSED

#define HEDDLE_CHUNK(type)
#define HEDDLE_PASSED
HEDDLE_LOOP_START(runtime, scheduled_at_runtime, enter_share)
HEDDLE_LOOP_START(nonmonotonic_runtime, scheduled_at_runtime, enter_share)
HEDDLE_LOOP_START(maybe_nonmonotonic_runtime, scheduled_at_runtime, enter_share)
HEDDLE_LOOP_START(ordered_runtime, scheduled_at_runtime, enter_ordered_share)
HEDDLE_PARALLEL_LOOP(runtime, scheduled_at_runtime)
HEDDLE_PARALLEL_LOOP(nonmonotonic_runtime, scheduled_at_runtime)
HEDDLE_PARALLEL_LOOP(maybe_nonmonotonic_runtime, scheduled_at_runtime)
#undef HEDDLE_CHUNK
#undef HEDDLE_PASSED

HEDDLE_LOOP_NEXT(static, next_chunk)
HEDDLE_LOOP_NEXT(dynamic, next_chunk)
HEDDLE_LOOP_NEXT(guided, next_chunk)
HEDDLE_LOOP_NEXT(runtime, next_chunk)
HEDDLE_LOOP_NEXT(nonmonotonic_dynamic, next_chunk)
HEDDLE_LOOP_NEXT(nonmonotonic_guided, next_chunk)
HEDDLE_LOOP_NEXT(nonmonotonic_runtime, next_chunk)
HEDDLE_LOOP_NEXT(maybe_nonmonotonic_runtime, next_chunk)
HEDDLE_LOOP_NEXT(ordered_static, next_ordered_chunk)
HEDDLE_LOOP_NEXT(ordered_dynamic, next_ordered_chunk)
HEDDLE_LOOP_NEXT(ordered_guided, next_ordered_chunk)
HEDDLE_LOOP_NEXT(ordered_runtime, next_ordered_chunk)

HEDDLE_INTERPOSE void GOMP_loop_end() {
  if (!in_exploration()) return call_library<void>("GOMP_loop_end");
  wait_for_team(member(), HEDDLE_CALLER);
}

HEDDLE_INTERPOSE bool GOMP_loop_end_cancel() {
  if (!in_exploration()) return call_library<bool>("GOMP_loop_end_cancel");
  wait_for_team(member(), HEDDLE_CALLER);
  return false;
}

HEDDLE_INTERPOSE void GOMP_loop_end_nowait() {
  if (!in_exploration()) return call_library<void>("GOMP_loop_end_nowait");
}

HEDDLE_INTERPOSE void GOMP_ordered_start() {
  if (!in_exploration()) return call_library<void>("GOMP_ordered_start");
  if (place() != nullptr && place()->share != nullptr) {
    wait_for_turn(*place(), kNoObject, HEDDLE_CALLER);
  }
}

// The turn passes on at the end of the chunk.
HEDDLE_INTERPOSE void GOMP_ordered_end() {
  if (!in_exploration()) return call_library<void>("GOMP_ordered_end");
}

}  // namespace heddle::native::openmp
