#include "result/cut_loop.hpp"

#include <nlohmann/json.hpp>

#include "result/json_fields.hpp"

namespace heddle::result {

nlohmann::ordered_json to_json(const CutLoop& loop) {
  nlohmann::ordered_json json = {{"ends_after", loop.ends_after},
                                 {"tried", loop.tried},
                                 {"threads", nlohmann::ordered_json::array()}};
  for (const CutThread& thread : loop.threads) {
    json["threads"].push_back({{"thread", thread.thread}, {"location", thread.location}});
  }
  return json;
}

nlohmann::json found_json(const CutLoop& loop) {
  nlohmann::json json = {
      {"ends_after", loop.ends_after}, {"tried", loop.tried}, {"threads", nlohmann::json::array()}};
  for (const CutThread& thread : loop.threads) {
    json["threads"].push_back({{"thread", thread.thread}, {"stack", to_json(thread.stack)}});
  }
  return json;
}

CutLoop cut_loop_from_json(const nlohmann::json& json) {
  CutLoop loop;
  read(json, "ends_after", loop.ends_after);
  read(json, "tried", loop.tried);
  for (const nlohmann::json& one : list(json, "threads")) {
    CutThread& thread = loop.threads.emplace_back();
    read(one, "thread", thread.thread);
    read(one, "location", thread.location);
    thread.stack = code_stack_from_json(list(one, "stack"));
  }
  return loop;
}

}  // namespace heddle::result
