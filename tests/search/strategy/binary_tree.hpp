// A system whose states are a binary tree: one thread that chooses 0 or 1 so many times.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/check.hpp"
#include "system/system.hpp"

namespace heddle::search {

class BinaryTree final : public System {
 public:
  explicit BinaryTree(std::size_t depth) : depth_(depth) { show(); }

  const StateView& view() const override { return view_; }
  void step(Decision decision) override {
    node_ += static_cast<char>('0' + decision.alternative);
    visited.push_back(node_);
    show();
  }
  Mark mark() override { return make_shared_state<const Node>(node_); }
  void rewind(const Mark& mark) override {
    node_ = dynamic_cast<const Node&>(*mark).node;
    show();
  }
  Fingerprint fingerprint() override { return {std::hash<std::string>()(node_), node_.size()}; }
  const Failure& failure() const override { return failure_; }

  std::vector<std::string> visited;  // by the choices that lead there

 private:
  struct Node final : MarkedState {
    explicit Node(std::string at) : node(std::move(at)) {}
    std::string node;
  };

  void show() {
    const bool ended = node_.size() == depth_;
    thread_.id = kMainThread;
    thread_.alternatives = ended ? 0 : 2;
    view_.threads = {&thread_, 1};
    view_.last = node_.empty() ? kNoThread : kMainThread;
    view_.verdict = ended ? Verdict::finished : Verdict::running;
  }

  std::size_t depth_;
  std::string node_;
  ThreadView thread_;
  StateView view_;
  Failure failure_;
};

}  // namespace heddle::search
