// Lets processes wait for a change of a word in memory that they share.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <climits>
#include <cstdint>
#include <ctime>

namespace heddle {

// Returns when the word is no longer `value`, after `longest`, or earlier for no reason.
inline void wait_for_change(std::atomic<std::uint32_t>& word, std::uint32_t value,
                            std::chrono::milliseconds longest) {
  static_assert(sizeof word == sizeof(std::uint32_t));
  timespec time{};
  time.tv_sec = longest.count() / 1000;
  time.tv_nsec = longest.count() % 1000 * 1'000'000;
  ::syscall(SYS_futex, &word, FUTEX_WAIT, value, &time, nullptr, 0);
}

// Wakes all that wait for a change of the word.
inline void wake_waiters(std::atomic<std::uint32_t>& word) {
  ::syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace heddle
