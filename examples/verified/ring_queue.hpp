// A bounded queue for many producers and many consumers without a lock (after Dmitry Vyukov): each
// slot has a turn, which says whose it is next.
//
// With Publish::right, a producer puts the value into its slot before it passes the turn on.
// Publish::wrong does it the other way round: a consumer may take what is not there yet.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

enum class Publish { right, wrong };

template <typename T, std::size_t kSlots, Publish kPublish = Publish::right>
class RingQueue {
 public:
  RingQueue() {
    for (std::size_t i = 0; i < kSlots; ++i) slots_[i].turn.store(i, std::memory_order_relaxed);
  }

  // False when the queue is full.
  bool push(const T& value) {
    std::size_t ticket = tail_.load(std::memory_order_relaxed);
    for (;;) {
      Slot& slot = slots_[ticket % kSlots];
      const std::size_t turn = slot.turn.load(std::memory_order_acquire);
      if (turn == ticket) {
        if (!claim(tail_, ticket)) continue;
        if constexpr (kPublish == Publish::right) slot.value = value;
        slot.turn.store(ticket + 1, std::memory_order_release);
        if constexpr (kPublish == Publish::wrong) slot.value = value;
        return true;
      }
      // The slot still holds what was put there one round ago.
      if (turn < ticket) return false;
      ticket = tail_.load(std::memory_order_relaxed);
    }
  }

  // False when the queue is empty.
  bool pop(T& into) {
    std::size_t ticket = head_.load(std::memory_order_relaxed);
    for (;;) {
      Slot& slot = slots_[ticket % kSlots];
      const std::size_t turn = slot.turn.load(std::memory_order_acquire);
      if (turn == ticket + 1) {
        if (!claim(head_, ticket)) continue;
        into = slot.value;
        slot.turn.store(ticket + kSlots, std::memory_order_release);
        return true;
      }
      // Nobody has put anything there in this round.
      if (turn < ticket + 1) return false;
      ticket = head_.load(std::memory_order_relaxed);
    }
  }

 private:
  struct Slot {
    std::atomic<std::size_t> turn{0};
    T value{};
  };

  // Takes the ticket; or gives the one to try next.
  static bool claim(std::atomic<std::size_t>& counter, std::size_t& ticket) {
    return counter.compare_exchange_strong(ticket, ticket + 1, std::memory_order_relaxed);
  }

  std::array<Slot, kSlots> slots_;
  std::atomic<std::size_t> tail_{0};
  std::atomic<std::size_t> head_{0};
};
