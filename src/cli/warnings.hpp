// Reports the warnings of a run in addition to its verdict: data races and lock orders, without
// suppressed ones.
#pragma once

#include <cstdint>
#include <string>

#include "config/run_options.hpp"
#include "core/result.hpp"
#include "report/suppressions.hpp"
#include "result/run_result.hpp"
#include "symbolize/symbolizer.hpp"

namespace heddle::cli {

class Warnings {
 public:
  // Reads the file of suppressions; an empty path means none.
  Status read(const std::string& path);

  // Adds suppressed races to the ignored races of `options`, if the run ended with a data race.
  // Returns true if any were added: the run must then be repeated.
  bool ignore_suppressed(const result::RunResult& result, config::RunOptions& options);

  // Converts the worker's findings to source locations.
  void tell(result::RunResult& result);

 private:
  report::Suppressions suppressions_;
  symbolize::Symbolizer symbolizer_;
  std::uint64_t ignored_ = 0;
};

}  // namespace heddle::cli
