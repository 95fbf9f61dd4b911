#include "monitors/foreign_stack_uses.hpp"

#include "monitors/side_effect_log.hpp"
#include "runtime/number_of.hpp"

namespace heddle::native {
namespace {

constexpr std::size_t kWordsOfThread = 5;

}  // namespace

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

void ForeignStackUses::append_to(std::vector<std::uint64_t>& words) const {
  words.push_back(has_news_ ? 1 : 0);
  for (std::size_t i = 0; i < uses_.size(); ++i) {
    const Uses& uses = uses_[i];
    if (!uses.has_any()) continue;
    words.insert(words.end(),
                 {i, uses.lowest, uses.highest, uses.passed_lowest, uses.passed_highest});
  }
}

bool ForeignStackUses::merge_all(std::span<const std::span<const std::uint64_t>> parts) {
  for (const auto& part : parts) {
    if (part.size() % kWordsOfThread != 1) return false;
    has_news_ |= part.front() != 0;
    for (auto rest = part.subspan(1); !rest.empty(); rest = rest.subspan(kWordsOfThread)) {
      if (rest[0] >= uses_.size()) return false;
      Uses& uses = uses_[rest[0]];
      uses.lowest = std::min<std::uintptr_t>(uses.lowest, rest[1]);
      uses.highest = std::max<std::uintptr_t>(uses.highest, rest[2]);
    }
  }
  // Only uses that a process did not know are news for it.
  for (const auto& part : parts) {
    for (auto rest = part.subspan(1); !rest.empty(); rest = rest.subspan(kWordsOfThread)) {
      const Uses& all = uses_[rest[0]];
      if (rest[1] == all.lowest && rest[2] == all.highest) continue;
      Uses known = all;
      known.passed_lowest = rest[3];
      known.passed_highest = rest[4];
      has_news_ |= known.passed_used();
    }
  }
  return true;
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
