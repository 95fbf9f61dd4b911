// What threads access between two scheduling points, as far as others touch the same memory, and
// whom they join: for the search for races in blocks (block_races.hpp).  Filled on fibers, which
// must not allocate; not rolled back, as it is about the last step alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "monitors/shared_memory.hpp"
#include "races/block_accesses.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

enum class BlockWatch : std::uint8_t {
  off,
  learn,  // only who touches what
  log,
};

[[gnu::visibility("hidden")]] extern BlockWatch g_block_watch;

class BlockLog {
 public:
  struct Entry {
    races::BlockAccess access;
    ThreadId thread = kNoThread;
    ThreadId joined = kNoThread;  // no access, but the end of that thread was waited for
  };

  // ---- on a fiber, by the current thread ----
  void access(const races::BlockAccess& access);
  void joined(ThreadId ended);

  // ---- in the engine ----
  std::span<const Entry> entries() const { return {entries_.data(), count_}; }
  bool overflowed() const { return overflowed_; }
  void clear() {
    count_ = 0;
    overflowed_ = false;
  }

 private:
  void add(const Entry& entry);
  void compact();

  static constexpr std::size_t kMostEntries = 4096;

  std::array<Entry, kMostEntries> entries_{};
  std::size_t count_ = 0;
  bool overflowed_ = false;
};

[[gnu::visibility("hidden")]] extern BlockLog g_block_log;

// Memory that two threads touch in some schedule, one of them writing, in no fixed order and not
// always with the same mutex held: no other can race.  What is learned in one pass of a search is
// heeded from the next one on.
SharedMemory& suspect_memory();

// The current thread accesses memory, and that is no scheduling point unless it is atomic.
inline void note_block_access(std::uintptr_t address, std::size_t size, bool writes,
                              bool is_atomic) {
  if (g_block_watch == BlockWatch::off || is_alone()) return;
  const Thread& self = current_thread();
  const bool is_suspect = suspect_memory().touch(self, address, size, writes);
  if (!is_suspect || g_block_watch != BlockWatch::log) return;
  g_block_log.access({address, address + size, self.children, writes, is_atomic});
}

// It gives a block back, which counts as writing all of it.
inline void note_block_release(std::uintptr_t address, std::size_t size) {
  if (g_block_watch == BlockWatch::off || is_alone()) return;
  const Thread& self = current_thread();
  const bool is_suspect = suspect_memory().touch_again(self, address, size);
  if (!is_suspect || g_block_watch != BlockWatch::log) return;
  g_block_log.access({address, address + size, self.children, true, false});
}

}  // namespace heddle::native
