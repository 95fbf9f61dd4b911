// The progress line: renewed on a terminal, rare in a log, absent when quiet.
#include "cli/status_line.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace heddle::cli {
namespace {

fleet::Progress at(double seconds) {
  fleet::Progress progress{};
  progress.executions = 4512;
  progress.max_depth = 38;
  progress.seconds = seconds;
  progress.phase = "dfs";
  return progress;
}

// What a status line writes during some ticks.
template <typename Ticks>
std::string written(const Terminal& terminal, bool quiet, Ticks ticks) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* stream = open_memstream(&text, &size);
  {
    StatusLine line(stream, terminal, quiet);
    ticks(line);
  }
  std::fclose(stream);
  std::string result(text, size);
  std::free(text);
  return result;
}

void twelve_seconds(StatusLine& line) {
  for (int tick = 0; tick <= 120; ++tick) line.update(at(tick / 10.0));
}

TEST(StatusLine, TheTextFitsTheScreen) {
  EXPECT_EQ(progress_text(at(2), 100), "2.0 s  4,512 executions (2,256/s)  depth 38  dfs");
  EXPECT_EQ(progress_text(at(0.1), 0), "0.1 s  4,512 executions  depth 38  dfs");
  EXPECT_EQ(progress_text(at(2), 0, 10),
            "2.0 s, 8 s left  4,512 executions (2,256/s)  depth 38  dfs");
  EXPECT_EQ(progress_text(at(2), 20).size(), 20U);
  fleet::Progress found = at(0.1);
  found.errors = 1;
  found.races = 2;
  found.memory = std::uint64_t{300} << 20;
  found.estimate = {4.2e7, 20'000, 1e9};
  EXPECT_EQ(progress_text(found, 0),
            "0.1 s  4,512 executions  depth 38  of about 4e+07 (20,000 to 1e+09)  1 error  "
            "2 data races  300 MiB  dfs");
}

TEST(StatusLine, ALogGetsALineEveryFiveSeconds) {
  EXPECT_EQ(written({.interactive = false}, false, twelve_seconds),
            "heddle: 5.0 s  4,512 executions (902/s)  depth 38  dfs\n"
            "heddle: 10.0 s  4,512 executions (451/s)  depth 38  dfs\n");
}

TEST(StatusLine, ATerminalIsRenewedAndLeftClean) {
  const std::string text =
      written({.interactive = true}, false, [](StatusLine& line) { line.update(at(0.1)); });
  EXPECT_EQ(text, "\r\x1b[K0.1 s  4,512 executions  depth 38  dfs\r\x1b[K");
}

TEST(StatusLine, QuietWritesNothing) {
  EXPECT_EQ(written({.interactive = true}, true, twelve_seconds), "");
  EXPECT_EQ(written({.interactive = false}, true, twelve_seconds), "");
}

}  // namespace
}  // namespace heddle::cli
