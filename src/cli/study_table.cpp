// heddle study table: the tables of a study.
#include <fmt/core.h>

#include <vector>

#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/study_arguments.hpp"
#include "cli/study_command.hpp"
#include "cli/study_grid.hpp"
#include "study/tables/study_tables.hpp"
#include "study/tables/table_form.hpp"

namespace heddle::cli {
namespace {

constexpr const char* kStudyTableOptions =
    "  Prints tables of the runs in DB.\n"
    "  --format F       print as text, markdown, csv or latex (default text)\n"
    "  --table NAME     print one table: summary, best, extremes, recommended, threshold, matrix,\n"
    "                   density, across, within, kinds, parallel, parallel-costs or parallel-runs\n"
    "                   (default: all but long ones; with csv, summary)\n"
    "  --measure M      measure states, transitions, executions or seconds (default: set by the\n"
    "                   study)\n";

// Among others a longer table would hide them: it is named instead.
constexpr std::size_t kLongTable = 200;

struct StudyTableRequest {
  std::string database;
  std::string table;
  study::TableForm form = study::TableForm::text;
  std::string measure;
};

Result<StudyTableRequest> read_table_request(const Arguments& arguments) {
  Result<StudyArguments> parsed =
      parse_study_arguments(arguments, {"format", "table", "measure"}, {});
  if (!parsed.ok()) return parsed.error();
  if (parsed->rest.size() != 1) return Error{"Name one database: heddle study table DB."};
  StudyTableRequest request;
  request.database = parsed->rest.front();
  request.table = parsed->values["table"];
  request.measure = parsed->values["measure"];
  if (!parsed->values["format"].empty()) {
    const Result<study::TableForm> form = study::table_form_of(parsed->values["format"]);
    if (!form.ok()) return form.error();
    request.form = *form;
  }
  // Several tables in one file of values would be no table.
  if (request.table.empty() && request.form == study::TableForm::csv) request.table = "summary";
  return request;
}

int print_one(const study::TableKind& kind, const study::Grid& grid, study::TableForm form) {
  const study::Table table = kind.make(grid);
  if (table.rows.empty()) {
    return complain(fmt::format("The table {} is empty: it needs {}.", kind.name, kind.needs));
  }
  fmt::print("{}", study::to_form(table, form));
  return kExitOk;
}

int print_all(const study::Grid& grid, study::TableForm form) {
  bool first = true;
  std::string left_out;
  for (const study::TableKind& kind : study::table_kinds()) {
    const study::Table table = kind.make(grid);
    if (table.rows.empty()) continue;
    if (table.rows.size() > kLongTable) {
      left_out += fmt::format("--table {} prints another table of {} rows.\n", kind.name,
                              table.rows.size());
      continue;
    }
    fmt::print("{}{}", first ? "" : "\n", study::to_form(table, form));
    first = false;
  }
  // Not a part of the tables, which may go into a file.
  fmt::print(stderr, "{}", left_out);
  return kExitOk;
}

int study_table(const Arguments& arguments) {
  const Result<StudyTableRequest> request = read_table_request(arguments);
  if (!request.ok()) return complain(request.sentence());
  const study::TableKind* wanted = nullptr;
  if (!request->table.empty()) {
    const Result<const study::TableKind*> kind = study::table_kind_of(request->table);
    if (!kind.ok()) return complain(kind.sentence());
    wanted = *kind;
  }
  const Result<study::Grid> grid = read_study_grid(request->database, request->measure);
  if (!grid.ok()) return complain(grid.sentence());
  return wanted != nullptr ? print_one(*wanted, *grid, request->form)
                           : print_all(*grid, request->form);
}

}  // namespace

const StudyVerb kStudyTable{"table", "heddle study table [OPTIONS] DB", kStudyTableOptions,
                            study_table};

}  // namespace heddle::cli
