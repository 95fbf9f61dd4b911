// Whether plain memory accesses are scheduling points (`--points all`) or not (`--points sync`).
#pragma once

namespace heddle::native {

[[gnu::visibility("hidden")]] extern bool g_plain_points;

}  // namespace heddle::native
