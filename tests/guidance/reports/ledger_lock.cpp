#include "ledger_lock.hpp"

#include <atomic>
#include <thread>

static std::atomic<bool> taken{false};

void acquire() {
  while (taken.exchange(true)) std::this_thread::yield();
}

void release() { taken.store(false); }
