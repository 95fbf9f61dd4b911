// Divides the time of a command among its tests.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>

namespace heddle::cli {

// Gives each test an equal share of the time that is left.  A test that needs less leaves the rest
// to later ones.
class TimeShares {
 public:
  using Clock = std::chrono::steady_clock;
  using Time = std::optional<std::chrono::milliseconds>;  // absent: no limit

  TimeShares(Time time, std::size_t tests, Clock::time_point now) : left_(tests) {
    if (time) deadline_ = now + *time;
  }

  bool is_over(Clock::time_point now) const { return now >= deadline_; }

  // Returns the share of the next test.
  Time next(Clock::time_point now) {
    using std::chrono::milliseconds;
    const auto tests = static_cast<milliseconds::rep>(std::max<std::size_t>(left_, 1));
    if (left_ > 0) --left_;
    if (deadline_ == kNever) return std::nullopt;
    const auto left = std::chrono::duration_cast<milliseconds>(deadline_ - now);
    return std::max(milliseconds(1), left / tests);
  }

 private:
  static constexpr Clock::time_point kNever = Clock::time_point::max();

  std::size_t left_;
  Clock::time_point deadline_ = kNever;
};

}  // namespace heddle::cli
