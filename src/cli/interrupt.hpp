// Ctrl-C as a wish to end with the result so far.
#pragma once

namespace heddle::cli {

// While one of these lives, SIGINT and SIGTERM are noted instead of ending the process.  At most
// one at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  bool interrupted() const;
};

}  // namespace heddle::cli
