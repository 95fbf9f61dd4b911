#include "report/early_timeouts.hpp"

namespace heddle::report {

std::vector<std::size_t> find_early_timeouts(const trace::Trace& trace) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const trace::Step& step = trace.steps[i];
    const bool ends_by_time =
        step.outcome == Outcome::timed_out || step.operation.kind == OpKind::sleep;
    if (step.is_step && ends_by_time && step.other != kNoThread) found.push_back(i);
  }
  return found;
}

}  // namespace heddle::report
