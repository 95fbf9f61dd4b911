// Interposes libomp's entry points of barriers, `single`, `master`, reductions and cancellation,
// which clang's code calls.
#include <cstddef>
#include <cstdint>

#include "interpose/interpose.hpp"
#include "interpose/memory/clean_return.hpp"
#include "interpose/openmp/libgomp.hpp"
#include "interpose/openmp/omp_environment.hpp"
#include "interpose/openmp/omp_lock.hpp"
#include "interpose/openmp/team.hpp"
#include "monitors/events.hpp"

namespace heddle::native::openmp {
namespace {

// A source line as clang describes it, up to the part that matters here.
struct ClangLocation {
  std::int32_t reserved = 0;
  std::int32_t flags = 0;
};
// The code can add its value to the result by atomic operations.
constexpr std::int32_t kHasAtomicReduction = 0x10;

// How a thread adds its value to the result of a reduction.
enum class ReductionWay : std::uint8_t { alone = 1, atomic = 2 };

// As libomp does it in small teams.
ReductionWay begin_reduction(const ClangLocation* where, void* lock, Site site) {
  if (place() == nullptr || place()->team->size == 1) return ReductionWay::alone;
  if ((where->flags & kHasAtomicReduction) != 0) return ReductionWay::atomic;
  set_lock(lock, site);
  return ReductionWay::alone;
}

void end_reduction(void* lock, Site site) {
  if (spin_lock_at(object_of(lock)).held_by(world().current)) unset_lock(lock, site);
}

bool is_thread(int number) {
  return static_cast<int>(place() == nullptr ? 0 : place()->number) == number;
}

void wait_in_team(Site site) {
  if (place() != nullptr) wait_for_team(*place(), site);
}

// Waits, copies, and waits again.  The thread's place holds the rest of the work, which must be
// part of the state.  Both waits are one call in the code: a place decides where the program's
// frames begin, see paused_frames.hpp.
[[gnu::noinline]] void copy_in_team(Member& self, Site site) {
  for (;;) {
    wait_for_team(self, site);
    const Copying own = self.copying;
    if (own.data == nullptr) return;
    self.copying = {};
    if (own.copy != nullptr) own.copy(own.data, self.team->copied);
  }
}

}  // namespace

HEDDLE_INTERPOSE void __kmpc_barrier(void* where, int thread) {
  if (!in_exploration()) return call_library<void>("__kmpc_barrier", where, thread);
  wait_in_team(HEDDLE_CALLER);
}

// In regions with a `cancel` construct, which has no effect unless OMP_CANCELLATION is set.
HEDDLE_INTERPOSE int __kmpc_cancel_barrier(void* where, int thread) {
  if (!in_exploration()) return call_library<int>("__kmpc_cancel_barrier", where, thread);
  wait_in_team(HEDDLE_CALLER);
  return 0;
}

HEDDLE_INTERPOSE int __kmpc_cancel(void* where, int thread, int kind) {
  if (!in_exploration()) return call_library<int>("__kmpc_cancel", where, thread, kind);
  refuse_cancellation();
  return 0;
}

HEDDLE_INTERPOSE int __kmpc_cancellationpoint(void* where, int thread, int kind) {
  if (!in_exploration()) return call_library<int>("__kmpc_cancellationpoint", where, thread, kind);
  refuse_cancellation();
  return 0;
}

// A fence, as g++ compiles `flush`.
HEDDLE_INTERPOSE void __kmpc_flush(void* where) {
  if (controlled_quietly()) return events::fences(__ATOMIC_SEQ_CST, HEDDLE_CALLER);
  call_library<void>("__kmpc_flush", where);
}

HEDDLE_INTERPOSE int __kmpc_master(void* where, int thread) {
  if (!in_exploration()) return call_library<int>("__kmpc_master", where, thread);
  return cleanly(is_thread(0) ? 1 : 0);
}

HEDDLE_INTERPOSE void __kmpc_end_master(void* where, int thread) {
  if (!in_exploration()) return call_library<void>("__kmpc_end_master", where, thread);
}

HEDDLE_INTERPOSE int __kmpc_masked(void* where, int thread, int number) {
  if (!in_exploration()) return call_library<int>("__kmpc_masked", where, thread, number);
  return cleanly(is_thread(number) ? 1 : 0);
}

HEDDLE_INTERPOSE void __kmpc_end_masked(void* where, int thread) {
  if (!in_exploration()) return call_library<void>("__kmpc_end_masked", where, thread);
}

HEDDLE_INTERPOSE int __kmpc_single(void* where, int thread) {
  if (!in_exploration()) return call_library<int>("__kmpc_single", where, thread);
  return place() == nullptr || enter_single(*place(), HEDDLE_CALLER) ? 1 : 0;
}

HEDDLE_INTERPOSE void __kmpc_end_single(void* where, int thread) {
  if (!in_exploration()) return call_library<void>("__kmpc_end_single", where, thread);
}

// After `single`, the thread that executed it gives its data to the others, which copy it before
// any thread goes on.
HEDDLE_INTERPOSE void __kmpc_copyprivate(void* where, int thread, std::size_t size, void* data,
                                         void (*copy)(void*, void*), int gives) {
  if (!in_exploration()) {
    return call_library<void>("__kmpc_copyprivate", where, thread, size, data, copy, gives);
  }
  if (place() == nullptr) return;
  place()->copying = {data, gives != 0 ? nullptr : copy};
  if (gives != 0) place()->team->copied = data;
  copy_in_team(*place(), HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int __kmpc_reduce_nowait(const ClangLocation* where, int thread, int count,
                                          std::size_t size, void* data, void (*add)(void*, void*),
                                          void* lock) {
  if (!in_exploration()) {
    return call_library<int>("__kmpc_reduce_nowait", where, thread, count, size, data, add, lock);
  }
  return static_cast<int>(begin_reduction(where, lock, HEDDLE_CALLER));
}

HEDDLE_INTERPOSE void __kmpc_end_reduce_nowait(void* where, int thread, void* lock) {
  if (!in_exploration()) return call_library<void>("__kmpc_end_reduce_nowait", where, thread, lock);
  end_reduction(lock, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int __kmpc_reduce(const ClangLocation* where, int thread, int count,
                                   std::size_t size, void* data, void (*add)(void*, void*),
                                   void* lock) {
  if (!in_exploration()) {
    return call_library<int>("__kmpc_reduce", where, thread, count, size, data, add, lock);
  }
  return static_cast<int>(begin_reduction(where, lock, HEDDLE_CALLER));
}

// A reduction that the threads wait for.
HEDDLE_INTERPOSE void __kmpc_end_reduce(void* where, int thread, void* lock) {
  if (!in_exploration()) return call_library<void>("__kmpc_end_reduce", where, thread, lock);
  end_reduction(lock, HEDDLE_CALLER);
  wait_in_team(HEDDLE_CALLER);
}

}  // namespace heddle::native::openmp
