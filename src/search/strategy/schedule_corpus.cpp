#include "search/strategy/schedule_corpus.hpp"

#include <algorithm>

namespace heddle::search {
namespace {

// The largest number of mutations in one turn is two to this power.
constexpr std::uint32_t kMostEnergyDoublings = 5;

}  // namespace

void ScheduleCorpus::executed(const AbstractSchedule& schedule, std::uint64_t signature) {
  ++executions_;
  if (seen_[signature]++ == 0) entries_.push_back({schedule, signature});
}

const AbstractSchedule& ScheduleCorpus::next() {
  if (entries_.empty()) return empty_;
  if (energy_ == 0) {
    // Some combination is not above the average, so this ends.
    do {
      at_ = (at_ + 1) % entries_.size();
    } while (is_frequent(entries_[at_]));
    energy_ = std::uint64_t{1} << std::min(entries_[at_].turns++, kMostEnergyDoublings);
  }
  --energy_;
  return entries_[at_].schedule;
}

bool ScheduleCorpus::is_frequent(const Entry& entry) const {
  return seen_.at(entry.signature) * entries_.size() > executions_;
}

}  // namespace heddle::search
