#include "search/strategy/abstract_event.hpp"

namespace heddle::search {
namespace {

// Returns whether the operation changes its object without regard to the former value.
bool only_writes(OpKind kind) {
  switch (kind) {
    case OpKind::write:
    case OpKind::atomic_store:
    case OpKind::mutex_unlock:
    case OpKind::rwlock_unlock:
    case OpKind::spin_unlock:
    case OpKind::sem_post:
    case OpKind::once_end:
    case OpKind::once_abort:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::size_t AbstractEventHash::operator()(const AbstractEvent& event) const {
  Fingerprint hash{static_cast<std::uint64_t>(event.kind), 0};
  hash.add(static_cast<std::uint64_t>(event.site));
  hash.add(static_cast<std::uint64_t>(event.object));
  return hash.low;
}

const std::vector<EventUse>& EventList::of(ThreadId thread, const Operation& operation) {
  accesses_.clear();
  uses_.clear();
  add_accesses(thread, operation, {}, accesses_);
  for (const Access& access : accesses_) {
    const bool writes = access.mode == AccessMode::write;
    uses_.push_back({{operation.kind, operation.site, access.object},
                     !writes || !only_writes(operation.kind),
                     writes});
  }
  return uses_;
}

}  // namespace heddle::search
