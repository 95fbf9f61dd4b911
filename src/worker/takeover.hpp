// What the public interface tells the start of the process.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fleet/channel.hpp"

namespace heddle::worker {

// The program calls heddle::explore: its main is not to be explored as a whole.
void program_explores_itself();
bool explores_itself();

// Tells the command why the program cannot be explored, and ends the process.
[[noreturn]] void refuse_program(const fleet::Channel& channel, const std::string& sentence);

// The process was started to replay one call of heddle::explore: everything else runs natively.
struct ExploreReplay {
  std::uint64_t call = 0;  // counted from 1; 0: this is no replay
  std::string channel;
};
const ExploreReplay& explore_replay();

// The program's arguments, without its own name.
std::vector<std::string> program_arguments();

}  // namespace heddle::worker
