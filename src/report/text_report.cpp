#include "report/text_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <utility>
#include <vector>

#include "core/check.hpp"
#include "report/endless_loop.hpp"
#include "report/explanation.hpp"
#include "report/paint.hpp"
#include "report/rows.hpp"
#include "report/schedule_table.hpp"
#include "report/stack_text.hpp"
#include "trace/objects.hpp"

namespace heddle::report {
namespace {

// Each stack once, under the names of all threads that have it.
class Stacks {
 public:
  void add(const std::string& who, const std::string& frames) {
    if (frames.empty()) return;
    for (auto& [known, threads] : stacks_) {
      if (known != frames) continue;
      threads.push_back(who);
      return;
    }
    stacks_.push_back({frames, {who}});
  }

  std::string text(const Paint& paint) const {
    std::string text;
    for (const auto& [frames, threads] : stacks_) {
      text += "\n" + paint.strong(fmt::format("Stack of {}:", fmt::join(threads, ", ")));
      text += "\n" + frames;
    }
    return text;
  }

 private:
  std::vector<std::pair<std::string, std::vector<std::string>>> stacks_;
};

std::string stacks(const trace::Trace& trace, const SymbolizedTrace& symbols,
                   const TextStyle& style) {
  if (is_of_model(trace)) return "";  // an action has a place and no stack
  Stacks stacks;
  if (trace.failure) {
    const ThreadId thread = trace.failure->thread;
    stacks.add(thread == kNoThread ? "the program" : thread_name(trace, thread),
               stack_text(symbols, trace.failure->stack, style.full));
  }
  for (const trace::Blocked& blocked : trace.blocked) {
    stacks.add(thread_name(trace, blocked.thread), stack_text(symbols, blocked.stack, style.full));
  }
  return stacks.text(Paint(style.colour));
}

std::string accounts(const trace::Trace& trace, const SymbolizedTrace& symbols,
                     const TextStyle& style) {
  std::string text;
  if (!trace.failure) return text;
  for (const trace::TraceAccount& account : trace.failure->accounts) {
    const std::string frames = stack_text(symbols, account.stack, style.full);
    if (frames.empty()) continue;
    const std::string who = account.what + " " + thread_name(trace, account.thread);
    text += "\n" + Paint(style.colour).strong(who + ", at:") + "\n" + frames;
  }
  return text;
}

std::string advice(const TextStyle& style) {
  if (style.trace_file.empty()) return "";
  return fmt::format("\nreplay it: heddle replay {0}\n", style.trace_file);
}

}  // namespace

std::string render(const trace::Trace& trace, const SymbolizedTrace& symbols,
                   const TextStyle& style) {
  const Paint paint(style.colour);
  const trace::ObjectNames names = names_of(trace, symbols);
  const Folding folding = style.full        ? Folding::none
                          : style.internals ? Folding::loops
                                            : Folding::calls;
  std::vector<Row> rows = make_rows(trace, symbols, names, folding);
  if (!style.full) {
    const std::string file = style.trace_file.empty() ? "TRACE" : style.trace_file;
    rows = shorten(std::move(rows), "'heddle show " + file + " --full' prints all");
  }
  std::string text = trace.failure ? paint.headline(headline(trace)) : paint.good(headline(trace));
  text += "\n" + explanation(trace, symbols, names);
  if (!rows.empty()) {
    text += "\n" + paint.strong("Schedule ('>' marks a context switch):") + "\n\n";
    text += schedule_table(trace, rows, style);
  }
  return text + stacks(trace, symbols, style) + accounts(trace, symbols, style) + advice(style);
}

result::FoundError found_error(const trace::Trace& trace, const SymbolizedTrace& symbols) {
  HEDDLE_CHECK(trace.failure.has_value(), "only a failing trace has an error");
  const trace::TraceFailure& failure = *trace.failure;
  result::FoundError error;
  error.kind = failure.kind;
  error.message = failure.message;
  if (failure.thread != kNoThread) error.thread = thread_name(trace, failure.thread);
  error.location = location(symbols, failure.stack);
  // A deadlock happens in several places at once; the first one leads to the others.
  if (error.location.empty() && !trace.blocked.empty()) {
    error.location = location(symbols, trace.blocked.front().stack);
  }
  if (const auto loop = endless_loop(trace)) {
    if (loop->threads.size() == 1) error.thread = thread_name(trace, loop->threads.front());
    error.location = location(symbols, trace.steps[loop->position].stack);
    error.cycle_begin = loop->begin;
    error.cycle_length = loop->length;
  }
  error.depth = depth(trace);
  error.is_simplification_cut = failure.is_simplification_cut;
  error.identity = failure.identity;
  return error;
}

}  // namespace heddle::report
