// heddle study plot: the figures of a study, and a page with all of them.
#include <fmt/core.h>

#include <filesystem>
#include <system_error>
#include <vector>

#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/output_files.hpp"
#include "cli/study_arguments.hpp"
#include "cli/study_command.hpp"
#include "cli/study_grid.hpp"
#include "study/plots/figure_page.hpp"
#include "study/plots/figures.hpp"

namespace heddle::cli {
namespace {

constexpr const char* kStudyPlotOptions =
    "  Draws the runs in DB: one SVG file for each figure, and index.html with all figures and\n"
    "  tables.\n"
    "  --output FOLDER  write to this folder (default: DB with -figures instead of .db)\n"
    "  --measure M      measure states, transitions, executions or seconds (default: set by the\n"
    "                   study)\n";

Status make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (std::filesystem::is_directory(folder)) return Done{};
  return Error{fmt::format("Cannot create the folder '{}'{}; name another one with --output.",
                           folder, error ? fmt::format(" ({})", error.message()) : "")};
}

Status write_all(const std::string& folder, const std::string& title, const study::Grid& grid,
                 const std::vector<study::Figure>& figures) {
  const std::filesystem::path path(folder);
  for (const study::Figure& figure : figures) {
    const Status written =
        write_file((path / (figure.name + ".svg")).string(), study::to_svg(figure.chart));
    if (!written.ok()) return written;
  }
  return write_file((path / "index.html").string(), study::study_page(title, grid, figures));
}

int study_plot(const Arguments& arguments) {
  Result<StudyArguments> parsed = parse_study_arguments(arguments, {"output", "measure"}, {});
  if (!parsed.ok()) return complain(parsed.sentence());
  if (parsed->rest.size() != 1) {
    return complain("Name one database: heddle study plot [--output FOLDER] DB.");
  }
  const std::filesystem::path database(parsed->rest.front());
  const Result<study::Grid> grid = read_study_grid(database.string(), parsed->values["measure"]);
  if (!grid.ok()) return complain(grid.sentence());
  std::string folder = parsed->values["output"];
  if (folder.empty()) folder = database.stem().string() + "-figures";
  const Status made = make_folder(folder);
  if (!made.ok()) return complain(made.sentence());
  const std::vector<study::Figure> figures = study::figures_of(*grid);
  const Status written = write_all(folder, database.stem().string(), *grid, figures);
  if (!written.ok()) return complain(written.sentence());
  fmt::print("{}: {} figure{}.\n", (std::filesystem::path(folder) / "index.html").string(),
             figures.size(), figures.size() == 1 ? "" : "s");
  return kExitOk;
}

}  // namespace

const StudyVerb kStudyPlot{"plot", "heddle study plot [OPTIONS] DB", kStudyPlotOptions, study_plot};

}  // namespace heddle::cli
