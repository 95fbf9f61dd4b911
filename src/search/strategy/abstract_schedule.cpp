#include "search/strategy/abstract_schedule.hpp"

#include <algorithm>
#include <cstdint>

namespace heddle::search {
namespace {

// More constraints than that contradict each other in most executions.
constexpr std::size_t kMostConstraints = 8;

enum class Change : std::uint8_t { insert, swap, remove, negate };

Change draw_change(std::size_t size, Random& random) {
  if (size == 0) return Change::insert;
  const auto change = static_cast<Change>(random.below(4));
  return change == Change::insert && size >= kMostConstraints ? Change::remove : change;
}

// A constraint on the same pair is replaced.
void put(AbstractSchedule& schedule, const Constraint& constraint) {
  std::erase_if(schedule, [&](const Constraint& old) { return old.pair == constraint.pair; });
  schedule.push_back(constraint);
}

void change_once(AbstractSchedule& schedule, const PairSource& pairs, Random& random) {
  const Change change = draw_change(schedule.size(), random);
  if (change == Change::insert) {
    // A negative constraint excludes little: most pairs are absent from most executions.
    const bool is_positive = random.below(8) > 0;
    put(schedule, {pairs.draw(random), is_positive});
    return;
  }
  const auto at = schedule.begin() + static_cast<std::ptrdiff_t>(random.below(schedule.size()));
  Constraint constraint = *at;
  switch (change) {
    case Change::negate:
      at->is_positive = !at->is_positive;
      return;
    case Change::swap:
      constraint.pair = pairs.draw_other_write(constraint.pair, random);
      schedule.erase(at);
      put(schedule, constraint);
      return;
    default:
      schedule.erase(at);
  }
}

}  // namespace

AbstractSchedule mutate(AbstractSchedule schedule, const PairSource& pairs, Random& random) {
  if (!pairs.has_pairs()) return schedule;
  do {
    change_once(schedule, pairs, random);
  } while (schedule.empty() || random.below(2) == 0);
  return schedule;
}

}  // namespace heddle::search
