// Whatever trace can be read can be shown.
#include "fuzz.hpp"

#include <gtest/gtest.h>

#include "report/finding.hpp"
#include "report/page/page.hpp"
#include "report/perfetto.hpp"
#include "report/sarif.hpp"
#include "report/symbolized.hpp"
#include "report/text_report.hpp"
#include "symbolize/symbolizer.hpp"
#include "trace/sample_trace.hpp"
#include "trace/trace_file.hpp"

namespace heddle::report {
namespace {

const std::vector<std::string> kPieces = {"65535",   "65534",     "0",     "1",
                                          "999999",  "\\n",       "[0,0]", "\"0xffffffffffffffff\"",
                                          "\\u00e9", "mutex_lock"};

TEST(Fuzz, WhatCanBeReadCanBeShown) {
  Random random = fuzz::seeded();
  const std::string sample = trace::to_text(trace::sample_trace());
  symbolize::Symbolizer symbolizer;
  std::uint64_t shown = 0;
  const std::uint64_t cases = fuzz::cases(5'000);
  for (std::uint64_t i = 0; i < cases; ++i) {
    const std::string text = fuzz::changed(sample, kPieces, random);
    const Result<trace::Trace> read = trace::parse_partial_trace(text, "fuzzed");
    if (!read) continue;
    ++shown;
    TextStyle style;
    style.width = 1 + static_cast<int>(random.below(200));
    const SymbolizedTrace symbols = symbolize_trace(*read, symbolizer);
    ASSERT_FALSE(render(*read, symbols, style).empty()) << text;
    // A page is larger: one in four.
    const PageContents contents{&*read, &symbols};
    if (i % 4 == 0) {
      ASSERT_TRUE(is_page(page_html(contents))) << text;
    }
    ASSERT_TRUE(is_perfetto(perfetto_json({{"fuzzed", *read, symbols}}))) << text;
    if (!read->failure) continue;
    ASSERT_TRUE(is_sarif(sarif_json({}, {error_finding(*read, symbols)}))) << text;
  }
  EXPECT_GT(shown, cases / 50);
}

}  // namespace
}  // namespace heddle::report
