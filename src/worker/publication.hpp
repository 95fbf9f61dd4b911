// Publishes a worker's state in the memory shared with its watcher.  If the process dies, the
// watcher can interpret the schedule that was being executed.
#pragma once

#include <chrono>
#include <string>

#include "fleet/channel.hpp"
#include "search/engine/tally.hpp"
#include "search/engine/tree_size.hpp"

namespace heddle::worker {

// Publishes the counts of the run: those of the finished searches and of the present one.
void publish_counts(fleet::ChannelMemory& memory, const search::Tally& finished,
                    const search::Tally& present);

// Publishes the estimated number of schedules, with its interval.
void publish_estimate(fleet::ChannelMemory& memory, const search::TreeEstimate& estimate);

// Publishes the threads seen so far.
void publish_threads(fleet::ChannelMemory& memory);

// Publishes the scheduling points that are in force.
void publish_points(fleet::ChannelMemory& memory);

// Publishes the current phase of the search, for the status line.
void publish_phase(fleet::ChannelMemory& memory, const std::string& text);

// Returns the deadline of the run, as set by the watcher.
std::chrono::steady_clock::time_point deadline_of(const fleet::ChannelMemory& memory);

}  // namespace heddle::worker
