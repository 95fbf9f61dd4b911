#include "search/liveness/fair_schedule.hpp"
#include "core/xxh3.hpp"

namespace heddle::search {
namespace {

constexpr std::uint64_t bit(ThreadId thread) {
  return index(thread) < 64 ? std::uint64_t{1} << index(thread) : 0;
}

std::uint64_t enabled(const StateView& view) {
  std::uint64_t set = 0;
  for (const ThreadView& thread : view.threads) {
    if (thread.enabled()) set |= bit(thread.id);
  }
  return set;
}

}  // namespace

bool FairSchedule::waits(const Path& path, ThreadId thread) const {
  for (std::size_t i = frames_.back().begin; i < windows_.size(); ++i) {
    const Window& window = windows_[i];
    if (window.thread == thread) return (window.first & enabled(path.view())) != 0;
  }
  return false;
}

void FairSchedule::stepping(const Path& path, Decision decision) {
  mover_ = decision.thread;
  const ThreadView* thread = path.view().find(mover_);
  const bool repeats = thread != nullptr && idle_loop_.repeats(path, *thread);
  yields_ = thread != nullptr && (thread->yielding || repeats) && bit(mover_) != 0;
  if (!frames_.empty()) {
    enabled_before_ = enabled(path.view());
  } else if (yields_) {
    asleep_ = false;
  }
}

void FairSchedule::stepped(const Path& path) {
  const std::span<Window> windows = copy_last_frame(path.depth());
  const Threads now = enabled(path.view());
  for (Window& window : windows) {
    window.first &= ~bit(mover_);
    window.enabled &= now;
    window.scheduled |= bit(mover_);
    if (window.thread == mover_) window.disabled |= enabled_before_ & ~now;
  }
  if (!yields_) return;
  Window* own = find(windows, mover_);
  if (own == nullptr) {
    // The first yield opens a window and adds no thread to wait for.
    windows_.push_back({mover_, now, 0, 0, 0});
    return;
  }
  own->first |= (own->enabled | own->disabled) & ~own->scheduled;
  own->enabled = now;
  own->disabled = 0;
  own->scheduled = 0;
}

void FairSchedule::rewound(const Path& path) {
  while (!frames_.empty() && frames_.back().depth > path.depth()) {
    windows_.resize(frames_.back().begin);
    frames_.pop_back();
  }
  asleep_ = frames_.empty();
}

std::uint64_t FairSchedule::context(const Path&) const {
  if (frames_.empty()) return 0;
  // Windows open in the order of the first yields, which does not matter: add them up.
  std::uint64_t sum = 0;
  for (std::size_t i = frames_.back().begin; i < windows_.size(); ++i) {
    const Window& window = windows_[i];
    const std::uint64_t fields[] = {index(window.thread), window.enabled, window.disabled,
                                    window.scheduled, window.first};
    sum += XXH3_64bits(fields, sizeof fields);
  }
  return sum;
}

std::span<FairSchedule::Window> FairSchedule::copy_last_frame(std::uint32_t depth) {
  const std::size_t from = frames_.empty() ? 0 : frames_.back().begin;
  const std::size_t count = windows_.size() - from;
  frames_.push_back({depth, windows_.size()});
  for (std::size_t i = 0; i < count; ++i) {
    const Window window = windows_[from + i];
    windows_.push_back(window);
  }
  return {windows_.data() + windows_.size() - count, count};
}

FairSchedule::Window* FairSchedule::find(std::span<Window> windows, ThreadId thread) {
  for (Window& window : windows) {
    if (window.thread == thread) return &window;
  }
  return nullptr;
}

}  // namespace heddle::search
