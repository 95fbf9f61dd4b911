#include "search/liveness/reduced_cycles.hpp"

#include <algorithm>

namespace heddle::search {

// Removes states that no remaining step leads to, with the steps that leave them, as long as there
// are any.  If states remain, they have a cycle.
bool have_cycle(const std::vector<ExploredStep>& steps) {
  std::vector<std::uint64_t> states;
  states.reserve(2 * steps.size());
  for (const ExploredStep& step : steps) states.insert(states.end(), {step.from, step.to});
  std::sort(states.begin(), states.end());
  states.erase(std::unique(states.begin(), states.end()), states.end());
  const auto place = [&](std::uint64_t state) {
    return static_cast<std::size_t>(std::lower_bound(states.begin(), states.end(), state) -
                                    states.begin());
  };
  // The steps that leave state i are those from first[i] to first[i + 1].
  std::vector<std::uint32_t> first(states.size() + 1);
  std::vector<std::uint32_t> arrivals(states.size());
  for (const ExploredStep& step : steps) {
    ++first[place(step.from) + 1];
    ++arrivals[place(step.to)];
  }
  for (std::size_t i = 0; i < states.size(); ++i) first[i + 1] += first[i];
  std::vector<std::uint32_t> targets(steps.size());
  std::vector<std::uint32_t> end(first.begin(), first.end() - 1);
  for (const ExploredStep& step : steps) {
    targets[end[place(step.from)]++] = static_cast<std::uint32_t>(place(step.to));
  }
  std::vector<std::uint32_t> removed;
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    if (arrivals[i] == 0) removed.push_back(i);
  }
  for (std::size_t done = 0; done < removed.size(); ++done) {
    for (std::uint32_t i = first[removed[done]]; i < first[removed[done] + 1]; ++i) {
      if (--arrivals[targets[i]] == 0) removed.push_back(targets[i]);
    }
  }
  return removed.size() < states.size();
}

std::uint64_t ReducedCycles::cycles_closed() const {
  const std::uint64_t other_depths = visited_.other_depths();
  if (other_depths == 0) return 0;
  return has_all_ && !have_cycle(steps_) ? 0 : other_depths;
}

bool ReducedCycles::is_full() const {
  const bool has_one_depth = visited_.other_depths() == 0;
  return steps_.size() >= (has_one_depth ? limits_.of_one_depth : limits_.most);
}

// Notes the step that led to the path's present state.
void ReducedCycles::note_step(const Path& path) {
  if (!has_all_ || path.depth() == 0) return;
  const std::size_t before = path.depth() - std::size_t{1};
  // Steps that were executed again have no fingerprints.
  const bool is_known = path.has_fingerprint(before) && path.fingerprint(before) != Fingerprint{};
  if (!is_known || is_full()) {
    has_all_ = false;
    steps_ = {};
    return;
  }
  steps_.push_back({path.fingerprint(before).low, path.fingerprint().low});
}

}  // namespace heddle::search
