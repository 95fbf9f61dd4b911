#include "fleet/resource_limits.hpp"

#include <sys/resource.h>

#include <array>
#include <string>

namespace heddle::fleet {
namespace {

constexpr rlim_t kKiB = 1024;

struct Limit {
  decltype(RLIMIT_STACK) resource;
  rlim_t least;
  rlim_t unit;  // of ulimit
  const char* what;
  const char* option;
};

constexpr std::array kLimits = {
    // Those of the channel are numbered from 220.
    Limit{RLIMIT_NOFILE, 256, 1, "the number of open files", "ulimit -n"},
    // The search runs on the stack of the process.
    Limit{RLIMIT_STACK, 1024 * kKiB, kKiB, "the size of the stack in KiB", "ulimit -s"},
    Limit{RLIMIT_DATA, 65536 * kKiB, kKiB, "the size of data in KiB", "ulimit -d"},
};

}  // namespace

Status check_resource_limits() {
  for (const Limit& limit : kLimits) {
    rlimit now{};
    if (::getrlimit(limit.resource, &now) != 0 || now.rlim_cur >= limit.least) continue;
    return Error{"The shell's limit on " + std::string(limit.what) + " is " +
                 std::to_string(now.rlim_cur / limit.unit) + ", but Heddle needs at least " +
                 std::to_string(limit.least / limit.unit) + "; raise it with `" + limit.option +
                 " " + std::to_string(limit.least / limit.unit) + "`."};
  }
  return Done{};
}

}  // namespace heddle::fleet
