#include "worker/ordering.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "system/interruption.hpp"
#include "worker/trial.hpp"

namespace heddle::worker {
namespace {

constexpr std::uint64_t kMostTrialSteps = 500'000;
constexpr std::size_t kLongestSchedule = 5'000;
constexpr std::size_t kMostConstraints = 16;  // more explain nothing

// A thread that could run at `begin` and ran at `end`, after steps of others; one past the schedule
// if it never did.
struct Delay {
  ThreadId thread = kNoThread;
  std::size_t begin = 0;
  std::size_t end = 0;
};

class OrderFinder {
 public:
  OrderFinder(native::NativeSystem& system, const FailedSchedule& failed, SimplifyBudget& budget)
      : system_(system),
        schedule_(failed.schedule),
        trial_(system, failed, budget, kMostTrialSteps) {}

  OrderConstraints find() {
    OrderConstraints found;
    for (const Delay& delay : delays()) {
      const std::optional<OrderConstraint> order = necessary(delay);
      if (!trial_.has_left() || found.list.size() == kMostConstraints) return {};
      if (order && std::find(found.list.begin(), found.list.end(), *order) == found.list.end()) {
        found.list.push_back(*order);
      }
    }
    found.suffice = trial_.obey(found.list);
    return found;
  }

 private:
  // Executes the schedule and notes when each thread could have run.
  std::vector<Delay> delays() {
    std::vector<Delay> found;
    std::vector<ThreadId> could_run;
    system_.restart();
    for (std::size_t i = 0; i < schedule_.size(); ++i) {
      std::vector<ThreadId> can_run;
      for (const ThreadView& thread : system_.view().threads) {
        if (!thread.enabled()) continue;
        can_run.push_back(thread.id);
        const bool is_new =
            i == 0 || thread.id == schedule_[i - 1].thread ||
            std::find(could_run.begin(), could_run.end(), thread.id) == could_run.end();
        if (is_new && thread.id != schedule_[i].thread) {
          found.push_back({thread.id, i, next_step(thread.id, i)});
        }
      }
      could_run = std::move(can_run);
      system_.step(schedule_[i]);
    }
    return found;
  }

  std::size_t next_step(ThreadId thread, std::size_t from) const {
    while (from < schedule_.size() && schedule_[from].thread != thread) ++from;
    return from;
  }

  // Lets the thread run earlier, step by step, until the failure disappears; then finds the step of
  // another thread that has to come first.
  std::optional<OrderConstraint> necessary(const Delay& delay) {
    std::size_t most = turn_length(delay);
    // A thread that is blocked at the end would take one more step.
    const bool is_last = next_step(delay.thread, delay.end + most) == schedule_.size();
    if (is_last && (most == 0 || fails(delay, most + 1, delay.end))) ++most;
    std::size_t count = 0;
    for (std::size_t i = 1; i <= most && count == 0 && trial_.has_left(); ++i) {
      if (!fails(delay, i, delay.begin)) count = i;
    }
    if (count == 0) return std::nullopt;
    std::size_t avoids = delay.begin;
    std::size_t reproduces = delay.end;
    while (reproduces - avoids > 1 && trial_.has_left()) {
      const std::size_t middle = avoids + (reproduces - avoids) / 2;
      (fails(delay, count, middle) ? reproduces : avoids) = middle;
    }
    const ThreadStep earlier{schedule_[reproduces - 1].thread,
                             steps_before(schedule_[reproduces - 1].thread, reproduces - 1)};
    return OrderConstraint{earlier,
                           {delay.thread, steps_before(delay.thread, delay.end) + count - 1}};
  }

  // Returns the number of steps that the delayed thread takes in a row.
  std::size_t turn_length(const Delay& delay) const {
    std::size_t end = delay.end;
    while (end < schedule_.size() && schedule_[end].thread == delay.thread) ++end;
    return end - delay.end;
  }

  // Moves the first steps of a delayed thread to an earlier place; one more than it took is its
  // next one.
  bool fails(const Delay& delay, std::size_t count, std::size_t place) {
    const auto at = [this](std::size_t position) {
      return schedule_.begin() + static_cast<std::ptrdiff_t>(position);
    };
    const std::size_t taken = std::min(count, turn_length(delay));
    Schedule moved(schedule_.begin(), at(place));
    moved.insert(moved.end(), at(delay.end), at(delay.end + taken));
    if (count > taken) moved.push_back({delay.thread, 0});
    moved.insert(moved.end(), at(place), at(delay.end));
    moved.insert(moved.end(), at(delay.end + taken), schedule_.end());
    return trial_.rearrange(moved);
  }

  std::uint64_t steps_before(ThreadId thread, std::size_t position) const {
    const auto end = schedule_.begin() + static_cast<std::ptrdiff_t>(position);
    return static_cast<std::uint64_t>(
        std::count_if(schedule_.begin(), end,
                      [thread](const Decision& decision) { return decision.thread == thread; }));
  }

  native::NativeSystem& system_;
  const Schedule& schedule_;
  Trial trial_;
};

}  // namespace

OrderConstraints necessary_orders(native::NativeSystem& system, const FailedSchedule& failed,
                                  SimplifyBudget& budget) {
  if (failed.schedule.size() > kLongestSchedule || failed.has_no_end) return {};
  try {
    return OrderFinder(system, failed, budget).find();
  } catch (const Interruption&) {
    return {};
  }
}

}  // namespace heddle::worker
