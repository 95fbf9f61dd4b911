// Search strategy that takes one choice of each state, drawn by a sampler.  At the end of an
// execution it restarts at the initial state.  It never ends by itself and needs a budget.
#pragma once

#include <memory>

#include "search/strategy/frontier.hpp"
#include "search/strategy/sampler.hpp"

namespace heddle::search {

class Sampling final : public Frontier {
 public:
  explicit Sampling(std::unique_ptr<Sampler> sampler) : sampler_(std::move(sampler)) {}

  bool offer(const Path& path, std::span<const Choice> choices) override;
  void cut() override { sampler_->run_cut(); }
  bool next(Branch& into) override;
  FrontierSummary summary() const override {
    return {.takes_all = false, .guarantee = sampler_->guarantee()};
  }

 private:
  std::unique_ptr<Sampler> sampler_;
  Choice drawn_;
  bool has_drawn_ = false;
};

}  // namespace heddle::search
