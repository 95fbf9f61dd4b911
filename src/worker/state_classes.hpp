// Groups states into classes.  States of one class differ only in stack contents other than return
// addresses.  Finds the stack words that distinguish the states of a class.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/ids.hpp"
#include "snapshot/state_difference.hpp"

namespace heddle::worker {

// A word that has several values within a class.
struct Splitter {
  std::uint64_t classes = 0;  // in which the word has several values
  std::uint64_t merged = 0;   // states merged if only this word were ignored
  // An example.
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  std::uint64_t first_state = 0;
  std::uint64_t second_state = 0;
};

class StateClasses {
 public:
  // Adds the program's present state under a number.
  // REQUIRES: the memory image has seen it, and no state with the same memory was added.
  void add(std::uint64_t number);

  std::size_t size() const { return classes_.size(); }
  // Return the stacks and the fingerprint of the state added last.
  const native::Stacks& stacks() const { return outline_.stacks(); }
  const Fingerprint& last() const { return last_; }

  std::map<native::MemoryPlace, Splitter> splitters() const;
  // Returns how many states would be left if the runtime's frames held only return addresses.
  std::uint64_t without_ours() const;

 private:
  // One word in which a state differs from the first state of its class.
  struct Word {
    native::MemoryPlace place;
    std::uint64_t term;  // stands for the word's address and value
    std::uint64_t first;
    std::uint64_t second;
  };
  struct Member {
    std::uint64_t number = 0;
    std::uint64_t sum = 0;  // of the words' terms; 0: equal to the first state
    std::vector<Word> words;
  };
  struct Class {
    std::uint64_t number = 0;  // of its first state
    native::MemoryTree memory;
    native::Stacks stacks;
    std::vector<Member> others;
  };

  Member compare(const Class& with, std::uint64_t number);
  // Returns how many states of the class are left without the words for which ignored(place) holds.
  template <typename Ignored>
  static std::uint64_t left_without(const Class& of, Ignored ignored);

  native::StateOutline outline_;
  Fingerprint last_;
  std::map<Fingerprint, Class> classes_;
};

}  // namespace heddle::worker
