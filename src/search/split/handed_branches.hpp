// Open choices that one worker of a depth-first search gives to another.
#pragma once

#include <span>
#include <vector>

#include "core/ids.hpp"
#include "core/schedule.hpp"
#include "search/engine/choice.hpp"
#include "search/split/mail.hpp"

namespace heddle::search {

// Open choices on the way to a state.
struct HandedBranches {
  Schedule prefix;              // leads to the state of the last choice
  std::vector<Choice> choices;  // by ascending depth; the last one is taken first
  Fingerprint state;            // at the end of the prefix; zero: not known
};

// Returns false if they are more than a mail can hold.  REQUIRES: the prefix is the part of the
// schedule before the deepest choice.
bool write_branches(std::span<const Decision> prefix, std::span<const Choice> choices,
                    const Fingerprint& state, Mail& into);
void read_branches(const Mail& mail, HandedBranches& into);

}  // namespace heddle::search
