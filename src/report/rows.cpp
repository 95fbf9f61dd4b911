#include "report/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "report/endless_loop.hpp"
#include "report/explanation.hpp"
#include "report/library_calls.hpp"
#include "report/step_text.hpp"
#include "trace/fold.hpp"

namespace heddle::report {
namespace {

// Two screens.  The end of a schedule explains more than its beginning.
constexpr std::size_t kFirstRows = 30;
constexpr std::size_t kLastRows = 70;
constexpr std::size_t kLongestOutput = 160;

class RowMaker {
 public:
  RowMaker(const trace::Trace& trace, const SymbolizedTrace& symbols,
           const trace::ObjectNames& names)
      : trace_(trace), symbols_(symbols), names_(names), output_(trace.outputs.begin()) {}

  void add_step(const trace::Step& step) {
    Row row;
    row.kind = step.is_step ? Row::Kind::step : Row::Kind::note;
    row.thread = step.thread;
    row.position = static_cast<std::size_t>(&step - trace_.steps.data());
    if (step.is_step) row.number = ++number_;
    row.text = step_text(trace_, names_, step);
    row.place = location(symbols_, step.stack);
    add(std::move(row));
  }

  // Adds one row for all steps of a call.
  void add_call(const CallSegment& call) {
    add_step(trace_.steps[call.begin]);
    rows_.back().text = call.text;
    number_ += call.end - call.begin - 1;
  }

  void skip(const trace::Step& step) {
    if (step.is_step) ++number_;
  }

  // Adds the output printed before the step at `position`; it is shown unless it is part of a
  // folded loop.
  void outputs_until(std::size_t position, bool shown = true) {
    for (; output_ != trace_.outputs.end() && output_->position <= position; ++output_) {
      if (shown) add_output(*output_);
    }
  }

  void add_blocked(const trace::Blocked& blocked) {
    Row row;
    row.kind = Row::Kind::blocked;
    row.thread = blocked.thread;
    row.text = blocked_text(trace_, names_, blocked);
    // The columns show the holder; the sentence above the schedule names it in full.
    row.text = row.text.substr(0, row.text.find(", held by"));
    row.place = location(symbols_, blocked.stack);
    rows_.push_back(std::move(row));  // no context switch: no thread runs any more
  }

  void add_failure() {
    if (!trace_.failure || trace_.failure->thread == kNoThread) return;
    Row row;
    row.kind = Row::Kind::failure;
    row.thread = trace_.failure->thread;
    row.text = "=> " + short_headline(trace_);
    row.place = location(symbols_, trace_.failure->stack);
    add(std::move(row));
  }

  void remark(std::string text, Row::Kind kind = Row::Kind::remark) {
    Row row;
    row.kind = kind;
    row.text = std::move(text);
    rows_.push_back(std::move(row));
  }

  std::vector<Row> take() { return std::move(rows_); }

 private:
  void add(Row row) {
    row.switches = last_ != kNoThread && row.thread != last_;
    last_ = row.thread;
    rows_.push_back(std::move(row));
  }

  void add_output(const trace::Output& output) {
    std::string_view left = output.text;
    while (!left.empty()) {
      const std::size_t newline = left.find('\n');
      const std::string_view line = left.substr(0, newline);
      left.remove_prefix(newline == std::string_view::npos ? left.size() : newline + 1);
      const bool is_long = line.size() > kLongestOutput;
      Row row;
      row.kind = Row::Kind::output;
      row.thread = output.thread;
      row.text = printable(line.substr(0, kLongestOutput)) + (is_long ? "..." : "");
      if (output.descriptor != trace::Output::kVariables) row.text = "prints \"" + row.text + "\"";
      if (output.descriptor == 2) row.text += " (stderr)";
      add(std::move(row));
    }
  }

