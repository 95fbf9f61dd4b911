// The report as one HTML file that needs no other file and no network.  docs/report_page.md
// describes it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/symbolized.hpp"
#include "result/run_result.hpp"
#include "trace/trace.hpp"

namespace heddle::report {

// The progress of a run at one moment.
struct RateSample {
  double seconds = 0;
  std::uint64_t executions = 0;
  std::uint64_t states = 0;
};

// The contents of a page.  Does not own what it points to.
struct PageContents {
  const trace::Trace* trace = nullptr;  // null: the run found no error
  const SymbolizedTrace* symbols = nullptr;
  std::string trace_file = {};             // for the command that replays the trace
  const result::RunResult* run = nullptr;  // null: only the trace is known
  std::vector<RateSample> rates = {};      // of the run, in order of time
};

// REQUIRES: there is a trace with its symbols, or a run.
std::string page_html(const PageContents& contents);

// Returns whether a text is such a page.
bool is_page(std::string_view text);

// Returns the page without its data: src/report/page/built.html, embedded by a generated file.
std::string page_template();

}  // namespace heddle::report
