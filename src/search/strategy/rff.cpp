#include "search/strategy/rff.hpp"

#include <algorithm>

#include "search/strategy/candidates.hpp"

namespace heddle::search {
namespace {

// One execution in so many is unconstrained.
constexpr std::uint64_t kUnconstrained = 8;

// The steps of an execution at which threads are held, before its constraints are given up.  Below
// the default step limit, so that the execution still ends.
constexpr std::uint64_t kMostHeldSteps = 2000;

}  // namespace

std::size_t Rff::choose(const Path& path, std::span<const Choice> choices) {
  list_threads(choices, threads_);
  reads_from_.saw(path);
  list_allowed(path);
  const ThreadId mover = priorities_.take(path, threads_, allowed_, random_);
  const std::vector<EventUse>& uses = events_.of(mover, path.view().find(mover)->next);
  steering_.performs(uses);
  reads_from_.performs(mover, uses);
  return draw_alternative(mover, choices, random_);
}

void Rff::run_ended() {
  for (const ReadsFromPair& pair : steering_.unsatisfied()) reads_from_.failed(pair);
  corpus_.executed(schedule_, reads_from_.run_ended());
  priorities_.clear();
  held_steps_ = 0;
  const bool is_constrained = random_.below(kUnconstrained) > 0;
  schedule_ = is_constrained ? mutate(corpus_.next(), reads_from_, random_) : AbstractSchedule{};
  steering_.begin(schedule_);
}

// The end of the program waits for the constraints.  If all threads are held, or the others only
// yield, every thread is allowed.
void Rff::list_allowed(const Path& path) {
  allowed_ = threads_;
  if (steering_.is_over() || threads_.size() == 1) return;
  bool has_progress = false;
  std::erase_if(allowed_, [&](ThreadId thread) {
    const ThreadView& view = *path.view().find(thread);
    const bool is_held =
        view.next.kind == OpKind::program_end || steering_.holds(events_.of(thread, view.next));
    has_progress |= !is_held && !view.yielding;
    return is_held;
  });
  if (!has_progress) allowed_ = threads_;
  if (allowed_.size() < threads_.size() && ++held_steps_ > kMostHeldSteps) steering_.give_up();
}

}  // namespace heddle::search
