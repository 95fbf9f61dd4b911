#include "worker/lock_hunt.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "worker/phases.hpp"
#include "worker/publication.hpp"

namespace heddle::worker {
namespace {

constexpr std::size_t kMostCycles = 50;
constexpr std::uint64_t kMostAttempts = 4;  // at one cycle
constexpr std::uint64_t kLongestApproach = 50'000;

bool takes(OpKind kind) {
  switch (kind) {
    case OpKind::mutex_lock:
    case OpKind::mutex_trylock:
    case OpKind::mutex_timedlock:
    case OpKind::rwlock_rdlock:
    case OpKind::rwlock_tryrdlock:
    case OpKind::rwlock_timedrdlock:
    case OpKind::rwlock_wrlock:
    case OpKind::rwlock_trywrlock:
    case OpKind::rwlock_timedwrlock:
    case OpKind::spin_lock:
    case OpKind::spin_trylock:
      return true;
    default:
      return false;
  }
}

bool gives_back(OpKind kind) {
  return kind == OpKind::mutex_unlock || kind == OpKind::rwlock_unlock ||
         kind == OpKind::spin_unlock;
}

// One execution.  A thread of the cycle has arrived when it holds its first lock and is about to
// take its second one.
class Approach {
 public:
  Approach(native::NativeSystem& system, const native::NotedLockCycle& cycle, Random* random)
      : system_(system), random_(random) {
    for (const races::LockStep& step : cycle.steps) {
      parts_[step.thread] = {step.held.lock, step.wanted.lock, false};
    }
    for (const Decision decision : cycle.schedule) {
      alternatives_[decision.thread].push_back(decision.alternative);
    }
  }

  void run() {
    std::uint64_t steps = 0;
    while (system_.view().verdict == Verdict::running && steps++ < kLongestApproach) {
      const ThreadView* const next = choose();
      if (next == nullptr) return;
      take(*next);
    }
  }

 private:
  struct Part {
    ObjectId held = kNoObject;
    ObjectId wanted = kNoObject;
    bool holds = false;
  };

  bool has_arrived(const ThreadView& thread) const {
    const auto part = parts_.find(thread.id);
    return part != parts_.end() && part->second.holds && takes(thread.next.kind) &&
           thread.next.object == part->second.wanted;
  }

  // A thread that has arrived goes on only if no other can.
  const ThreadView* choose() {
    std::vector<const ThreadView*> free;
    const ThreadView* arrived = nullptr;
    for (const ThreadView& thread : system_.view().threads) {
      if (!thread.enabled()) continue;
      if (!has_arrived(thread)) {
        if (thread.id == last_ && random_ == nullptr && !thread.yielding) return &thread;
        free.push_back(&thread);
      } else if (arrived == nullptr) {
        arrived = &thread;
      }
    }
    if (free.empty()) return arrived;
    if (random_ != nullptr) return free[random_->below(free.size())];
    // The next one in turn, so that a thread that yields does not keep the others waiting.
    const auto later = std::find_if(free.begin(), free.end(),
                                    [&](const ThreadView* one) { return one->id > last_; });
    return later == free.end() ? free.front() : *later;
  }

  // Repeats the choices that the thread made in the execution of the cycle.
  void take(const ThreadView& thread) {
    const auto part = parts_.find(thread.id);
    if (part != parts_.end() && thread.next.object == part->second.held) {
      if (takes(thread.next.kind)) part->second.holds = true;
      if (gives_back(thread.next.kind)) part->second.holds = false;
    }
    Decision decision{thread.id, 0};
    const std::vector<std::uint16_t>& known = alternatives_[thread.id];
    const std::size_t number = steps_[thread.id]++;
    if (number < known.size() && known[number] < thread.alternatives) {
      decision.alternative = known[number];
    }
    last_ = thread.id;
    system_.step(decision);
  }

  native::NativeSystem& system_;
  Random* random_;  // null: no needless context switches
  std::map<ThreadId, Part> parts_;
  std::map<ThreadId, std::vector<std::uint16_t>> alternatives_;
  std::map<ThreadId, std::size_t> steps_;
  ThreadId last_ = kMainThread;
};

}  // namespace

bool LockHunt::run() {
  bool noted = false;
  const Auxiliary::Use use(auxiliary_);
  while (tried_ < std::min(native::noted_lock_cycles().size(), kMostCycles)) {
    // The execution may find further cycles, which moves the list.
    const native::NotedLockCycle cycle = native::noted_lock_cycles()[tried_++];
    for (std::uint64_t i = 0; i < kMostAttempts && auxiliary_.has_left(); ++i) {
      std::optional<FailedSchedule> found = attempt(cycle, i);
      if (!found) continue;
      if (findings_.is_new(found->failure)) {
        findings_.note(std::move(*found));
        noted = true;
      }
      break;
    }
    if (noted && !findings_.go_on()) break;
  }
  return noted;
}

std::optional<FailedSchedule> LockHunt::attempt(const native::NotedLockCycle& cycle,
                                                std::uint64_t attempt) {
  system_.keep_states(without_states(options_));
  system_.limit_waits(wait_limits(options_));
  system_.set_plain_points(native::PlainPoints::none);
  publish_points(memory_);
  system_.restart();
  Random random = Random(options_.seed).split(0x10c4 + attempt);
  Approach(system_, cycle, attempt == 0 ? nullptr : &random).run();
  const Verdict verdict = system_.view().verdict;
  if ((verdict != Verdict::deadlock && verdict != Verdict::failed) || !system_.refusal().empty()) {
    return std::nullopt;
  }
  return FailedSchedule{native::scheduler().schedule(), system_.failure(), current_context(system_),
                        false, true};
}

}  // namespace heddle::worker
