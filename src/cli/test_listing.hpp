// Lists the tests of a program for people, scripts and CTest.
#pragma once

#include <string>

#include "cli/command.hpp"
#include "cli/test_finder.hpp"
#include "core/result.hpp"

namespace heddle::cli {

struct ListRequest {
  bool wanted = false;
  bool for_ctest = false;
  std::string prefix = {};  // of the names in CTest
};

// Takes --list, --list=ctest or --list=ctest:PREFIX off the front of the arguments.
Result<ListRequest> take_list_request(Arguments& arguments);

// Returns one filter per line or, for CTest, commands that run each test with `options`.
std::string list_text(const ListRequest& request, const FoundTests& found, const Arguments& options,
                      const std::string& program);

}  // namespace heddle::cli
