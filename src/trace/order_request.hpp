// Asks a worker for one execution that keeps orders of steps, where a trace would give a whole
// schedule.  It takes the place of a trace to replay.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/order_constraint.hpp"

namespace heddle::trace {

// A step that takes another alternative than its first one: a timeout, a waiter, a chosen value.
struct StepChoice {
  ThreadStep step;
  std::uint16_t alternative = 0;

  friend bool operator==(const StepChoice&, const StepChoice&) = default;
};

struct OrderRequest {
  std::uint64_t explore_call = 0;  // which call of heddle::explore; 0: main is executed
  // The paths of the threads by id, and the shared cells, as the last execution had them: so the
  // numbers of the steps mean the same.
  std::vector<std::string> threads = {};
  std::vector<std::string> shared_cells = {};
  std::vector<OrderConstraint> orders = {};
  std::vector<StepChoice> choices = {};

  friend bool operator==(const OrderRequest&, const OrderRequest&) = default;
};

std::string to_text(const OrderRequest& request);

// Parses a request; returns nothing when the text is not one.
std::optional<OrderRequest> parse_order_request(std::string_view text);

}  // namespace heddle::trace
