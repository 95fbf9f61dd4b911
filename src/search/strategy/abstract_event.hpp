// Names of events that are the same in every execution: the operation, its place in the code, and
// the object.  All instances of an event, by any thread, share one name.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/dependence.hpp"
#include "core/operation.hpp"

namespace heddle::search {

struct AbstractEvent {
  OpKind kind = OpKind::none;  // `none` stands for the initial value of the object
  Site site = kNoSite;
  ObjectId object = kNoObject;

  friend bool operator==(const AbstractEvent&, const AbstractEvent&) = default;
};

constexpr AbstractEvent initial_value(ObjectId object) { return {.object = object}; }

struct AbstractEventHash {
  std::size_t operator()(const AbstractEvent& event) const;
};

// The use of one object by an operation.
struct EventUse {
  AbstractEvent event;
  bool reads = false;
  bool writes = false;
};

// Lists the uses of objects by operations.  Synchronisation objects are read and written by the
// operations that change them: a lock reads from the last unlock.
class EventList {
 public:
  // Valid until the next call.
  const std::vector<EventUse>& of(ThreadId thread, const Operation& operation);

 private:
  std::vector<Access> accesses_;
  std::vector<EventUse> uses_;
};

}  // namespace heddle::search
