// Every function of the C library is controlled by libheddle.so or in a list of
// core/c_library_functions.hpp.
#include "core/c_library_functions.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <stdio.h>
#include <stdlib.h>

#include <set>
#include <sstream>
#include <string>

namespace heddle {
namespace {

// Functions that a file exports; those with a version of the C library's own use are left out.
std::set<std::string> functions_of(const std::string& file) {
  std::set<std::string> names;
  FILE* const lines = ::popen(("nm -D --defined-only " + file).c_str(), "r");
  if (lines == nullptr) return names;
  char line[1024];
  while (::fgets(line, sizeof line, lines) != nullptr) {
    std::istringstream words(line);
    std::string address;
    std::string type;
    std::string name;
    words >> address >> type >> name;
    const bool is_function = type == "T" || type == "W" || type == "i";
    if (is_function && name.find("GLIBC_PRIVATE") == std::string::npos) {
      names.insert(name.substr(0, name.find('@')));
    }
  }
  ::pclose(lines);
  return names;
}

std::string c_library() {
  Dl_info info{};
  ::dladdr(reinterpret_cast<void*>(&::strtol), &info);
  return info.dli_fname;
}

// __read is read, and __read_chk is read with _FORTIFY_SOURCE.
bool is_other_name(const std::string& name, const std::set<std::string>& controlled) {
  if (!name.starts_with("__")) return false;
  std::string plain = name.substr(2);
  if (plain.ends_with("_chk")) plain.resize(plain.size() - 4);
  return controlled.count(plain) > 0;
}

TEST(CLibraryFunctions, EachIsControlledOrListed) {
  const std::set<std::string> controlled = functions_of(HEDDLE_LIBRARY_FILE);
  const std::set<std::string> all = functions_of(c_library());
  ASSERT_GT(controlled.size(), 500U);
  ASSERT_GT(all.size(), 1500U);
  for (const std::string& name : all) {
    if (controlled.count(name) > 0 || controlled.count("__wrap_" + name) > 0) continue;
    if (is_other_name(name, controlled)) continue;
    EXPECT_NE(library_function(name), LibraryFunction::unknown) << name;
  }
}

TEST(CLibraryFunctions, AControlledOneIsNotCalledHarmlessByAnotherName) {
  for (const std::string& name : functions_of(HEDDLE_LIBRARY_FILE)) {
    if (!name.starts_with("pthread_") && name != "read" && name != "poll") continue;
    EXPECT_EQ(library_function("__" + name), LibraryFunction::unknown) << name;
  }
}

TEST(CLibraryFunctions, OtherSpellings) {
  for (const char* name : {"strtol", "__isoc23_strtol", "__strtol_internal", "strtol_l", "sscanf",
                           "__isoc99_sscanf", "__snprintf_chk"}) {
    EXPECT_EQ(library_function(name), LibraryFunction::accesses) << name;
  }
  EXPECT_EQ(library_function("ftw64"), LibraryFunction::outside);
  EXPECT_EQ(library_function("stdc_leading_zeros_ul"), LibraryFunction::harmless);
}

TEST(CLibraryFunctions, NewOnes) {
  EXPECT_EQ(library_function("mseal"), LibraryFunction::outside);
  EXPECT_EQ(library_function("openat2"), LibraryFunction::outside);
  EXPECT_EQ(library_function("sched_setattr"), LibraryFunction::outside);
  EXPECT_EQ(library_function("function_of_a_later_library"), LibraryFunction::unknown);
}

}  // namespace
}  // namespace heddle
