// The visited sets in shared memory, by what a search stores in them.
#pragma once

#include <cstdint>
#include <memory>

#include "search/split/shared_visited.hpp"
#include "search/split/split_memory.hpp"

namespace heddle::search {

// A number, so that it can be sent to another process; 0: nothing is stored.
enum class StoreKind : std::uint32_t { none, narrow, wide, narrow_costs, wide_costs };

// REQUIRES: the kind is not `none`.
std::unique_ptr<SharedVisited> make_shared_store(const SplitMemory& memory, unsigned worker,
                                                 StoreKind kind);

}  // namespace heddle::search
