#include "monitors/foreign_stack_uses.hpp"

#include "monitors/side_effect_log.hpp"
#include "runtime/number_of.hpp"

namespace heddle::native {

void ForeignStackUses::log_ends_of_current() {
  const ThreadId self = world().current;
  const std::uintptr_t here = number_of(__builtin_frame_address(0));
  if (!flags().reorders) return;
  Uses& uses = uses_[index(self)];
  if (!uses.may_end(here)) return uses.pass(here);
  side_effect_log().access(stack_of(self), AccessMode::write);
}

void ForeignStackUses::stepping() {
  for (std::uint32_t i = 0; i < world().threads_seen; ++i) {
    const Thread& thread = world().threads[i];
    uses_[i].before = thread.life == Life::announced ? number_of(thread.context) : 0;
  }
}

void ForeignStackUses::take_ends(std::vector<SideEffect>& into) {
  for (std::uint32_t i = 0; i < world().threads_seen; ++i) {
    const Thread& thread = world().threads[i];
    if (thread.life != Life::announced) continue;
    const std::uintptr_t here = number_of(thread.context);
    if (!uses_[i].may_end(here)) {
      uses_[i].pass(here);
      continue;
    }
    const SideEffect end{SideEffect::Kind::access,
                         thread.id,
                         kNoThread,
                         {stack_of(thread.id), 0, AccessMode::write}};
    if (std::find(into.begin(), into.end(), end) == into.end()) into.push_back(end);
  }
}

bool ForeignStackUses::adopt() {
  for (Uses& uses : uses_) {
    uses.passed_lowest = Uses{}.passed_lowest;
    uses.passed_highest = 0;
  }
  const bool news = has_news_;
  has_news_ = false;
  return news;
}

}  // namespace heddle::native
