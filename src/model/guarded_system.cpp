#include "model/guarded_system.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "core/check.hpp"
#include "core/error_identity.hpp"
#include "core/xxh3.hpp"
#include "system/divergence.hpp"

namespace heddle::model {
namespace {

// The set of one variable that every action writes, unless accesses are tracked.
constexpr ObjectId kAllVariables{1};

constexpr std::size_t kSmall = 96;  // bytes of a state that a mark keeps without an allocation

std::size_t rounded_up(std::size_t size, std::size_t to) { return (size + to - 1) / to * to; }

}  // namespace

class GuardedSystem::Snapshot final : public MarkedState {
 public:
  Snapshot(const std::byte* bytes, std::size_t size, Run at) : run(std::move(at)) {
    if (size > kSmall) large_.reset(new std::byte[size]);
    std::memcpy(size > kSmall ? large_.get() : small_.data(), bytes, size);
  }

  const std::byte* bytes() const { return large_ != nullptr ? large_.get() : small_.data(); }

  const Run run;

 private:
  std::array<std::byte, kSmall> small_;
  std::unique_ptr<std::byte[]> large_;
};

GuardedSystem::GuardedSystem(const heddle_model& model, std::uint64_t step_limit,
                             Protection* protection)
    : model_(model),
      protection_(protection),
      step_limit_(step_limit),
      locations_at_(rounded_up(model.size, alignof(std::uint16_t))),
      size_(locations_at_ + model.process_count * sizeof(std::uint16_t)),
      bytes_(new std::byte[size_]()),
      enabled_(model.process_count) {
  if (model.identify != nullptr) {
    identity_.reset(new std::byte[model.identity_size + size_ - locations_at_]());
  }
  std::uint64_t site = 1;
  for (std::size_t i = 0; i < model.process_count; ++i) {
    const heddle_model_process& process = model.processes[i];
    first_sites_.push_back(site);
    site += process.action_count;
    std::vector<std::vector<std::uint32_t>>& at = actions_at_.emplace_back(process.location_count);
    for (std::uint32_t k = 0; k < process.action_count; ++k) {
      at[process.actions[k].from].push_back(k);
    }
  }
  first_sites_.push_back(site);
  restart();
}

void GuardedSystem::restart() {
  std::memset(bytes_.get(), 0, size_);
  std::memcpy(bytes_.get(), model_.initial, model_.size);
  for (std::size_t i = 0; i < model_.process_count; ++i) {
    locations()[i] = static_cast<std::uint16_t>(model_.processes[i].start);
  }
  run_ = {};
  take({kNoThread, 0});
}

void GuardedSystem::step(Decision decision) {
  HEDDLE_CHECK(run_.verdict == Verdict::running, "a step after the end");
  HEDDLE_CHECK(index(decision.thread) < enabled_.size(), "a step of a process that is none");
  ++run_.steps;
  run_.last = decision.thread;
  take(decision);
}

struct GuardedSystem::Call {
  GuardedSystem& system;
  Decision decision;

