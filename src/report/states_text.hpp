// Reports the states of a program for a person and for other tools: their number, the stack words
// that distinguish them, and the differences between two of them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "symbolize/symbolizer.hpp"

namespace heddle::report {

// The name of a word of memory, with symbols resolved.  It names the upper half if the lower half
// does not differ: two small variables may share a word.
struct WordName {
  std::string kind;      // "global", "heap", "thread_local", "stack", "scheduler"
  std::string thread;    // "main", "thread 0.1"; empty for a global
  std::string function;  // of a stack's frame
  std::string location;  // "queue.cpp:41": where the function continues
  std::string name;      // of a variable, of a saved register or of a field; may be empty
  std::uint64_t offset = 0;
  unsigned bytes = 8;  // 8 or 4
};

struct Splitter {
  WordName word;
  std::uint64_t classes = 0;  // in which it has several values
  std::uint64_t merged = 0;   // states merged if only this word were ignored
  std::array<std::uint64_t, 2> values{};
  std::array<std::uint64_t, 2> states{};  // that have these values
};

struct DifferentWord {
  WordName word;
  std::array<std::uint64_t, 2> values{};
};

// A thread with different positions in the two states.
struct ThreadPositions {
  std::string thread;
  std::array<std::string, 2> operations;  // keys; empty: it is not alive
  std::array<std::vector<std::string>, 2> stacks;
};

struct StatePair {
  std::array<std::string, 2> schedules;
  bool same_class = false;
  std::vector<ThreadPositions> threads;
  std::vector<DifferentWord> words;
};

struct StatesReport {
  std::uint64_t states = 0;
  std::uint64_t classes = 0;
  std::uint64_t without_ours = 0;  // states left if runtime frames held only return addresses
  std::uint64_t failures = 0;      // executions whose last state cannot be inspected
  bool complete = false;
  std::vector<Splitter> splitters;
  std::optional<StatePair> pair;
};

// Parses the JSON that a worker wrote.
Result<StatesReport> read_states(std::string_view json, symbolize::Symbolizer& symbolizer);

// Returns a description such as "frame of worker (queue.cpp:41), sp+24".
std::string to_text(const WordName& word);

std::string states_text(const StatesReport& report);
// Describes the differences; `first` and `second` are the numbers of the states.  REQUIRES: the
// report has a pair.
std::string pair_text(const StatesReport& report, std::uint64_t first, std::uint64_t second);

// Returns one JSON object, pretty-printed, with a final newline.
std::string states_json(const StatesReport& report);

}  // namespace heddle::report
