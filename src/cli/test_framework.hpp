// The test frameworks whose tests `heddle test` finds: their marks in a program, and the arguments
// that list and select tests.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"

namespace heddle::cli {

enum class Framework : std::uint8_t { google_test, catch2_v2, catch2_v3, doctest };

struct ListedTest {
  std::string suite;  // empty when there is none
  std::string name;   // GoogleTest: "Suite.Test"
  std::string file;   // empty when the framework does not list it
  std::uint64_t line = 0;
  bool is_disabled = false;

  friend bool operator==(const ListedTest&, const ListedTest&) = default;
};

// "GoogleTest", "Catch2", "doctest".
std::string_view framework_name(Framework framework);

// Returns the frameworks whose strings or symbols are in the content of a program.
std::vector<Framework> frameworks_in(std::string_view content);

// Returns the arguments that list tests.
Arguments list_arguments(Framework framework);

// Returns the arguments that select tests by a filter in the syntax of the framework; none when it
// is empty.
Arguments filter_arguments(Framework framework, const std::string& filter);

// Returns the filter that names a test exactly, as far as the syntax of the framework permits.
std::string exact_filter(Framework framework, const ListedTest& test);

// Returns the arguments that select one test.  Filters cannot name every test exactly: the caller
// checks that they select no other.
Arguments select_arguments(Framework framework, const ListedTest& test);

}  // namespace heddle::cli
