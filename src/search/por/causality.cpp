#include "search/por/causality.hpp"

#include <algorithm>

#include "core/check.hpp"
#include "search/liveness/idle_step.hpp"

namespace heddle::search {
namespace {

bool is_living(const StateView& view, ThreadId thread) { return view.find(thread) != nullptr; }

}  // namespace

ClockVector& Causality::own(ThreadId thread) {
  if (threads_.size() <= index(thread)) threads_.resize(index(thread) + std::size_t{1});
  return threads_[index(thread)];
}

const ClockVector& Causality::knowledge(ThreadId thread) { return own(thread); }

std::uint32_t Causality::number(const Access& access) {
  const std::uint32_t object = objects_.number(access);
  if (uses_.size() < objects_.size()) uses_.resize(objects_.size());
  return object;
}

void Causality::add_pending(const StateView& view, const ThreadView& thread,
                            std::vector<Access>& into) {
  accesses_.add_pending(view, thread, into);
}

CausalStep& Causality::new_step() {
  if (used_ == steps_.size()) steps_.emplace_back();
  CausalStep& step = steps_[used_++];
  step.accesses.clear();
  step.object_states.clear();
  step.enabled.clear();
  step.awaited.clear();
  step.only_read = false;
  step.is_idle = false;
  step.wakes_all = false;
  step.knowledge.clear();
  return step;
}

void Causality::stepping(const Path& path, Decision decision) {
  HEDDLE_CHECK(used_ == path.depth(), "causality is out of step with the path");
  const StateView& view = path.view();
  before_.clear();
  for (const ThreadView& thread : view.threads) {
    before_.push_back({thread, accesses_.has_token(thread.id)});
  }
  accesses_.stepping(path, decision);
  CausalStep& step = new_step();
  step.thread = decision.thread;
  step.alternative = decision.alternative;
  step.passes_time = accesses_.passes_time();
  step.with_all = step.passes_time;
  step.accesses.assign(accesses_.all().begin(), accesses_.all().end());
  const ThreadView* last = view.find(path.last());
  step.free_switch = last == nullptr || !last->enabled() || last->yielding;
  describe(step, view, *view.find(decision.thread));
  changes_at_.push_back(changes_.size());
  step.announced = step.accesses.size();
}

void Causality::describe(CausalStep& step, const StateView& view, const ThreadView& mover) {
  step.operation = mover.next;
  for (const Access& access : step.accesses) {
    step.object_states.push_back(view.relations == nullptr
                                     ? ObjectState{}
                                     : view.relations->object_state(mover.next, access.object));
  }
  for (const ThreadView& thread : view.threads) {
    if (thread.enabled()) step.enabled.push_back(thread.id);
  }
  if (view.relations == nullptr) return;
  const std::span<const Awaited> awaited = view.relations->awaited(mover.id);
  step.awaited.assign(awaited.begin(), awaited.end());
}

void Causality::note_change(CausalStep& step, const Relations& relations) {
  step.is_idle = was_idle(step.operation.kind, relations);
  step.wakes_all = wakes_all(step.operation.kind, relations);
  step.only_read = accesses_.only_read();
  if (step.only_read) step.accesses.front().mode = AccessMode::read;
}

void Causality::make_clock(CausalStep& step) {
  step.before = own(step.thread);
  step.clock = step.before;
  if (!with_all_.empty()) step.clock.join(steps_[with_all_.back()].clock);
  if (step.with_all) {
    for (const ClockVector& other : threads_) step.clock.join(other);
  }
  for (const Access& access : step.accesses) {
    const std::uint32_t object = number(access);
    join_uses(object, access.mode, step.clock);
    for (const std::uint32_t other : objects_.overlapping(object)) {
      join_uses(other, access.mode, step.clock);
    }
  }
  step.clock.tick(step.thread);
  step.number = step.clock.at(step.thread);
  learn(step.thread, step.clock);
}

// A write comes after the last write and everything since; a read after the last write.
void Causality::join_uses(std::uint32_t object, AccessMode mode, ClockVector& into) const {
  const std::vector<Use>& uses = uses_[object];
  if (uses.empty()) return;
  if (mode == AccessMode::read) {
    const std::uint32_t end = uses.back().writes_end;
    if (end > 0) into.join(steps_[uses[end - 1].step].clock);
    return;
  }
  for (std::size_t i = uses.size(); i-- > 0;) {
    const bool writes = uses[i].mode == AccessMode::write;
    into.join(steps_[uses[i].step].clock);
    if (writes) return;
  }
}

void Causality::note_uses(const CausalStep& step, std::size_t first_access) {
  const std::uint32_t depth = used_ - 1;
  for (std::size_t i = first_access; i < step.accesses.size(); ++i) {
    const Access& access = step.accesses[i];
    std::vector<Use>& uses = uses_[number(access)];
    if (uses.empty() || uses.back().step != depth) {
      uses.push_back({depth, access.mode, uses.empty() ? 0 : uses.back().writes_end});
    }
    if (access.mode == AccessMode::write) {
      uses.back().mode = AccessMode::write;
      uses.back().writes_end = static_cast<std::uint32_t>(uses.size());
    }
  }
  if (step.with_all && first_access == 0) with_all_.push_back(depth);
}

void Causality::learn(ThreadId thread, const ClockVector& news) {
  changes_.push_back({thread, own(thread)});
  own(thread).join(news);
}

void Causality::stepped(const Path& path) {
  const StateView& view = path.view();
  CausalStep& step = steps_[used_ - 1];
  accesses_.stepped(path);
  if (view.relations != nullptr) note_change(step, *view.relations);
  make_clock(step);
  note_uses(step);
  if (view.relations != nullptr) {
    add_side_effects(*view.relations);
    find_relatives(view);
  }
  left_.clear();
  left_at_ = used_;
  was_cut_ = false;
  if (view.verdict != Verdict::running) end_run(view);
}

// Adds the side effects beyond the operation, by each thread that moved in the step.  A thread's
// knowledge is its clock before the step, and that of its creator or joined threads during the
// step.
void Causality::add_side_effects(const Relations& relations) {
  CausalStep& step = steps_[used_ - 1];
  movers_.clear();
  movers_.push_back({step.thread, step.before});
  const auto knowledge = [&](ThreadId thread) -> std::size_t {
    for (std::size_t i = 0; i < movers_.size(); ++i) {
      if (movers_[i].thread == thread) return i;
    }
    movers_.push_back({thread, own(thread)});
    return movers_.size() - 1;
  };
  for (const SideEffect& side_effect : relations.side_effects()) {
    const std::size_t by = knowledge(side_effect.by);
    if (side_effect.kind == SideEffect::Kind::access) {
      add_access(step, side_effect.access, movers_[by].before);
    } else {
      const std::size_t other = knowledge(side_effect.other);
      const bool joins = side_effect.kind == SideEffect::Kind::join;
      movers_[joins ? by : other].before.join(movers_[joins ? other : by].before);
    }
  }
  if (step.accesses.size() > step.announced) {
    note_uses(step, step.announced);
    learn(step.thread, step.clock);
  }
  if (relations.did_more()) depend_on_all();
}

void Causality::add_access(CausalStep& step, const Access& access, const ClockVector& known) {
  step.accesses.push_back(access);
  step.object_states.emplace_back();
  step.knowledge.push_back(known);
  const std::uint32_t object = number(access);
  join_uses(object, access.mode, step.clock);
  for (const std::uint32_t other : objects_.overlapping(object)) {
    join_uses(other, access.mode, step.clock);
  }
}

// Orders the next steps of threads that were created or joined during the step after it.
void Causality::find_relatives(const StateView& view) {
  const CausalStep& step = steps_[used_ - 1];
  // A thread that ends may set going the one that joins it, which may end in the same step.
  for (std::size_t round = 0; round < before_.size(); ++round) {
    bool news = false;
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      if (threads_[i].counts().empty() || is_living(view, thread_id(i))) continue;
      const ThreadId joiner = view.relations->joined_by(thread_id(i));
      if (joiner == kNoThread || threads_[i].is_below(own(joiner))) continue;
      learn(joiner, threads_[i]);
      news = true;
    }
    if (!news) break;
  }
  for (const ThreadView& thread : view.threads) {
    const bool was_there =
        std::any_of(before_.begin(), before_.end(),
                    [&](const LeftThread& known) { return known.view.id == thread.id; });
    if (was_there) continue;
    learn(thread.id, step.clock);
    const ThreadId creator = view.relations->creator(thread.id);
    if (creator != kNoThread) learn(thread.id, own(creator));
  }
}

