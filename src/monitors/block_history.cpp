#include "monitors/block_history.hpp"

#include "runtime/stack_capture.hpp"

namespace heddle::native {

std::size_t BlockHistory::first_way(std::uintptr_t block) {
  return (block * 0x9e3779b97f4a7c15ULL >> 32) % (kEntries / kWays) * kWays;
}

BlockHistory::Entry& BlockHistory::entry(std::uintptr_t block) {
  const std::size_t first = first_way(block);
  Entry* oldest = &entries_[first];
  for (std::size_t i = first; i < first + kWays; ++i) {
    if (entries_[i].block == block) return entries_[i];
    if (entries_[i].touched < oldest->touched) oldest = &entries_[i];
  }
  *oldest = Entry{};
  oldest->block = block;
  return *oldest;
}

void BlockHistory::note(Moment& moment, ThreadId thread) {
  moment.thread = thread;
  moment.frames = capture_stack(moment.stack);
}

void BlockHistory::allocated(const void* block, ThreadId thread) {
  Entry& entry = this->entry(reinterpret_cast<std::uintptr_t>(block));
  entry.touched = ++now_;
  entry.number = now_;
  entry.end = Moment{};
  note(entry.allocation, thread);
}

void BlockHistory::freed(const void* block, ThreadId thread) {
  Entry& entry = this->entry(reinterpret_cast<std::uintptr_t>(block));
  entry.touched = ++now_;
  note(entry.end, thread);
}

void BlockHistory::clear() {
  for (Entry& entry : entries_) entry = Entry{};
}

std::uint64_t BlockHistory::number(std::uintptr_t block) const {
  const std::size_t first = first_way(block);
  for (std::size_t i = first; i < first + kWays; ++i) {
    if (entries_[i].block == block) return entries_[i].number;
  }
  return 0;
}

std::vector<Account> BlockHistory::accounts(std::uintptr_t block) const {
  std::vector<Account> accounts;
  const std::size_t first = first_way(block);
  for (std::size_t i = first; i < first + kWays; ++i) {
    const Entry& entry = entries_[i];
    if (entry.block != block) continue;
    const auto tell = [&](const char* what, const Moment& moment) {
      if (moment.thread == kNoThread) return;
      accounts.push_back({what,
                          moment.thread,
                          {moment.stack.begin(),
                           moment.stack.begin() + static_cast<std::ptrdiff_t>(moment.frames)}});
    };
    tell("heap block allocated by", entry.allocation);
    tell("heap block freed by", entry.end);
  }
  return accounts;
}

}  // namespace heddle::native
