// Stores the choices that a search gave up, with their states.  One entry for each state.
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

// A state of the path, as its frontier records it.
struct OpenState {
  PlaceRef place;           // null if no branch returns to it from elsewhere
  Fingerprint fingerprint;  // if states are looked up
  // The thread that moved last and could continue; kNoThread if a switch is forced.
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

  // Stores given-up choices.  If the state already has an entry, its choices are added to that
  // entry.
  void add(Lost lost);

  // Each removes and returns one entry, or nothing if there is none.
  std::optional<Lost> take_deepest();
  // Draws a depth uniformly, and then a state of that depth: otherwise deep states would dominate.
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
