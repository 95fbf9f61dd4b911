// Defines when two errors are the same one.  Every part of Heddle that counts or merges errors
// compares these numbers.
//
// Two errors are the same if they have the same kind, the same places in the code and the same
// objects.  The number of a thread, an address and other numbers in the text of a message depend on
// the schedule, so they do not count where the places are known.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/failure.hpp"
#include "core/operation.hpp"

namespace heddle {

// A thread that is blocked, or moves in a livelock.  Places and objects are numbers that are the
// same in all processes of a program.
struct ErrorWait {
  OpKind operation = OpKind::mutex_lock;
  std::uint64_t object = 0;          // 0: the object has no part in the identity
  std::vector<std::uint64_t> stack;  // innermost first
};

struct ErrorFacts {
  FailureKind kind = FailureKind::assertion;
  std::string_view message;
  std::vector<std::uint64_t> stack;  // of the step that failed, innermost first
  std::uint64_t object = 0;          // of a race
  // Of a deadlock or a livelock.  They form a set: order and repetition do not count.
  std::vector<ErrorWait> waits;
};

// Returns a number that is equal for equal errors; never 0.
std::uint64_t error_identity(const ErrorFacts& facts);

// Returns the identity of a failure, which its system has set; otherwise one by its kind, message
// and stack.
std::uint64_t error_identity(const Failure& failure);

// Returns the same for an error without a known place.  `identity`: 0 if it is not known.
std::uint64_t error_identity(std::uint64_t identity, FailureKind kind, std::string_view message);

}  // namespace heddle