  static void run(void* argument) {
    auto& call = *static_cast<Call*>(argument);
    call.system.perform(call.decision);
  }
};

void GuardedSystem::take(Decision decision) {
  Call call{*this, decision};
  if (protection_ == nullptr) {
    Call::run(&call);
  } else {
    Failure failure;
    if (!protection_->call(Call::run, &call, failure)) {
      offer_nothing();
      fail(failure.kind, failure.message, decision.thread, kNoSite);
    }
  }
  settle();
}

// Performs the action and judges the new state.  All functions of the model are called in here, so
// that a later call in the same state repeats a call that returned.
void GuardedSystem::perform(Decision decision) {
  if (decision.thread != kNoThread) {
    const Chosen chosen = this->chosen(decision);
    const heddle_model_action& action = *chosen.action;
    locations()[index(decision.thread)] = static_cast<std::uint16_t>(action.to);
    heddle_model_failure failure = {heddle_model_failure::none, ""};
    if (action.effect != nullptr) {
      action.effect(action.effect_self, bytes_.get(), chosen.choice, &failure);
    }
    if (failure.kind != heddle_model_failure::none) {
      const bool is_check = failure.kind == heddle_model_failure::assertion;
      offer_nothing();
      return fail(is_check ? FailureKind::assertion : FailureKind::exception, failure.message,
                  decision.thread, chosen.site);
    }
  }
  judge(decision.thread);
}

void GuardedSystem::judge(ThreadId mover) {
  look_at_actions();
  for (std::size_t i = 0; i < model_.property_count; ++i) {
    const heddle_model_property& property = model_.properties[i];
    if (property.kind == heddle_model_property::invariant && !invariant_holds(property)) {
      return fail_property(i, "invariant", mover);
    }
  }
  std::uint32_t most = 0;
  for (const Enabled& enabled : enabled_) most = std::max(most, enabled.ways);
  if (most > kMostWays) {
    return fail(FailureKind::misuse,
                "a process has more than 65535 choices; use several actions after one another",
                mover, kNoSite);
  }
  if (most > 0) return;
  if (!may_end()) {
    run_.verdict = Verdict::deadlock;
    Failure failure;
    failure.kind = FailureKind::deadlock;
    const auto live = std::count_if(enabled_.begin(), enabled_.end(),
                                    [](const Enabled& enabled) { return enabled.lives; });
    failure.message = live == 1 ? "the only live process is blocked"
                                : "all " + std::to_string(live) + " live processes are blocked";
    failure.identity = identity_of_deadlock();
    run_.failure = std::make_shared<const Failure>(std::move(failure));
    return;
  }
  run_.verdict = Verdict::finished;
  for (std::size_t i = 0; i < model_.property_count; ++i) {
    const heddle_model_property& property = model_.properties[i];
    if (property.kind == heddle_model_property::final && !holds(property)) {
      return fail_property(i, "final condition", mover);
    }
  }
}

// Deadlocks are the same if the same processes are blocked at the same locations.
std::uint64_t GuardedSystem::identity_of_deadlock() const {
  ErrorFacts facts;
  facts.kind = FailureKind::deadlock;
  for (std::size_t i = 0; i < model_.process_count; ++i) {
    if (!enabled_[i].lives) continue;
    facts.waits.push_back(
        {.operation = OpKind::action, .object = i + 1, .stack = {locations()[i]}});
  }
  return error_identity(facts);
}

void GuardedSystem::look_at_actions() const {
  for (std::size_t i = 0; i < model_.process_count; ++i) {
    const std::span<const std::uint32_t> here = actions_here(i);
    Enabled enabled;
    enabled.lives = !here.empty();
    if (enabled.lives) enabled.first = here.front();
    for (const std::uint32_t action : here) {
      const std::uint32_t count = ways(model_.processes[i].actions[action]);
      if (count > 0 && enabled.ways == 0) enabled.first = action;
      // Saturates: a model with too many choices is refused.
      enabled.ways = std::min(enabled.ways + std::min(count, kMostWays + 1), kMostWays + 1);
    }
    enabled_[i] = enabled;
  }
  is_current_ = true;
}

// After a failure, the guards of the state are unknown; no step follows.
void GuardedSystem::offer_nothing() {
  std::fill(enabled_.begin(), enabled_.end(), Enabled{});
  is_current_ = true;
}

// Whether a state without enabled actions is no deadlock.
bool GuardedSystem::may_end() const {
  for (std::size_t i = 0; i < model_.property_count; ++i) {
    const heddle_model_property& property = model_.properties[i];
    if (property.kind == heddle_model_property::may_end && holds(property)) return true;
  }
  for (std::size_t i = 0; i < model_.process_count; ++i) {
    if (enabled_[i].lives && model_.processes[i].may_end[locations()[i]] == 0) return false;
  }
  return true;
}

std::span<const std::uint32_t> GuardedSystem::actions_here(std::size_t process) const {
  return actions_at_[process][locations()[process]];
}

std::uint32_t GuardedSystem::ways(const heddle_model_action& action) const {
  if (action.guard != nullptr && action.guard(action.guard_self, variables(), locations()) == 0) {
    return 0;
  }
  if (action.count == nullptr) return action.choices;
  return action.count(action.count_self, variables(), locations());
}

bool GuardedSystem::holds(const heddle_model_property& property) const {
  return property.holds(property.self, variables(), locations()) != 0;
}

GuardedSystem::Chosen GuardedSystem::chosen(Decision decision) const {
  const std::size_t process = index(decision.thread);
  std::uint32_t left = decision.alternative;
  for (const std::uint32_t number : actions_here(process)) {
    const heddle_model_action& action = model_.processes[process].actions[number];
    const std::uint32_t count = ways(action);
    if (left < count) return {&action, Site{first_sites_[process] + number}, left};
    left -= count;
  }
  throw Divergence(run_.steps, decision.thread, {}, {},
                   "a guard of the model has two values in one state");
}

void GuardedSystem::fail(FailureKind kind, std::string message, ThreadId thread, Site site) {
  Failure failure;
  failure.kind = kind;
  failure.message = std::move(message);
  failure.thread = thread;
  if (site != kNoSite) failure.stack = {site};
  run_.verdict = Verdict::failed;
  run_.failure = std::make_shared<const Failure>(std::move(failure));
}

void GuardedSystem::fail_property(std::size_t property, const char* what, ThreadId thread) {
  fail(FailureKind::assertion,
       std::string(what) + " '" + model_.properties[property].name + "' does not hold", thread,
       property_site(property));
}

void GuardedSystem::track_accesses() {
  footprint_ = std::make_unique<Footprint>(size_);
  scratch_.reset(new std::byte[size_]);
}

bool GuardedSystem::has_new_visible_cells() { return std::exchange(sees_more_, false); }

bool GuardedSystem::invariant_holds(const heddle_model_property& property) {
  if (footprint_ == nullptr) return holds(property);
  footprint_->clear();
  const bool result = [&] {
    const Footprint::Recording recording(*footprint_, bytes_.get());
    return holds(property);
  }();
  const std::uint64_t seen = visible_ | footprint_->cells().read;
  sees_more_ |= seen != visible_;
  visible_ = seen;
  return result;
}

// Tries every alternative of the process in a copy of the state.  A function depends only on the
// variables that it reads.  So these sets are exact until another step writes one of them.
Cells GuardedSystem::cells_of_next(std::size_t process) const {
  Cells cells;
  const std::size_t own = locations_at_ + process * sizeof(std::uint16_t);
  cells.written = footprint_->cells_of(own, sizeof(std::uint16_t));
  for (const std::uint32_t number : actions_here(process)) {
    const heddle_model_action& action = model_.processes[process].actions[number];
    footprint_->clear();
    const std::uint32_t count = [&] {
      const Footprint::Recording recording(*footprint_, bytes_.get());
      return ways(action);
    }();
    cells.read |= footprint_->cells().read;
    if (action.effect == nullptr) continue;
    for (std::uint32_t choice = 0; choice < count; ++choice) add_effect(action, choice, cells);
  }
  // Steps that change what an invariant reads are dependent: their order may decide whether it
  // holds.
  if ((cells.written & visible_) != 0) cells.written |= Cells::kVisible;
  return cells;
}

void GuardedSystem::add_effect(const heddle_model_action& action, std::uint32_t choice,
                               Cells& into) const {
  std::memcpy(scratch_.get(), bytes_.get(), size_);
  footprint_->clear();
  struct Trial {
    const GuardedSystem& system;
    const heddle_model_action& action;
    std::uint32_t choice;
    static void run(void* argument) {
      const auto& trial = *static_cast<Trial*>(argument);
      heddle_model_failure failure = {heddle_model_failure::none, ""};
      trial.action.effect(trial.action.effect_self, trial.system.scratch_.get(), trial.choice,
                          &failure);
    }
  } trial{*this, action, choice};
  bool returned = true;
  {
    const Footprint::Recording recording(*footprint_, scratch_.get());
    Failure ignored;
    if (protection_ == nullptr) {
      Trial::run(&trial);
    } else {
      returned = protection_->call(Trial::run, &trial, ignored);
    }
  }
  const Cells& cells = footprint_->cells();
  const std::uint64_t changed = footprint_->difference(bytes_.get(), scratch_.get());
  // An effect without instrumentation may read anything.
  if (!returned || (changed & ~cells.written) != 0) {
    into.written = ~std::uint64_t{0};
    return;
  }
  into.read |= cells.read;
  into.written |= cells.written;
}

// Makes the view that of the state.
void GuardedSystem::settle() {
  if (run_.verdict == Verdict::running && run_.steps >= step_limit_) run_.verdict = Verdict::cut;
  view_.threads = ThreadViews(static_cast<const ThreadSource&>(*this));
  view_.last = run_.last;
  view_.verdict = run_.verdict;
  view_.relations = this;
}

std::span<const ThreadView> GuardedSystem::look_at_threads() const {
  if (!is_current_) look_at_actions();
  threads_.clear();
  for (std::size_t i = 0; i < enabled_.size(); ++i) {
    const Enabled& enabled = enabled_[i];
    if (!enabled.lives) continue;
    ThreadView& thread = threads_.emplace_back();
    thread.id = thread_id(i);
    thread.alternatives = static_cast<std::uint16_t>(std::min(enabled.ways, kMostWays));
    thread.next.kind = OpKind::action;
    thread.next.object = kAllVariables;
    if (footprint_ != nullptr) {
      const Cells cells = cells_of_next(i);
      thread.next.object = ObjectId{cells.written};
      thread.next.second = ObjectId{cells.read};
    }
    thread.next.site = Site{first_sites_[i] + enabled.first};
  }
  return threads_;
}

const Operation& GuardedSystem::announced(ThreadId thread) const {
  for (const ThreadView& known : look_at_threads()) {
    if (known.id == thread) return known.next;
  }
  HEDDLE_CHECK(false, "an operation of a process that has ended");
  return threads_.front().next;
}

Mark GuardedSystem::mark() { return make_shared_state<const Snapshot>(bytes_.get(), size_, run_); }

void GuardedSystem::rewind(const Mark& mark) {
  const auto* snapshot = dynamic_cast<const Snapshot*>(mark.get());
  HEDDLE_CHECK(snapshot != nullptr, "a mark of another system");
  std::memcpy(bytes_.get(), snapshot->bytes(), size_);
  run_ = snapshot->run;
  // Most returns are followed by a step at once, which needs the guards of one process only.  They
  // returned here before, unless the state is a failure.
  is_current_ = false;
  if (run_.verdict == Verdict::failed) offer_nothing();
  settle();
}

Fingerprint GuardedSystem::fingerprint() {
  const std::byte* bytes = bytes_.get();
  std::size_t size = size_;
  if (identity_ != nullptr) {
    model_.identify(model_.identify_self, variables(), identity_.get());
    std::memcpy(identity_.get() + model_.identity_size, locations(), size_ - locations_at_);
    bytes = identity_.get();
    size = model_.identity_size + size_ - locations_at_;
  }
  const XXH128_hash_t hash = XXH3_128bits(bytes, size);
  return {hash.low64, hash.high64};
}

const Failure& GuardedSystem::failure() const {
  HEDDLE_CHECK(run_.failure != nullptr, "a failure was asked for where there is none");
  return *run_.failure;
}

std::string GuardedSystem::shown() const {
  if (model_.show == nullptr) return "";
  return model_.show(model_.show_self, variables(), locations());
}

}  // namespace heddle::model
