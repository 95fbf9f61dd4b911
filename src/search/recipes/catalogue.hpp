// The recipes by name.
#pragma once

#include <span>
#include <string_view>

#include "core/result.hpp"
#include "search/engine/recipe.hpp"
#include "search/engine/search_options.hpp"

namespace heddle::search {

struct CatalogueEntry {
  std::string_view name;
  std::string_view description;  // one line
  Result<Recipe> (*make)(const SearchOptions&);
};

std::span<const CatalogueEntry> catalogue();

// The recipe of that name, or a sentence that lists the names.
Result<Recipe> recipe_named(std::string_view name, const SearchOptions& options);

}  // namespace heddle::search
