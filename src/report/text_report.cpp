#include "report/text_report.hpp"

#include <fmt/format.h>

#include "core/check.hpp"
#include "report/explanation.hpp"
#include "report/paint.hpp"
#include "report/rows.hpp"
#include "report/schedule_table.hpp"
#include "report/stack_text.hpp"
#include "report/step_text.hpp"
#include "trace/objects.hpp"

namespace heddle::report {
namespace {

trace::ObjectNames names_of(const trace::Trace& trace, const SymbolizedTrace& symbols) {
  return trace::ObjectNames(trace, [&symbols](ObjectId object) {
    const auto found = symbols.variables.find(object);
    return found == symbols.variables.end() ? std::string() : found->second;
  });
}

std::string one_stack(const trace::Trace& trace, const SymbolizedTrace& symbols, ThreadId thread,
                      const std::vector<trace::Place>& stack, const TextStyle& style) {
  const std::string frames = stack_text(symbols, stack, style.full);
  if (frames.empty()) return "";
  const std::string who = thread == kNoThread ? "The place" : thread_name(trace, thread);
  return "\n" + Paint(style.colour).strong(who + " is in:") + "\n" + frames;
}

std::string stacks(const trace::Trace& trace, const SymbolizedTrace& symbols,
                   const TextStyle& style) {
  std::string text;
  if (trace.failure) {
    text += one_stack(trace, symbols, trace.failure->thread, trace.failure->stack, style);
  }
  for (const trace::Blocked& blocked : trace.blocked) {
    text += one_stack(trace, symbols, blocked.thread, blocked.stack, style);
  }
  return text;
}

std::string advice(const TextStyle& style) {
  if (style.trace_file.empty()) return "";
  return fmt::format("\nreplay it: heddle replay {0}\ndebug it:  heddle replay {0} --gdb\n",
                     style.trace_file);
}

}  // namespace

std::string render(const trace::Trace& trace, const SymbolizedTrace& symbols,
                   const TextStyle& style) {
  const Paint paint(style.colour);
  const trace::ObjectNames names = names_of(trace, symbols);
  std::vector<Row> rows = make_rows(trace, symbols, names, !style.full);
  if (!style.full) {
    const std::string file = style.trace_file.empty() ? "TRACE" : style.trace_file;
    rows = shorten(std::move(rows), "'heddle show " + file + " --full' prints all");
  }
  std::string text = trace.failure ? paint.headline(headline(trace)) : paint.good(headline(trace));
  text += "\n" + explanation(trace, symbols, names);
  if (!rows.empty()) {
    text += "\n" + paint.strong("The schedule, '>' where another thread takes over:") + "\n\n";
    text += schedule_table(trace, rows, style);
  }
  return text + stacks(trace, symbols, style) + advice(style);
}

fleet::FoundError found_error(const trace::Trace& trace, const SymbolizedTrace& symbols) {
  HEDDLE_CHECK(trace.failure.has_value(), "only a failing trace tells an error");
  const trace::TraceFailure& failure = *trace.failure;
  fleet::FoundError error;
  error.kind = failure.kind;
  error.message = failure.message;
  if (failure.thread != kNoThread) error.thread = thread_name(trace, failure.thread);
  error.location = location(symbols, failure.stack);
  // A deadlock happens in several places at once; the first one leads to the others.
  if (error.location.empty() && !trace.blocked.empty()) {
    error.location = location(symbols, trace.blocked.front().stack);
  }
  error.depth = depth(trace);
  return error;
}

}  // namespace heddle::report
