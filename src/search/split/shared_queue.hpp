// A queue in memory that two processes share: one adds entries, the other removes them.  Zeros are
// an empty queue.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace heddle::search {

template <typename Entry, std::size_t kCapacity>
class SharedQueue {
 public:
  // Returns false if the queue is full.
  bool push(const Entry& entry) {
    const std::uint64_t at = added_.load(std::memory_order_relaxed);
    if (at - removed_.load(std::memory_order_acquire) == kCapacity) return false;
    entries_[at % kCapacity] = entry;
    added_.store(at + 1, std::memory_order_release);
    return true;
  }

  // Returns false if the queue is empty.
  bool pop(Entry& into) {
    const std::uint64_t at = removed_.load(std::memory_order_relaxed);
    if (at == added_.load(std::memory_order_acquire)) return false;
    into = entries_[at % kCapacity];
    removed_.store(at + 1, std::memory_order_release);
    return true;
  }

 private:
  alignas(64) std::atomic<std::uint64_t> added_;
  alignas(64) std::atomic<std::uint64_t> removed_;
  alignas(64) std::array<Entry, kCapacity> entries_;
};

}  // namespace heddle::search
