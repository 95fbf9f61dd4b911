#include "result/not_seen.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "result/json_fields.hpp"

namespace heddle::result {
namespace {

using Json = nlohmann::json;

constexpr auto kLastKind = UnseenKind::call;

template <typename T>
void add_new(std::vector<T>& into, const std::vector<T>& more) {
  for (const T& one : more) {
    if (std::find(into.begin(), into.end(), one) == into.end()) into.push_back(one);
  }
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

bool is_in_doubt(const NotSeen& not_seen) {
  return not_seen.has_lasting_memory || !not_seen.library_functions.empty() ||
         std::any_of(not_seen.code.begin(), not_seen.code.end(),
                     [](const UnseenCode& code) { return is_in_doubt(code); });
}

Json to_json(const NotSeen& not_seen) {
  Json json = {{"code", Json::array()}, {"weak", Json::array()}, {"modules", not_seen.modules}};
  for (const UnseenCode& code : not_seen.code) {
    Json one = {{"kind", static_cast<unsigned>(code.kind)}, {"place", to_json(code.place)}};
    if (!code.function.empty()) one["function"] = code.function;
    json["code"].push_back(std::move(one));
  }
  for (const WeakOperation& weak : not_seen.weak) {
    json["weak"].push_back({{"operation", weak.operation}, {"stack", to_json(weak.stack)}});
  }
  json["parallel"] = not_seen.has_parallel_algorithms;
  json["protected"] = not_seen.has_protected_memory;
  json["library_functions"] = not_seen.library_functions;
  json["lasting"] = not_seen.has_lasting_memory;
  json["shared_locals"] = not_seen.has_shared_locals;
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
    UnseenCode code{static_cast<UnseenKind>(kind), code_place_from_json(one["place"]), {}};
    read(one, "function", code.function);
    not_seen.code.push_back(std::move(code));
  }
  for (const Json& one : list(json, "weak")) {
    if (!one.is_object()) continue;
    WeakOperation weak;
    const auto operation = one.find("operation");
    if (operation == one.end() || !operation->is_string()) continue;
    weak.operation = operation->get<std::string>();
    weak.stack = code_stack_from_json(list(one, "stack"));
    not_seen.weak.push_back(std::move(weak));
  }
  for (const Json& one : list(json, "modules")) {
    if (one.is_string()) not_seen.modules.push_back(one.get<std::string>());
  }
  for (const Json& one : list(json, "library_functions")) {
    if (one.is_string()) not_seen.library_functions.push_back(one.get<std::string>());
  }
  read(json, "parallel", not_seen.has_parallel_algorithms);
  read(json, "protected", not_seen.has_protected_memory);
  read(json, "lasting", not_seen.has_lasting_memory);
  read(json, "shared_locals", not_seen.has_shared_locals);
  read(json, "shared_output", not_seen.has_shared_output);
  return not_seen;
}

void add(NotSeen& into, const NotSeen& more) {
  add_new(into.code, more.code);
  add_new(into.weak, more.weak);
  add_new(into.modules, more.modules);
  add_new(into.library_functions, more.library_functions);
  into.has_parallel_algorithms |= more.has_parallel_algorithms;
  into.has_protected_memory |= more.has_protected_memory;
  into.has_lasting_memory |= more.has_lasting_memory;
  into.has_shared_locals |= more.has_shared_locals;
  into.has_shared_output |= more.has_shared_output;
}

}  // namespace heddle::result
