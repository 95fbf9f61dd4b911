#include "worker/findings.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/budget.hpp"
#include "core/error_identity.hpp"

namespace heddle::worker {

void Findings::note(FailedSchedule found) {
  recording_.outline(found.schedule, found.failure);
  found_.push_back(std::move(found));
  memory_.errors.store(static_cast<std::uint32_t>(found_.size()));
}

void Findings::note_stuck() {
  note({native::scheduler().schedule(), system_.failure(), current_context(system_), true});
}

bool Findings::is_new(const Failure& failure) const {
  const std::uint64_t identity = error_identity(failure);
  return std::none_of(found_.begin(), found_.end(), [&](const FailedSchedule& found) {
    return error_identity(found.failure) == identity;
  });
}

bool Findings::go_on() const {
  return options_.keep_going && found_.size() < options_.max_errors.value_or(kUnlimited) &&
         system_.refusal().empty();
}

}  // namespace heddle::worker
