// Runs a program that may misbehave, and reads its output.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/interrupt.hpp"
#include "core/result.hpp"

namespace heddle::cli {

struct OutputLimits {
  std::chrono::milliseconds time;
  std::size_t size;  // bytes
};

struct LimitedOutput {
  enum class End : std::uint8_t { exited, crashed, too_slow, too_large, interrupted };
  End end = End::exited;
  int signal = 0;  // of a crash
  std::string text;
};

// Runs the program natively (HEDDLE_NATIVE=1) and returns its stdout; stderr is dropped.  At a
// limit the program and its children are killed.  REQUIRES: argv is not empty.
Result<LimitedOutput> limited_output(const std::vector<std::string>& argv, OutputLimits limits,
                                     const InterruptGuard& interrupt);

}  // namespace heddle::cli
