// How the search goes, while it goes: a line that renews itself on a terminal, a plain line every
// few seconds in a log.
#pragma once

#include <cstdio>
#include <optional>
#include <string>

#include "cli/terminal.hpp"
#include "fleet/worker_process.hpp"

namespace heddle::cli {

// "12.3 s, 48 s left  4,512 executions (367/s)  deepest 38  dfs", at most `width` columns.  `limit`
// is the time that the search may take, in seconds.
std::string progress_text(const fleet::Progress& progress, int width,
                          std::optional<double> limit = std::nullopt);

class StatusLine {
 public:
  // Does not own the stream.  `title` precedes the progress; empty: no title.
  StatusLine(std::FILE* stream, const Terminal& terminal, bool quiet,
             std::optional<double> limit = std::nullopt, std::string title = {});
  ~StatusLine();
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  void update(const fleet::Progress& progress);
  // Any other text, `seconds` after the beginning.
  void show(const std::string& text, double seconds);
  // Leaves the screen as if there had been no line.
  void clear();

 private:
  std::FILE* stream_;
  Terminal terminal_;
  bool quiet_;
  std::optional<double> limit_;
  std::string title_;
  bool shown_ = false;
  double next_log_ = 0;  // seconds of the search at which a log gets its next line
};

}  // namespace heddle::cli
