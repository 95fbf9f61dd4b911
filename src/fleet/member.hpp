// What each of several searches is asked to do.
#pragma once

#include <cstdint>

#include "config/run_options.hpp"

namespace heddle::fleet {

// How many searches the user wants on this machine.
std::uint64_t job_count(const config::RunOptions& options);

// Bytes that all searches may use together; 0: any number.
std::uint64_t memory_limit(const config::RunOptions& options);

// Member 0 keeps the seed; member i has the first number of the seed's i-th stream.
std::uint64_t member_seed(std::uint64_t seed, std::uint64_t member);

// Whether the seed decides anything: if not, all members would do the same.
bool uses_randomness(const config::RunOptions& options);

// The options of one member of `jobs`: its seed, its share of the memory, and random order where
// it would otherwise do what member 0 does.
config::RunOptions member_options(const config::RunOptions& options, std::uint64_t jobs,
                                  std::uint64_t member);

}  // namespace heddle::fleet
