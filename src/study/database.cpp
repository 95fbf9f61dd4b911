#include "study/database.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "study/schema.hpp"

namespace heddle::study {
namespace {

constexpr const char* kRunColumns =
    "run.subject, configuration, seed, run.options, run.build_id, verdict, kind, message, states, "
    "transitions, revisits, executions, max_depth, error_depth, pruned, seconds, peak_rss, trace, "
    "exit_code, json, surplus, "
    "CASE WHEN json_valid(json) THEN coalesce(json_extract(json, '$.generated_states'), 0) ELSE 0 "
    "END";

Run run_of(const Statement& row) {
  Run run;
  int column = 0;
  run.subject = row.text(column++);
  run.configuration = row.text(column++);
  run.seed = row.unsigned_number(column++);
  run.options = row.text(column++);
  run.build_id = row.text(column++);
  run.verdict = row.text(column++);
  run.kind = row.text(column++);
  run.message = row.text(column++);
  run.states = row.unsigned_number(column++);
  run.transitions = row.unsigned_number(column++);
  run.revisits = row.unsigned_number(column++);
  run.executions = row.unsigned_number(column++);
  run.max_depth = row.unsigned_number(column++);
  run.error_depth = row.unsigned_number(column++);
  run.pruned = row.unsigned_number(column++);
  run.seconds = row.real(column++);
  run.peak_rss = row.unsigned_number(column++);
  run.trace = row.text(column++);
  run.exit_code = static_cast<int>(row.number(column++));
  run.json = row.text(column++);
  run.surplus = row.number(column++) != 0;
  run.generated_states = row.unsigned_number(column++);
  run.found = run.verdict == "error" && run.kind != "divergence";
  return run;
}

std::vector<std::string> words_of(const std::string& json) {
  std::vector<std::string> words;
  const auto parsed = nlohmann::json::parse(json, nullptr, false);
  for (const auto& word : parsed) {
    if (word.is_string()) words.push_back(word.get<std::string>());
  }
  return words;
}

// Calls `take(row)` for each row of a query.
template <typename Take>
Status for_each_row(Sqlite& database, std::string_view sql, Take take) {
  Result<Statement> query = database.prepare(sql);
  if (!query) return query.error();
  while (true) {
    const Result<bool> row = query->step();
    if (!row) return row.error();
    if (!*row) return Done{};
    take(*query);
  }
}

}  // namespace

Result<Database> Database::open(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    return Error{
        fmt::format("The file '{}' does not exist; create it with `heddle study run`.", path)};
  }
  Result<Sqlite> sqlite = Sqlite::open(path, false);
  if (!sqlite) return sqlite.error();
  if (Status status = check_schema(*sqlite, path); !status) return status.error();
  return Database(std::move(*sqlite));
}

Result<Database> Database::create(const std::string& path) {
  Result<Sqlite> sqlite = Sqlite::open(path, true);
  if (!sqlite) return sqlite.error();
  if (Status status = prepare_schema(*sqlite, path); !status) return status.error();
  // A killed process loses no transaction in either mode; NORMAL spares one flush per run.
  if (Status status = sqlite->execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
      !status) {
    return status.error();
  }
  return Database(std::move(*sqlite));
}

Result<std::vector<Run>> Database::select_runs(const char* condition) {
  std::vector<Run> runs;
  const std::string sql = fmt::format(
      "SELECT {} FROM run JOIN subject ON subject.name = run.subject JOIN configuration ON "
      "configuration.name = run.configuration {} ORDER BY subject.position, "
      "configuration.position, seed",
      kRunColumns, condition);
  const Status status =
      for_each_row(sqlite_, sql, [&](const Statement& row) { runs.push_back(run_of(row)); });
  if (!status) return status.error();
  return runs;
}

Result<std::vector<Run>> Database::runs() { return select_runs("WHERE surplus = 0"); }

Result<std::vector<Run>> Database::all_runs() { return select_runs(""); }

Result<std::vector<SubjectRow>> Database::subjects() {
  std::vector<SubjectRow> subjects;
  const Status status = for_each_row(
      sqlite_, "SELECT name, program, arguments, build_id FROM subject ORDER BY position, name",
      [&](const Statement& row) {
        subjects.push_back({row.text(0), row.text(1), words_of(row.text(2)), row.text(3)});
      });
  if (!status) return status.error();
  return subjects;
}

Result<std::vector<ConfigurationRow>> Database::configurations() {
  std::vector<ConfigurationRow> rows;
  const Status status =
      for_each_row(sqlite_, "SELECT name, options FROM configuration ORDER BY position, name",
                   [&](const Statement& row) {
                     rows.push_back({row.text(0), row.text(1)});
                   });
  if (!status) return status.error();
  return rows;
}

Result<About> Database::about() {
  About about;
  const Status status =
      for_each_row(sqlite_, "SELECT name, value FROM study",
                   [&](const Statement& row) { about[row.text(0)] = row.text(1); });
  if (!status) return status.error();
  return about;
}

}  // namespace heddle::study
