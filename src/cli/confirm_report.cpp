#include "cli/confirm_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "core/failure.hpp"

namespace heddle::cli {
namespace {

using Json = nlohmann::ordered_json;
using guidance::Site;
using guidance::Warning;

std::size_t count(const std::vector<Confirmation>& answers, Answer answer) {
  return static_cast<std::size_t>(
      std::count_if(answers.begin(), answers.end(),
                    [&](const Confirmation& one) { return one.answer == answer; }));
}

// "data race at queue.cpp:41, queue.cpp:57"
std::string headline(const Warning& warning) {
  std::string text;
  for (const Site& site : guidance::all_sites(warning)) {
    const std::string place = guidance::place(site);
    text += (text.empty() ? " at " : ", ") + place.substr(place.rfind('/') + 1);
  }
  return std::string(guidance::name(warning.kind)) + text;
}

std::string line(std::string_view text) { return "  " + on_one_line(text) + "\n"; }

std::string error_text(const result::FoundError& error) {
  std::string text = error.message;
  if (!error.location.empty()) text += " (" + error.location + ")";
  return text;
}

std::string replay_text(const result::FoundError& error) {
  return error.trace.empty() ? "" : line("  heddle replay " + error.trace);
}

// "guided search along a.cpp:3, a.cpp:9: 12 states were visited"
std::string attempt_text(const Attempt& attempt) {
  std::string text = attempt.via.empty() ? "exhaustive search" : "guided search along ";
  for (std::size_t i = 0; i < attempt.via.size(); ++i) {
    text += (i == 0 ? "" : ", ") + attempt.via[i];
  }
  return text + ": " + attempt.coverage;
}

Json json_of(const result::FoundError& error) {
  return {{"kind", key(error.kind)},    {"message", error.message}, {"thread", error.thread},
          {"location", error.location}, {"depth", error.depth},     {"trace", error.trace}};
}

// The limits within which a warning was refuted.
std::string limits_text(const Confirmation& one) {
  std::string text = one.is_under_sc ? " under sequential consistency" : "";
  if (one.is_within_waits) text += " within the limits on early timeouts and spurious wake-ups";
  return text;
}

Json json_of(const Attempt& attempt) {
  return {{"search", attempt.search},         {"via", attempt.via},
          {"coverage", attempt.coverage},     {"states", attempt.states},
          {"executions", attempt.executions}, {"seconds", attempt.seconds}};
}

Json json_of(const Confirmation& one) {
  Json json = {{"kind", guidance::name(one.warning.kind)}, {"title", one.warning.title}};
  json["sites"] = Json::array();
  for (const Site& site : guidance::all_sites(one.warning)) {
    json["sites"].push_back(
        {{"file", site.file}, {"line", site.line}, {"function", site.function}});
  }
  json["answer"] = name(one.answer);
  json["within_waits"] = one.is_within_waits;
  json["error"] = one.error ? json_of(*one.error) : Json();
  json["other_errors"] = Json::array();
  for (const result::FoundError& other : one.other_errors)
    json["other_errors"].push_back(json_of(other));
  json["notes"] = one.notes;
  json["internal_error"] = one.internal_error;
  json["divergence"] = one.divergence;
  json["searches"] = Json::array();
  for (const Attempt& attempt : one.attempts) json["searches"].push_back(json_of(attempt));
  return json;
}

}  // namespace

std::string answer_text(std::size_t number, const Confirmation& one) {
  std::string text = fmt::format("warning {}: {}\n", number, on_one_line(headline(one.warning)));
  text += line(one.warning.title);
  text += line(std::string(name(one.answer)) +
               (one.error ? ": " + error_text(*one.error) : limits_text(one)));
  if (one.error) text += replay_text(*one.error);
  if (one.answer == Answer::refuted && !one.attempts.empty()) {
    text += line("  " + attempt_text(one.attempts.back()));
  }
  if (one.answer == Answer::not_confirmed || one.answer == Answer::failed) {
    for (const Attempt& attempt : one.attempts) text += line("  " + attempt_text(attempt));
  }
  if (!one.divergence.empty()) text += line("uncontrolled nondeterminism: " + one.divergence);
  if (!one.internal_error.empty()) text += line("internal error: " + one.internal_error);
  for (const std::string& note : one.notes) text += line("note: " + note);
  for (const result::FoundError& other : one.other_errors) {
    text += line("another error was found: " + error_text(other)) + replay_text(other);
  }
  return text;
}

std::string summary_text(const std::vector<Confirmation>& answers) {
  std::string text;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    text += fmt::format("{:>4}  {:<13}  {}\n", i + 1, name(answers[i].answer),
                        on_one_line(headline(answers[i].warning)));
  }
  text += fmt::format("{} warning{}: {} confirmed, {} refuted, {} not confirmed", answers.size(),
                      answers.size() == 1 ? "" : "s", count(answers, Answer::confirmed),
                      count(answers, Answer::refuted), count(answers, Answer::not_confirmed));
  if (const std::size_t failed = count(answers, Answer::failed); failed > 0) {
    text += fmt::format(", {} with a failed search", failed);
  }
  return text + "\n";
}

std::string to_json(const std::string& program, const std::vector<Confirmation>& answers) {
  Json json = {{"program", program},
               {"confirmed", count(answers, Answer::confirmed)},
               {"refuted", count(answers, Answer::refuted)},
               {"not_confirmed", count(answers, Answer::not_confirmed)},
               {"failed", count(answers, Answer::failed)}};
  json["warnings"] = Json::array();
  for (const Confirmation& one : answers) json["warnings"].push_back(json_of(one));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

int exit_code(const std::vector<Confirmation>& answers) {
  const auto any = [&](auto test) { return std::any_of(answers.begin(), answers.end(), test); };
  if (any([](const Confirmation& one) { return !one.internal_error.empty(); })) {
    return kExitInternalError;
  }
  if (count(answers, Answer::confirmed) > 0) return kExitErrorFound;
  if (any([](const Confirmation& one) { return !one.divergence.empty(); })) return kExitDivergence;
  return count(answers, Answer::refuted) == answers.size() ? kExitOk : kExitIncomplete;
}

}  // namespace heddle::cli
