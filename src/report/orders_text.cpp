#include "report/orders_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/file_object.hpp"

namespace heddle::report {
namespace {

using trace::Trace;

std::string operation_text(const Operation& operation, const trace::ObjectNames& names) {
  const std::string what = names(operation.object);
  if (operation.object == kClock) return "read of " + what;
  if (operation.object == kFiles || operation.object == kKernel) return "use of " + what;
  std::string text(name(operation.kind));
  if (!what.empty()) text += " " + what;
  return text;
}

// Returns ", Account::balance" for a step in this function of the user's.
std::string user_function(const SymbolizedTrace& symbols, const trace::Step& step) {
  const std::string place = location(symbols, step.stack);
  const std::size_t function = place.find(" in ");
  return function == std::string::npos ? "" : ", " + place.substr(function + 4);
}

// "thread 2's write counter (step 3, add)"; a step that was not performed has no number.
std::string step_in_words(const Trace& trace, const SymbolizedTrace& symbols,
                          const trace::ObjectNames& names, const ThreadStep& wanted) {
  const std::string owner = thread_name(trace, wanted.thread) + "'s ";
  std::uint64_t left = wanted.number;
  std::size_t number = 0;
  for (const trace::Step& step : trace.steps) {
    if (step.is_step) ++number;
    if (!step.is_step || step.thread != wanted.thread) continue;
    if (left-- > 0) continue;
    return fmt::format("{}{} (step {}{})", owner, operation_text(step.operation, names), number,
                       user_function(symbols, step));
  }
  const auto blocked =
      std::find_if(trace.blocked.begin(), trace.blocked.end(),
                   [&](const trace::Blocked& one) { return one.thread == wanted.thread; });
  if (blocked == trace.blocked.end()) return owner + "next step";
  return owner + operation_text(blocked->operation, names);
}

}  // namespace

std::vector<std::string> order_texts(const Trace& trace, const SymbolizedTrace& symbols,
                                     const trace::ObjectNames& names) {
  std::vector<std::string> texts;
  if (!trace.failure) return texts;
  for (const OrderConstraint& order : trace.failure->orders.list) {
    texts.push_back(fmt::format("{} before {}", step_in_words(trace, symbols, names, order.earlier),
                                step_in_words(trace, symbols, names, order.later)));
  }
  return texts;
}

std::string orders_text(const Trace& trace, const SymbolizedTrace& symbols,
                        const trace::ObjectNames& names) {
  const std::vector<std::string> texts = order_texts(trace, symbols, names);
  if (texts.empty()) return "";
  const bool is_one = texts.size() == 1;
  const std::string_view enough =
      trace.failure->orders.suffice ? (is_one ? ", and it suffices" : ", and they suffice") : "";
  std::string text =
      fmt::format("The error needs {}{}:\n", is_one ? "this order" : "these orders", enough);
  for (const std::string& one : texts) text += "  - " + one + "\n";
  return text;
}

}  // namespace heddle::report
