// The memory around an object that no symbol names, with places that mean the same in every
// process.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/memory_excerpt.hpp"
#include "result/code_place.hpp"

namespace heddle::result {

// A place in no loaded file has no module, and its address as offset.
using CodeExcerpt = MemoryExcerptAt<CodePlace>;

nlohmann::json to_json(const CodeExcerpt& excerpt);
// Parses JSON; a field that is missing or has a wrong type keeps its default.
CodeExcerpt code_excerpt_from_json(const nlohmann::json& json);

}  // namespace heddle::result
