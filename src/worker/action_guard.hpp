// Calls functions of a model so that a crash or a failed assertion in one becomes a failure of the
// model, and the search continues.
#pragma once

#include "model/guarded_system.hpp"

namespace heddle::worker {

// Owns the handlers of fatal signals and of failed assertions.  At most one may exist.
class ActionGuard final : public model::Protection {
 public:
  ActionGuard();

  bool call(void (*function)(void*), void* argument, Failure& failure) override;
};

}  // namespace heddle::worker
