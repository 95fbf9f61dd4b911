// Compares a text with an approved file of this folder.  When they differ, the new text is left
// beside it as NAME.received, and tests/golden/approve.py accepts it after a look.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace heddle::golden {

inline testing::AssertionResult matches(const std::string& folder, const std::string& name,
                                        const std::string& text) {
  const std::filesystem::path approved = std::filesystem::path(folder) / name;
  std::ostringstream expected;
  if (std::ifstream file(approved); file) expected << file.rdbuf();
  const std::filesystem::path received = approved.string() + ".received";
  if (expected.str() == text) {
    std::filesystem::remove(received);
    return testing::AssertionSuccess();
  }
  std::ofstream(received) << text;
  return testing::AssertionFailure()
         << "differs from tests/golden/" << name << "; the new text is:\n"
         << text << "\nIf it is right, accept it with tests/golden/approve.py " << name;
}

}  // namespace heddle::golden
