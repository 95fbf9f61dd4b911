// What a search gave up: states, and the choices that they lost.  One entry for each state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/decision.hpp"
#include "core/ids.hpp"
#include "core/random.hpp"
#include "search/engine/place.hpp"

namespace heddle::search {

// A state of the path as its frontier knows it.
struct OpenState {
  PlaceRef place;           // null if nobody comes back to it from elsewhere
  Fingerprint fingerprint;  // if states are looked up
  // Who moved last and could go on; kNoThread if a switch is forced.
  ThreadId turn = kNoThread;
};

struct Lost {
  OpenState state;
  std::uint32_t depth = 0;
  std::vector<Decision> decisions;  // the next one last
};

class Pruned {
 public:
  enum class Lookup : std::uint8_t { none, by_state };

  explicit Pruned(Lookup lookup) : lookup_(lookup) {}

  // Keeps a loss.  A state that lost something already loses more.
  void add(Lost lost);

  // Each takes one out, or nothing if there is none.
  std::optional<Lost> take_deepest();
  // Every depth equally likely, and there every state: otherwise the deep ones would crowd out the
  // rest.
  std::optional<Lost> take_random(Random& random);
  std::optional<Lost> take(const Fingerprint& state);

  bool empty() const { return by_depth_.empty(); }
  std::size_t states() const { return entries_.size() - free_.size(); }
  void clear();

 private:
  using Id = std::size_t;
  struct Entry {
    Lost lost;
    std::size_t at = 0;  // in the list of its depth
  };
  struct Hash {
    std::size_t operator()(const Fingerprint& state) const { return state.low; }
  };

  Lost remove(Id id);

  Lookup lookup_;
  std::vector<Entry> entries_;  // by id
  std::vector<Id> free_;
  std::map<std::uint32_t, std::vector<Id>> by_depth_;  // no list is empty
  std::unordered_map<Fingerprint, Id, Hash> by_state_;
};

}  // namespace heddle::search
