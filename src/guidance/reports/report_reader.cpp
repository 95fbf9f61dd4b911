#include "guidance/reports/report_reader.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_set>
#include <utility>

#include "guidance/reports/formats.hpp"

namespace heddle::guidance {
namespace {

void add_key(std::string& key, const Site& site) {
  key += place(site) + static_cast<char>('0' + static_cast<int>(site.kind)) + site.function;
  for (const Call& call : site.calls) key += ' ' + call.file + ':' + std::to_string(call.line);
  key += '\n';
}

// Equal for warnings about the same accesses.
std::string key_of(const Warning& warning) {
  std::string key(name(warning.kind));
  key += ' ' + warning.variable + '\n';
  if (all_sites(warning).empty()) key += warning.title;
  for (const Site& site : warning.sites) add_key(key, site);
  for (const CycleStep& step : warning.cycle) {
    if (step.holds) add_key(key, *step.holds);
    key += '|';
    add_key(key, step.wants);
  }
  return key;
}

// Leaves out warnings that repeat an earlier one.
std::vector<Warning> distinct(std::vector<Warning> found) {
  std::unordered_set<std::string> keys;
  std::vector<Warning> all;
  for (Warning& warning : found) {
    if (keys.insert(key_of(warning)).second) all.push_back(std::move(warning));
  }
  return all;
}

void append(std::vector<Warning>& all, std::vector<Warning> found) {
  std::move(found.begin(), found.end(), std::back_inserter(all));
}

Result<std::vector<Warning>> read_json(std::string_view text) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded()) return Error{"the report is not valid JSON; write it again"};
  if (is_sarif(json)) return distinct(read_sarif(json));
  if (is_heddle_json(json)) return distinct(read_heddle_json(json));
  return Error{"the report is JSON, but neither SARIF nor the result of 'heddle run --json'"};
}

}  // namespace

Result<std::vector<Warning>> read_report(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  if (begin == std::string_view::npos) return Error{"the report is empty"};
  if (text[begin] == '{') return read_json(text.substr(begin));
  if (is_valgrind_xml(text)) {
    Result<std::vector<Warning>> found = read_valgrind_xml(text);
    if (!found.ok()) return found;
    return distinct(*std::move(found));
  }
  // The log of a build or of a test may hold the reports of several tools.
  const bool is_tsan = is_tsan_log(text);
  const bool is_valgrind = is_valgrind_log(text);
  const bool is_clang = is_clang_log(text);
  std::vector<Warning> all;
  if (is_tsan) append(all, read_tsan_log(text));
  if (is_valgrind) append(all, read_valgrind_log(text));
  if (is_clang) append(all, read_clang_log(text));
  if (is_tsan || is_valgrind || is_clang) return distinct(std::move(all));
  return Error{
      "the report is of no known format; use a log of ThreadSanitizer, Helgrind or DRD, Clang "
      "thread-safety warnings, SARIF, or the JSON of 'heddle run'"};
}

}  // namespace heddle::guidance
