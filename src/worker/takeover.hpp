// State that the public interface shares with the start of the process.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fleet/channel.hpp"

namespace heddle::worker {

// Records that the program calls heddle::explore: its main is not explored as a whole.
void program_explores_itself();
bool explores_itself();

// Reports to the command why the program cannot be explored, and ends the process.
[[noreturn]] void refuse_program(const fleet::Channel& channel, const std::string& sentence);

// Describes a replay of one call of heddle::explore: everything else runs natively.
struct ExploreReplay {
  std::uint64_t call = 0;  // counted from 1; 0: not a replay
  std::string channel;
};
const ExploreReplay& explore_replay();

// Returns the program's arguments, without its own name.
std::vector<std::string> program_arguments();

}  // namespace heddle::worker
