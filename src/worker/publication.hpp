// What a worker leaves in the memory that it shares with its watcher, so that the schedule being
// executed is understood should the process die.
#pragma once

#include "fleet/channel.hpp"

namespace heddle::worker {

// Publishes the threads that were seen so far.
void publish_threads(fleet::ChannelMemory& memory);

// Publishes the scheduling points that are in force.
void publish_points(fleet::ChannelMemory& memory);

}  // namespace heddle::worker
