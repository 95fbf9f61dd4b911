// A reader-writer lock in one atomic number: how many readers hold it, or that a writer does.
// Whoever cannot have it sleeps until the number changes.
//
// With Taking::wrong a writer looks whether the lock is free and then takes it, in two steps.
#pragma once

#include <atomic>

enum class Taking { right, wrong };

template <Taking kTaking = Taking::right>
class ReaderWriterLock {
 public:
  void lock_shared() {
    int holders = holders_.load(std::memory_order_relaxed);
    for (;;) {
      if (holders == kWriter) {
        holders_.wait(kWriter, std::memory_order_relaxed);
        holders = holders_.load(std::memory_order_relaxed);
      } else if (holders_.compare_exchange_weak(holders, holders + 1, std::memory_order_acquire)) {
        return;
      }
    }
  }

  void unlock_shared() {
    if (holders_.fetch_sub(1, std::memory_order_release) == 1) holders_.notify_all();
  }

  void lock() {
    for (;;) {
      int holders = 0;
      if (take(holders)) return;
      holders_.wait(holders, std::memory_order_relaxed);
    }
  }

  void unlock() {
    holders_.store(0, std::memory_order_release);
    holders_.notify_all();
  }

 private:
  static constexpr int kWriter = -1;

  // False: others hold it, and `holders` says how many.
  bool take(int& holders) {
    if constexpr (kTaking == Taking::right) {
      return holders_.compare_exchange_strong(holders, kWriter, std::memory_order_acquire);
    } else {
      holders = holders_.load(std::memory_order_acquire);
      if (holders != 0) return false;
      holders_.store(kWriter, std::memory_order_relaxed);
      return true;
    }
  }

  std::atomic<int> holders_{0};
};
