// Finds a state on the path by its fingerprint.  States are pushed and popped only at the end of
// the path, so equal hashes are chained through the path itself.  Removing the last state restores
// the former head of its chain.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/ids.hpp"

namespace heddle::search {

class StackIndex {
 public:
  std::size_t size() const { return states_.size(); }
  const Fingerprint& operator[](std::size_t place) const { return states_[place].state; }

  // Adds a state.  A state with the zero fingerprint takes a place but is never found.
  void push(const Fingerprint& state) {
    if (states_.size() >= heads_.size()) grow();
    states_.push_back({state, 0});
    chain(states_.size());
  }

  void pop() {
    const Entry& last = states_.back();
    if (last.state != Fingerprint{}) heads_[slot(last.state)] = last.before;
    states_.pop_back();
  }

  // Returns the lowest place of the state.
  std::optional<std::uint32_t> find(const Fingerprint& state) const {
    std::optional<std::uint32_t> found;
    if (heads_.empty() || state == Fingerprint{}) return found;
    for (std::uint32_t at = heads_[slot(state)]; at != 0; at = states_[at - 1].before) {
      if (states_[at - 1].state == state) found = at - 1;
    }
    return found;
  }

 private:
  struct Entry {
    Fingerprint state;
    std::uint32_t before;  // the next one in its chain, as place + 1; 0 is none
  };

  std::size_t slot(const Fingerprint& state) const { return state.low & (heads_.size() - 1); }

  void chain(std::size_t count) {
    Entry& entry = states_[count - 1];
    if (entry.state == Fingerprint{}) return;
    std::uint32_t& head = heads_[slot(entry.state)];
    entry.before = head;
    head = static_cast<std::uint32_t>(count);
  }

  void grow() {
    heads_.assign(heads_.empty() ? 64 : heads_.size() * 2, 0);
    for (std::size_t count = 1; count <= states_.size(); ++count) chain(count);
  }

  std::vector<Entry> states_;
  std::vector<std::uint32_t> heads_;  // of chains, as place + 1; a power of two
};

}  // namespace heddle::search
