#include "runtime/root.hpp"

#include "runtime/fork_guard.hpp"
#include "runtime/scheduler.hpp"

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

}  // namespace

constinit Runtime g_runtime{.scheduler = &immortal.scheduler, .process_mark = &kOriginalProcess};

}  // namespace heddle::native
