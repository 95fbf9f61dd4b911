// Options of each member of a portfolio of searches.
#pragma once

#include <cstdint>

#include "config/run_options.hpp"

namespace heddle::fleet {

// Returns the number of searches to run on this machine.
std::uint64_t job_count(const config::RunOptions& options);

// Returns whether the jobs share one search, instead of running a search each.
bool splits(const config::RunOptions& options);

// Returns the bytes that all searches may use together; 0: no limit.
std::uint64_t memory_limit(const config::RunOptions& options);

// Returns the size of the memory for a search that so many workers share.
std::uint64_t split_bytes(const config::RunOptions& options, std::uint64_t jobs);

// Returns the seed of a member.  Member 0 keeps the seed; member i has the first number of the
// seed's i-th stream.
std::uint64_t member_seed(std::uint64_t seed, std::uint64_t member);

// Returns whether the seed has any effect; otherwise all members would run the same search.
bool uses_randomness(const config::RunOptions& options);

// Returns the options of one member of `jobs`: its seed, its share of the memory, and random order
// where it would otherwise repeat member 0.  Members that share one search have the same options.
config::RunOptions member_options(const config::RunOptions& options, std::uint64_t jobs,
                                  std::uint64_t member, bool is_shared = false);

}  // namespace heddle::fleet
