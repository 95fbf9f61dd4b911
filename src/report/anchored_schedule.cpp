#include "report/anchored_schedule.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kVersionField = "heddle_schedule";
constexpr std::uint64_t kVersion = 1;

Json json(const Anchor& anchor) {
  Json json;
  json["thread"] = anchor.thread;
  if (anchor.function.empty()) return json;
  json["operation"] = key(anchor.operation);
  json["function"] = anchor.function;
  if (!anchor.object.empty()) json["object"] = anchor.object;
  if (anchor.occurrence != 1) json["occurrence"] = anchor.occurrence;
  if (anchor.is_after) json["after"] = true;
  return json;
}

Anchor anchor(const Json& json) {
  Anchor anchor;
  anchor.thread = json.at("thread").get<std::string>();
  anchor.function = json.value("function", "");
  if (anchor.function.empty()) return anchor;
  anchor.operation = op_kind(json.at("operation").get<std::string>());
  anchor.object = json.value("object", "");
  anchor.occurrence = json.value("occurrence", std::uint64_t{1});
  anchor.is_after = json.value("after", false);
  return anchor;
}

bool is_valid(const Anchor& anchor) {
  return anchor.function.empty() || (anchor.operation != OpKind::none && anchor.occurrence > 0);
}

AnchoredSchedule read(const Json& all) {
  AnchoredSchedule schedule;
  schedule.program = all.at("program").get<std::string>();
  schedule.arguments = all.at("arguments").get<std::vector<std::string>>();
  schedule.options = all.at("options").get<std::string>();
  schedule.explore_call = all.value("explore_call", std::uint64_t{0});
  const Json& failure = all.at("failure");
  if (!failure_kind(failure.at("kind").get<std::string>(), schedule.kind)) {
    throw Json::other_error::create(501, "unknown kind", &failure);
  }
  schedule.message = failure.at("message").get<std::string>();
  for (const Json& order : all.at("orders")) {
    schedule.orders.push_back({anchor(order.at("earlier")), anchor(order.at("later"))});
  }
  for (const Json& choice : all.at("choices")) {
    schedule.choices.push_back({anchor(choice.at("step")), choice.at("alternative")});
  }
  return schedule;
}

bool is_valid(const AnchoredSchedule& schedule) {
  for (const AnchoredOrder& order : schedule.orders) {
    if (!is_valid(order.earlier) || !is_valid(order.later)) return false;
  }
  for (const AnchoredChoice& choice : schedule.choices) {
    if (!is_valid(choice.step)) return false;
  }
  return true;
}

Json parsed(std::string_view text) {
  return Json::parse(text, nullptr, /*allow_exceptions=*/false);
}

}  // namespace

std::string describe(const Anchor& anchor) {
  if (anchor.function.empty()) return fmt::format("the start of the thread of {}", anchor.thread);
  const std::string object = anchor.object.empty() ? "" : " " + anchor.object;
  const std::string times =
      anchor.occurrence == 1 ? "" : fmt::format(" (occurrence {})", anchor.occurrence);
  return fmt::format("{}{}{} in {}, thread of {}", name(anchor.operation), object, times,
                     anchor.function, anchor.thread);
}

std::string to_text(const AnchoredSchedule& schedule) {
  const auto line = [](const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  std::string text = fmt::format("{{\n \"{}\": {},\n", kVersionField, kVersion);
  text += fmt::format(" \"program\": {},\n", line(schedule.program));
  text += fmt::format(" \"arguments\": {},\n", line(schedule.arguments));
  text += fmt::format(" \"options\": {},\n", line(schedule.options));
  if (schedule.explore_call != 0) {
    text += fmt::format(" \"explore_call\": {},\n", schedule.explore_call);
  }
  text += fmt::format(" \"failure\": {},\n",
                      line({{"kind", key(schedule.kind)}, {"message", schedule.message}}));
  text += " \"choices\": [";
  const char* separator = "\n";
  for (const AnchoredChoice& choice : schedule.choices) {
    text += fmt::format("{}  {}", std::exchange(separator, ",\n"),
                        line({{"step", json(choice.step)}, {"alternative", choice.alternative}}));
  }
  text += "],\n \"orders\": [";
  separator = "\n";
  for (const AnchoredOrder& order : schedule.orders) {
    text +=
        fmt::format("{}  {{\"earlier\": {},\n   \"later\": {}}}", std::exchange(separator, ",\n"),
                    line(json(order.earlier)), line(json(order.later)));
  }
  return text + "]\n}\n";
}

bool is_anchored_schedule(std::string_view text) {
  const Json all = parsed(text);
  return all.is_object() && all.contains(kVersionField);
}

Result<AnchoredSchedule> parse_anchored_schedule(std::string_view text, const std::string& name) {
  const Json all = parsed(text);
  if (!all.is_object() || !all.contains(kVersionField)) {
    return Error{fmt::format("'{}' is not a schedule; write one with `heddle export`.", name)};
  }
  if (all[kVersionField] != kVersion) {
    return Error{fmt::format(
        "'{}' was written by another version of Heddle; export its trace again.", name)};
  }
  try {
    AnchoredSchedule schedule = read(all);
    if (is_valid(schedule)) return schedule;
  } catch (const Json::exception&) {
    // The same sentence as for a step without meaning.
  }
  return Error{fmt::format("The schedule '{}' is damaged; export its trace again.", name)};
}

}  // namespace heddle::report
