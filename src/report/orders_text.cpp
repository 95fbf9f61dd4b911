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

// A step of the trace, with its number.
struct Found {
  const trace::Step* step = nullptr;  // null: it was not performed
  std::size_t number = 0;
};

Found find(const Trace& trace, const ThreadStep& wanted) {
  std::uint64_t left = wanted.number;
  std::size_t number = 0;
  for (const trace::Step& step : trace.steps) {
    if (step.is_step) ++number;
    if (!step.is_step || step.thread != wanted.thread) continue;
    if (left-- == 0) return {&step, number};
  }
  return {};
}

bool accesses(const trace::Step& step, std::uint64_t address) {
  const auto begin = static_cast<std::uint64_t>(step.operation.object);
  return address >= begin && address - begin < std::max<std::uint64_t>(step.operation.size, 1);
}

// Returns whether these are the two accesses of a race: it has no need of their order.  The later
// one may not have been performed.
bool is_race_itself(const Trace& trace, const OrderConstraint& order) {
  if (trace.failure->kind != FailureKind::race) return false;
  const trace::Step* const earlier = find(trace, order.earlier).step;
  const trace::Step* const later = find(trace, order.later).step;
  return earlier != nullptr && accesses(*earlier, trace.failure->address) &&
         (later == nullptr || accesses(*later, trace.failure->address));
}

// "thread 2's write counter (step 3, add)"; a step that was not performed has no number.
std::string step_in_words(const Trace& trace, const SymbolizedTrace& symbols,
                          const trace::ObjectNames& names, const ThreadStep& wanted) {
  const std::string owner = thread_name(trace, wanted.thread) + "'s ";
  if (const Found found = find(trace, wanted); found.step != nullptr) {
    return fmt::format("{}{} (step {}{})", owner, operation_text(found.step->operation, names),
                       found.number, user_function(symbols, *found.step));
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
    if (is_race_itself(trace, order)) continue;
    texts.push_back(fmt::format("{} before {}", step_in_words(trace, symbols, names, order.earlier),
                                step_in_words(trace, symbols, names, order.later)));
  }
  return texts;
}

std::string orders_text(const Trace& trace, const SymbolizedTrace& symbols,
                        const trace::ObjectNames& names) {
  const std::vector<std::string> texts = order_texts(trace, symbols, names);
  if (texts.empty()) {
    const bool is_race = trace.failure && trace.failure->kind == FailureKind::race;
    return is_race ? "Either access may come first: nothing orders them.\n" : "";
  }
  const bool is_one = texts.size() == 1;
  const std::string_view enough =
      trace.failure->orders.suffice ? (is_one ? ", and it suffices" : ", and they suffice") : "";
  std::string text =
      fmt::format("The error needs {}{}:\n", is_one ? "this order" : "these orders", enough);
  for (const std::string& one : texts) text += "  - " + one + "\n";
  return text;
}

}  // namespace heddle::report
