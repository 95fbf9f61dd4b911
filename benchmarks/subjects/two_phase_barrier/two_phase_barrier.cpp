// Threads that go through phases together, by a barrier that sleeps or one that spins:
// `two_phase_barrier [--fixed | --bug recount|late_action|late_reset] [PARTIES [PHASES]]`.
// recount: a thread oversleeps, because the next one to come changes what it waits for.
// late_action: a thread is in a phase whose action has not run.  late_reset: an arrival is wiped
// out, and all spin for ever.
#include <atomic>
#include <cassert>

#include "../common/arguments.hpp"
#include "../common/threads.hpp"
#include "barriers.hpp"

namespace {

template <typename BarrierType>
void go_through_phases(int parties, int phases, Bug bug) {
  std::atomic<int> phase{0};
  BarrierType barrier(
      parties, [&] { ++phase; }, bug);
  subjects::Threads threads;
  threads.start(parties, [&](int) {
    for (int i = 0; i < phases; ++i) {
      barrier.arrive_and_wait();
      // Nobody is a phase ahead before all are done with this look.
      assert(phase == 2 * i + 1);
      barrier.arrive_and_wait();
    }
  });
}

}  // namespace

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[PARTIES [PHASES]]",
                                {"recount", "late_action", "late_reset"});
  const int parties = arguments.number(2, 1);
  const int phases = arguments.number(2);
  arguments.end();
  const Bug bug = arguments.has_bug("recount")       ? Bug::recount
                  : arguments.has_bug("late_action") ? Bug::late_action
                  : arguments.has_bug("late_reset")  ? Bug::late_reset
                                                     : Bug::none;
  if (bug != Bug::late_reset) go_through_phases<SleepingBarrier>(parties, phases, bug);
  if (bug == Bug::none || bug == Bug::late_reset) {
    go_through_phases<SpinningBarrier>(parties, phases, bug);
  }
}
