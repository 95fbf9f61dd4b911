#include "result/not_seen.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "result/json_fields.hpp"

namespace heddle::result {
namespace {

using Json = nlohmann::json;

constexpr auto kLastKind = UnseenKind::source;

template <typename T>
void add_new(std::vector<T>& into, const std::vector<T>& more) {
  for (const T& one : more) {
    if (std::find(into.begin(), into.end(), one) == into.end()) into.push_back(one);
  }
}

Json json_of(const std::vector<PlacedOperation>& operations) {
  Json json = Json::array();
  for (const PlacedOperation& one : operations) {
    json.push_back({{"operation", one.operation}, {"stack", to_json(one.stack)}});
  }
  return json;
}

std::vector<PlacedOperation> placed_operations(const Json& json) {
  std::vector<PlacedOperation> operations;
  for (const Json& one : json) {
    if (!one.is_object()) continue;
    const auto operation = one.find("operation");
    if (operation == one.end() || !operation->is_string()) continue;
    operations.push_back({operation->get<std::string>(), code_stack_from_json(list(one, "stack"))});
  }
  return operations;
}

}  // namespace

bool is_in_doubt(const UnseenCode& code) {
  return code.kind != UnseenKind::framework && code.kind != UnseenKind::system;
}

bool has_unseen_accesses(const NotSeen& not_seen) {
  return std::any_of(not_seen.code.begin(), not_seen.code.end(), [](const UnseenCode& code) {
    return is_in_doubt(code) && code.kind != UnseenKind::source;
  });
}

bool leaves_out_steps(const NotSeen& not_seen) { return !not_seen.spins.empty(); }

bool is_in_doubt(const NotSeen& not_seen) {
  return leaves_out_steps(not_seen) || not_seen.has_lasting_memory ||
         not_seen.has_child_processes || not_seen.has_lowered_limits ||
         !not_seen.library_functions.empty() || !not_seen.calls.empty() ||
         std::any_of(not_seen.code.begin(), not_seen.code.end(),
                     [](const UnseenCode& code) { return is_in_doubt(code); });
}

Json to_json(const NotSeen& not_seen) {
  Json json = {{"code", Json::array()},
               {"calls", json_of(not_seen.calls)},
               {"weak", json_of(not_seen.weak)},
               {"spins", json_of(not_seen.spins)},
               {"modules", not_seen.modules}};
  for (const UnseenCode& code : not_seen.code) {
    json["code"].push_back(
        {{"kind", static_cast<unsigned>(code.kind)}, {"place", to_json(code.place)}});
  }
  json["parallel"] = not_seen.has_parallel_algorithms;
  json["protected"] = not_seen.has_protected_memory;
  json["library_functions"] = not_seen.library_functions;
  json["lasting"] = not_seen.has_lasting_memory;
  json["child_processes"] = not_seen.has_child_processes;
  json["lowered_limits"] = not_seen.has_lowered_limits;
  json["shared_output"] = not_seen.has_shared_output;
  return json;
}

NotSeen not_seen_from_json(const Json& json) {
  NotSeen not_seen;
  if (!json.is_object()) return not_seen;
  for (const Json& one : list(json, "code")) {
    if (!one.is_object() || !one.contains("place")) continue;
    const auto found = one.find("kind");
    if (found == one.end() || !found->is_number_unsigned()) continue;
    const auto kind = found->get<std::uint64_t>();
    if (kind > static_cast<std::uint64_t>(kLastKind)) continue;
    not_seen.code.push_back({static_cast<UnseenKind>(kind), code_place_from_json(one["place"])});
  }
  not_seen.calls = placed_operations(list(json, "calls"));
  not_seen.weak = placed_operations(list(json, "weak"));
  not_seen.spins = placed_operations(list(json, "spins"));
  for (const Json& one : list(json, "modules")) {
    if (one.is_string()) not_seen.modules.push_back(one.get<std::string>());
  }
  for (const Json& one : list(json, "library_functions")) {
    if (one.is_string()) not_seen.library_functions.push_back(one.get<std::string>());
  }
  read(json, "parallel", not_seen.has_parallel_algorithms);
  read(json, "protected", not_seen.has_protected_memory);
  read(json, "lasting", not_seen.has_lasting_memory);
  read(json, "child_processes", not_seen.has_child_processes);
  read(json, "lowered_limits", not_seen.has_lowered_limits);
  read(json, "shared_output", not_seen.has_shared_output);
  return not_seen;
}

void add(NotSeen& into, const NotSeen& more) {
  add_new(into.code, more.code);
  add_new(into.calls, more.calls);
  add_new(into.weak, more.weak);
  add_new(into.spins, more.spins);
  add_new(into.modules, more.modules);
  add_new(into.library_functions, more.library_functions);
  into.has_parallel_algorithms |= more.has_parallel_algorithms;
  into.has_protected_memory |= more.has_protected_memory;
  into.has_lasting_memory |= more.has_lasting_memory;
  into.has_child_processes |= more.has_child_processes;
  into.has_lowered_limits |= more.has_lowered_limits;
  into.has_shared_output |= more.has_shared_output;
}

}  // namespace heddle::result
