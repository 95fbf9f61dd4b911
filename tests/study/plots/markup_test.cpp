// Whatever a name holds, the markup around it stays whole.
#include "study/plots/markup.hpp"

#include <gtest/gtest.h>

namespace heddle::study {
namespace {

TEST(Markup, EscapesWhatWouldBeRead) {
  EXPECT_EQ(markup_text("a<b> & \"c\""), "a&lt;b&gt; &amp; &quot;c&quot;");
}

TEST(Markup, KeepsUtf8) {
  EXPECT_EQ(markup_text("\xc3\xa9\xe2\x89\xa5\xf0\x9f\xa7\xb5"),
            "\xc3\xa9\xe2\x89\xa5\xf0\x9f\xa7\xb5");
}

TEST(Markup, ReplacesWhatXmlForbids) {
  const std::string replaced = "\xef\xbf\xbd";
  EXPECT_EQ(markup_text("a\x01z"), "a" + replaced + "z");
  EXPECT_EQ(markup_text("\xff"), replaced);
  EXPECT_EQ(markup_text("\xc3"), replaced);                                // cut off
  EXPECT_EQ(markup_text("\xc0\xaf"), replaced + replaced);                 // overlong
  EXPECT_EQ(markup_text("\xed\xa0\x80"), replaced + replaced + replaced);  // a surrogate
}

}  // namespace
}  // namespace heddle::study
