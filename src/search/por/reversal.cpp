#include "search/por/reversal.hpp"

#include <algorithm>

namespace heddle::search {

Reversal reversal(const Causality& causality, const Race& race, std::uint32_t end,
                  PlannedStep later) {
  Reversal sequence;
  for (std::uint32_t depth = race.step + 1; depth < end; ++depth) {
    if (causality.happened_before(race.step, depth)) continue;
    sequence.push_back(planned(causality.step(depth)));
  }
  const CausalStep& earlier = causality.step(race.step);
  const bool ended = causality.left_at() == race.step && race.step < causality.size();
  sequence.push_back(std::move(later));
  if (!ended) return sequence;
  PlannedStep end_of_run = planned(earlier);
  if (has_alternatives(earlier.operation.kind) &&
      dependent(earlier.accesses, sequence.back().accesses)) {
    end_of_run.alternative = kAnyAlternative;
  }
  sequence.push_back(std::move(end_of_run));
  return sequence;
}

void keep_causes(Reversal& sequence) {
  Reversal causes{std::move(sequence.back())};
  for (std::size_t i = sequence.size() - 1; i-- > 0;) {
    const bool matters = std::any_of(causes.begin(), causes.end(), [&](const PlannedStep& step) {
      return conflict(sequence[i], step);
    });
    if (matters) causes.push_back(std::move(sequence[i]));
  }
  std::reverse(causes.begin(), causes.end());
  sequence = std::move(causes);
}

bool is_initial(std::span<const PlannedStep> sequence, std::size_t position) {
  for (std::size_t i = 0; i < position; ++i) {
    if (conflict(sequence[i], sequence[position])) return false;
  }
  return true;
}

bool may_begin(const PlannedStep& step, std::span<const PlannedStep> sequence, StepLimit limit) {
  const std::size_t position = first_of(sequence, step.thread);
  if (position == sequence.size() && limit == StepLimit::has_cut) return false;
  for (std::size_t i = 0; i < position; ++i) {
    if (conflict(step, sequence[i])) return false;
  }
  if (position == sequence.size()) return true;
  // The two steps may use different alternatives.
  return sequence[position].alternative == step.alternative && is_initial(sequence, position);
}

std::size_t first_of(std::span<const PlannedStep> sequence, ThreadId thread) {
  std::size_t position = 0;
  while (position < sequence.size() && sequence[position].thread != thread) ++position;
  return position;
}

std::vector<ThreadId> initials(std::span<const PlannedStep> sequence) {
  std::vector<ThreadId> threads;
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    if (is_initial(sequence, i)) threads.push_back(sequence[i].thread);
  }
  return threads;
}

}  // namespace heddle::search
