// Threads that constructors start before main, when no exploration is under way yet.
#pragma once

namespace heddle::native {

// Called before such a thread is started; null when it may be.
[[gnu::visibility("hidden")]] extern void (*g_before_early_thread)();

}  // namespace heddle::native
