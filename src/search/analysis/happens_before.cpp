#include "search/analysis/happens_before.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <limits>

#include "core/check.hpp"
#include "core/chosen_set.hpp"

namespace heddle::search {
namespace {

constexpr Fingerprint kNothingHappened{0x6a09e667f3bcc908ULL, 0xbb67ae8584caa73bULL};

constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();

bool may_wake(OpKind kind) {
  return kind == OpKind::cond_signal || kind == OpKind::cond_broadcast ||
         kind == OpKind::futex_wake || kind == OpKind::futex_requeue ||
         kind == OpKind::barrier_wait;
}

// How many of so many waiters the operation wakes, at most.
std::uint64_t wakes(const Operation& operation, std::size_t waiters) {
  switch (operation.kind) {
    case OpKind::cond_signal:
      return 1;
    case OpKind::futex_wake:
      return operation.value;
    case OpKind::futex_requeue:
      return operation.value & 0xffff;  // the rest says how many go to wait elsewhere
    case OpKind::barrier_wait:
      return waiters + 1 >= operation.value ? kAll : 0;  // the value is how many it takes
    default:
      return kAll;
  }
}

// Waits and wake-ups of a futex may name bits, of which they must share one; none means all.
bool shares_bits(const Operation& waiter, const Operation& wake) {
  if (wake.kind != OpKind::futex_wake) return true;
  if (waiter.second == kNoObject || wake.second == kNoObject) return true;
  return (static_cast<std::uint64_t>(waiter.second) & static_cast<std::uint64_t>(wake.second)) != 0;
}

}  // namespace

HappensBefore::HappensBefore() : fingerprint_(kNothingHappened), clocks_(1), histories_(1) {}

void HappensBefore::stepping(const Path& path, Decision decision) {
  const ThreadView* mover = path.view().find(decision.thread);
  HEDDLE_CHECK(mover != nullptr && frames_.size() == path.depth(),
               "happens-before is out of step with the path");
  const std::size_t needed = index(path.view().threads.back().id) + std::size_t{1};
  if (threads_.size() < needed) {
    threads_.resize(needed);
    has_token_.resize(needed);
  }
  Frame frame;
  frame.histories = static_cast<std::uint32_t>(histories_.size());
  frame.wakings = static_cast<std::uint32_t>(wakings_.size());
  frame.mover = decision.thread;
  frame.own_before = threads_[index(decision.thread)];
  frame.floor_before = floor_;
  frame.fingerprint_before = fingerprint_;
  frame.clock = clocks_used_;
  const bool passes_time = find_effect(path, *mover, decision.alternative);
  make_clock(decision.thread, passes_time);
  note_accesses();
  add_to_fingerprint(mover->next, decision);
  frames_.push_back(frame);
}

// Fills in what the step accesses, and moves the tokens.  Returns whether it may let time pass.
bool HappensBefore::find_effect(const Path& path, const ThreadView& mover,
                                std::uint16_t alternative) {
  const Operation& operation = mover.next;
  woken_.clear();
  accesses_.clear();
  collect_woken(path, operation, alternative);
  StepEffect effect{woken_, Outcome::done};
  if (is_wake_up(operation.kind)) {
    if (has_token_[index(mover.id)]) {
      flip_token(mover.id);
      // Woken, it would have gone on in the first way; it was cancelled instead.
      if (alternative > 0) effect.outcome = Outcome::cancelled;
    } else {
      effect.outcome = Outcome::timed_out;
    }
  }
  add_accesses(mover.id, operation, effect, accesses_);
  for (const ThreadId woken : woken_) flip_token(woken);
  // A join ends with the step of the thread that it waits for; as a step of its own it timed out.
  // A cancellation meets its thread wherever it is, or its end, which is no step.
  return operation.kind == OpKind::sleep || is_timed_attempt(operation.kind) ||
         operation.kind == OpKind::thread_join || operation.kind == OpKind::thread_cancel ||
         effect.outcome != Outcome::done;
}

void HappensBefore::collect_woken(const Path& path, const Operation& wake,
                                  std::uint16_t alternative) {
  if (!may_wake(wake.kind)) return;
  waiters_.clear();
  for (const ThreadView& thread : path.view().threads) {
    if (is_wake_up(thread.next.kind) && thread.next.object == wake.object &&
        !has_token_[index(thread.id)] && shares_bits(thread.next, wake)) {
      waiters_.push_back(thread.id);
    }
  }
  const std::uint64_t count =
      std::min<std::uint64_t>(wakes(wake, waiters_.size()), waiters_.size());
  // A requeue's alternative also says who goes to wait elsewhere.
  ChosenSet chosen(waiters_.size(), count, alternative % ways_to_choose(count, waiters_.size()));
  for (const ThreadId waiter : waiters_) {
    if (chosen.takes_next()) woken_.push_back(waiter);
  }
}

void HappensBefore::flip_token(ThreadId thread) {
  has_token_[index(thread)] = !has_token_[index(thread)];
  wakings_.push_back(thread);
}

void HappensBefore::make_clock(ThreadId mover, bool passes_time) {
  const ClockRef own = clocks_used_;
  ClockVector& clock = push_clock(threads_[index(mover)]);
  clock.join(clocks_[floor_]);
  if (passes_time) {
    for (const ClockRef other : threads_) clock.join(clocks_[other]);
    floor_ = own;
  }
  for (const Access& access : accesses_) {
    const std::uint32_t object = objects_.number(access);
    if (latest_.size() < objects_.size()) latest_.resize(objects_.size());
    join_history(object, access.mode, clock);
    for (const std::uint32_t other : objects_.overlapping(object)) {
      join_history(other, access.mode, clock);
    }
  }
  clock.tick(mover);
  threads_[index(mover)] = own;
}

void HappensBefore::join_history(std::uint32_t object, AccessMode mode, ClockVector& into) const {
  const History& history = histories_[latest_[object]];
  into.join(clocks_[history.writes]);
  if (mode == AccessMode::write) into.join(clocks_[history.reads]);
}

void HappensBefore::note_accesses() {
  const ClockRef own = clocks_used_ - 1;
  for (const Access& access : accesses_) {
    const std::uint32_t object = objects_.number(access);
    History history = histories_[latest_[object]];
    history.object = object;
    history.before = latest_[object];
    if (access.mode == AccessMode::write) {
      history.writes = own;
      history.reads = 0;
    } else {
      ClockVector& reads = push_clock(history.reads);
      reads.join(clocks_[own]);
      history.reads = clocks_used_ - 1;
    }
    latest_[object] = static_cast<std::uint32_t>(histories_.size());
    histories_.push_back(history);
  }
}

void HappensBefore::add_to_fingerprint(const Operation& operation, Decision decision) {
  hashed_.clear();
  hashed_.push_back(index(decision.thread) | std::uint64_t{decision.alternative} << 16 |
                    static_cast<std::uint64_t>(operation.kind) << 32);
  hashed_.push_back(static_cast<std::uint64_t>(operation.object));
  hashed_.push_back(static_cast<std::uint64_t>(operation.second));
  hashed_.push_back(operation.value);
  const ClockVector& clock = clocks_[threads_[index(decision.thread)]];
  for (const std::uint32_t count : clock.counts()) hashed_.push_back(count);
  const XXH128_hash_t hash = XXH3_128bits(hashed_.data(), hashed_.size() * sizeof(std::uint64_t));
  fingerprint_.low += hash.low64;
  fingerprint_.high += hash.high64;
}

ClockVector& HappensBefore::push_clock(ClockRef copied) {
  if (clocks_used_ == clocks_.size()) clocks_.emplace_back();
  ClockVector& clock = clocks_[clocks_used_++];
  clock = clocks_[copied];
  return clock;
}

void HappensBefore::rewound(const Path& path) {
  while (frames_.size() > path.depth()) {
    undo(frames_.back());
    frames_.pop_back();
  }
}

void HappensBefore::undo(const Frame& frame) {
  while (histories_.size() > frame.histories) {
    latest_[histories_.back().object] = histories_.back().before;
    histories_.pop_back();
  }
  for (; wakings_.size() > frame.wakings; wakings_.pop_back()) {
    has_token_[index(wakings_.back())] = !has_token_[index(wakings_.back())];
  }
  threads_[index(frame.mover)] = frame.own_before;
  floor_ = frame.floor_before;
  fingerprint_ = frame.fingerprint_before;
  clocks_used_ = frame.clock;
}

}  // namespace heddle::search
