#include "result/reported_race.hpp"

#include <nlohmann/json.hpp>

namespace heddle::result {
namespace {

using Json = nlohmann::ordered_json;

Json access_json(const ReportedAccess& access) {
  return {{"thread", access.thread},    {"access", access.access},     {"size", access.size},
          {"atomic", access.is_atomic}, {"location", access.location}, {"stack", access.stack}};
}

void read(const Json& json, const char* name, std::string& into) {
  const auto found = json.find(name);
  if (found != json.end() && found->is_string()) into = found->get<std::string>();
}

ReportedAccess read_access(const Json& json) {
  ReportedAccess access;
  read(json, "thread", access.thread);
  read(json, "access", access.access);
  read(json, "location", access.location);
  if (const auto size = json.find("size"); size != json.end() && size->is_number_unsigned()) {
    access.size = size->get<std::uint64_t>();
  }
  if (const auto atomic = json.find("atomic"); atomic != json.end() && atomic->is_boolean()) {
    access.is_atomic = atomic->get<bool>();
  }
  if (const auto stack = json.find("stack"); stack != json.end() && stack->is_array()) {
    for (const Json& frame : *stack) {
      if (frame.is_string()) access.stack.push_back(frame.get<std::string>());
    }
  }
  return access;
}

}  // namespace

Json to_json(const ReportedRace& race) {
  return {{"variable", race.variable},
          {"earlier", access_json(race.earlier)},
          {"later", access_json(race.later)},
          {"missing", race.missing}};
}

ReportedRace reported_race_from_json(const Json& json) {
  ReportedRace race;
  read(json, "variable", race.variable);
  read(json, "missing", race.missing);
  if (const auto one = json.find("earlier"); one != json.end()) race.earlier = read_access(*one);
  if (const auto one = json.find("later"); one != json.end()) race.later = read_access(*one);
  return race;
}

}  // namespace heddle::result
