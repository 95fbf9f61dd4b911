// Parses the lists of tests that test programs print.
#pragma once

#include <string_view>
#include <vector>

#include "cli/test_framework.hpp"

namespace heddle::cli {

// Returns the tests of a list that was printed for list_arguments(framework).  Lines that are not
// part of a list are ignored where the format permits.
std::vector<ListedTest> parse_test_list(Framework framework, std::string_view text);

}  // namespace heddle::cli
