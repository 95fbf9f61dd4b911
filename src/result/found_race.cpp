#include "result/found_race.hpp"

#include <iterator>
#include <nlohmann/json.hpp>

#include "result/json_fields.hpp"

namespace heddle::result {
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

// By DescriptorUse.
constexpr const char* kDescriptorWords[] = {"", "use", "replace", "open", "close"};

DescriptorUse descriptor_use_named(const std::string& word) {
  for (std::size_t i = 1; i < std::size(kDescriptorWords); ++i) {
    if (word == kDescriptorWords[i]) return static_cast<DescriptorUse>(i);
  }
  return DescriptorUse::none;
}

OrderedJson access_json(const RacingAccess& access) {
  return {{"thread", access.thread},    {"access", access_word(access)}, {"size", access.size},
          {"atomic", access.is_atomic}, {"location", access.location},   {"stack", access.calls}};
}

RacingAccess read_access(const OrderedJson& json) {
  RacingAccess access;
  std::string word;
  read(json, "thread", access.thread);
  read(json, "access", word);
  access.frees = word == "free";
  access.descriptor = descriptor_use_named(word);
  access.writes = word == "write" || writes(access.descriptor);
  read(json, "size", access.size);
  read(json, "atomic", access.is_atomic);
  read(json, "location", access.location);
  for (const OrderedJson& place : list(json, "stack")) {
    if (place.is_string()) access.calls.push_back(place.get<std::string>());
  }
  return access;
}

Json found_access_json(const RacingAccess& access) {
  return {{"thread", access.thread},
          {"size", access.size},
          {"writes", access.writes},
          {"atomic", access.is_atomic},
          {"frees", access.frees},
          {"descriptor", kDescriptorWords[static_cast<std::size_t>(access.descriptor)]},
          {"stack", to_json(access.stack)},
          {"place", to_json(access.place)}};
}

RacingAccess read_found_access(const Json& json) {
  RacingAccess access;
  std::string word;
  read(json, "thread", access.thread);
  read(json, "size", access.size);
  read(json, "writes", access.writes);
  read(json, "atomic", access.is_atomic);
  read(json, "frees", access.frees);
  read(json, "descriptor", word);
  access.descriptor = descriptor_use_named(word);
  if (const auto place = json.find("place"); place != json.end()) {
    access.place = code_place_from_json(*place);
  }
  access.stack = code_stack_from_json(list(json, "stack"));
  return access;
}

}  // namespace

std::string access_word(const RacingAccess& access) {
  if (access.descriptor != DescriptorUse::none) {
    return kDescriptorWords[static_cast<std::size_t>(access.descriptor)];
  }
  return access.frees ? "free" : access.writes ? "write" : "read";
}

std::string access_phrase(const RacingAccess& access) {
  const std::string verb = access_word(access) + 's';
  if (access.descriptor != DescriptorUse::none) return verb + " it";
  return verb + " " + std::to_string(access.size) + (access.size == 1 ? " byte" : " bytes") +
         (access.is_atomic ? " atomically" : "");
}

OrderedJson to_json(const FoundRace& race) {
  return {{"variable", race.variable},
          {"earlier", access_json(race.earlier)},
          {"later", access_json(race.later)},
          {"missing", race.missing}};
}

FoundRace race_from_json(const OrderedJson& json) {
  FoundRace race;
  read(json, "variable", race.variable);
  read(json, "missing", race.missing);
  if (const auto one = json.find("earlier"); one != json.end()) race.earlier = read_access(*one);
  if (const auto one = json.find("later"); one != json.end()) race.later = read_access(*one);
  return race;
}

Json found_json(const FoundRace& race) {
  Json json = {{"earlier", found_access_json(race.earlier)},
               {"later", found_access_json(race.later)},
               {"had_heard", race.had_heard},
               {"place", to_json(race.place)},
               {"memory", race.memory},
               {"address", race.address},
               {"around", Json::array()}};
  for (const CodeExcerpt& excerpt : race.around) json["around"].push_back(to_json(excerpt));
  return json;
}

FoundRace found_race_from_json(const Json& json) {
  FoundRace race;
  const auto take = [&](const char* name, RacingAccess& into) {
    if (const auto one = json.find(name); one != json.end()) into = read_found_access(*one);
  };
  take("earlier", race.earlier);
  take("later", race.later);
  read(json, "had_heard", race.had_heard);
  read(json, "memory", race.memory);
  read(json, "address", race.address);
  for (const Json& excerpt : list(json, "around")) {
    race.around.push_back(code_excerpt_from_json(excerpt));
  }
  if (const auto one = json.find("place"); one != json.end())
    race.place = code_place_from_json(*one);
  return race;
}

}  // namespace heddle::result
