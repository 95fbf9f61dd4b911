// heddle::choose, heddle::assert_that, heddle::exploring and other functions of Heddle, for
// programs that call them.
#include <algorithm>

#include "interpose/interpose.hpp"
#include "runtime/root.hpp"
#include "runtime/scope.hpp"

namespace heddle::native {

HEDDLE_INTERPOSE int heddle_choose(int n) {
  constexpr int kMost = 65535;
  if (!controlled() || n <= 1) return 0;
  if (n > kMost)
    scheduler().refuse("heddle::choose was called with more than 65535 values; use several calls");
  const Thread& self = scheduling_point(
      {.kind = OpKind::choose, .value = static_cast<std::uint64_t>(n), .site = HEDDLE_CALLER});
  return self.alternative;
}

HEDDLE_INTERPOSE void heddle_assert_failed(const char* message) {
  if (controlled()) scheduler().fail(FailureKind::assertion, message);
  report_failed_assertion(message);
  real().assert_fail(message, "heddle::assert_that", 0, nullptr);
}

HEDDLE_INTERPOSE void heddle_explore_from_here() {
  if (controlled()) reach_start();
}

HEDDLE_INTERPOSE void heddle_runs_parallel_algorithm() {
  if (controlled()) runtime().ran_parallel_algorithm = true;
}

HEDDLE_INTERPOSE int heddle_exploring() { return controlled() ? 1 : 0; }

}  // namespace heddle::native
