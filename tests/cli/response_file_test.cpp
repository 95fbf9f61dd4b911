// Response files are split as the compilers split them.
#include "cli/response_file.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "temporary_folder.hpp"

namespace heddle::cli {
namespace {

using Words = std::vector<std::string>;

TEST(ResponseFile, SplitsAtWhiteSpaceOutsideQuotes) {
  EXPECT_EQ(split_response(""), Words{});
  EXPECT_EQ(split_response(" a\tb\n\r\nc "), (Words{"a", "b", "c"}));
  EXPECT_EQ(split_response("'a b' \"c 'd'\" e\\ f"), (Words{"a b", "c 'd'", "e f"}));
  EXPECT_EQ(split_response("\"a\\\"b\" '' x'y'z"), (Words{"a\"b", "", "xyz"}));
  EXPECT_EQ(split_response("'open"), Words{"open"});
  EXPECT_EQ(split_response("end\\"), Words{"end\\"});
}

TEST(ResponseFile, FilesAreReadWithinFilesAndMissingOnesStandForThemselves) {
  const TemporaryFolder folder;
  const std::string outer = folder.file("outer");
  const std::string inner = folder.file("inner");
  std::ofstream(outer) << "-c @" << inner << " last";
  std::ofstream(inner) << "x.cpp";
  EXPECT_EQ(expand_argument("@" + outer), (Words{"-c", "x.cpp", "last"}));
  EXPECT_EQ(expand_argument("@/no/such/file"), Words{"@/no/such/file"});
  EXPECT_EQ(expand_argument("plain"), Words{"plain"});
}

TEST(ResponseFile, AFileThatNamesItselfEnds) {
  const TemporaryFolder folder;
  const std::string path = folder.file("circular");
  std::ofstream(path) << "a @" << path;
  EXPECT_EQ(expand_argument("@" + path).front(), "a");
  EXPECT_EQ(expand_argument("@" + path).back(), "@" + path);
}

}  // namespace
}  // namespace heddle::cli
