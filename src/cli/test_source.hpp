// Writes a regression test as C++ source.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "report/anchored_schedule.hpp"

namespace heddle::cli {

enum class TestForm : std::uint8_t { google, catch2, plain };

// Returns the form with this word: "gtest", "catch2" or "plain".
std::optional<TestForm> test_form(std::string_view word);

// Returns the source of a test that follows the schedule.  It is compiled without Heddle and needs
// <heddle/schedule.hpp>.
std::string test_source(const report::AnchoredSchedule& schedule, TestForm form);

}  // namespace heddle::cli
