#include "worker/follow_orders.hpp"

#include <algorithm>
#include <map>

#include "core/schedule.hpp"
#include "monitors/private_memory.hpp"
#include "system/divergence.hpp"
#include "worker/adopted_points.hpp"
#include "worker/replay.hpp"

namespace heddle::worker {
namespace {

// A thread that spins until another one moves must let it move.
constexpr std::uint64_t kLongestTurn = 1'000;

class OrderedExecution {
 public:
  OrderedExecution(native::NativeSystem& system, const trace::OrderRequest& request)
      : system_(system), orders_(request.orders), choices_(request.choices) {}

  // Returns the decisions taken.
  Schedule run() {
    system_.restart();
    while (system_.view().verdict == Verdict::running && system_.reported().empty()) {
      const ThreadView* const next = chosen();
      if (next == nullptr) break;
      take(*next);
    }
    return std::move(taken_);
  }

 private:
  const ThreadView* chosen() {
    for (;;) {
      if (const ThreadView* const thread = unhindered()) return thread;
      const auto hinders = [&](const OrderConstraint& order) {
        const ThreadView* const later = system_.view().find(order.later.thread);
        return later != nullptr && later->enabled() && is_due(order);
      };
      const auto impossible = std::find_if(orders_.begin(), orders_.end(), hinders);
      if (impossible == orders_.end()) return nullptr;
      orders_.erase(impossible);
    }
  }

  // Prefers the thread that ran last, and the others in the order of their ids after it.
  const ThreadView* unhindered() const {
    const ThreadView* first = nullptr;
    const ThreadView* after = nullptr;
    for (const ThreadView& thread : system_.view().threads) {
      if (!thread.enabled() || hindered(thread.id)) continue;
      if (thread.id == last_ && turn_ < kLongestTurn) return &thread;
      if (first == nullptr) first = &thread;
      if (after == nullptr && last_ != kNoThread && turn_ >= kLongestTurn && thread.id > last_) {
        after = &thread;
      }
    }
    return after != nullptr ? after : first;
  }

  bool hindered(ThreadId thread) const {
    return std::any_of(orders_.begin(), orders_.end(), [&](const OrderConstraint& order) {
      return order.later.thread == thread && is_due(order);
    });
  }

  // Returns whether the later step would be next and the earlier one was not taken.
  bool is_due(const OrderConstraint& order) const {
    return order.later.number == steps_of(order.later.thread) &&
           steps_of(order.earlier.thread) <= order.earlier.number;
  }

  std::uint64_t steps_of(ThreadId thread) const {
    const auto found = steps_.find(thread);
    return found == steps_.end() ? 0 : found->second;
  }

  void take(const ThreadView& thread) {
    Decision decision{thread.id, 0};
    const ThreadStep step{thread.id, steps_of(thread.id)};
    for (const trace::StepChoice& choice : choices_) {
      if (choice.step == step && choice.alternative < thread.alternatives) {
        decision.alternative = choice.alternative;
      }
    }
    turn_ = thread.id == last_ ? turn_ + 1 : 1;
    if (turn_ > kLongestTurn) turn_ = 1;
    last_ = thread.id;
    ++steps_[thread.id];
    taken_.push_back(decision);
    system_.step(decision);
  }

  native::NativeSystem& system_;
  std::vector<OrderConstraint> orders_;
  const std::vector<trace::StepChoice>& choices_;
  Schedule taken_;
  std::map<ThreadId, std::uint64_t> steps_;
  ThreadId last_ = kNoThread;
  std::uint64_t turn_ = 0;  // steps that the last thread took in a row
};

bool has_failed(const native::NativeSystem& system) {
  const Verdict verdict = system.view().verdict;
  return verdict == Verdict::failed || verdict == Verdict::deadlock || !system.reported().empty();
}

}  // namespace

result::RunResult follow_orders(native::NativeSystem& system, Recording& recording,
                                const config::RunOptions& options,
                                const trace::OrderRequest& request) {
  for (std::size_t i = 0; i < request.threads.size(); ++i) {
    if (native::thread_paths().name(thread_id(i), request.threads[i])) continue;
    throw Divergence(0, thread_id(i), {}, {}, "the program's threads differ between two runs");
  }
  if (options.races == config::Races::error) system.watch_races(native::RaceWatch::fail);
  native::private_memory().adopt_cells(request.shared_cells);
  Schedule schedule;
  do {
    schedule = OrderedExecution(system, request).run();
  } while (!has_failed(system) && adopt_what_is_shared());
  const Failure expected = system.reported().empty() ? Failure{} : system.reported().front();
  recording.run(schedule, nullptr, need_not_end(expected) ? &expected : nullptr);
  return result_of_one_execution(system, "one schedule was followed");
}

}  // namespace heddle::worker
