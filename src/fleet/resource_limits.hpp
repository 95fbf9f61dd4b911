// The limits of the shell (ulimit) under which a worker cannot run.
#pragma once

#include "core/result.hpp"

namespace heddle::fleet {

// Refuses limits that are too small, with a sentence that names the limit and what is needed.
Status check_resource_limits();

}  // namespace heddle::fleet
