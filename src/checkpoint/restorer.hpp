// Replaces the memory of this process by that of a checkpoint.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace heddle::checkpoint {

struct RestoreOrder {
  int file = -1;
  int channel = -1;                             // descriptor of the channel's memory
  std::atomic<std::uint32_t>* pulse = nullptr;  // raised now and then
};

// Reads the header and the lists of a checkpoint into the workspace and compares them with this
// process.  Returns a sentence that says why the process cannot continue from it; empty: it can.
std::string load_lists(const RestoreOrder& order);

// Gives the process the memory of the checkpoint.  Ends the process if that fails half-way.
// REQUIRES: load_lists succeeded; runs on the stack of the workspace; the caller does not return.
void replace_memory(const RestoreOrder& order);

}  // namespace heddle::checkpoint
