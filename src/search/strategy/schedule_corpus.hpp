// The abstract schedules that led to new reads-from combinations, and which of them to mutate next.
//
// The power schedule goes through the corpus in turn.  It passes over schedules whose combination
// was seen more often than the average, and mutates the others twice as often at each turn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "search/strategy/abstract_schedule.hpp"

namespace heddle::search {

class ScheduleCorpus {
 public:
  // Counts an execution that had this combination of reads-from pairs.  Keeps its schedule if the
  // combination is new.
  void executed(const AbstractSchedule& schedule, std::uint64_t signature);

  // Returns the schedule to mutate next; the empty schedule if the corpus is empty.
  const AbstractSchedule& next();

  std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    AbstractSchedule schedule;
    std::uint64_t signature = 0;
    std::uint32_t turns = 0;
  };

  bool is_frequent(const Entry& entry) const;

  std::vector<Entry> entries_;
  std::unordered_map<std::uint64_t, std::uint64_t> seen_;  // executions by signature
  std::uint64_t executions_ = 0;
  std::size_t at_ = 0;
  std::uint64_t energy_ = 0;  // mutations of the present entry that are left
  AbstractSchedule empty_;
};

}  // namespace heddle::search
