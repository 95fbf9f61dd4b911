#include "trace/trace.hpp"

#include <algorithm>

namespace heddle::trace {

Schedule schedule(const Trace& trace) {
  Schedule decisions;
  for (const Step& step : trace.steps) {
    if (step.is_step) decisions.push_back({step.thread, step.alternative});
  }
  return decisions;
}

std::size_t depth(const Trace& trace) {
  const auto counted = std::count_if(trace.steps.begin(), trace.steps.end(),
                                     [](const Step& step) { return step.is_step; });
  return static_cast<std::size_t>(counted);
}

std::string site_name(const Trace& trace, Site site) {
  for (const NamedSite& known : trace.sites) {
    if (known.site == site) return known.name;
  }
  return "";
}

std::string thread_name(const Trace& trace, ThreadId thread) {
  if (thread == kNoThread) return "no thread";
  std::string plain = thread == kMainThread ? "main" : "thread " + std::to_string(index(thread));
  for (const Thread& known : trace.threads) {
    if (known.id == thread && is_of_model(trace)) return known.name;
    if (known.id == thread && !known.name.empty() && known.name != plain) {
      return plain + " (" + known.name + ")";
    }
  }
  return plain;
}

}  // namespace heddle::trace
