// The tests of a test program as one HTML page, with links to the pages of single tests.
#pragma once

#include <string>
#include <vector>

#include "result/test_result.hpp"

namespace heddle::report {

// Returns the page.  `pages` has the file of each test's own page, in order of the tests; empty for
// a test without one.
std::string test_page(const result::TestReport& report, const std::vector<std::string>& pages);

}  // namespace heddle::report
