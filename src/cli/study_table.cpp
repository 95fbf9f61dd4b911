// heddle study table: the tables of a study.
#include <fmt/core.h>

#include <utility>
#include <vector>

#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/study_arguments.hpp"
#include "cli/study_command.hpp"
#include "study/database.hpp"
#include "study/grid.hpp"
#include "study/tables/study_tables.hpp"
#include "study/tables/table_form.hpp"

namespace heddle::cli {
namespace {

constexpr const char* kOptions =
    "  Prints the tables that the runs in DB give.\n"
    "  --format F       text, markdown, csv or latex (default text)\n"
    "  --only NAME      one table: summary, best, extremes, ...; csv needs it, or means summary\n"
    "  --measure M      states, transitions, executions or seconds (default: the study's own)\n";

struct Request {
  std::string database;
  std::string only;
  study::TableForm form = study::TableForm::text;
  std::string measure;
};

Result<Request> read_request(const Arguments& arguments) {
  Result<StudyArguments> parsed =
      parse_study_arguments(arguments, {"format", "only", "measure"}, {});
  if (!parsed.ok()) return parsed.error();
  if (parsed->rest.size() != 1) return Error{"Name one database: heddle study table DB."};
  Request request;
  request.database = parsed->rest.front();
  request.only = parsed->values["only"];
  request.measure = parsed->values["measure"];
  if (!parsed->values["format"].empty()) {
    const Result<study::TableForm> form = study::table_form_of(parsed->values["format"]);
    if (!form.ok()) return form.error();
    request.form = *form;
  }
  // Several tables in one file of values would be no table.
  if (request.only.empty() && request.form == study::TableForm::csv) request.only = "summary";
  return request;
}

Result<std::vector<const study::TableKind*>> kinds_of(const Request& request) {
  std::vector<const study::TableKind*> kinds;
  if (request.only.empty()) {
    for (const study::TableKind& kind : study::table_kinds()) kinds.push_back(&kind);
    return kinds;
  }
  const Result<const study::TableKind*> kind = study::table_kind_of(request.only);
  if (!kind.ok()) return kind.error();
  kinds.push_back(*kind);
  return kinds;
}

Result<study::Grid> read_grid(const Request& request) {
  Result<study::Database> database = study::Database::open(request.database);
  if (!database.ok()) return database.error();
  Result<std::vector<study::Run>> runs = database->runs();
  if (!runs.ok()) return runs.error();
  const auto configurations = database->configurations();
  if (!configurations.ok()) return configurations.error();
  const Result<study::About> about = database->about();
  if (!about.ok()) return about.error();
  const auto own = about->find("measure");
  const std::string own_measure = own == about->end() ? "states" : own->second;
  const Result<study::Measure> measure =
      study::measure_of(request.measure.empty() ? own_measure : request.measure);
  if (!measure.ok()) return measure.error();
  if (runs->empty()) {
    return Error{
        fmt::format("'{}' has no runs yet; `heddle study run` makes them.", request.database)};
  }
  return study::Grid(std::move(*runs), *configurations, *measure);
}

int run(const Arguments& arguments) {
  const Result<Request> request = read_request(arguments);
  if (!request.ok()) return complain(request.sentence());
  const auto kinds = kinds_of(*request);
  if (!kinds.ok()) return complain(kinds.sentence());
  const Result<study::Grid> grid = read_grid(*request);
  if (!grid.ok()) return complain(grid.sentence());
  bool first = true;
  for (const study::TableKind* kind : *kinds) {
    const study::Table table = kind->make(*grid);
    if (table.rows.empty()) {
      if (request->only.empty()) continue;
      return complain(fmt::format("The table {} is empty: it needs {}.", kind->name, kind->needs));
    }
    fmt::print("{}{}", first ? "" : "\n", study::to_form(table, request->form));
    first = false;
  }
  return kExitOk;
}

}  // namespace

const StudyVerb kStudyTable{"table", "heddle study table [OPTIONS] DB", kOptions, run};

}  // namespace heddle::cli
