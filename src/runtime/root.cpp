#include "runtime/root.hpp"

#include "runtime/fork_guard.hpp"
#include "runtime/scheduler.hpp"
#include "runtime/step_accesses.hpp"

namespace heddle::native {
namespace {

// The scheduler, usable before any constructor has run, and never destroyed: fibers refer to it
// while the process exits.
union ImmortalScheduler {
  constexpr ImmortalScheduler() : scheduler() {}
  ~ImmortalScheduler() {}
  Scheduler scheduler;
};
constinit ImmortalScheduler immortal;

// Zeros at first: untouched pages cost nothing.
constinit StepAccesses accesses;

}  // namespace

constinit Runtime g_runtime{.scheduler = &immortal.scheduler,
                            .step_accesses = &accesses,
                            .process_mark = &kOriginalProcess};

}  // namespace heddle::native
