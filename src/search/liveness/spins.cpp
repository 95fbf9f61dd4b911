#include "search/liveness/spins.hpp"

#include <algorithm>

#include "core/check.hpp"
#include "search/liveness/idle_step.hpp"

namespace heddle::search {
namespace {

// Longer loops are not looked for.
constexpr std::size_t kLongestLoop = 64;

}  // namespace

std::uint32_t& Spins::last(ThreadId thread) {
  if (last_.size() <= index(thread)) last_.resize(index(thread) + std::size_t{1}, kNone);
  return last_[index(thread)];
}

const Spins::Step* Spins::pause_of(ThreadId thread) const {
  if (index(thread) >= last_.size() || last_[index(thread)] == kNone) return nullptr;
  return &steps_[last_[index(thread)]];
}

bool Spins::is_blocked(ThreadId thread) const {
  const Step* pause = pause_of(thread);
  return pause != nullptr && pause->loop != kNone && pause->woken == kNone;
}

std::span<const Awaited> Spins::awaited(ThreadId thread) const {
  const Step* pause = pause_of(thread);
  if (pause == nullptr) return {};
  return pause->awaited;
}

const StateView& Spins::rewound(const StateView& view, std::uint32_t depth) {
  for (; used_ > depth; --used_) last(steps_[used_ - 1].thread) = steps_[used_ - 1].previous;
  spinning_ = 0;
  for (const std::uint32_t step : last_) {
    if (step == kNone || steps_[step].loop == kNone) continue;
    ++spinning_;
    if (steps_[step].woken != kNone && steps_[step].woken >= depth) steps_[step].woken = kNone;
  }
  return show(view);
}

Spins::Step& Spins::new_step() {
  if (used_ == steps_.size()) steps_.emplace_back();
  Step& step = steps_[used_++];
  step.idle = false;
  step.counts = false;
  step.wakes_all = false;
  step.own = 0;
  step.side_effects.clear();
  step.loop = kNone;
  step.woken = kNone;
  step.awaited.clear();
  return step;
}

void Spins::stepping(const StateView& view, Decision decision) {
  const ThreadView* mover = view.find(decision.thread);
  HEDDLE_CHECK(mover != nullptr, "a thread moves that is not there");
  Step& step = new_step();
  step.thread = decision.thread;
  step.operation = mover->next;
  std::uint32_t& last = this->last(decision.thread);
  step.previous = last;
  if (step.previous != kNone) {
    const Step& previous = steps_[step.previous];
    if (previous.counts) step.own = previous.then;
    if (previous.loop != kNone) --spinning_;
  }
  last = used_ - 1;
  before_.reset();
  if (view.relations != nullptr && is_memory_access(step.operation.kind)) {
    before_ = view.relations->own_state(decision.thread);
  }
}

const StateView& Spins::stepped(const StateView& view) {
  base_ = view.relations;
  if (base_ == nullptr) return show(view);
  Step& step = steps_[used_ - 1];
  for (const SideEffect& side_effect : base_->side_effects()) {
    if (side_effect.kind == SideEffect::Kind::access)
      step.side_effects.push_back(side_effect.access);
  }
  step.idle = was_idle(step.operation.kind, *base_);
  if (!step.idle) {
    step.wakes_all = wakes_all(step.operation.kind, *base_);
    if (spinning_ > 0) wake(used_ - 1);
    return show(view);
  }
  const ThreadView* now = view.find(step.thread);
  if (before_ && now != nullptr) {
    if (const std::optional<std::uint64_t> after = base_->own_state(step.thread)) {
      step.counts = true;
      step.then = step.own + (*after - *before_);
      find_loop(used_ - 1, *now);
    }
  }
  return show(view);
}

void Spins::collect_accesses(const Step& step) {
  accesses_.assign(step.side_effects.begin(), step.side_effects.end());
  add_accesses(step.thread, step.operation, {}, accesses_);
}

bool Spins::changes(const Step& step, const Awaited& awaited) {
  if (step.idle || step.wakes_all) return step.wakes_all;
  collect_accesses(step);
  return std::any_of(accesses_.begin(), accesses_.end(), [&](const Access& access) {
    return access.mode == AccessMode::write && overlap(access, awaited.access);
  });
}

// Whether the thread that took the last step is where it was before, having changed nothing.
void Spins::find_loop(std::uint32_t depth, const ThreadView& now) {
  Step& pause = steps_[depth];
  std::uint32_t begin = depth;
  for (std::size_t length = 1;; ++length) {
    const Step& step = steps_[begin];
    if (step.own == pause.then && same_announcement(step.operation, now.next)) break;
    if (length == kLongestLoop || step.previous == kNone || !steps_[step.previous].counts) return;
    begin = step.previous;
  }
  pause.loop = begin;
  ++spinning_;
  await_what_was_read(pause, depth);
}

void Spins::await_what_was_read(Step& pause, std::uint32_t depth) {
  for (std::uint32_t at = depth;; at = steps_[at].previous) {
    collect_accesses(steps_[at]);
    for (const Access& access : accesses_) {
      pause.awaited.push_back({{access.object, access.size, AccessMode::read}, at});
    }
    if (at == pause.loop) break;
  }
  // Another thread may have changed an awaited value in between.
  for (std::uint32_t at = pause.loop + 1; at < depth && pause.woken == kNone; ++at) {
    for (const Awaited& awaited : pause.awaited) {
      if (at > awaited.since && changes(steps_[at], awaited)) pause.woken = at;
    }
  }
}

// Wakes the threads that waited for a value that the step changed.
void Spins::wake(std::uint32_t depth) {
  for (std::size_t i = 0; i < last_.size(); ++i) {
    if (!is_blocked(thread_id(i))) continue;
    Step& pause = steps_[last_[i]];
    const bool news =
        std::any_of(pause.awaited.begin(), pause.awaited.end(),
                    [&](const Awaited& awaited) { return changes(steps_[depth], awaited); });
    if (news) pause.woken = depth;
  }
}

const StateView& Spins::show(const StateView& view) {
  base_ = view.relations;
  is_stuck_ = false;
  if (spinning_ == 0) return view;
  threads_.assign(view.threads.begin(), view.threads.end());
  bool any_spins = false;
  bool any_enabled = false;
  for (ThreadView& thread : threads_) {
    if (thread.enabled() && is_blocked(thread.id)) {
      thread.alternatives = 0;
      any_spins = true;
    }
    any_enabled |= thread.enabled();
  }
  is_stuck_ = view.verdict == Verdict::running && any_spins && !any_enabled;
  view_ = {threads_, view.last, is_stuck_ ? Verdict::deadlock : view.verdict, this};
  return view_;
}

Schedule Spins::once_round() const {
  Schedule schedule;
  for (std::size_t i = 0; i < last_.size(); ++i) {
    if (!is_blocked(thread_id(i)) || view_.find(thread_id(i)) == nullptr) continue;
    for (std::uint32_t at = last_[i];; at = steps_[at].previous) {
      schedule.push_back({thread_id(i), 0});
      if (at == steps_[last_[i]].loop) break;
    }
  }
  return schedule;
}

}  // namespace heddle::search
