// Writes the memory of this process to a file.
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::checkpoint {

struct WriteOrder {
  int file = -1;
  std::atomic<std::uint32_t>* pulse = nullptr;  // raised now and then
};

// Writes a whole checkpoint with the header of the workspace, which it completes.  Returns false if
// the file could not be written.  REQUIRES: runs on the stack of the workspace, whose map is that
// of the process; no other code of the process runs.
bool write_process(const WriteOrder& order);

}  // namespace heddle::checkpoint
