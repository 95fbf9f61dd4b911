// A worker's life: explores the program of its own process as its channel says, records the error
// it finds, and reports.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fleet/channel.hpp"
#include "runtime/memory_regions.hpp"
#include "runtime/scheduler.hpp"

namespace heddle::worker {

// What is explored, as traces name it.
struct Program {
  native::Body body;
  std::string path;
  std::vector<std::string> arguments;
  std::uint64_t explore_call = 0;            // which call of heddle::explore; 0: main
  std::vector<native::MemoryRegion> memory;  // that belongs to it beside data, heap and stacks
};

// Ends the process: 0 when a report was written.
// REQUIRES: on the thread and the stack on which the body would run natively.
[[noreturn]] void serve(fleet::Channel channel, const Program& program);

}  // namespace heddle::worker
