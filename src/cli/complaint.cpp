#include "cli/complaint.hpp"

#include <fmt/core.h>

#include <cstdio>

#include "cli/exit_code.hpp"

namespace heddle::cli {

int complain(std::string_view sentence) {
  fmt::print(stderr, "heddle: {}\n", sentence);
  return kExitUsage;
}

}  // namespace heddle::cli
