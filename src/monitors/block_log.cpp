#include "monitors/block_log.hpp"

#include <algorithm>
#include <tuple>

namespace heddle::native {
namespace {

// A loop touches the same few cells again and again.
constexpr std::size_t kLookedBack = 8;

// The last log entry, made larger, may stand for the next one, too.
bool takes_in(BlockLog::Entry& last, const BlockLog::Entry& next) {
  const bool is_alike = last.thread == next.thread && last.joined == kNoThread &&
                        last.access.children == next.access.children &&
                        last.access.is_atomic == next.access.is_atomic;
  if (!is_alike || next.access.begin < last.access.begin || next.access.begin > last.access.end) {
    return false;
  }
  if (last.access.writes && next.access.end <= last.access.end) return true;
  if (last.access.writes != next.access.writes) return false;
  last.access.end = std::max(last.access.end, next.access.end);
  return true;
}

}  // namespace

void BlockLog::access(const races::BlockAccess& access) {
  const Entry entry{access, world().current, kNoThread};
  for (std::size_t i = 0; i < std::min(count_, kLookedBack); ++i) {
    Entry& before = entries_[count_ - 1 - i];
    if (before.joined != kNoThread) break;
    if (takes_in(before, entry)) return;
  }
  add(entry);
}

void BlockLog::joined(ThreadId ended) {
  Entry entry;
  entry.access.children = current_thread().children;
  entry.thread = world().current;
  entry.joined = ended;
  add(entry);
}

void BlockLog::add(const Entry& entry) {
  if (overflowed_) return;
  if (count_ == entries_.size()) compact();
  if (count_ == entries_.size()) {
    overflowed_ = true;
    return;
  }
  entries_[count_++] = entry;
}

// Makes one entry of many since the last join.
void BlockLog::compact() {
  const auto begin = entries_.begin();
  auto from = begin + static_cast<std::ptrdiff_t>(count_);
  while (from != begin && (from - 1)->joined == kNoThread) --from;
  const auto end = begin + static_cast<std::ptrdiff_t>(count_);
  const auto key = [](const Entry& entry) {
    return std::tuple(entry.thread, entry.access.children, entry.access.is_atomic,
                      !entry.access.writes, entry.access.begin, entry.access.end);
  };
  std::sort(from, end, [&](const Entry& a, const Entry& b) { return key(a) < key(b); });
  auto kept = from;
  for (auto at = from; at != end; ++at) {
    if (kept == from || !takes_in(*(kept - 1), *at)) *kept++ = *at;
  }
  // It would be full again soon, and again.
  if (kept - begin > static_cast<std::ptrdiff_t>(kMostEntries / 2)) return;
  count_ = static_cast<std::size_t>(kept - begin);
}

}  // namespace heddle::native
