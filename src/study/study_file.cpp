#include "study/study_file.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <utility>

#include "study/entries.hpp"
#include "study/measure.hpp"
#include "study/planner.hpp"
#include "study/table_reader.hpp"
#include "study/toml_text.hpp"

namespace heddle::study {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

// Reads the entries of an array of tables.
template <typename Entry, typename Read>
Status read_entries(TableReader& reader, const char* key, Read read, std::vector<Entry>& into) {
  const Json* list = reader.any(key);
  if (list == nullptr || list->empty()) {
    return Error{fmt::format("{} has no {}; add a [[{}]] with a name.", reader.where(), key, key)};
  }
  if (!list->is_array()) {
    return Error{fmt::format("{} has a table [{}]; write [[{}]].", reader.where(), key, key)};
  }
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string where = fmt::format("[[{}]] {}", key, i + 1);
    if (!(*list)[i].is_object()) return Error{where + " is not a table."};
    Result<Entry> entry = read((*list)[i], where);
    if (!entry) return entry.error();
    into.push_back(std::move(*entry));
  }
  return Done{};
}

// Reads all sizes, so that a mistake in any of them is found, and keeps the wanted one.
Status read_sizes(TableReader& reader, const std::string& wanted, StudyEntries& into) {
  std::map<std::string, std::pair<std::string, const Json*>> tables;  // by name: title, content
  if (const Json* quick = reader.table("quick")) tables["quick"] = {"[quick]", quick};
  if (const Json* sizes = reader.table("size")) {
    for (const auto& [name, size] : sizes->items()) {
      if (!size.is_object()) reader.fail(fmt::format("needs a table for '{}' in [size]", name));
      tables[name] = {fmt::format("[size.{}]", name), &size};
    }
  }
  if (Status status = reader.status(); !status) return status;
  for (const auto& [name, titled] : tables) {
    Result<SizeEntry> entry = read_size(*titled.second, titled.first);
    if (!entry) return entry.error();
    if (name == wanted) into.size = std::move(*entry);
  }
  if (wanted.empty() || into.size) return Done{};
  return Error{fmt::format("{} has no {} version; add a table {}.", reader.where(), wanted,
                           wanted == "quick" ? "[quick]" : fmt::format("[size.{}]", wanted))};
}

Status read_whole(const Json& table, const std::string& file, const std::string& size,
                  StudyEntries& into) {
  TableReader reader(
      table, "'" + file + "'",
      {"measure", "seeds", "stop", "budget", "subject", "configuration", "quick", "size"});
  reader.text("measure", into.measure);
  read_limits(reader, into.limits);
  if (const auto measure = measure_of(into.measure); !measure) {
    reader.fail_with(fmt::format("'{}': {}", file, measure.sentence()));
  }
  if (Status status = reader.status(); !status) return status;
  if (Status status = read_sizes(reader, size, into); !status) return status;
  if (Status status = read_entries(reader, "subject", read_subject, into.subjects); !status) {
    return status;
  }
  return read_entries(reader, "configuration", read_configuration, into.configurations);
}

}  // namespace

Result<Plan> parse_study(std::string_view text, const std::string& file, const std::string& size) {
  const Result<Json> table = parse_toml(text, file);
  if (!table) return table.error();
  StudyEntries entries;
  entries.folder = fs::absolute(file).lexically_normal().parent_path().string();
  if (Status status = read_whole(*table, file, size, entries); !status) return status.error();
  Result<Plan> plan = make_plan(entries);
  if (plan) plan->text = text;
  return plan;
}

Result<Plan> read_study(const std::string& file, const std::string& size) {
  std::error_code error;
  if (!fs::exists(file, error)) return Error{fmt::format("The file '{}' does not exist.", file)};
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (fs::is_directory(file, error) || !(text << stream.rdbuf())) {
    return Error{fmt::format("'{}' cannot be read; name a study file.", file)};
  }
  return parse_study(text.str(), file, size);
}

}  // namespace heddle::study
