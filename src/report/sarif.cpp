#include "report/sarif.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "symbolize/names.hpp"

namespace heddle::report {
namespace {

using SarifJson = nlohmann::ordered_json;

constexpr std::string_view kDriver = "Heddle";
constexpr std::string_view kRootId = "SRCROOT";

struct SarifRule {
  std::string_view id;
  std::string_view text;
};

// One for each kind of failure, and one for lock orders.
constexpr std::array<SarifRule, 11> kRules{{
    {"deadlock", "All live threads, or a cycle of threads, are blocked."},
    {"livelock", "Threads run forever without progress under a fair scheduler."},
    {"assertion", "An assertion failed under some schedule."},
    {"exit", "The program ended with a non-zero status under some schedule."},
    {"exception", "An exception was not caught under some schedule."},
    {"crash", "The program received a fatal signal under some schedule."},
    {"race", "No happens-before edge orders two conflicting accesses."},
    {"memory", "Memory was accessed outside its lifetime or bounds, or leaked."},
    {"misuse", "A synchronisation object was used against its contract."},
    {"divergence", "The same schedule led to different executions, so the search is not reliable."},
    {"lock-order", "Locks are acquired in an inconsistent order."},
}};

bool warns_only(const SarifRule& rule) { return rule.id == "race" || rule.id == "lock-order"; }

SarifJson rules_json() {
  SarifJson rules = SarifJson::array();
  for (const SarifRule& rule : kRules) {
    rules.push_back({{"id", rule.id},
                     {"shortDescription", {{"text", rule.text}}},
                     {"defaultConfiguration", {{"level", warns_only(rule) ? "warning" : "error"}}},
                     {"properties", {{"tags", {"concurrency"}}}}});
  }
  return rules;
}

std::size_t rule_index(std::string_view id) {
  const auto found = std::find_if(kRules.begin(), kRules.end(),
                                  [id](const SarifRule& rule) { return rule.id == id; });
  return static_cast<std::size_t>(found - kRules.begin());
}

SarifJson artifact_json(const std::string& file, const SourceRoot& root) {
  if (const std::string inside = root.inside(file); !inside.empty()) {
    return {{"uri", uri_path(inside)}, {"uriBaseId", kRootId}};
  }
  if (file.starts_with('/')) return {{"uri", "file://" + uri_path(file)}};
  return {{"uri", uri_path(file)}};
}

// A location has a line, a function, or only a text.
SarifJson location_json(const SourceLine& at, const SourceRoot& root) {
  SarifJson location = SarifJson::object();
  if (!at.file.empty()) {
    location["physicalLocation"]["artifactLocation"] = artifact_json(at.file, root);
    if (at.line > 0) location["physicalLocation"]["region"] = {{"startLine", at.line}};
  }
  if (!at.function.empty()) {
    location["logicalLocations"] = {{{"fullyQualifiedName", at.function}, {"kind", "function"}}};
  }
  return location;
}

SarifJson step_json(const FlowStep& step, const SourceRoot& root) {
  SarifJson location = location_json(step.at, root);
  location["message"] = {{"text", step.text}};
  return {{"location", std::move(location)},
          {"executionOrder", step.number},
          {"importance", step.is_end ? "essential" : "important"}};
}

SarifJson flow_json(const Finding& finding, const SourceRoot& root) {
  SarifJson threads = SarifJson::array();
  for (const ThreadSteps& thread : finding.schedule) {
    SarifJson steps = SarifJson::array();
    for (const FlowStep& step : thread.steps) steps.push_back(step_json(step, root));
    threads.push_back({{"id", thread.thread}, {"locations", std::move(steps)}});
  }
  SarifJson flow = {{"threadFlows", std::move(threads)}};
  if (finding.omitted_steps > 0) {
    flow["message"] = {{"text", fmt::format("{} steps in the middle of the schedule are omitted",
                                            finding.omitted_steps)}};
  }
  return flow;
}

// Identifies the finding in later runs, where its line may be another one.
std::string fingerprint_of(const Finding& finding, const SourceRoot& root) {
  const std::string inside = root.inside(finding.at.file);
  std::string text = finding.rule + ":" + finding.test + ":";
  text += inside.empty() ? std::string(symbolize::base_name(finding.at.file)) : inside;
  text += ":" + finding.at.function;
  for (const RelatedLine& related : finding.related) text += ":" + related.at.function;
  return text;
}

SarifJson properties_json(const Finding& finding, const SarifRun& run) {
  SarifJson properties = {{"program", run.program}};
  if (!finding.test.empty()) properties["test"] = finding.test;
  if (!finding.trace.empty()) {
    properties["trace"] = finding.trace;
    properties["replay"] = "heddle replay " + finding.trace;
  }
  if (finding.omitted_steps > 0) properties["omittedSteps"] = finding.omitted_steps;
  return properties;
}

SarifJson result_json(const Finding& finding, const SarifRun& run) {
  SarifJson result = {{"ruleId", finding.rule}};
  if (const std::size_t index = rule_index(finding.rule); index < kRules.size()) {
    result["ruleIndex"] = index;
  }
  result["level"] = finding.fails_run ? "error" : "warning";
  const std::string of_test = finding.test.empty() ? "" : finding.test + ": ";
  result["message"] = {{"text", of_test + finding.message}};
  if (!finding.at.file.empty() || !finding.at.function.empty()) {
    result["locations"] = SarifJson::array({location_json(finding.at, run.root)});
  }
  for (const RelatedLine& related : finding.related) {
    SarifJson location = location_json(related.at, run.root);
    location["id"] = result["relatedLocations"].size();
    location["message"] = {{"text", related.text}};
    result["relatedLocations"].push_back(std::move(location));
  }
  if (!finding.schedule.empty()) {
    result["codeFlows"] = SarifJson::array({flow_json(finding, run.root)});
  }
  result["partialFingerprints"] = {{"heddleFinding/v1", fingerprint_of(finding, run.root)}};
  result["properties"] = properties_json(finding, run);
  return result;
}

}  // namespace

std::string sarif_json(const SarifRun& run, const std::vector<Finding>& findings) {
  SarifJson results = SarifJson::array();
  for (const Finding& finding : findings) results.push_back(result_json(finding, run));
  const std::string name(symbolize::base_name(run.program));
  SarifJson one = {
      {"tool",
       {{"driver",
         {{"name", kDriver}, {"semanticVersion", run.version}, {"rules", rules_json()}}}}},
      {"automationDetails", {{"id", "heddle/" + name + "/"}}},
      {"invocations",
       SarifJson::array({{{"executionSuccessful", run.exit_code <= 1 || run.exit_code == 3},
                          {"exitCode", run.exit_code}}})}};
  if (!run.root.folder().empty()) {
    const std::string folder = run.root.folder() == "/" ? "" : uri_path(run.root.folder());
    one["originalUriBaseIds"][std::string(kRootId)] = {{"uri", "file://" + folder + "/"}};
  }
  one["results"] = std::move(results);
  one["properties"] = {{"verdict", run.verdict}};
  if (!run.coverage.empty()) one["properties"]["coverage"] = run.coverage;
  const SarifJson json = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                          {"version", "2.1.0"},
                          {"runs", SarifJson::array({std::move(one)})}};
  return json.dump(2, ' ', false, SarifJson::error_handler_t::replace) + "\n";
}

bool is_sarif(std::string_view text) {
  const SarifJson json = SarifJson::parse(text, nullptr, false);
  const SarifJson::json_pointer driver("/runs/0/tool/driver/name");
  return json.is_object() && json.contains(driver) && json[driver] == kDriver;
}

}  // namespace heddle::report
