// Which of the threads' variables on the stack others have used in this execution: when the
// function that they belong to returns, whoever still uses them is wrong.  For searches that
// reorder steps, which execute again from the start rather than put memory back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "native/world.hpp"
#include "system/deed.hpp"

namespace heddle::native {

class ForeignStackUses {
 public:
  // ---- on a fiber ----
  void note(ThreadId owner, std::uintptr_t address) {
    std::uintptr_t& lowest = lowest_[index(owner)];
    if (lowest == 0 || address < lowest) lowest = address;
  }
  // Logs the end of what was used, if the current thread has returned from there: before it learns
  // what others did.
  void log_ends_of_current();

  // ---- in the engine ----
  // An execution begins.
  void clear() { lowest_.fill(0); }
  // Appends the ends of what was used, by threads that have returned from there since.
  void take_ends(std::vector<Deed>& into);

 private:
  std::array<std::uintptr_t, kMaxThreads> lowest_{};  // by owner; 0: none
};

[[gnu::visibility("hidden")]] extern ForeignStackUses g_foreign_stack_uses;

}  // namespace heddle::native
