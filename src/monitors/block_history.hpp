// Records where heap blocks were allocated and freed while one execution is recorded, for reports
// of memory errors.  Fibers fill it and must not allocate, so its size is fixed: a new block
// overwrites the entry that was touched least recently.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/failure.hpp"
#include "core/ids.hpp"

namespace heddle::native {

class BlockHistory {
 public:
  BlockHistory() : entries_(kEntries) {}

  // ---- on a fiber, in the function that does it ----
  void allocated(const void* block, ThreadId thread);
  void freed(const void* block, ThreadId thread);

  // ---- in the engine ----
  void clear();
  // Returns the block's allocation and its end, as far as they are known.
  std::vector<Account> accounts(std::uintptr_t block) const;
  // Returns a number that differs between blocks that had the same address; 0 when it is unknown.
  std::uint64_t number(std::uintptr_t block) const;

 private:
  static constexpr std::size_t kEntries = 4096;
  static constexpr std::size_t kWays = 8;  // entries that may hold a given block
  static constexpr std::size_t kFrames = 24;

  struct Moment {
    ThreadId thread = kNoThread;  // kNoThread: it did not happen
    std::size_t frames = 0;
    std::array<Site, kFrames> stack{};
  };
  struct Entry {
    std::uintptr_t block = 0;
    std::uint64_t touched = 0;
    std::uint64_t number = 0;
    Moment allocation;
    Moment end;
  };

  static std::size_t first_way(std::uintptr_t block);
  Entry& entry(std::uintptr_t block);
  static void note(Moment& moment, ThreadId thread);

  std::vector<Entry> entries_;
  std::uint64_t now_ = 0;
};

}  // namespace heddle::native
