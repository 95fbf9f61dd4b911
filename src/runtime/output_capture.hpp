// Captures the program's output.  While schedules are explored it is discarded.  While a schedule
// is recorded it is kept in memory, so that it can be shown at its place.
#pragma once

#include <cstdint>
#include <string>

#include "core/event.hpp"

namespace heddle::native {

class OutputCapture {
 public:
  // Redirects descriptors 1 and 2 of the process and keeps the original ones for Heddle.  They
  // stay in place when the program's output is to be shown.  Disables the C library's buffers,
  // which would survive a rollback.
  void take_over(bool show);
  // Restores the descriptors, for a process that restarts.
  void give_back() const;
  // Keeps the output from now on.
  void record();
  // Returns the amount of output since then.  May be called on a fiber.
  OutputPosition position() const;
  // Discards output that was not taken yet.
  void discard() { taken_ = position(); }
  // Returns the output on a descriptor (1 or 2) up to a position that was not taken yet, at most
  // `kMost` bytes.
  std::string take(int descriptor, std::uint64_t end);

  // The original standard error of the process.
  int original_error() const { return original_[1]; }

 private:
  static constexpr std::size_t kMost = std::size_t{1} << 20;

  int original_[2] = {1, 2};
  int nowhere_ = -1;
  int kept_[2] = {-1, -1};
  OutputPosition taken_ = {};
};

}  // namespace heddle::native
