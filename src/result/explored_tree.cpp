#include "result/explored_tree.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "result/object_reader.hpp"

namespace heddle::result {

nlohmann::ordered_json to_json(const ExploredTree& tree) {
  return {{"width", tree.width},
          {"states", tree.states},
          {"revisits", tree.revisits},
          {"executions", tree.executions}};
}

bool read_explored_tree(const nlohmann::ordered_json& json, ExploredTree& into) {
  if (!json.is_object()) return false;
  std::string wrong;
  ObjectReader reader(json, wrong);
  reader.field("width", into.width);
  reader.field("states", into.states);
  reader.field("revisits", into.revisits);
  reader.field("executions", into.executions);
  const std::size_t levels = into.states.size();
  return wrong.empty() && into.width > 0 && into.revisits.size() == levels &&
         into.executions.size() == levels;
}

}  // namespace heddle::result
