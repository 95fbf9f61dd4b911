// A system that counts what the search asks of another one.
#pragma once

#include <cstdint>

#include "system/system.hpp"

namespace heddle::search {

class CountingSystem final : public System {
 public:
  explicit CountingSystem(System& system) : system_(system) {}

  const StateView& view() const override { return system_.view(); }
  void step(Decision decision) override {
    ++steps;
    system_.step(decision);
  }
  Mark mark() override {
    ++marks;
    return system_.mark();
  }
  void rewind(const Mark& mark) override {
    ++rewinds;
    system_.rewind(mark);
  }
  Fingerprint fingerprint() override {
    ++fingerprints;
    return system_.fingerprint();
  }
  const Failure& failure() const override { return system_.failure(); }

  std::uint64_t steps = 0;
  std::uint64_t marks = 0;
  std::uint64_t rewinds = 0;
  mutable std::uint64_t fingerprints = 0;

 private:
  System& system_;
};

}  // namespace heddle::search