// A step that ends the run for all depends on all: it could have come before theirs.
void Causality::end_run(const StateView& view) {
  was_cut_ = view.verdict == Verdict::cut;
  has_cut_runs_ |= was_cut_;
  if (!ends_others(view)) {
    for (const ThreadView& thread : view.threads) {
      left_.push_back({thread, accesses_.has_token(thread.id)});
    }
    return;
  }
  CausalStep& step = steps_[used_ - 1];
  left_at_ = used_ - 1;
  has_ended_runs_ = true;
  for (const LeftThread& thread : before_) {
    if (thread.view.id != step.thread) left_.push_back(thread);
  }
  depend_on_all();
}

void Causality::depend_on_all() {
  CausalStep& step = steps_[used_ - 1];
  if (step.with_all) return;
  step.with_all = true;
  with_all_.push_back(used_ - 1);
  for (const ClockVector& other : threads_) step.clock.join(other);
  learn(step.thread, step.clock);
}

bool Causality::ends_others(const StateView& view) {
  if (view.verdict == Verdict::cut) return false;
  if (view.verdict == Verdict::failed) return true;
  if (view.verdict == Verdict::deadlock && !view.threads.empty()) {
    return std::any_of(view.threads.begin(), view.threads.end(),
                       [](const ThreadView& thread) { return thread.enabled(); });
  }
  // A program that ends with its main thread might have ended before what that thread does not know
  // of.
  const Relations* relations = view.relations;
  if (relations == nullptr || !relations->ends_with_main()) return false;
  const ThreadId mover = steps_[used_ - 1].thread;
  const auto was_cut_off = [&](const LeftThread& thread) {
    const ThreadId id = thread.view.id;
    return id != mover && id != kMainThread && relations->joined_by(id) == kNoThread;
  };
  const ClockVector& main = own(kMainThread);
  const auto is_unknown = [&](const ClockVector& other) { return !other.is_below(main); };
  return std::any_of(before_.begin(), before_.end(), was_cut_off) ||
         std::any_of(threads_.begin(), threads_.end(), is_unknown);
}

void Causality::rewound(const Path& path) {
  if (used_ <= path.depth()) return;
  for (std::uint32_t depth = used_; depth-- > path.depth();) {
    for (const Access& access : steps_[depth].accesses) {
      std::vector<Use>& uses = uses_[number(access)];
      if (!uses.empty() && uses.back().step == depth) uses.pop_back();
    }
  }
  while (!with_all_.empty() && with_all_.back() >= path.depth()) with_all_.pop_back();
  for (; changes_.size() > changes_at_[path.depth()]; changes_.pop_back()) {
    own(changes_.back().thread) = changes_.back().before;
  }
  changes_at_.resize(path.depth());
  used_ = path.depth();
  accesses_.rewound(path);
  left_.clear();
  left_at_ = used_;
  was_cut_ = false;
}

}  // namespace heddle::search
