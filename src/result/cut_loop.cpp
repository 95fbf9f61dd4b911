#include "result/cut_loop.hpp"

#include <nlohmann/json.hpp>

namespace heddle::result {

nlohmann::ordered_json to_json(const CutLoop& loop) {
  nlohmann::ordered_json json = {{"ends_after", loop.ends_after},
                                 {"threads", nlohmann::ordered_json::array()}};
  for (const CutThread& thread : loop.threads) {
    json["threads"].push_back({{"thread", thread.thread}, {"location", thread.location}});
  }
  return json;
}

nlohmann::json found_json(const CutLoop& loop) {
  nlohmann::json json = {{"ends_after", loop.ends_after}, {"threads", nlohmann::json::array()}};
  for (const CutThread& thread : loop.threads) {
    nlohmann::json stack = nlohmann::json::array();
    for (const CodePlace& place : thread.stack) stack.push_back(to_json(place));
    json["threads"].push_back({{"thread", thread.thread}, {"stack", stack}});
  }
  return json;
}

CutLoop cut_loop_from_json(const nlohmann::json& json) {
  CutLoop loop;
  if (!json.is_object()) return loop;
  if (const auto steps = json.find("ends_after");
      steps != json.end() && steps->is_number_unsigned()) {
    loop.ends_after = steps->get<std::uint64_t>();
  }
  const auto threads = json.find("threads");
  if (threads == json.end() || !threads->is_array()) return loop;
  for (const nlohmann::json& one : *threads) {
    CutThread& thread = loop.threads.emplace_back();
    if (!one.is_object()) continue;
    const auto read = [&](const char* name, std::string& into) {
      const auto found = one.find(name);
      if (found != one.end() && found->is_string()) into = found->get<std::string>();
    };
    read("thread", thread.thread);
    read("location", thread.location);
    if (const auto stack = one.find("stack"); stack != one.end() && stack->is_array()) {
      for (const nlohmann::json& place : *stack) {
        thread.stack.push_back(code_place_from_json(place));
      }
    }
  }
  return loop;
}

}  // namespace heddle::result
