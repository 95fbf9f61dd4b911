#include "native/call_stacks.hpp"

#include "runtime/fiber/fiber_stack.hpp"
#include "snapshot/paused_stack.hpp"

namespace heddle::native {
namespace {

constexpr std::size_t kMostCalls = 256;

}  // namespace

std::span<const std::uintptr_t> CallStacks::of(ThreadId thread) {
  if (stacks_.size() <= index(thread)) stacks_.resize(index(thread) + std::size_t{1});
  std::vector<std::uintptr_t>& stack = stacks_[index(thread)];
  if (stack.empty()) add_paused_calls(thread, kMostCalls, stack);
  return stack;
}

void CallStacks::forget_moved() {
  for (std::size_t i = 0; i < stacks_.size(); ++i) {
    if (has_used_stack(thread_id(i))) stacks_[i].clear();
  }
}

}  // namespace heddle::native
