// A coin with a chance.
#pragma once

#include "core/random.hpp"

namespace heddle::search {

class Coin {
 public:
  virtual ~Coin() = default;

  // True with that chance.
  virtual bool toss(double chance) = 0;
};

class RandomCoin final : public Coin {
 public:
  explicit RandomCoin(const Random& random) : random_(random) {}

  bool toss(double chance) override { return random_.unit() < chance; }

 private:
  Random random_;
};

}  // namespace heddle::search
