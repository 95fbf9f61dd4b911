// Nothing that is read as a trace crashes: it is understood, or refused in one sentence.
#include "fuzz.hpp"

#include <gtest/gtest.h>

#include "trace/fold.hpp"
#include "trace/sample_trace.hpp"
#include "trace/trace_file.hpp"

namespace heddle::trace {
namespace {

const std::vector<std::string> kPieces = {"\n",
                                          "{",
                                          "}",
                                          "[",
                                          "]",
                                          ",",
                                          "\"",
                                          ":",
                                          "null",
                                          "true",
                                          "-1",
                                          "1e999",
                                          "65535",
                                          "65536",
                                          "0x",
                                          "\"0xffffffffffffffff\"",
                                          "[0,0]",
                                          "[[",
                                          "{}",
                                          "\\u0000",
                                          "\"item\":\"step\"",
                                          "\"item\":\"failure\"",
                                          "18446744073709551616",
                                          "\"cycle_begin\":1",
                                          "\"thread\":65535"};

TEST(Fuzz, EveryFileIsUnderstoodOrRefused) {
  Random random = fuzz::seeded();
  const std::string sample = to_text(sample_trace());
  std::uint64_t understood = 0;
  const std::uint64_t cases = fuzz::cases(10'000);
  for (std::uint64_t i = 0; i < cases; ++i) {
    const std::string text = fuzz::changed(sample, kPieces, random);
    const Result<Trace> whole = parse_trace(text, "fuzzed");
    const Result<Trace> partial = parse_partial_trace(text, "fuzzed");
    ASSERT_TRUE(partial.ok() || !whole) << text;
    ASSERT_TRUE(whole.ok() || whole.sentence().size() > 10) << text;
    if (!partial) continue;
    ++understood;
    const std::string written = to_text(*partial);
    const Result<Trace> again = parse_trace(written, "again");
    ASSERT_TRUE(again.ok()) << text << "\n" << again.sentence();
    ASSERT_EQ(to_text(*again), written) << text;
    ASSERT_LE(schedule(*partial).size(), partial->steps.size());
    for (const Step& step : partial->steps)
      ASSERT_FALSE(thread_name(*partial, step.thread).empty());
  }
  EXPECT_GT(understood, cases / 50);
  EXPECT_LT(understood, cases);
}

}  // namespace
}  // namespace heddle::trace
