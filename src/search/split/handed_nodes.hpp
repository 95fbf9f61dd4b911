// States whose remaining choices one worker of a search with sleep sets gives to another.
#pragma once

#include <cstdint>
#include <vector>

#include "core/schedule.hpp"
#include "search/por/planned_step.hpp"
#include "search/split/mail.hpp"

namespace heddle::search {

// A state on the way to another one, or that one.
struct HandedNode {
  std::uint32_t depth = 0;
  std::vector<Decision> choices;  // the remaining ones, in the order in which they are taken
  // The steps that are asleep when the first of them is taken; without the step of the prefix that
  // leaves the state, which the receiver takes itself.
  std::vector<PlannedStep> asleep;
};

struct HandedNodes {
  Schedule prefix;                // leads to the state of the last node
  std::uint64_t operations = 0;   // a hash of those on the way, and of the last one that is asleep
  std::vector<HandedNode> nodes;  // by ascending depth; the last one is explored first
};

// Returns false if they are more than a mail can hold.
bool write_nodes(const HandedNodes& handed, Mail& into);
void read_nodes(const Mail& mail, HandedNodes& into);

}  // namespace heddle::search
