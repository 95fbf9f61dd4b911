// Interposes libgomp's entry points of parallel regions, sections, `single` and barriers.
#include "interpose/interpose.hpp"
#include "interpose/openmp/libgomp.hpp"
#include "interpose/openmp/omp_environment.hpp"
#include "interpose/openmp/team.hpp"

namespace heddle::native::openmp {
namespace {

Iterations sections(unsigned count) {
  return {.first = 1,
          .end = count + std::uint64_t{1},
          .step = 1,
          .count = count,
          .chunk = 1,
          .schedule = static_cast<std::uint64_t>(Schedule::dynamic)};
}

// The number of a section, from 1; 0 when all were taken.
unsigned section(const Chunk& chunk) {
  return chunk.found ? static_cast<unsigned>(chunk.first) : 0;
}

}  // namespace

HEDDLE_INTERPOSE void GOMP_parallel(void (*function)(void*), void* data, unsigned threads,
                                    unsigned flags) {
  if (!in_exploration()) {
    return call_library<void>("GOMP_parallel", function, data, threads, flags);
  }
  run_parallel(function, data, threads, nullptr, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void GOMP_parallel_sections(void (*function)(void*), void* data, unsigned threads,
                                             unsigned count, unsigned flags) {
  if (!in_exploration()) {
    return call_library<void>("GOMP_parallel_sections", function, data, threads, count, flags);
  }
  const Iterations all = sections(count);
  run_parallel(function, data, threads, &all, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE unsigned GOMP_sections_start(unsigned count) {
  if (!in_exploration()) return call_library<unsigned>("GOMP_sections_start", count);
  return section(enter_share(member(), sections(count), arguments(count), HEDDLE_CALLER));
}

HEDDLE_INTERPOSE unsigned GOMP_sections_next() {
  if (!in_exploration()) return call_library<unsigned>("GOMP_sections_next");
  return section(next_chunk(member(), kNoObject, HEDDLE_CALLER));
}

HEDDLE_INTERPOSE void GOMP_sections_end() {
  if (!in_exploration()) return call_library<void>("GOMP_sections_end");
  wait_for_team(member(), HEDDLE_CALLER);
}

HEDDLE_INTERPOSE bool GOMP_sections_end_cancel() {
  if (!in_exploration()) return call_library<bool>("GOMP_sections_end_cancel");
  wait_for_team(member(), HEDDLE_CALLER);
  return false;
}

HEDDLE_INTERPOSE void GOMP_sections_end_nowait() {
  if (!in_exploration()) return call_library<void>("GOMP_sections_end_nowait");
}

HEDDLE_INTERPOSE bool GOMP_single_start() {
  if (!in_exploration()) return call_library<bool>("GOMP_single_start");
  return place() == nullptr || enter_single(*place(), HEDDLE_CALLER);
}

// With copyprivate: the first thread gets null and passes its data to the others at the end.
HEDDLE_INTERPOSE void* GOMP_single_copy_start() {
  if (!in_exploration()) return call_library<void*>("GOMP_single_copy_start");
  if (place() == nullptr || enter_single(*place(), HEDDLE_CALLER)) return nullptr;
  wait_for_team(*place(), HEDDLE_CALLER);
  return place()->team->copied;
}

HEDDLE_INTERPOSE void GOMP_single_copy_end(void* data) {
  if (!in_exploration()) return call_library<void>("GOMP_single_copy_end", data);
  if (place() == nullptr) return;
  place()->team->copied = data;
  wait_for_team(*place(), HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void GOMP_barrier() {
  if (!in_exploration()) return call_library<void>("GOMP_barrier");
  if (place() != nullptr) wait_for_team(*place(), HEDDLE_CALLER);
}

// Emitted in regions with a `cancel` construct, which has no effect unless OMP_CANCELLATION is set.
HEDDLE_INTERPOSE bool GOMP_barrier_cancel() {
  if (!in_exploration()) return call_library<bool>("GOMP_barrier_cancel");
  if (place() != nullptr) wait_for_team(*place(), HEDDLE_CALLER);
  return false;
}

HEDDLE_INTERPOSE bool GOMP_cancel(int which, bool condition) {
  if (!in_exploration()) return call_library<bool>("GOMP_cancel", which, condition);
  refuse_cancellation();
  return false;
}

HEDDLE_INTERPOSE bool GOMP_cancellation_point(int which) {
  if (!in_exploration()) return call_library<bool>("GOMP_cancellation_point", which);
  refuse_cancellation();
  return false;
}

}  // namespace heddle::native::openmp
