// A stack without a lock (R. Kent Treiber) whose nodes are used again: they lie in an array and are
// named by their numbers.  The head counts how often it was changed, so that a node which is back
// in its place is not taken for one that never left.
//
// Without the count (Heads::wrong), a pop may put a node on top that somebody else has taken.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

enum class Heads { right, wrong };

template <std::size_t kNodes, Heads kHeads = Heads::right>
class CountedStack {
 public:
  static constexpr std::uint32_t kNone = 0;  // nodes are named from 1

  // REQUIRES: the node is in nobody else's hands, and not on the stack.
  void push(std::uint32_t node) {
    std::uint64_t head = head_.load(std::memory_order_relaxed);
    do {
      next(node).store(top(head), std::memory_order_relaxed);
    } while (!replace(head, node, std::memory_order_release));
  }

  // The node that was on top is the caller's; kNone: the stack was empty.
  std::uint32_t pop() {
    std::uint64_t head = head_.load(std::memory_order_acquire);
    for (;;) {
      const std::uint32_t node = top(head);
      if (node == kNone) return kNone;
      // The node may be somebody else's by now; then the head has changed.
      const std::uint32_t below = next(node).load(std::memory_order_relaxed);
      if (replace(head, below, std::memory_order_acquire)) return node;
    }
  }

 private:
  static std::uint32_t top(std::uint64_t head) { return static_cast<std::uint32_t>(head); }

  // Makes `node` the head if that is still what the caller knows; or says what it is.
  bool replace(std::uint64_t& head, std::uint32_t node, std::memory_order success) {
    const std::uint64_t count = kHeads == Heads::right ? (head >> 32) + 1 : 0;
    return head_.compare_exchange_weak(head, count << 32 | node, success,
                                       std::memory_order_acquire);
  }

  std::atomic<std::uint32_t>& next(std::uint32_t node) { return next_[node - 1]; }

  std::array<std::atomic<std::uint32_t>, kNodes> next_{};
  std::atomic<std::uint64_t> head_{0};
};
