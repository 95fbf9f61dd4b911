// The words of the options that take one of several: those that exist, and those that are planned.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "config/run_options.hpp"

namespace heddle::config {

// `known` pairs each word with its value; `planned` are words that a later version will know and
// that deserve a better answer than a typing mistake.
template <typename Enum>
struct Words;

template <>
struct Words<Search> {
  static constexpr std::array<std::pair<std::string_view, Search>, 14> known{
      {{"auto", Search::auto_},
       {"dfs", Search::dfs},
       {"bfs", Search::bfs},
       {"best-first", Search::best_first},
       {"guided", Search::guided},
       {"iterative-deepening", Search::iterative_deepening},
       {"mixed", Search::mixed},
       {"prss", Search::prss},
       {"random", Search::random},
       {"pct", Search::pct},
       {"pos", Search::pos},
       {"urw", Search::urw},
       {"surw", Search::surw},
       {"rff", Search::rff}}};
  static constexpr std::array<std::string_view, 0> planned{};
};

template <>
struct Words<States> {
  static constexpr std::array<std::pair<std::string_view, States>, 4> known{
      {{"auto", States::auto_},
       {"memory", States::memory},
       {"happens-before", States::happens_before},
       {"none", States::none}}};
  static constexpr std::array<std::string_view, 0> planned{};
};

template <>
struct Words<Reduce> {
  static constexpr std::array<std::pair<std::string_view, Reduce>, 5> known{
      {{"none", Reduce::none},
       {"sleep", Reduce::sleep},
       {"dpor", Reduce::dpor},
       {"source", Reduce::source},
       {"optimal", Reduce::optimal}}};
  static constexpr std::array<std::string_view, 0> planned{};
};

template <>
struct Words<Points> {
  static constexpr std::array<std::pair<std::string_view, Points>, 5> known{
      {{"auto", Points::auto_},
       {"sync", Points::sync},
       {"racing", Points::racing},
       {"shared", Points::shared},
       {"all", Points::all}}};
  static constexpr std::array<std::string_view, 0> planned{};
};

template <>
struct Words<Livelocks> {
  static constexpr std::array<std::pair<std::string_view, Livelocks>, 2> known{
      {{"report", Livelocks::report}, {"ignore", Livelocks::ignore}}};
  static constexpr std::array<std::string_view, 0> planned{};
};

template <>
struct Words<Leaks> {
  static constexpr std::array<std::pair<std::string_view, Leaks>, 3> known{
      {{"report", Leaks::report}, {"error", Leaks::error}, {"ignore", Leaks::ignore}}};
  static constexpr std::array<std::string_view, 0> planned{};
};

template <>
struct Words<Jump> {
  static constexpr std::array<std::pair<std::string_view, Jump>, 4> known{
      {{"exhaustive", Jump::exhaustive},
       {"fixed", Jump::fixed},
       {"random", Jump::random},
       {"luby", Jump::luby}}};
  static constexpr std::array<std::string_view, 0> planned{};
};

template <>
struct Words<Snapshots> {
  static constexpr std::array<std::pair<std::string_view, Snapshots>, 2> known{
      {{"auto", Snapshots::auto_}, {"always", Snapshots::always}}};
  static constexpr std::array<std::string_view, 0> planned{};
};

template <>
struct Words<Races> {
  static constexpr std::array<std::pair<std::string_view, Races>, 3> known{
      {{"report", Races::report}, {"error", Races::error}, {"ignore", Races::ignore}}};
  static constexpr std::array<std::string_view, 0> planned{};
};

template <>
struct Words<Portfolio> {
  static constexpr std::array<std::pair<std::string_view, Portfolio>, 3> known{
      {{"all", Portfolio::all},
       {"coverage", Portfolio::coverage},
       {"sampling", Portfolio::sampling}}};
  static constexpr std::array<std::string_view, 0> planned{};
};

template <>
struct Words<FailOn> {
  static constexpr std::array<std::pair<std::string_view, FailOn>, 2> known{
      {{"error", FailOn::error}, {"race", FailOn::race}}};
  static constexpr std::array<std::string_view, 0> planned{};
};

template <>
struct Words<ProgressForm> {
  static constexpr std::array<std::pair<std::string_view, ProgressForm>, 2> known{
      {{"line", ProgressForm::line}, {"json", ProgressForm::json}}};
  static constexpr std::array<std::string_view, 0> planned{};
};

template <>
struct Words<Colour> {
  static constexpr std::array<std::pair<std::string_view, Colour>, 3> known{
      {{"auto", Colour::auto_}, {"always", Colour::always}, {"never", Colour::never}}};
  static constexpr std::array<std::string_view, 0> planned{};
};

template <>
struct Words<Priority::Kind> {
  static constexpr std::array<std::pair<std::string_view, Priority::Kind>, 8> known{
      {{"pb", Priority::Kind::pb},
       {"dpor", Priority::Kind::dpor},
       {"mdpor", Priority::Kind::mdpor},
       {"ss", Priority::Kind::ss},
       {"rand", Priority::Kind::rand},
       {"method", Priority::Kind::method},
       {"var", Priority::Kind::var},
       {"distance", Priority::Kind::distance}}};
  static constexpr std::array<std::string_view, 0> planned{};
};

// Options that a later version will have.
inline constexpr std::array<std::string_view, 1> kPlannedOptions{"report"};

}  // namespace heddle::config
