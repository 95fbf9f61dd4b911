// What the explored program prints.  While schedules are explored it goes nowhere; while one is
// recorded it is kept in memory, so that it can be shown in its place.
#pragma once

#include <cstdint>
#include <string>

#include "core/event.hpp"

namespace heddle::native {

class OutputCapture {
 public:
  // Takes over descriptors 1 and 2 of the process; what they were is kept for us, and stays in
  // place when the program's output is to be shown.  The C library's buffers are switched off: they
  // would outlive a rollback.
  void take_over(bool show);
  // Puts the descriptors back, for a process that begins anew.
  void give_back() const;
  // From now on, keeps what is printed.
  void record();
  // How much was printed since then.  May be called on a fiber.
  OutputPosition position() const;
  // Forgets what was printed and not taken yet.
  void discard() { taken_ = position(); }
  // What was printed on a descriptor (1 or 2) up to a position and not taken yet, at most `kMost`
  // bytes of it.
  std::string take(int descriptor, std::uint64_t end);

  // Where the process's own standard error went before.
  int original_error() const { return original_[1]; }

 private:
  static constexpr std::size_t kMost = std::size_t{1} << 20;

  int original_[2] = {1, 2};
  int nowhere_ = -1;
  int kept_[2] = {-1, -1};
  OutputPosition taken_ = {};
};

}  // namespace heddle::native
