// The options of a search under the names that this room uses.
#pragma once

#include "config/search_options.hpp"

namespace heddle::search {

using config::AddressRange;
using config::Backtrack;
using config::BacktrackVariants;
using config::Jump;
using config::Livelocks;
using config::Order;
using config::Reduce;
using config::Restarts;
using config::Search;
using config::SearchOptions;
using config::States;
using config::Visited;
using PriorityKind = config::Priority::Kind;

}  // namespace heddle::search
