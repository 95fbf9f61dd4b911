#include "result/code_place.hpp"

#include <nlohmann/json.hpp>

#include "result/json_fields.hpp"

namespace heddle::result {

nlohmann::json to_json(const CodePlace& place) {
  return {{"module", place.module}, {"offset", place.offset}};
}

nlohmann::json to_json(const CodeStack& stack) {
  nlohmann::json json = nlohmann::json::array();
  for (const CodePlace& place : stack) json.push_back(to_json(place));
  return json;
}

CodePlace code_place_from_json(const nlohmann::json& json) {
  CodePlace place;
  read(json, "module", place.module);
  read(json, "offset", place.offset);
  return place;
}

CodeStack code_stack_from_json(const nlohmann::json& json) {
  CodeStack stack;
  if (!json.is_array()) return stack;
  for (const nlohmann::json& place : json) stack.push_back(code_place_from_json(place));
  return stack;
}

}  // namespace heddle::result
