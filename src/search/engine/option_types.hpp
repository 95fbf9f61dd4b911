// The options of a search under the names that this room uses.
#pragma once

#include "config/search_options.hpp"

namespace heddle::search {

using options::AddressRange;
using options::Backtrack;
using options::BacktrackVariants;
using options::Jump;
using options::Livelocks;
using options::Order;
using options::Reduce;
using options::Restarts;
using options::Search;
using options::SearchOptions;
using options::States;
using options::Visited;
using PriorityKind = options::Priority::Kind;

}  // namespace heddle::search
