#include "trace/fold.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

namespace heddle::trace {
namespace {

std::size_t repetitions(std::span<const std::uint64_t> keys, std::size_t begin,
                        std::size_t period) {
  std::size_t same = 0;
  while (begin + period + same < keys.size() && keys[begin + same] == keys[begin + period + same]) {
    ++same;
  }
  return 1 + same / period;
}

// Equal numbers for steps that look alike, so that folding compares words and not steps.
std::vector<std::uint64_t> keys_of(const Trace& trace) {
  using Alike = std::tuple<ThreadId, OpKind, ObjectId, ThreadId, std::vector<Place>, Outcome, bool,
                           std::string>;
  std::map<Alike, std::uint64_t> numbers;
  std::vector<std::uint64_t> keys;
  keys.reserve(trace.steps.size());
  auto output = trace.outputs.begin();
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const Step& step = trace.steps[i];
    std::string printed;
    for (; output != trace.outputs.end() && output->position <= i; ++output) {
      printed += output->text;
    }
    const auto entry =
        numbers.try_emplace(Alike{step.thread, step.operation.kind, step.operation.object,
                                  step.other, step.stack, step.outcome, step.is_step, printed},
                            numbers.size());
    keys.push_back(entry.first->second);
  }
  return keys;
}

bool same_values(const Step& a, const Step& b) {
  return a.before == b.before && a.after == b.after && a.alternative == b.alternative;
}

}  // namespace

std::vector<Fold> find_folds(std::span<const std::uint64_t> keys) {
  std::vector<Fold> folds;
  std::size_t at = 0;
  while (at < keys.size()) {
    Fold best;
    const std::size_t longest = std::min(kLongestPeriod, (keys.size() - at) / kFewestRepetitions);
    for (std::size_t period = 1; period <= longest; ++period) {
      const std::size_t count = repetitions(keys, at, period);
      if (count >= kFewestRepetitions && period * count > best.period * best.count) {
        best = {at, period, count};
      }
    }
    if (best.count == 0) {
      ++at;
      continue;
    }
    folds.push_back(best);
    at = best.end();
  }
  return folds;
}

std::vector<Fold> find_folds(const Trace& trace) {
  std::vector<Fold> folds;
  for (Fold fold : find_folds(keys_of(trace))) {
    const std::size_t last = fold.end() - fold.period;
    for (std::size_t i = 0; i < fold.period; ++i) {
      if (!same_values(trace.steps[fold.begin + i], trace.steps[last + i])) {
        --fold.count;
        break;
      }
    }
    if (fold.count >= 2) folds.push_back(fold);
  }
  return folds;
}

}  // namespace heddle::trace
