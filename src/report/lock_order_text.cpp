#include "report/lock_order_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/code_frames.hpp"
#include "symbolize/names.hpp"

namespace heddle::report {
namespace {

std::string name_of(const result::FoundLock& lock, symbolize::Symbolizer& symbolizer) {
  const std::string name =
      lock.variable.module.empty() ? lock.memory : variable_name(lock.variable, symbolizer);
  return name.empty() ? "an unnamed lock" : name;
}

// Names a lock; a lock that is not a variable of its own gets a number, unique in its cycle.
std::string reported_name(const result::FoundLock& lock, std::size_t number,
                          symbolize::Symbolizer& symbolizer) {
  if (!lock.variable.module.empty()) return name_of(lock, symbolizer);
  const std::string where = lock.memory.empty() ? "" : ", in " + lock.memory;
  return fmt::format("lock {}{}", number, where);
}

std::string place_of(const result::FoundLock& lock, symbolize::Symbolizer& symbolizer) {
  const std::string location = location_of(lock.stack, symbolizer);
  return location.empty() ? "an unknown location" : location;
}

bool is_suppressed(const result::FoundLockCycle& cycle, const Suppressions& suppressions,
                   symbolize::Symbolizer& symbolizer) {
  const auto covers = [&](const result::FoundLock& lock) {
    constexpr auto kKind = Suppressions::Of::deadlock;
    return suppressions.cover(kKind, frames_of(lock.stack, symbolizer)) ||
           suppressions.cover(kKind, name_of(lock, symbolizer));
  };
  return std::any_of(cycle.begin(), cycle.end(), [&](const result::FoundLockStep& step) {
    return covers(step.held) || covers(step.wanted);
  });
}

// The places alone, in an order of their own: two circles with the same are one.
std::vector<std::string> places_of(const result::ReportedLockCycle& cycle) {
  std::vector<std::string> places;
  for (const result::ReportedLockStep& step : cycle) {
    places.push_back(step.held_at + '\n' + step.wanted_at);
  }
  std::sort(places.begin(), places.end());
  return places;
}

}  // namespace

std::vector<result::ReportedLockCycle> reported_lock_cycles(
    const std::vector<result::FoundLockCycle>& cycles, const Suppressions& suppressions,
    symbolize::Symbolizer& symbolizer, std::uint64_t& suppressed) {
  std::vector<result::ReportedLockCycle> all;
  for (const result::FoundLockCycle& cycle : cycles) {
    if (is_suppressed(cycle, suppressions, symbolizer)) {
      ++suppressed;
      continue;
    }
    result::ReportedLockCycle told;
    // Each wants what the next one holds.
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const result::FoundLockStep& step = cycle[i];
      told.push_back({step.thread, reported_name(step.held, i + 1, symbolizer),
                      place_of(step.held, symbolizer),
                      reported_name(step.wanted, (i + 1) % cycle.size() + 1, symbolizer),
                      place_of(step.wanted, symbolizer)});
    }
    const bool is_known = std::any_of(all.begin(), all.end(), [&](const auto& known) {
      return places_of(known) == places_of(told);
    });
    if (!is_known) all.push_back(std::move(told));
  }
  return all;
}

std::vector<std::string> lock_order_texts(const std::vector<result::ReportedLockCycle>& cycles) {
  std::vector<std::string> texts;
  for (const result::ReportedLockCycle& cycle : cycles) {
    std::string text;
    for (const result::ReportedLockStep& step : cycle) {
      text += fmt::format("{}{} acquires {} at {}\n      while holding {}, acquired at {}",
                          text.empty() ? "" : "\n    ", step.thread, step.wants, step.wanted_at,
                          step.holds, step.held_at);
    }
    texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace heddle::report
