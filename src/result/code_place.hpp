// A return address in a loaded file.  It means the same in every process.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace heddle::result {

struct CodePlace {
  std::string module;  // path; empty when the address is in no loaded file
  std::uint64_t offset = 0;

  friend bool operator==(const CodePlace&, const CodePlace&) = default;
};

using CodeStack = std::vector<CodePlace>;  // innermost first

nlohmann::json to_json(const CodePlace& place);
nlohmann::json to_json(const CodeStack& stack);
// Parse JSON; a field that is missing or has a wrong type keeps its default.
CodePlace code_place_from_json(const nlohmann::json& json);
CodeStack code_stack_from_json(const nlohmann::json& json);

}  // namespace heddle::result
