#include "native/foreign_stack_uses.hpp"

#include "native/deed_log.hpp"
#include "native/number_of.hpp"

namespace heddle::native {

constinit ForeignStackUses g_foreign_stack_uses;

void ForeignStackUses::log_ends_of_current() {
  const ThreadId self = world().current;
  const std::uintptr_t here = number_of(__builtin_frame_address(0));
  if (!g_reorders || !uses_[index(self)].may_end(here)) return;
  g_deeds.access(stack_of(self), AccessMode::write);
}

void ForeignStackUses::stepping() {
  for (std::uint32_t i = 0; i < world().threads_seen; ++i) {
    const Thread& thread = world().threads[i];
    uses_[i].before = thread.life == Life::announced ? number_of(thread.context) : 0;
  }
}

void ForeignStackUses::take_ends(std::vector<Deed>& into) const {
  for (std::uint32_t i = 0; i < world().threads_seen; ++i) {
    const Thread& thread = world().threads[i];
    if (thread.life != Life::announced || !uses_[i].may_end(number_of(thread.context))) continue;
    const Deed end{
        Deed::Kind::access, thread.id, kNoThread, {stack_of(thread.id), 0, AccessMode::write}};
    if (std::find(into.begin(), into.end(), end) == into.end()) into.push_back(end);
  }
}

}  // namespace heddle::native
