#include "report/critical_steps.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "report/endless_loop.hpp"
#include "report/explanation.hpp"
#include "report/lock_effect.hpp"
#include "report/lost_update.hpp"
#include "report/lost_wakeup.hpp"

namespace heddle::report {
namespace {

using trace::Trace;

class CriticalSteps {
 public:
  CriticalSteps(const Trace& trace, const trace::ObjectNames& names)
      : trace_(trace), names_(names) {}

  std::vector<CriticalStep> find() {
    if (!trace_.failure) return {};
    if (may_lose_update(*trace_.failure)) add_lost_update();
    for (const LostWakeup& lost : find_lost_wakeups(trace_)) {
      add(lost.notify,
          fmt::format("lost wake-up: {} waited later", thread_name(trace_, lost.waiter)));
    }
    for (const trace::Blocked& blocked : trace_.blocked) add_holder(blocked);
    if (const auto loop = endless_loop(trace_)) add(loop->position, "the endless loop begins");
    add_last_step();
    std::vector<CriticalStep> steps;
    for (auto& [position, reason] : found_) steps.push_back({position, std::move(reason)});
    return steps;
  }

 private:
  void add(std::size_t position, std::string reason) {
    std::string& known = found_[position];
    known = known.empty() ? std::move(reason) : known + "; " + reason;
  }

  void add_lost_update() {
    const auto update = find_lost_update(trace_);
    if (!update) return;
    const std::string cell = names_(trace_.steps[update->read].operation.object);
    add(update->read, fmt::format("lost update: reads the old value of {}", cell));
    add(update->lost, fmt::format("lost update: this write of {} is lost", cell));
    add(update->overwrite, fmt::format("lost update: overwrites {}", cell));
  }

  void add_holder(const trace::Blocked& blocked) {
    if (blocked.held_by == kNoThread || blocked.operation.object == kNoObject) return;
    for (std::size_t i = trace_.steps.size(); i-- > 0;) {
      const trace::Step& step = trace_.steps[i];
      if (step.thread != blocked.held_by) continue;
      if (lock_effect(step).acquired != blocked.operation.object) continue;
      add(i, fmt::format("acquires {}, for which {} waits", names_(blocked.operation.object),
                         thread_name(trace_, blocked.thread)));
      return;
    }
  }

  void add_last_step() {
    const ThreadId thread = trace_.failure->thread;
    if (thread == kNoThread) return;
    for (std::size_t i = trace_.steps.size(); i-- > 0;) {
      if (trace_.steps[i].thread != thread) continue;
      add(i, "last step of the failing thread");
      return;
    }
  }

  const Trace& trace_;
  const trace::ObjectNames& names_;
  std::map<std::size_t, std::string> found_;
};

}  // namespace

std::vector<CriticalStep> critical_steps(const Trace& trace, const trace::ObjectNames& names) {
  return CriticalSteps(trace, names).find();
}

}  // namespace heddle::report
