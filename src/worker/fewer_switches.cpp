#include "worker/fewer_switches.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "system/interruption.hpp"
#include "worker/trial.hpp"

namespace heddle::worker {
namespace {

// The limit of all attempts together.  It counts steps, not time, so that one seed has one result.
constexpr std::uint64_t kMostSteps = 2'000'000;

// The steps that a thread takes without a context switch.
using Segment = Schedule;

std::vector<Segment> segments_of(const Schedule& schedule) {
  std::vector<Segment> segments;
  for (const Decision decision : schedule) {
    if (segments.empty() || segments.back().back().thread != decision.thread) {
      segments.emplace_back();
    }
    segments.back().push_back(decision);
  }
  return segments;
}

Schedule joined(const std::vector<Segment>& segments) {
  Schedule schedule;
  for (const Segment& segment : segments) {
    schedule.insert(schedule.end(), segment.begin(), segment.end());
  }
  return schedule;
}

class Reducer {
 public:
  Reducer(native::NativeSystem& system, const FailedSchedule& failed, SimplifyBudget& budget)
      : best_(failed), trial_(system, failed, budget, kMostSteps) {}

  FailedSchedule reduce() {
    try {
      while (leave_out() || move()) {
      }
    } catch (const Interruption&) {  // the best so far remains
    }
    return std::move(best_);
  }

 private:
  // Leaves out parts of the schedule, large ones first.  Returns whether it helped.
  bool leave_out() {
    bool helped = false;
    std::vector<Segment> segments = segments_of(best_.schedule);
    for (std::size_t size = std::max<std::size_t>(segments.size() / 2, 1);; size /= 2) {
      for (std::size_t begin = 0; begin < segments.size() && trial_.has_left();) {
        std::vector<Segment> less = segments;
        const auto first = less.begin() + static_cast<std::ptrdiff_t>(begin);
        less.erase(first,
                   first + static_cast<std::ptrdiff_t>(std::min(size, segments.size() - begin)));
        if (!attempt(less)) {
          begin += size;
          continue;
        }
        helped = true;
        segments = segments_of(best_.schedule);
      }
      if (size == 1) return helped;
    }
  }

  // Lets a thread go on at once where it goes on later.  Returns whether it helped.
  bool move() {
    bool helped = false;
    std::vector<Segment> segments = segments_of(best_.schedule);
    for (std::size_t i = 0; i + 1 < segments.size() && trial_.has_left();) {
      const ThreadId thread = segments[i].back().thread;
      const auto later = std::find_if(
          segments.begin() + static_cast<std::ptrdiff_t>(i) + 1, segments.end(),
          [thread](const Segment& segment) { return segment.back().thread == thread; });
      bool is_better = false;
      if (later != segments.end()) {
        std::vector<Segment> moved = segments;
        moved.erase(moved.begin() + (later - segments.begin()));
        moved[i].insert(moved[i].end(), later->begin(), later->end());
        is_better = attempt(moved);
      }
      if (is_better) segments = segments_of(best_.schedule);
      helped |= is_better;
      if (!is_better) ++i;
    }
    return helped;
  }

  // Returns whether the segments lead to the same failure by an easier schedule.
  bool attempt(const std::vector<Segment>& segments) {
    if (!trial_.follow(joined(segments))) return false;
    if (difficulty(trial_.taken()) >= difficulty(best_.schedule)) return false;
    best_.schedule = trial_.taken();
    best_.failure = trial_.failure();
    return true;
  }

  FailedSchedule best_;
  Trial trial_;
};

}  // namespace

Difficulty difficulty(const Schedule& schedule) {
  Difficulty result{0, schedule.size()};
  for (std::size_t i = 1; i < schedule.size(); ++i) {
    if (schedule[i].thread != schedule[i - 1].thread) ++result.switches;
  }
  return result;
}

FailedSchedule with_fewer_switches(native::NativeSystem& system, const FailedSchedule& failed,
                                   SimplifyBudget& budget) {
  return Reducer(system, failed, budget).reduce();
}

}  // namespace heddle::worker
