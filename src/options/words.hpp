// The words of the options that take one of several: those that exist, and those that are planned.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "options/run_options.hpp"

namespace heddle::options {

// `known` pairs each word with its value; `planned` are words that a later version will know and
// that deserve a better answer than a typing mistake.
template <typename Enum>
struct Words;

template <>
struct Words<Search> {
  static constexpr std::array<std::pair<std::string_view, Search>, 3> known{
      {{"auto", Search::auto_}, {"dfs", Search::dfs}, {"random", Search::random}}};
  static constexpr std::array<std::string_view, 3> planned{"bfs", "best-first", "guided"};
};

template <>
struct Words<States> {
  static constexpr std::array<std::pair<std::string_view, States>, 1> known{
      {{"none", States::none}}};
  static constexpr std::array<std::string_view, 2> planned{"memory", "happens-before"};
};

template <>
struct Words<Order> {
  static constexpr std::array<std::pair<std::string_view, Order>, 2> known{
      {{"default", Order::default_}, {"random", Order::random}}};
  static constexpr std::array<std::string_view, 1> planned{"switch"};
};

template <>
struct Words<Points> {
  static constexpr std::array<std::pair<std::string_view, Points>, 3> known{
      {{"auto", Points::auto_}, {"sync", Points::sync}, {"all", Points::all}}};
  static constexpr std::array<std::string_view, 1> planned{"shared"};
};

template <>
struct Words<Races> {
  static constexpr std::array<std::pair<std::string_view, Races>, 1> known{
      {{"ignore", Races::ignore}}};
  static constexpr std::array<std::string_view, 2> planned{"report", "error"};
};

template <>
struct Words<Colour> {
  static constexpr std::array<std::pair<std::string_view, Colour>, 3> known{
      {{"auto", Colour::auto_}, {"always", Colour::always}, {"never", Colour::never}}};
  static constexpr std::array<std::string_view, 0> planned{};
};

// Options that a later version will have.
inline constexpr std::array<std::string_view, 9> kPlannedOptions{
    "reduce", "backtrack", "threshold",  "ratio", "priority",
    "via",    "heuristic", "max-memory", "report"};

}  // namespace heddle::options
