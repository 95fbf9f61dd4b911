#include "native/snapshot_pace.hpp"

#include <algorithm>
#include <ctime>

namespace heddle::native {
namespace {

using std::chrono::nanoseconds;

// A restored snapshot costs less, and page faults behind it little more.
constexpr nanoseconds kSlow = std::chrono::milliseconds(1);
// A snapshot may cost a quarter of the time that it saves.
constexpr int kCostsPerSegment = 4;

constexpr std::uint64_t kMeasuredFirst = 8;
constexpr std::uint64_t kMeasuredOneOf = 16;

// Other processes take time on the clock, but not of the processor.
nanoseconds processor_time() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

}  // namespace

SnapshotPace::Measurement::Measurement(SnapshotPace& pace, std::uint64_t execution)
    : pace_(execution < kMeasuredFirst || execution % kMeasuredOneOf == 0 ? &pace : nullptr) {
  if (pace_ != nullptr) began_ = processor_time();
}

SnapshotPace::Measurement::~Measurement() {
  if (pace_ == nullptr) return;
  const bool is_slow = processor_time() - began_ >= kSlow;
  pace_->slow_in_a_row_ = is_slow ? pace_->slow_in_a_row_ + 1 : 0;
}

bool SnapshotPace::is_worth_a_snapshot() const {
  return Clock::now() - segment_began_ >= std::max(kSlow, kCostsPerSegment * last_cost_);
}

}  // namespace heddle::native
