// The main function of a worker: explores the program of its own process as its channel requests,
// records the error found, and reports.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fleet/channel.hpp"
#include "runtime/memory_regions.hpp"
#include "runtime/scheduler.hpp"

namespace heddle::worker {

// The program under test, as traces name it.
struct Program {
  native::Body body;
  std::string path;
  std::vector<std::string> arguments;
  std::uint64_t explore_call = 0;  // which call of heddle::explore; 0: main
  std::vector<native::MemoryRegion>
      memory;  // that belongs to the program in addition to data, heap and stacks
};

// Explores and ends the process, with exit code 0 when a report was written.
// REQUIRES: the call is on the thread and the stack on which the body would run natively.
[[noreturn]] void serve(fleet::Channel channel, const Program& program);

}  // namespace heddle::worker
