#include "native/foreign_stack_uses.hpp"

#include "native/deed_log.hpp"

namespace heddle::native {

constinit ForeignStackUses g_foreign_stack_uses;

void ForeignStackUses::log_ends_of_current() {
  std::uintptr_t& lowest = lowest_[index(world().current)];
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (!g_reorders || lowest == 0 || here <= lowest) return;
  lowest = 0;
  g_deeds.access(stack_of(world().current), AccessMode::write);
}

void ForeignStackUses::take_ends(std::vector<Deed>& into) {
  for (std::uint32_t i = 0; i < world().threads_seen; ++i) {
    const Thread& thread = world().threads[i];
    if (lowest_[i] == 0 || thread.life != Life::announced) continue;
    if (reinterpret_cast<std::uintptr_t>(thread.context) <= lowest_[i]) continue;
    lowest_[i] = 0;
    into.push_back(
        {Deed::Kind::access, thread.id, kNoThread, {stack_of(thread.id), 0, AccessMode::write}});
  }
}

}  // namespace heddle::native