  const trace::Trace& trace_;
  const SymbolizedTrace& symbols_;
  const trace::ObjectNames& names_;
  std::vector<trace::Output>::const_iterator output_;
  std::vector<Row> rows_;
  ThreadId last_ = kNoThread;
  std::size_t number_ = 0;
};

// Whether a fold consists of whole calls and other steps, and its first iteration too.
bool contains_whole_calls(const trace::Fold& fold, const std::vector<CallSegment>& calls) {
  const auto is_cut = [&calls](std::size_t position) {
    return std::any_of(calls.begin(), calls.end(), [position](const CallSegment& call) {
      return call.begin < position && position < call.end;
    });
  };
  return !is_cut(fold.begin) && !is_cut(fold.begin + fold.period) && !is_cut(fold.end());
}

// A fold that runs into an endless loop ends before it: the loop is shown whole.
std::vector<trace::Fold> folds_of(const trace::Trace& trace, const std::optional<EndlessLoop>& loop,
                                  const std::vector<CallSegment>& calls) {
  std::vector<trace::Fold> folds;
  for (trace::Fold fold : trace::find_folds(trace)) {
    if (loop && fold.begin < loop->position && fold.end() > loop->position) {
      fold.count = (loop->position - fold.begin) / fold.period;
    }
    if (fold.count >= 2 && contains_whole_calls(fold, calls)) folds.push_back(fold);
  }
  return folds;
}

}  // namespace

std::vector<Row> make_rows(const trace::Trace& trace, const SymbolizedTrace& symbols,
                           const trace::ObjectNames& names, Folding folding) {
  RowMaker maker(trace, symbols, names);
  const std::optional<EndlessLoop> loop = endless_loop(trace);
  std::vector<CallSegment> calls;
  // An endless loop is shown step by step: its steps are the error.
  if (folding == Folding::calls && !loop) calls = library_calls(trace, symbols, names);
  std::vector<trace::Fold> folds;
  if (folding != Folding::none) folds = folds_of(trace, loop, calls);
  auto next = folds.begin();
  auto call = calls.begin();
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const bool repeats = next != folds.end() && i >= next->begin + next->period;
    maker.outputs_until(i, !repeats);
    if (loop && i == loop->position) maker.remark(heading(*loop), Row::Kind::loop);
    if (repeats) {
      maker.skip(trace.steps[i]);
      if (i + 1 < next->end()) continue;
      const std::size_t more = next->count - 1;
      const std::string what = next->period == 1
                                   ? std::string("the step above is")
                                   : fmt::format("the {} steps above are", next->period);
      maker.remark(fmt::format("{} repeated {} more time{}", what, more, more == 1 ? "" : "s"));
      ++next;
      continue;
    }
    while (call != calls.end() && call->end <= i) ++call;
    if (call == calls.end() || call->begin > i) {
      maker.add_step(trace.steps[i]);
    } else if (call->begin == i) {
      maker.add_call(*call);
    }
  }
  maker.outputs_until(trace.steps.size());
  maker.add_failure();
  for (const trace::Blocked& blocked : trace.blocked) maker.add_blocked(blocked);
  return maker.take();
}

std::vector<Row> shorten(std::vector<Row> rows, const std::string& advice) {
  if (rows.size() <= kFirstRows + kLastRows + 1) return rows;
  const auto cut_begin = rows.begin() + static_cast<std::ptrdiff_t>(kFirstRows);
  const auto cut_end = rows.end() - static_cast<std::ptrdiff_t>(kLastRows);
  const auto loop =
      std::find_if(cut_begin, cut_end, [](const Row& row) { return row.kind == Row::Kind::loop; });
  auto kept = cut_begin;
  if (loop != cut_end) std::swap(*kept++, *loop);
  Row remark;
  remark.kind = Row::Kind::remark;
  remark.text = fmt::format("{} lines omitted; {}", cut_end - kept, advice);
  *kept = std::move(remark);
  rows.erase(std::next(kept), cut_end);
  return rows;
}

}  // namespace heddle::report
