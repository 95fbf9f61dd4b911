// What a run tells besides its verdict, data races and orders of locks, without what the user
// suppressed.
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
  // The file of suppressions; an empty path is none.
  Status read(const std::string& path);

  // Where the run ended with a data race and some of those found are suppressed: adds these to what
  // `options` ignore, and the run must be repeated with them.
  bool ignore_suppressed(const result::RunResult& result, config::RunOptions& options);

  // Puts what the worker found into the words of the source.
  void tell(result::RunResult& result);

 private:
  report::Suppressions suppressions_;
  symbolize::Symbolizer symbolizer_;
  std::uint64_t ignored_ = 0;
};

}  // namespace heddle::cli
