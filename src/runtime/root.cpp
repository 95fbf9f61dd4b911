#include "runtime/root.hpp"

namespace heddle::native {

constinit Runtime g_runtime;

}  // namespace heddle::native
