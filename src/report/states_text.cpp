#include "report/states_text.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "core/number_text.hpp"
#include "core/operation.hpp"
#include "report/paint.hpp"
#include "report/value_text.hpp"

namespace heddle::report {
namespace {

// As many rows as a person reads; the JSON has them all.
constexpr std::size_t kMostRows = 40;

std::string values_text(const WordName& word, const std::array<std::uint64_t, 2>& values) {
  return value_text(values[0], word.bytes) + " / " + value_text(values[1], word.bytes);
}

// Two columns of text and a third one that ends the line.
struct StateRow {
  std::string what;
  std::string numbers;
  std::string values;
};

std::string table(const std::vector<StateRow>& rows) {
  std::size_t what = 0;
  std::size_t numbers = 0;
  const std::size_t shown = std::min(rows.size(), kMostRows);
  for (std::size_t i = 0; i < shown; ++i) {
    what = std::max(what, width_of(rows[i].what));
    numbers = std::max(numbers, width_of(rows[i].numbers));
  }
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    text += "  " + padded(rows[i].what, what) + "  ";
    if (numbers > 0) text += padded(rows[i].numbers, numbers) + "  ";
    text += rows[i].values + "\n";
  }
  if (shown < rows.size()) {
    text += fmt::format("  ... and {} more words (--json FILE has them all)\n",
                        grouped(rows.size() - shown));
  }
  return text;
}

// Template arguments of the library may be longer than a screen.
std::string shortened(const std::string& function) {
  constexpr std::size_t kMost = 60;
  return function.size() <= kMost ? function : function.substr(0, kMost - 3) + "...";
}

std::string position_text(const std::string& operation, const std::vector<std::string>& stack) {
  if (operation.empty()) return "not alive";
  std::string text = fmt::format("before {}", name(op_kind(operation)));
  for (const std::string& frame : stack) text += "\n        " + frame;
  return text;
}

}  // namespace

std::string to_text(const WordName& word) {
  if (word.kind == "global") {
    return word.name.empty() ? fmt::format("global at {:#x}", word.offset)
                             : fmt::format("global {}", word.name);
  }
  if (word.kind == "heap") {
    return fmt::format("heap of {}, offset {:#x}", word.thread, word.offset);
  }
  if (word.kind == "thread_local") {
    return fmt::format("thread_local of {}, offset {:#x}", word.thread, word.offset);
  }
  if (word.kind == "scheduler") {
    return word.thread.empty() ? fmt::format("scheduler: {}", word.name)
                               : fmt::format("scheduler: {} of {}", word.name, word.thread);
  }
  if (word.function.empty()) return fmt::format("stack of {}, no frame", word.thread);
  std::string text = fmt::format("stack of {}, {}", word.thread, shortened(word.function));
  if (!word.location.empty()) text += fmt::format(" ({})", word.location);
  return text + (word.name.empty() ? fmt::format(", sp+{}", word.offset)
                                   : fmt::format(", register {}", word.name));
}

std::string states_text(const StatesReport& report) {
  std::string text = fmt::format("{} states{}.\n", grouped(report.states),
                                 report.complete ? "" : " so far; the search did not finish");
  text += fmt::format("{} classes of states that differ in more than stack values.\n",
                      grouped(report.classes));
  if (report.without_ours != report.states) {
    text += fmt::format("{} states without the values in frames of Heddle's runtime.\n",
                        grouped(report.without_ours));
  }
  if (report.failures > 0) {
    text +=
        fmt::format("{} executions failed; `heddle run` shows why.\n", grouped(report.failures));
  }
  if (report.splitters.empty()) return text;
  text += fmt::format(
      "\n{} states differ from others only in stack values.  Words that differ within a class, "
      "with\nthe number of classes that each splits, the number of states that only this word "
      "separates,\nand two of its values with states that have them:\n\n",
      grouped(report.states - report.classes));
  std::vector<StateRow> rows;
  for (const Splitter& one : report.splitters) {
    rows.push_back({to_text(one.word),
                    fmt::format("classes {}, states {}", grouped(one.classes), grouped(one.merged)),
                    fmt::format("{} (states {} and {})", values_text(one.word, one.values),
                                one.states[0], one.states[1])});
  }
  return text + table(rows);
}

std::string pair_text(const StatesReport& report, std::uint64_t first, std::uint64_t second) {
  const StatePair& pair = *report.pair;
  std::string text;
  const std::uint64_t numbers[] = {first, second};
  for (std::size_t i = 0; i < 2; ++i) {
    text += fmt::format("State {}, reached by the schedule: {}\n", numbers[i],
                        pair.schedules[i].empty() ? "(the initial state)" : pair.schedules[i]);
  }
  text += pair.words.empty() ? "\nThe states are equal.\n"
          : pair.same_class  ? "\nThe states differ only in stack values.\n"
                             : "";
  for (const ThreadPositions& thread : pair.threads) {
    text += fmt::format("\n{} is at different positions:\n", thread.thread);
    for (std::size_t i = 0; i < 2; ++i) {
      text += fmt::format("  state {}: {}\n", numbers[i],
                          position_text(thread.operations[i], thread.stacks[i]));
    }
  }
  if (pair.words.empty()) return text;
  text += fmt::format("\nDifferent words, in state {} / in state {}:\n\n", first, second);
  std::vector<StateRow> rows;
  for (const DifferentWord& one : pair.words) {
    rows.push_back({to_text(one.word), "", values_text(one.word, one.values)});
  }
  return text + table(rows);
}

}  // namespace heddle::report
