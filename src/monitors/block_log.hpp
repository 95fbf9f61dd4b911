// Logs the accesses of threads between two scheduling points to memory that other threads also
// touch, and the joins.  The race search of block_races.hpp reads it.  Fibers fill the log, so it
// must not allocate.  It is not rolled back, since it describes only the last step.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "monitors/shared_memory.hpp"
#include "races/block_accesses.hpp"
#include "runtime/root.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

class BlockLog {
 public:
  struct Entry {
    races::BlockAccess access;
    ThreadId thread = kNoThread;
    ThreadId joined = kNoThread;  // if set: no access, but a join of this thread
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

inline BlockLog& block_log() { return static_part(runtime().block_log); }

// Returns the memory in which data races are possible: two threads touch it in some schedule, and
// one of them writes.  The two accesses have no fixed order, and no mutex is held at all accesses.
// No other memory can race.  Memory learned in one pass of a search takes effect in the next pass.
struct SuspectCells {
  SharedMemory memory{SharedMemory::Guarded::passes};
};
inline SharedMemory& suspect_memory() { return static_part(runtime().suspect_cells).memory; }

// Notes an access of the current thread.  It is a scheduling point only if it is atomic.
inline void note_block_access(std::uintptr_t address, std::size_t size, bool writes,
                              bool is_atomic) {
  if (flags().block_watch == BlockWatch::off || is_alone()) return;
  const Thread& self = current_thread();
  const bool is_suspect = suspect_memory().touch(self, address, size, writes);
  if (!is_suspect || flags().block_watch != BlockWatch::log) return;
  block_log().access({address, address + size, self.children, writes, is_atomic});
}

// Notes that the current thread frees a heap block, which counts as a write of the whole block.
inline void note_block_release(std::uintptr_t address, std::size_t size) {
  if (flags().block_watch == BlockWatch::off || is_alone()) return;
  const Thread& self = current_thread();
  const bool is_suspect = suspect_memory().touch_again(self, address, size);
  if (!is_suspect || flags().block_watch != BlockWatch::log) return;
  block_log().access({address, address + size, self.children, true, false});
}

}  // namespace heddle::native
