#include "result/found_lock_cycle.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "result/json_fields.hpp"

namespace heddle::result {
namespace {

nlohmann::json lock_json(const FoundLock& lock) {
  nlohmann::json json = {{"variable", to_json(lock.variable)},
                         {"memory", lock.memory},
                         {"stack", to_json(lock.stack)},
                         {"address", lock.address},
                         {"around", nlohmann::json::array()}};
  for (const CodeExcerpt& excerpt : lock.around) json["around"].push_back(to_json(excerpt));
  return json;
}

FoundLock read_lock(const nlohmann::json& json) {
  FoundLock lock;
  read(json, "memory", lock.memory);
  read(json, "address", lock.address);
  for (const nlohmann::json& excerpt : list(json, "around")) {
    lock.around.push_back(code_excerpt_from_json(excerpt));
  }
  if (const auto one = json.find("variable"); one != json.end()) {
    lock.variable = code_place_from_json(*one);
  }
  lock.stack = code_stack_from_json(list(json, "stack"));
  return lock;
}

}  // namespace

bool is_named(const FoundLockCycle& cycle) {
  return std::all_of(cycle.begin(), cycle.end(), [](const FoundLockStep& step) {
    return !step.held.name.empty() && !step.wanted.name.empty();
  });
}

nlohmann::json found_json(const FoundLockCycle& cycle) {
  nlohmann::json json = nlohmann::json::array();
  for (const FoundLockStep& step : cycle) {
    json.push_back({{"thread", step.thread},
                    {"held", lock_json(step.held)},
                    {"wanted", lock_json(step.wanted)}});
  }
  return json;
}

FoundLockCycle found_lock_cycle_from_json(const nlohmann::json& json) {
  FoundLockCycle cycle;
  if (!json.is_array()) return cycle;
  for (const nlohmann::json& one : json) {
    FoundLockStep& step = cycle.emplace_back();
    read(one, "thread", step.thread);
    if (const auto held = one.find("held"); held != one.end()) step.held = read_lock(*held);
    if (const auto want = one.find("wanted"); want != one.end()) step.wanted = read_lock(*want);
  }
  return cycle;
}

nlohmann::ordered_json to_json(const FoundLockCycle& cycle) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const FoundLockStep& step : cycle) {
    json.push_back({{"thread", step.thread},
                    {"holds", step.held.name},
                    {"held_at", step.held.location},
                    {"wants", step.wanted.name},
                    {"wanted_at", step.wanted.location}});
  }
  return json;
}

FoundLockCycle lock_cycle_from_json(const nlohmann::ordered_json& json) {
  FoundLockCycle cycle;
  for (const nlohmann::ordered_json& one : json) {
    FoundLockStep& step = cycle.emplace_back();
    read(one, "thread", step.thread);
    read(one, "holds", step.held.name);
    read(one, "held_at", step.held.location);
    read(one, "wants", step.wanted.name);
    read(one, "wanted_at", step.wanted.location);
  }
  return cycle;
}

}  // namespace heddle::result
