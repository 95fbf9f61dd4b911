#include "search/liveness/fair_run.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>

namespace heddle::search {
namespace {

// A thread that was passed over so often is next.
constexpr std::uint32_t kOldestAge = 32;

// States that are compared.  A program that comes back to none of so many counts something.
constexpr std::size_t kMostCompared = 100'000;

// Steps between two looks at the clock.
constexpr std::uint64_t kStepsBetweenLooks = 1'024;

// In how many parts of the steps that are judged each thread must have moved.
constexpr std::size_t kParts = 3;
constexpr std::uint32_t kAllParts = (1U << kParts) - 1;

}  // namespace

FairRun::End FairRun::follow(const Schedule& schedule, const Limits& limits) {
  for (const Decision decision : schedule) {
    if (const std::optional<End> end = arrive()) return *end;
    if (is_over(limits)) return End::stopped;
    const ThreadView* const chosen = system_.view().find(decision.thread);
    if (chosen == nullptr || decision.alternative >= chosen->alternatives) return End::diverged;
    take(decision);
  }
  return End::running;
}

FairRun::End FairRun::go_on(const Limits& limits) {
  for (std::uint64_t spent = 0; spent < limits.steps;) {
    spent += system_.view().threads.size() == 1 ? limits.weight_alone : 1;
    if (const std::optional<End> end = arrive()) return *end;
    if (is_over(limits)) return End::stopped;
    take(choose());
  }
  return system_.view().verdict == Verdict::running ? End::running : End::ended;
}

bool FairRun::is_over(const Limits& limits) const {
  if (schedule_.size() % kStepsBetweenLooks != 0) return false;
  const bool is_stopped = limits.stop != nullptr && limits.stop->load(std::memory_order_relaxed);
  return is_stopped || (limits.deadline != std::chrono::steady_clock::time_point::max() &&
                        std::chrono::steady_clock::now() >= limits.deadline);
}

// Looks at the present state.
std::optional<FairRun::End> FairRun::arrive() {
  const StateView& view = system_.view();
  if (view.verdict != Verdict::running) return End::ended;
  const auto now = static_cast<std::uint32_t>(schedule_.size());
  if (compares_) {
    present_ = NarrowKey::of(system_.fingerprint());
    const auto [known, is_new] = visits_.insert({present_, Visits{now, now}});
    if (!is_new) {
      if (closes_from(known->second.second) || closes_from(known->second.first)) return End::cycle;
      known->second.second = now;
    }
    compares_ = visits_.size() < kMostCompared;
  }
  for (const ThreadView& thread : view.threads) {
    if (!thread.enabled()) continue;
    Turns& turns = this->turns(thread.id);
    turns.enabled_at = now;
    ++turns.passed_over;
  }
  return std::nullopt;
}

// Whether the steps since the state `begin`, which is the present one again, are a fair cycle that
// is reported.
bool FairRun::closes_from(std::uint32_t begin) {
  const auto is_in_cycle = [&](std::uint64_t at) { return at != kNever && at >= begin; };
  for (const Turns& turns : turns_) {
    if (is_in_cycle(turns.enabled_at) && !is_in_cycle(turns.moved_at)) return false;
  }
  const Relations* const relations = system_.view().relations;
  if (relations != nullptr && relations->waits_for_time()) return false;
  if (!takes_all_alternatives(begin)) return false;
  if (steps_aside(std::span(steps_).subspan(begin))) return false;
  livelock_ = Livelock{schedule_, begin};
  return true;
}

// Whether the steps since then made each choice in every way that there is in its state.
bool FairRun::takes_all_alternatives(std::size_t begin) const {
  std::map<std::pair<NarrowKey::Type, ThreadId>, std::set<std::uint16_t>> missing;
  for (auto made = choices_made_.rbegin(); made != choices_made_.rend() && made->at >= begin;
       ++made) {
    const auto [entry, is_new] = missing.try_emplace({made->state, made->way.thread});
    for (std::uint16_t i = 0; is_new && i < made->way.alternatives; ++i) entry->second.insert(i);
    entry->second.erase(made->alternative);
  }
  return std::all_of(missing.begin(), missing.end(),
                     [](const auto& entry) { return entry.second.empty(); });
}

void FairRun::take(Decision decision) {
  const ThreadView* const mover = system_.view().find(decision.thread);
  const std::uint16_t alternatives = fair_alternatives(*mover);
  if (alternatives > 1 && compares_) {
    choices_made_.push_back(
        {schedule_.size(), present_, {decision.thread, alternatives}, decision.alternative});
  }
  steps_.push_back({decision.thread, mover->next.kind, mover->next.object});
  Turns& turns = this->turns(decision.thread);
  turns.moved_at = schedule_.size();
  turns.passed_over = 0;
  schedule_.push_back(decision);
  system_.step(decision);
}

Decision FairRun::choose() {
  choices_.clear();
  const ThreadView* oldest = nullptr;
  std::uint32_t age = 0;
  for (const ThreadView& thread : system_.view().threads) {
    if (!thread.enabled()) continue;
    if (turns(thread.id).passed_over > age) {
      age = turns(thread.id).passed_over;
      oldest = &thread;
    }
    choices_.push_back({thread.id, thread.alternatives});
  }
  const Decision chosen = age > kOldestAge ? Decision{oldest->id, oldest->alternatives}
                                           : choices_[random_.below(choices_.size())];
  return {chosen.thread, static_cast<std::uint16_t>(random_.below(chosen.alternative))};
}

FairRun::Turns& FairRun::turns(ThreadId thread) {
  if (turns_.size() <= index(thread)) turns_.resize(index(thread) + std::size_t{1});
  return turns_[index(thread)];
}

bool FairRun::is_fair_so_far() const {
  const Relations* const relations = system_.view().relations;
  if (relations != nullptr && relations->waits_for_time()) return false;
  const std::size_t middle = steps_.size() / 2;
  const std::span<const LoopStep> judged = std::span(steps_).subspan(middle);
  std::map<ThreadId, std::uint32_t> parts;
  for (std::size_t i = 0; i < turns_.size(); ++i) {
    const std::uint64_t enabled_at = turns_[i].enabled_at;
    if (enabled_at != kNever && enabled_at >= middle) parts[thread_id(i)] = 0;
  }
  for (std::size_t i = 0; i < judged.size(); ++i) {
    parts[judged[i].thread] |= 1U << (i * kParts / judged.size());
  }
  return !keeps_stepping_aside(judged) &&
         std::all_of(parts.begin(), parts.end(),
                     [](const auto& part) { return part.second == kAllParts; });
}

}  // namespace heddle::search
