#include "study/study_file.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <sstream>

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

Status read_whole(const Json& table, const std::string& file, bool quick, StudyEntries& into) {
  TableReader reader(table, "'" + file + "'",
                     {"measure", "seeds", "stop", "budget", "subject", "configuration", "quick"});
  reader.text("measure", into.measure);
  read_limits(reader, into.limits);
  if (const auto measure = measure_of(into.measure); !measure) {
    reader.fail_with(fmt::format("'{}': {}", file, measure.sentence()));
  }
  const Json* quick_table = reader.table("quick");
  if (Status status = reader.status(); !status) return status;
  if (quick && quick_table == nullptr) {
    return Error{fmt::format("'{}' has no quick version; add a table [quick].", file)};
  }
  if (quick_table != nullptr) {
    Result<QuickEntry> entry = read_quick(*quick_table);
    if (!entry) return entry.error();
    if (quick) into.quick = std::move(*entry);
  }
  if (Status status = read_entries(reader, "subject", read_subject, into.subjects); !status) {
    return status;
  }
  return read_entries(reader, "configuration", read_configuration, into.configurations);
}

}  // namespace

Result<Plan> parse_study(std::string_view text, const std::string& file, bool quick) {
  const Result<Json> table = parse_toml(text, file);
  if (!table) return table.error();
  StudyEntries entries;
  entries.folder = fs::absolute(file).lexically_normal().parent_path().string();
  if (Status status = read_whole(*table, file, quick, entries); !status) return status.error();
  Result<Plan> plan = make_plan(entries);
  if (plan) plan->text = text;
  return plan;
}

Result<Plan> read_study(const std::string& file, bool quick) {
  std::error_code error;
  if (!fs::exists(file, error)) return Error{fmt::format("The file '{}' does not exist.", file)};
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (fs::is_directory(file, error) || !(text << stream.rdbuf())) {
    return Error{fmt::format("'{}' cannot be read; name a study file.", file)};
  }
  return parse_study(text.str(), file, quick);
}

}  // namespace heddle::study
