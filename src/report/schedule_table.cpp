#include "report/schedule_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/paint.hpp"

namespace heddle::report {
namespace {

constexpr std::size_t kMargin = 8;  // "  123 > "
constexpr std::size_t kGap = 2;     // between columns

// The number of a step, and whether another thread moved before it.
std::string margin(const Row& row) {
  const std::string number = row.number == 0 ? "" : std::to_string(row.number);
  return fmt::format("{:>5} {} ", number, row.switches ? '>' : ' ');
}

std::string without_trailing_spaces(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

class Table {
 public:
  Table(const trace::Trace& trace, const std::vector<Row>& rows, const TextStyle& style)
      : rows_(rows), paint_(style.colour), width_(static_cast<std::size_t>(style.width)) {
    for (const Row& row : rows) {
      if (row.thread == kNoThread) continue;
      const auto [column, is_new] = columns_.try_emplace(row.thread);
      if (is_new) {
        column->second.name = thread_name(trace, row.thread);
        column->second.width = width_of(column->second.name);
      }
      widest_name_ = std::max(widest_name_, width_of(column->second.name));
      // The program's output has no location beside it and may exceed its column: it sets no
      // widths.
      if (row.kind == Row::Kind::output) continue;
      column->second.width = std::max(column->second.width, width_of(row.text));
      widest_text_ = std::max(widest_text_, width_of(row.text));
      widest_place_ = std::max(widest_place_, width_of(row.place));
    }
    std::size_t start = kMargin;
    for (auto& [thread, column] : columns_) {
      column.start = start;
      start += column.width + kGap;
    }
    columns_end_ = start;
  }

  std::string lay_out() const {
    if (columns_.size() > kMostColumns || columns_end_ > width_ + kGap) return as_list();
    const bool beside = columns_end_ + widest_place_ <= width_;
    std::string text = header();
    for (const Row& row : rows_) {
      if (row.thread == kNoThread) {
        text += remark(row);
        continue;
      }
      const Column& column = columns_.at(row.thread);
      const std::string indent(column.start - kMargin, ' ');
      text += line(row, indent, beside ? columns_end_ - column.start : 0, beside);
      if (!beside) text += place_below(row, column.start + kGap);
    }
    return text;
  }

 private:
  struct Column {
    std::string name;
    std::size_t width = 0;
    std::size_t start = 0;
  };

  std::string header() const {
    std::string names(kMargin, ' ');
    std::string rules = " step   ";
    for (const auto& [thread, column] : columns_) {
      names += paint_.of_thread(thread, padded(column.name, column.width + kGap));
      rules += paint_.of_thread(thread, std::string(column.width, '-')) + std::string(kGap, ' ');
    }
    return without_trailing_spaces(names) + without_trailing_spaces(rules);
  }

  std::string line(const Row& row, const std::string& before, std::size_t room,
                   bool with_place) const {
    const bool has_place = with_place && !row.place.empty();
    const std::string text = has_place ? padded(row.text, room) : row.text;
    std::string result = margin(row) + before;
    switch (row.kind) {
      case Row::Kind::note:
        result += paint_.faint(text);
        break;
      case Row::Kind::failure:
        result += paint_.headline(text);
        break;
      default:
        result += paint_.of_thread(row.thread, text);
    }
    if (has_place) result += paint_.faint(row.place);
    return without_trailing_spaces(std::move(result));
  }

  std::string place_below(const Row& row, std::size_t indent) const {
    if (row.place.empty()) return "";
    return std::string(indent, ' ') + paint_.faint("at " + row.place) + '\n';
  }

  std::string remark(const Row& row) const {
    const std::string text = row.kind == Row::Kind::loop ? paint_.strong(row.text)
                                                         : paint_.faint("... " + row.text + " ...");
    return std::string(kMargin, ' ') + text + '\n';
  }

  std::string as_list() const {
    const std::size_t before_place = kMargin + widest_name_ + kGap + widest_text_ + kGap;
    const bool beside = before_place + widest_place_ <= width_;
    std::string text;
    for (const Row& row : rows_) {
      if (row.thread == kNoThread) {
        text += remark(row);
        continue;
      }
      const std::string who = padded(columns_.at(row.thread).name, widest_name_ + kGap);
      text += line(row, paint_.of_thread(row.thread, who), widest_text_ + kGap, beside);
      if (!beside) text += place_below(row, kMargin + kGap);
    }
    return text;
  }

  const std::vector<Row>& rows_;
  Paint paint_;
  std::size_t width_;
  std::map<ThreadId, Column> columns_;
  std::size_t widest_name_ = 0;
  std::size_t widest_text_ = 0;
  std::size_t widest_place_ = 0;
  std::size_t columns_end_ = 0;  // where a place beside the columns starts
};

}  // namespace

std::string schedule_table(const trace::Trace& trace, const std::vector<Row>& rows,
                           const TextStyle& style) {
  return Table(trace, rows, style).lay_out();
}

}  // namespace heddle::report
