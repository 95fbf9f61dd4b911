#include "search/por/happens_before.hpp"

#include "core/check.hpp"
#include "core/xxh3.hpp"
#include "system/relations.hpp"

namespace heddle::search {
namespace {

constexpr Fingerprint kNothingHappened{0x6a09e667f3bcc908ULL, 0xbb67ae8584caa73bULL};

}  // namespace

HappensBefore::HappensBefore() : fingerprint_(kNothingHappened), clocks_(1), histories_(1) {}

void HappensBefore::stepping(const Path& path, Decision decision) {
  const ThreadView* mover = path.view().find(decision.thread);
  HEDDLE_CHECK(mover != nullptr && frames_.size() == path.depth(),
               "happens-before is out of step with the path");
  const std::size_t needed = index(path.view().threads.back().id) + std::size_t{1};
  if (threads_.size() < needed) threads_.resize(needed);
  Frame frame;
  frame.histories = static_cast<std::uint32_t>(histories_.size());
  frame.mover = decision.thread;
  frame.own_before = threads_[index(decision.thread)];
  frame.floor_before = floor_;
  frame.fingerprint_before = fingerprint_;
  frame.clock = clocks_used_;
  frames_.push_back(frame);
  operation_ = mover->next;
  decision_ = decision;
  accesses_.stepping(path, decision);
}

void HappensBefore::make_clock(ThreadId mover) {
  const ClockRef own = frames_.back().clock;
  push_clock(threads_[index(mover)]).join(clocks_[floor_]);
  if (accesses_.passes_time()) come_after_all();
  for (const Access& access : accesses_.all()) come_after(access);
  clocks_[own].tick(mover);
  threads_[index(mover)] = own;
}

// Attributes all side effects to the step, regardless of the thread: threads that the step created
// or resumed do nothing on their own before it ends.
void HappensBefore::stepped(const Path& path) {
  accesses_.stepped(path);
  make_clock(decision_.thread);
  const Relations* relations = path.view().relations;
  const std::span<const SideEffect> side_effects =
      relations == nullptr ? std::span<const SideEffect>{} : relations->side_effects();
  for (const SideEffect& side_effect : side_effects) {
    if (side_effect.kind == SideEffect::Kind::access) come_after(side_effect.access);
  }
  if (relations != nullptr && relations->did_more()) come_after_all();
  for (const Access& access : accesses_.all()) note(access);
  for (const SideEffect& side_effect : side_effects) {
    if (side_effect.kind == SideEffect::Kind::access) note(side_effect.access);
  }
  add_to_fingerprint();
}

void HappensBefore::come_after(const Access& access) {
  const std::uint32_t object = objects_.number(access);
  if (latest_.size() < objects_.size()) latest_.resize(objects_.size());
  ClockVector& clock = clocks_[frames_.back().clock];
  join_history(object, access.mode, clock);
  for (const std::uint32_t other : objects_.overlapping(object)) {
    join_history(other, access.mode, clock);
  }
}

void HappensBefore::come_after_all() {
  const ClockRef own = frames_.back().clock;
  for (const ClockRef other : threads_) clocks_[own].join(clocks_[other]);
  floor_ = own;
}

void HappensBefore::join_history(std::uint32_t object, AccessMode mode, ClockVector& into) const {
  const History& history = histories_[latest_[object]];
  into.join(clocks_[history.writes]);
  if (mode == AccessMode::write) into.join(clocks_[history.reads]);
}

void HappensBefore::note(const Access& access) {
  const ClockRef own = frames_.back().clock;
  const std::uint32_t object = objects_.number(access);
  History history = histories_[latest_[object]];
  history.object = object;
  history.before = latest_[object];
  if (access.mode == AccessMode::write) {
    history.writes = own;
    history.reads = 0;
  } else {
    push_clock(history.reads).join(clocks_[own]);
    history.reads = clocks_used_ - 1;
  }
  latest_[object] = static_cast<std::uint32_t>(histories_.size());
  histories_.push_back(history);
}

void HappensBefore::add_to_fingerprint() {
  hashed_.clear();
  hashed_.push_back(index(decision_.thread) | std::uint64_t{decision_.alternative} << 16 |
                    static_cast<std::uint64_t>(operation_.kind) << 32);
  hashed_.push_back(static_cast<std::uint64_t>(operation_.object));
  hashed_.push_back(static_cast<std::uint64_t>(operation_.second));
  hashed_.push_back(operation_.value);
  const ClockVector& clock = clocks_[frames_.back().clock];
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
  accesses_.rewound(path);
}

void HappensBefore::undo(const Frame& frame) {
  while (histories_.size() > frame.histories) {
    latest_[histories_.back().object] = histories_.back().before;
    histories_.pop_back();
  }
  threads_[index(frame.mover)] = frame.own_before;
  floor_ = frame.floor_before;
  fingerprint_ = frame.fingerprint_before;
  clocks_used_ = frame.clock;
}

}  // namespace heddle::search
