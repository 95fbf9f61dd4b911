#include "worker/self_check.hpp"

#include <string_view>
#include <vector>

#include "core/random.hpp"
#include "runtime/endless_step.hpp"
#include "system/divergence.hpp"

namespace heddle::worker {

void run_at_random(native::NativeSystem& system, Random& random, std::uint64_t most_steps) {
  std::vector<Decision> choices;
  for (std::uint64_t i = 0; i < most_steps && system.view().verdict == Verdict::running; ++i) {
    choices.clear();
    for (const ThreadView& thread : system.view().threads) {
      for (std::uint16_t k = 0; k < thread.alternatives; ++k) choices.push_back({thread.id, k});
    }
    system.step(choices[random.below(choices.size())]);
  }
}

bool is_stuck(const native::NativeSystem& system) {
  const native::Scheduler& scheduler = native::scheduler();
  if (system.view().verdict != Verdict::failed || scheduler.ended() != Verdict::failed)
    return false;
  const native::Scheduler::FailureRecord& failure = scheduler.failure_record();
  if (failure.kind != FailureKind::livelock) return false;
  return !scheduler.leaves_endless_steps() ||
         failure.text != std::string_view(native::kEndlessStep);
}

void check_repeats(native::NativeSystem& system, std::uint64_t seed) {
  Random random = Random(seed).split(0x5e1f);
  system.restart();
  run_at_random(system, random);
  if (!system.refusal().empty() || is_stuck(system)) return;
  const Verdict verdict = system.view().verdict;
  const std::vector<ThreadView> threads(system.view().threads.begin(), system.view().threads.end());
  system.repeat(system.mark());

  const std::size_t steps = native::scheduler().depth();
  if (system.view().verdict != verdict) {
    throw Divergence(steps, system.view().last, {}, {}, "the same schedule had a different result");
  }
  for (const ThreadView& before : threads) {
    const ThreadView* now = system.view().find(before.id);
    if (now == nullptr || !same_announcement(before.next, now->next)) {
      throw Divergence(steps, before.id, before.next, now != nullptr ? now->next : Operation{},
                       "a thread announced a different operation than before");
    }
  }
}

}  // namespace heddle::worker
