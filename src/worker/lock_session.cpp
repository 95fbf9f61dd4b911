#include "worker/lock_session.hpp"

#include <algorithm>
#include <utility>

#include "monitors/lock_watch.hpp"
#include "monitors/memory_excerpts.hpp"
#include "monitors/misuse.hpp"
#include "worker/surroundings.hpp"

namespace heddle::worker {
namespace {

// Each step wants the lock that the next one holds, so the held ones are all.
std::vector<ObjectId> locks_of(const races::LockCycle& cycle) {
  std::vector<ObjectId> locks;
  for (const races::LockStep& step : cycle) locks.push_back(step.held.lock);
  return locks;
}

// Executes the schedule of a cycle.  Memory that races may have become a scheduling point since, so
// the thread that closed the cycle goes on until it takes the lock.  Returns the steps taken; none
// if it did not take the lock within enough steps.
Schedule close_again(native::NativeSystem& system, const native::NotedLockCycle& noted) {
  const races::LockStep& last = noted.steps.front();
  execute(system, {noted.schedule.begin(), noted.schedule.end() - 1});
  for (std::size_t i = 0; i < kFurtherSteps; ++i) {
    const StateView& view = system.view();
    const ThreadView* const closing = view.find(last.thread);
    if (view.verdict != Verdict::running || closing == nullptr) break;
    const ObjectId lock = last.wanted.lock;
    const bool closes =
        closing->enabled() && (closing->next.object == lock || closing->next.second == lock);
    const auto first = std::find_if(view.threads.begin(), view.threads.end(),
                                    [](const ThreadView& thread) { return thread.enabled(); });
    if (first == view.threads.end()) break;
    system.step({closing->enabled() ? last.thread : first->id, 0});
    if (closes) return native::scheduler().schedule();
  }
  return {};
}

result::FoundLock lock_of(const native::NotedLockCycle& cycle, const races::LockTake& take,
                          std::size_t number, const Recording& recording) {
  result::FoundLock lock;
  lock.address = static_cast<std::uint64_t>(take.lock);
  lock.memory = cycle.memory[number];
  if (lock.memory.empty()) lock.variable = recording.place_of(Site{lock.address});
  if (number < cycle.around.size() && !cycle.around[number].empty()) {
    lock.around = {excerpt_of(cycle.around[number], recording)};
  }
  for (const Site site : take.stack) lock.stack.push_back(recording.place_of(site));
  return lock;
}

}  // namespace

void explain_lock_cycles(native::NativeSystem& system, const Auxiliary& budget) {
  std::vector<native::NotedLockCycle>& noted = native::noted_lock_cycles();
  const std::size_t count = std::min(noted.size(), kMostSurroundings);
  for (std::size_t i = 0; i < count; ++i) {
    if (noted[i].is_explained) continue;
    if (!budget.has_left()) return;
    noted[i].is_explained = true;
    const bool is_named = std::all_of(noted[i].memory.begin(), noted[i].memory.end(),
                                      [](const std::string& memory) { return memory.empty(); });
    if (is_named || noted[i].schedule.empty()) continue;
    const Schedule schedule = close_again(system, noted[i]);
    if (schedule.empty()) continue;
    native::MemoryExcerpts excerpts(system.recorder());
    // The repeated execution may find further cycles.
    std::vector<MemoryExcerpt> around =
        read_before_last_step(system, excerpts, schedule, locks_of(noted[i].steps));
    noted[i].around = std::move(around);
  }
}

std::set<ObjectId> waited_for(const native::NativeSystem& system) {
  std::set<ObjectId> objects;
  for (const native::PausedThread& thread : system.paused_threads()) {
    if (thread.blocked) objects.insert(thread.waits_at.object);
  }
  return objects;
}

std::vector<result::FoundLockCycle> found_lock_cycles(const Recording& recording,
                                                      const std::set<ObjectId>& waited_for) {
  std::vector<result::FoundLockCycle> found;
  for (const native::NotedLockCycle& cycle : native::noted_lock_cycles()) {
    const races::LockCycle& steps = cycle.steps;
    const bool happened = std::all_of(steps.begin(), steps.end(), [&](const races::LockStep& step) {
      return waited_for.count(step.wanted.lock) != 0;
    });
    if (happened) continue;
    result::FoundLockCycle& told = found.emplace_back();
    for (std::size_t i = 0; i < steps.size(); ++i) {
      told.push_back({native::ThreadWord(steps[i].thread).text,
                      lock_of(cycle, steps[i].held, i, recording),
                      lock_of(cycle, steps[i].wanted, (i + 1) % steps.size(), recording)});
    }
  }
  return found;
}

}  // namespace heddle::worker
