// A user's model, declared with heddle/model.hpp, as a System.  A process is a thread.  Its enabled
// actions, each with each of its choices, are the alternatives of its next step.
#pragma once

#include <heddle/model_abi.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "model/footprint.hpp"
#include "system/system.hpp"

namespace heddle::model {

// Calls functions of a model that may crash.
class Protection {
 public:
  virtual ~Protection() = default;

  // Calls the function.  Returns false and describes the failure if it did not return.
  virtual bool call(void (*function)(void*), void* argument, Failure& failure) = 0;
};

class GuardedSystem final : public System, public Relations, private ThreadSource {
 public:
  static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint32_t kMostWays = 65535;  // alternatives of one process

  // Cuts executions after `step_limit` steps.  Keeps references to the model, which must be free of
  // complaints, and to the protection; null: the model's functions do not crash.
  explicit GuardedSystem(const heddle_model& model, std::uint64_t step_limit = kNoLimit,
                         Protection* protection = nullptr);
  GuardedSystem(const GuardedSystem&) = delete;
  GuardedSystem& operator=(const GuardedSystem&) = delete;

  const StateView& view() const override { return view_; }
  void step(Decision decision) override;
  Mark mark() override;
  void rewind(const Mark& mark) override;
  Fingerprint fingerprint() override;
  const Failure& failure() const override;

  ObjectState object_state(const Operation&, ObjectId) const override { return {}; }

  // Returns to the initial state.
  void restart();

  // Announces the variables that each step reads and writes, from the next state on.  Otherwise all
  // steps of different processes are dependent.  REQUIRES: the model's code is instrumented.
  void track_accesses();
  // Returns whether an invariant read variables that it had not read before.  The steps that wrote
  // them were announced as independent of other steps: the search must be repeated.  Resets this.
  bool has_new_visible_cells();

  // The action of a decision.
  struct Chosen {
    const heddle_model_action* action = nullptr;
    Site site = kNoSite;
    std::uint32_t choice = 0;
  };
  // REQUIRES: the present state offers the decision.  THROWS: Divergence when a guard has changed
  // its value.
  Chosen chosen(Decision decision) const;

  // Describes the variables; empty when the model does not describe them.
  std::string shown() const;
  std::uint64_t steps() const { return run_.steps; }
  const heddle_model& model() const { return model_; }

  // Returns the number of a process's first action, or of the first property; numbers begin at 1.
  Site first_site(std::size_t process) const { return Site{first_sites_[process]}; }
  Site property_site(std::size_t property) const { return Site{first_sites_.back() + property}; }

 private:
  // The data that a mark copies, with the bytes of the state.
  struct Run {
    std::uint64_t steps = 0;
    ThreadId last = kNoThread;
    Verdict verdict = Verdict::running;
    std::shared_ptr<const Failure> failure = nullptr;
  };
  // The enabled actions of a process.
  struct Enabled {
    std::uint32_t ways = 0;
    std::uint32_t first = 0;  // the first enabled action; if there is none, the first one there
    bool lives = false;       // the process is at a location with actions
  };
  class Snapshot;
  struct Call;

  std::span<const ThreadView> look_at_threads() const override;
  const Operation& announced(ThreadId thread) const override;

  const void* variables() const { return bytes_.get(); }
  std::uint16_t* locations() {
    return reinterpret_cast<std::uint16_t*>(bytes_.get() + locations_at_);
  }
  const std::uint16_t* locations() const {
    return reinterpret_cast<const std::uint16_t*>(bytes_.get() + locations_at_);
  }
  std::span<const std::uint32_t> actions_here(std::size_t process) const;
  std::uint32_t ways(const heddle_model_action& action) const;
  bool holds(const heddle_model_property& property) const;

  Cells cells_of_next(std::size_t process) const;
  void add_effect(const heddle_model_action& action, std::uint32_t choice, Cells& into) const;
  bool invariant_holds(const heddle_model_property& property);

  void take(Decision decision);
  void perform(Decision decision);
  void judge(ThreadId mover);
  std::uint64_t identity_of_deadlock() const;
  void look_at_actions() const;
  void offer_nothing();
  bool may_end() const;
  void fail(FailureKind kind, std::string message, ThreadId thread, Site site);
  void fail_property(std::size_t property, const char* what, ThreadId thread);
  void settle();

  const heddle_model& model_;
  Protection* protection_;
  std::uint64_t step_limit_;
  std::size_t locations_at_ = 0;  // where the locations begin, behind the variables
  std::size_t size_ = 0;          // of both
  std::unique_ptr<std::byte[]> bytes_;
  std::unique_ptr<std::byte[]> identity_;   // the bytes by which states are compared, if others
  std::vector<std::uint64_t> first_sites_;  // by process; the last one is of the properties
  // By process and location: the actions that begin there.
  std::vector<std::vector<std::vector<std::uint32_t>>> actions_at_;
  Run run_;
  mutable std::vector<Enabled> enabled_;  // by process
  mutable bool is_current_ = false;       // they are those of the present state
  mutable std::vector<ThreadView> threads_;
  StateView view_;
  // Unless accesses are tracked, absent.
  mutable std::unique_ptr<Footprint> footprint_;
  std::unique_ptr<std::byte[]> scratch_;  // a state in which effects are tried
  std::uint64_t visible_ = 0;             // the cells that invariants have read
  bool sees_more_ = false;
};

}  // namespace heddle::model
