#include "search/analysis/spins.hpp"

#include <algorithm>

#include "core/check.hpp"

namespace heddle::search {
namespace {

// Longer loops are not looked for.
constexpr std::size_t kLongestLoop = 64;

bool changes_nothing(const Relations& relations) {
  if (relations.last_change() == MemoryChange::some || relations.did_more()) return false;
  const std::span<const Deed> deeds = relations.deeds();
  return std::all_of(deeds.begin(), deeds.end(), [](const Deed& deed) {
    return deed.kind == Deed::Kind::access && deed.access.mode == AccessMode::read;
  });
}

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

Standing Spins::standing(const Operation& operation, ObjectId object) const {
  return base_->standing(operation, object);
}

const StateView& Spins::rewound(const StateView& view, std::uint32_t depth) {
  for (; used_ > depth; --used_) last(steps_[used_ - 1].thread) = steps_[used_ - 1].previous;
  for (const std::uint32_t step : last_) {
    if (step != kNone && steps_[step].woken != kNone && steps_[step].woken >= depth) {
      steps_[step].woken = kNone;
    }
  }
  return show(view);
}

Spins::Step& Spins::new_step() {
  if (used_ == steps_.size()) steps_.emplace_back();
  Step& step = steps_[used_++];
  step.idle = false;
  step.counts = false;
  step.unknown = false;
  step.own = 0;
  step.then = 0;
  step.accesses.clear();
  step.loop = kNone;
  step.woken = kNone;
  step.awaited.clear();
  return step;
}

void Spins::stepping(Decision decision) {
  Step& step = new_step();
  const ThreadView* mover = view_.find(decision.thread);
  HEDDLE_CHECK(mover != nullptr, "a thread moves that is not there");
  step.thread = decision.thread;
  step.operation = mover->next;
  step.previous = last(decision.thread);
  if (step.previous != kNone && steps_[step.previous].counts) step.own = steps_[step.previous].then;
  last(decision.thread) = used_ - 1;
  before_.reset();
  if (base_ != nullptr && is_memory_access(step.operation.kind)) {
    before_ = base_->own_state(decision.thread);
  }
}

const StateView& Spins::stepped(const StateView& view) {
  base_ = view.relations;
  if (base_ == nullptr) return show(view);
  Step& step = steps_[used_ - 1];
  note_accesses(step);
  const ThreadView* now = view.find(step.thread);
  step.idle = is_memory_access(step.operation.kind) && changes_nothing(*base_);
  if (step.idle && before_ && now != nullptr) {
    if (const std::optional<std::uint64_t> after = base_->own_state(step.thread)) {
      step.counts = true;
      step.then = step.own + (*after - *before_);
      find_loop(used_ - 1, *now);
    }
  }
  if (!step.idle) wake(used_ - 1);
  return show(view);
}

void Spins::note_accesses(Step& step) const {
  add_accesses(step.thread, step.operation, {}, step.accesses);
  for (const Deed& deed : base_->deeds()) {
    if (deed.kind == Deed::Kind::access) step.accesses.push_back(deed.access);
  }
  // Whoever is cancelled may go on to its end.
  step.unknown = base_->did_more() || step.operation.kind == OpKind::thread_cancel;
}

bool Spins::changes(const Step& step, const Awaited& awaited) const {
  if (step.idle) return false;
  return step.unknown ||
         std::any_of(step.accesses.begin(), step.accesses.end(), [&](const Access& access) {
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
  for (std::uint32_t at = depth;; at = steps_[at].previous) {
    for (const Access& access : steps_[at].accesses) {
      pause.awaited.push_back({{access.object, access.size, AccessMode::read}, at});
    }
    if (at == begin) break;
  }
  // Somebody may have come in between.
  for (std::uint32_t at = begin + 1; at < depth && pause.woken == kNone; ++at) {
    for (const Awaited& awaited : pause.awaited) {
      if (at > awaited.since && changes(steps_[at], awaited)) pause.woken = at;
    }
  }
}

// Those who waited for what the step changed may go on.
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
  if (base_ == nullptr) {
    view_ = view;
    return view_;
  }
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
