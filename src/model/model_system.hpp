// A model program as a System.  All threads exist from the start.  Copies are independent.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "model/program.hpp"
#include "model/semantics.hpp"
#include "model/state.hpp"
#include "system/system.hpp"

namespace heddle::model {

class ModelSystem final : public System, public Relations {
 public:
  static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

  // Cuts executions after `step_limit` steps.
  explicit ModelSystem(Program program, std::uint64_t step_limit = kNoLimit);
  ModelSystem(const ModelSystem& other);
  ModelSystem& operator=(const ModelSystem&) = delete;

  const StateView& view() const override { return view_; }
  void step(Decision decision) override;
  Mark mark() override;
  void rewind(const Mark& mark) override;
  Fingerprint fingerprint() override { return model::fingerprint(run_.state); }
  const Failure& failure() const override;
  ObjectState object_state(const Operation& operation, ObjectId object) const override {
    return model::object_state(run_.state, operation, object);
  }

  MemoryChange last_change() const override { return effect_.change; }
  std::optional<std::uint64_t> own_state(ThreadId thread) const override {
    return model::own_state(run_.state.threads[index(thread)]);
  }

  // Internals that a search may not use, for oracles.
  const State& state() const { return run_.state; }
  const Effect& effect() const { return effect_; }  // of the last step; stale after a rewind
  const Program& program() const { return *program_; }

 private:
  // The data that a mark copies.
  struct Run {
    State state;
    std::uint64_t steps = 0;
    ThreadId last = kNoThread;
    Verdict verdict = Verdict::running;
    Failure failure;
  };
  class Snapshot;

  void note_failure(const Effect& effect, ThreadId thread);
  void refresh();

  std::shared_ptr<const Program> program_;
  std::uint64_t step_limit_;
  Run run_;
  Effect effect_;
  std::vector<ThreadView> threads_;
  StateView view_;
};

}  // namespace heddle::model
