#include "report/joinable_thread.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace heddle::report {
namespace {

bool begins(const std::string& text, std::string_view with) {
  return text.compare(0, with.size(), with) == 0;
}

// Returns the operation on the std::thread; empty when std::terminate had another caller.
std::string_view side_effect(const std::vector<symbolize::Frame>& stack) {
  // Some versions of the library call it through std::__terminate.
  const auto terminates = [](const symbolize::Frame& frame) {
    return begins(frame.function, "std::terminate") || begins(frame.function, "std::__terminate");
  };
  auto at = std::find_if(stack.begin(), stack.end(), terminates);
  at = std::find_if_not(at, stack.end(), terminates);
  if (at == stack.end()) return "";
  const std::string& caller = at->function;
  if (begins(caller, "std::thread::~thread(")) return "destroyed";
  if (begins(caller, "std::thread::operator=(")) return "assigned to";
  return "";
}

// Returns the creations of threads that the trace does not show as joined.
std::vector<const trace::Step*> unjoined(const trace::Trace& trace) {
  std::vector<const trace::Step*> creations;
  for (const trace::Step& step : trace.steps) {
    if (step.operation.kind == OpKind::thread_create) creations.push_back(&step);
    if (step.operation.kind != OpKind::thread_join || step.outcome != Outcome::done) continue;
    creations.erase(
        std::remove_if(creations.begin(), creations.end(),
                       [&](const trace::Step* other) { return other->other == step.other; }),
        creations.end());
  }
  return creations;
}

std::string described(const trace::Trace& trace, const SymbolizedTrace& symbols,
                      const trace::Step& creation) {
  const std::string place = location(symbols, creation.stack);
  return thread_name(trace, creation.other) + (place.empty() ? "" : ", created at " + place);
}

}  // namespace

void name_joinable_thread(trace::Trace& trace, const SymbolizedTrace& symbols) {
  if (!trace.failure || trace.failure->kind != FailureKind::crash) return;
  const std::string_view what = side_effect(expand(symbols, trace.failure->stack));
  if (what.empty()) return;
  trace.failure->kind = FailureKind::misuse;
  trace.failure->message = fmt::format("a std::thread was {} while still joinable", what);
  const std::vector<const trace::Step*> creations = unjoined(trace);
  const char* separator = creations.size() > 1 ? ": " : " (";
  for (const trace::Step* creation : creations) {
    trace.failure->message += separator + described(trace, symbols, *creation);
    separator = "; or ";
  }
  if (creations.size() == 1) trace.failure->message += ")";
}

}  // namespace heddle::report
