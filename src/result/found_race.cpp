#include "result/found_race.hpp"

#include <nlohmann/json.hpp>

namespace heddle::result {
namespace {

using Json = nlohmann::json;

void read(const Json& json, const char* name, std::string& into) {
  const auto found = json.find(name);
  if (found != json.end() && found->is_string()) into = found->get<std::string>();
}

void read(const Json& json, const char* name, std::uint64_t& into) {
  const auto found = json.find(name);
  if (found != json.end() && found->is_number_unsigned()) into = found->get<std::uint64_t>();
}

void read(const Json& json, const char* name, bool& into) {
  const auto found = json.find(name);
  if (found != json.end() && found->is_boolean()) into = found->get<bool>();
}

Json access_json(const RacingAccess& access) {
  Json json = {{"thread", access.thread},    {"size", access.size},   {"writes", access.writes},
               {"atomic", access.is_atomic}, {"frees", access.frees}, {"stack", Json::array()}};
  json["place"] = to_json(access.place);
  for (const CodePlace& place : access.stack) json["stack"].push_back(to_json(place));
  return json;
}

RacingAccess read_access(const Json& json) {
  RacingAccess access;
  read(json, "thread", access.thread);
  read(json, "size", access.size);
  read(json, "writes", access.writes);
  read(json, "atomic", access.is_atomic);
  read(json, "frees", access.frees);
  if (const auto place = json.find("place"); place != json.end()) {
    access.place = code_place_from_json(*place);
  }
  if (const auto stack = json.find("stack"); stack != json.end() && stack->is_array()) {
    for (const Json& place : *stack) access.stack.push_back(code_place_from_json(place));
  }
  return access;
}

}  // namespace

Json to_json(const CodePlace& place) {
  return {{"module", place.module}, {"offset", place.offset}};
}

CodePlace code_place_from_json(const Json& json) {
  CodePlace place;
  read(json, "module", place.module);
  read(json, "offset", place.offset);
  return place;
}

Json to_json(const FoundRace& race) {
  return {{"earlier", access_json(race.earlier)},
          {"later", access_json(race.later)},
          {"had_heard", race.had_heard},
          {"variable", to_json(race.variable)},
          {"memory", race.memory}};
}

FoundRace found_race_from_json(const Json& json) {
  FoundRace race;
  if (const auto one = json.find("earlier"); one != json.end()) race.earlier = read_access(*one);
  if (const auto one = json.find("later"); one != json.end()) race.later = read_access(*one);
  read(json, "had_heard", race.had_heard);
  read(json, "memory", race.memory);
  if (const auto one = json.find("variable"); one != json.end())
    race.variable = code_place_from_json(*one);
  return race;
}

}  // namespace heddle::result
