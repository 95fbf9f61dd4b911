// Progress for tools: one JSON object per line (--progress json).
#pragma once

#include <cstdio>
#include <optional>
#include <string>

#include "fleet/worker_process.hpp"
#include "result/run_result.hpp"

namespace heddle::cli {

// Returns one line with its newline.  `limit` is the time that the search may take, in seconds;
// `title` names the search, if there are several.
std::string progress_json(const fleet::Progress& progress, std::optional<double> limit,
                          const std::string& title);

class JsonProgress {
 public:
  // Does not own the stream.
  JsonProgress(std::FILE* stream, std::optional<double> limit, std::string title);
  // Writes the last progress.
  ~JsonProgress();
  JsonProgress(const JsonProgress&) = delete;
  JsonProgress& operator=(const JsonProgress&) = delete;

  // Writes a line, at most two per second.
  void update(const fleet::Progress& progress);

  // Lets the last line agree with the result.
  void end(const result::RunResult& result);

 private:
  void write() const;

  std::FILE* stream_;
  std::optional<double> limit_;
  std::string title_;
  fleet::Progress last_;
  double next_ = 0;  // seconds of the search at which the next line is due
};

}  // namespace heddle::cli
