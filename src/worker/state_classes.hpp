// States grouped into classes: those of a class are the same but for what their stacks hold besides
// calls.  Finds out which words of stacks tell the states of a class apart.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/ids.hpp"
#include "snapshot/state_difference.hpp"

namespace heddle::worker {

// A word that has several values within a class.
struct Splitter {
  std::uint64_t classes = 0;  // in which it does
  std::uint64_t merged = 0;   // states that would be gone if it alone were ignored
  // An example.
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  std::uint64_t first_state = 0;
  std::uint64_t second_state = 0;
};

class StateClasses {
 public:
  // Takes in the program's present state under a number.
  // REQUIRES: the memory image has seen it, and no state with the same memory was added.
  void add(std::uint64_t number);

  std::size_t size() const { return classes_.size(); }
  // Of the state that was added last.
  const native::Stacks& stacks() const { return outline_.stacks(); }
  const Fingerprint& last() const { return last_; }

  std::map<native::MemoryPlace, Splitter> splitters() const;
  // How many states would be left if our own frames held nothing but calls.
  std::uint64_t without_ours() const;

 private:
  // One word in which a state differs from the first one of its class.
  struct Word {
    native::MemoryPlace place;
    std::uint64_t term;  // stands for the word's address and value
    std::uint64_t first;
    std::uint64_t second;
  };
  struct Member {
    std::uint64_t number = 0;
    std::uint64_t sum = 0;  // of the words' terms; 0: as the first one
    std::vector<Word> words;
  };
  struct Class {
    std::uint64_t number = 0;  // of its first state
    native::MemoryTree memory;
    native::Stacks stacks;
    std::vector<Member> others;
  };

  Member compare(const Class& with, std::uint64_t number);
  // How many states of the class are left without the words for which ignored(place).
  template <typename Ignored>
  static std::uint64_t left_without(const Class& of, Ignored ignored);

  native::StateOutline outline_;
  Fingerprint last_;
  std::map<Fingerprint, Class> classes_;
};

}  // namespace heddle::worker
