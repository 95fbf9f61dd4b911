// The hash of the part of the World that belongs to no page of the image but distinguishes states:
// its clock, its budgets, and spin histories while a thread has a deadline.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/ids.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

class WorldHash {
 public:
  // Returns the hash of the present World.
  const Fingerprint& present();

  // Makes the next call compute the hash anew: the number of its bits has changed.
  void forget() { is_known_ = false; }

 private:
  struct Hashed {
    ProcessState rest;
    std::uint64_t spin_histories = 0;
  };
  static_assert(std::has_unique_object_representations_v<Hashed>);

  Hashed hashed_;     // the last time...
  Fingerprint hash_;  // ...and its hash
  bool is_known_ = false;
};

}  // namespace heddle::native
