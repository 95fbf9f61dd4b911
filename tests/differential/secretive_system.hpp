// A model program that does not announce its reads and writes of memory: searches learn of them
// only when they were done, as of what native programs do besides their operations.
#pragma once

#include <vector>

#include "core/dependence.hpp"
#include "model/model_system.hpp"

namespace heddle {

class SecretiveSystem final : public System, public Relations {
 public:
  explicit SecretiveSystem(const model::Program& program) : open_(program) { refresh(); }

  const StateView& view() const override { return view_; }
  void step(Decision decision) override {
    const Operation operation = open_.view().find(decision.thread)->next;
    open_.step(decision);
    side_effects_.clear();
    if (is_secret(operation.kind)) {
      std::vector<Access> accesses;
      add_accesses(decision.thread, operation, {}, accesses);
      for (const Access& access : accesses) {
        side_effects_.push_back({SideEffect::Kind::access, decision.thread, kNoThread, access});
      }
    }
    refresh();
  }
  Mark mark() override { return open_.mark(); }
  void rewind(const Mark& mark) override {
    open_.rewind(mark);
    side_effects_.clear();
    refresh();
  }
  Fingerprint fingerprint() override { return open_.fingerprint(); }
  const Failure& failure() const override { return open_.failure(); }

  ObjectState object_state(const Operation& operation, ObjectId object) const override {
    return open_.object_state(operation, object);
  }
  std::span<const SideEffect> side_effects() const override { return side_effects_; }
  MemoryChange operation_change() const override { return open_.last_change(); }

  const model::ModelSystem& open() const { return open_; }

 private:
  static bool is_secret(OpKind kind) {
    return kind == OpKind::read || kind == OpKind::write || kind == OpKind::atomic_load ||
           kind == OpKind::atomic_store || kind == OpKind::atomic_update;
  }

  void refresh() {
    view_ = open_.view();
    threads_.assign(view_.threads.begin(), view_.threads.end());
    for (ThreadView& thread : threads_) {
      if (is_secret(thread.next.kind)) thread.next = {.kind = OpKind::fence};
    }
    view_.threads = threads_;
    view_.relations = this;
  }

  model::ModelSystem open_;
  std::vector<ThreadView> threads_;
  StateView view_;
  std::vector<SideEffect> side_effects_;
};

}  // namespace heddle
