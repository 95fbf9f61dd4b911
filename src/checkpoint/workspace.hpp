// Memory for writing and restoring checkpoints.  It lies at a fixed address outside of everything
// that is saved, so that it survives while all other memory is replaced.
#pragma once

#include <cstddef>
#include <cstdint>

#include "campaign/checkpoint_format.hpp"
#include "checkpoint/memory_map.hpp"
#include "core/xxh3.hpp"

namespace heddle::checkpoint {

inline constexpr std::uintptr_t kWorkspaceBase = 0x200f'0000'0000;

struct RunList {
  static constexpr std::size_t kMost = std::size_t{1} << 21;
  std::uint64_t count = 0;
  std::uint64_t pages = 0;
  campaign::PageRun runs[kMost];
};

struct Workspace {
  static constexpr std::size_t kStack = std::size_t{512} << 10;
  static constexpr std::size_t kBuffer = std::size_t{1} << 20;

  alignas(4096) std::byte stack[kStack];
  alignas(4096) std::byte buffer[kBuffer];
  XXH3_state_t hash;
  campaign::CheckpointHeader header;
  MemoryMap initial;  // when the process began to write checkpoints
  MemoryMap present;
  MemoryMap saved;  // of the checkpoint that is restored
  RunList runs;
};

inline Workspace& workspace() { return *reinterpret_cast<Workspace*>(kWorkspaceBase); }

}  // namespace heddle::checkpoint
