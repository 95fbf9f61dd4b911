// Pages of a large heap block that the program may not use like others: it protected or unmapped
// them, or mapped them beyond the end of a file.  The record lies in the header of the block, so it
// is restored and hashed with the program's memory.  Equal sets of pages have equal records.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::native {

inline constexpr std::size_t kMappedPage = 4096;

enum class PageState : std::uint8_t { usable, read_only, no_access, beyond_file, unmapped };

// Views the words of a header as such a record.  All zero bits: every page is usable, and the block
// is no mapping.
class PageStates {
 public:
  static constexpr std::size_t kWords = 16;

  explicit PageStates(std::span<std::uint64_t, kWords> words) : words_(words) {}

  bool is_mapping() const { return (words_[0] & kMapping) != 0; }
  bool has_file() const { return (words_[0] & kFile) != 0; }
  bool is_empty() const { return count() == 0; }
  void make_mapping(bool has_file) { words_[0] |= kMapping | (has_file ? kFile : 0); }

  PageState of(std::size_t page) const {
    for (std::size_t i = 1; i <= count(); ++i) {
      const Run run = run_of(words_[i]);
      if (page >= run.begin && page < run.end) return run.state;
    }
    return PageState::usable;
  }

  // Returns whether all of the first pages are unmapped.
  bool are_unmapped(std::size_t pages) const {
    if (count() != 1) return false;
    const Run run = run_of(words_[1]);
    return run.begin == 0 && run.end >= pages && run.state == PageState::unmapped;
  }

  // Sets the state of the pages; changes nothing and returns false if the record has no room.
  bool set(std::size_t begin, std::size_t end, PageState state) {
    if (end > kMostPages) return false;
    Runs runs;
    for (std::size_t i = 1; i <= count(); ++i) {
      const Run run = run_of(words_[i]);
      runs.add({run.begin, run.end < begin ? run.end : begin, run.state});
    }
    runs.add({begin, end, state});
    for (std::size_t i = 1; i <= count(); ++i) {
      const Run run = run_of(words_[i]);
      runs.add({run.begin > end ? run.begin : end, run.end, run.state});
    }
    if (runs.count >= kWords) return false;
    words_[0] = (words_[0] & (kMapping | kFile)) | runs.count << kCountShift;
    for (std::size_t i = 1; i < kWords; ++i) {
      words_[i] = i <= runs.count ? word_of(runs.list[i - 1]) : 0;
    }
    return true;
  }

  // Calls visit(begin, end) for each run of pages that are not usable.
  template <typename Visit>
  void for_each_run(Visit visit) const {
    for (std::size_t i = 1; i <= count(); ++i) {
      const Run run = run_of(words_[i]);
      visit(run.begin, run.end);
    }
  }

 private:
  struct Run {
    std::size_t begin = 0;
    std::size_t end = 0;
    PageState state = PageState::usable;
  };

  // Sorted and disjoint; neighbours differ in their state.
  struct Runs {
    std::array<Run, 2 * kWords> list{};
    std::size_t count = 0;

    void add(const Run& run) {
      if (run.begin >= run.end || run.state == PageState::usable) return;
      if (count > 0 && list[count - 1].end == run.begin && list[count - 1].state == run.state) {
        list[count - 1].end = run.end;
      } else {
        list[count++] = run;
      }
    }
  };

  static constexpr std::uint64_t kMapping = 1;
  static constexpr std::uint64_t kFile = 2;
  static constexpr int kCountShift = 8;
  // A run: its first page, its length and its state.
  static constexpr int kPageBits = 30;
  static constexpr std::uint64_t kMostPages = (std::uint64_t{1} << kPageBits) - 1;

  std::size_t count() const { return words_[0] >> kCountShift & 0xff; }
  static Run run_of(std::uint64_t word) {
    const std::size_t begin = word & kMostPages;
    const std::size_t length = word >> kPageBits & kMostPages;
    return {begin, begin + length, static_cast<PageState>(word >> (2 * kPageBits))};
  }
  static std::uint64_t word_of(const Run& run) {
    return run.begin | (run.end - run.begin) << kPageBits |
           static_cast<std::uint64_t>(run.state) << (2 * kPageBits);
  }

  std::span<std::uint64_t, kWords> words_;
};

}  // namespace heddle::native
