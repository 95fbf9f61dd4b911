#include "worker/fewer_switches.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "system/interruption.hpp"

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

class Reducer {
 public:
  Reducer(native::NativeSystem& system, const FailedSchedule& failed, const Auxiliary& budget,
          const std::atomic<bool>* stop)
      : system_(system),
        best_(failed),
        limits_(budget.left()),
        most_steps_(failed.schedule.size()),
        stop_(stop) {}

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
      for (std::size_t begin = 0; begin < segments.size() && has_left();) {
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
    for (std::size_t i = 0; i + 1 < segments.size() && has_left();) {
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

  bool has_left() const {
    return steps_ < kMostSteps && executions_ < limits_.executions &&
           std::chrono::steady_clock::now() < limits_.deadline &&
           (stop_ == nullptr || !stop_->load(std::memory_order_relaxed));
  }

  // Returns whether the segments lead to the same failure by an easier schedule.
  bool attempt(const std::vector<Segment>& segments) {
    ++executions_;
    taken_.clear();
    found_.reset();
    system_.restart();
    for (const Segment& segment : segments) {
      for (const Decision decision : segment) {
        if (!take(decision)) break;
      }
    }
    // The threads that are left run as long as they can, without a preemption.
    while (!is_over() && taken_.size() < 2 * most_steps_) {
      const std::span<const ThreadView> threads = system_.view().threads;
      const ThreadView* next = taken_.empty() ? nullptr : system_.view().find(taken_.back().thread);
      if (next == nullptr || !next->enabled()) {
        const auto enabled = std::find_if(threads.begin(), threads.end(),
                                          [](const ThreadView& one) { return one.enabled(); });
        if (enabled == threads.end()) break;
        next = &*enabled;
      }
      take({next->id, 0});
    }
    if (!found_ || difficulty(taken_) >= difficulty(best_.schedule)) return false;
    best_.schedule = taken_;
    best_.failure = *found_;
    return true;
  }

  bool is_over() const { return found_ || system_.view().verdict != Verdict::running; }

  // Takes the step, if the thread can take it.  Returns whether the thread may go on.
  bool take(Decision decision) {
    if (is_over()) return false;
    const ThreadView* const thread = system_.view().find(decision.thread);
    if (thread == nullptr || !thread->enabled()) return false;
    if (decision.alternative >= thread->alternatives) decision.alternative = 0;
    system_.step(decision);
    ++steps_;
    taken_.push_back(decision);
    const auto note = [&](const Failure& failure) {
      if (is_same(failure, best_.failure)) found_ = failure;
    };
    for (const Failure& failure : system_.reported()) note(failure);
    const Verdict verdict = system_.view().verdict;
    if (verdict == Verdict::failed || verdict == Verdict::deadlock) note(system_.failure());
    return !is_over();
  }

  native::NativeSystem& system_;
  FailedSchedule best_;
  Budget limits_;
  std::size_t most_steps_;
  const std::atomic<bool>* stop_;
  std::uint64_t steps_ = 0;
  std::uint64_t executions_ = 0;
  Schedule taken_;  // in the present attempt
  std::optional<Failure> found_;
};

}  // namespace

Difficulty difficulty(const Schedule& schedule) {
  Difficulty result{0, schedule.size()};
  for (std::size_t i = 1; i < schedule.size(); ++i) {
    if (schedule[i].thread != schedule[i - 1].thread) ++result.switches;
  }
  return result;
}

bool is_same(const Failure& a, const Failure& b) {
  return a.kind == b.kind && a.message == b.message;
}

FailedSchedule with_fewer_switches(native::NativeSystem& system, const FailedSchedule& failed,
                                   const Auxiliary& budget, const std::atomic<bool>* stop) {
  return Reducer(system, failed, budget, stop).reduce();
}

}  // namespace heddle::worker
