#include "report/misuse_text.hpp"

#include <fmt/format.h>

#include "report/step_text.hpp"

namespace heddle::report {
namespace {

using trace::Step;
using trace::Trace;

// The objects that stand for threads have their names in the message already.
constexpr std::uint64_t kPseudoObjects = 0xfffd'0000'0000'0000ULL;

bool uses(const Step& step, ObjectId object) {
  if (!step.is_step || step.outcome == Outcome::refused) return false;
  const bool is_wait =
      step.operation.kind == OpKind::cond_wait || step.operation.kind == OpKind::cond_wake;
  return step.operation.object == object || (is_wait && step.operation.second == object);
}

}  // namespace

std::string misuse_text(const Trace& trace, const SymbolizedTrace& symbols,
                        const trace::ObjectNames& names) {
  const std::uint64_t address = trace.failure->address;
  if (address == 0 || address >= kPseudoObjects) return "";
  const ObjectId object{address};
  std::string text = fmt::format("Object: {}.", names(object));
  std::size_t number = 0;
  std::string before;
  for (const Step& step : trace.steps) {
    if (step.is_step) ++number;
    if (!uses(step, object)) continue;
    const std::string place = location(symbols, step.stack);
    // The misuse itself is a step as well, unless it is the end of a thread.
    const bool is_misuse = number == depth(trace) && step.thread == trace.failure->thread &&
                           place == location(symbols, trace.failure->stack);
    if (is_misuse) break;
    before = fmt::format(" Last used in step {}{} by {}: {}.", number,
                         place.empty() ? "" : " (" + place + ")", thread_name(trace, step.thread),
                         step_text(trace, names, step));
  }
  return text + before + "\n";
}

}  // namespace heddle::report
