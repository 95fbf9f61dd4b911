// What a worker leaves in the memory that it shares with its watcher, so that the schedule being
// executed is understood should the process die.
#pragma once

#include <chrono>
#include <string>

#include "fleet/channel.hpp"

namespace heddle::worker {

// Publishes the threads that were seen so far.
void publish_threads(fleet::ChannelMemory& memory);

// Publishes the scheduling points that are in force.
void publish_points(fleet::ChannelMemory& memory);

// Publishes what the search is doing, for the status line.
void publish_phase(fleet::ChannelMemory& memory, const std::string& text);

// When the run must end, as the watcher says.
std::chrono::steady_clock::time_point deadline_of(const fleet::ChannelMemory& memory);

}  // namespace heddle::worker
