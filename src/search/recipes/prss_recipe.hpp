// One member of a parallel randomized state-space search (Dwyer, Elbaum, Person, Purandare, ICSE
// 2007): depth-first, the choices of every state in random order.  A fleet starts many with
// different seeds; the first error ends them all.
#pragma once

#include "core/result.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"

namespace heddle::search {

Result<Recipe> prss(const SearchOptions& options);

}  // namespace heddle::search
