// Functions of libstdc++ are sorted by name, and an unknown name is not trusted.
#include "monitors/library_functions.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "core/watched_functions.hpp"

namespace heddle::native {
namespace {

TEST(LibraryFunctions, OrdinaryProgramsAreNotInDoubt) {
  for (const char* const name :
       {"__cxa_throw", "_Znwm", "_ZdlPvm", "_ZSt9terminatev", "_ZSt20__throw_length_errorPKc",
        "_ZNSt6thread4joinEv", "_ZNSt18condition_variable10notify_oneEv",
        "_ZNSt6chrono3_V212steady_clock3nowEv", "_ZNSt8ios_base4InitC1Ev", "_ZNSaIcED1Ev",
        "_ZNSt13runtime_errorC1EPKc", "_ZSt25notify_all_at_thread_exitRSt18condition_variable"}) {
    EXPECT_EQ(library_function(name), LibraryFunction::harmless) << name;
  }
}

TEST(LibraryFunctions, UnknownNamesAreNotTrusted) {
  for (const char* const name :
       {"_ZNSt10filesystem7__cxx114pathdVERKS1_", "_ZNSs6appendEPKc", "_ZNSt6locale6globalERKS_",
        "_ZNSt7unknown3runEv", "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base"}) {
    EXPECT_EQ(library_function(name), LibraryFunction::unseen) << name;
  }
}

// Each is called for the program by src/cpp_library.
TEST(LibraryFunctions, AnnouncedOnesExist) {
  std::string_view rest = kLibraryFunctions;
  while (!rest.empty()) {
    const std::string name(rest.substr(0, rest.find(' ')));
    EXPECT_EQ(library_function(name), LibraryFunction::announced) << name;
    EXPECT_NE(::dlsym(RTLD_DEFAULT, name.c_str()), nullptr) << name;
    rest.remove_prefix(std::min(name.size() + 1, rest.size()));
  }
}

}  // namespace
}  // namespace heddle::native
