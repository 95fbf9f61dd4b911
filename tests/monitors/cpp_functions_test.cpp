// Functions of libstdc++ are sorted by name, and an unknown name is not trusted.
#include "monitors/cpp_functions.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "core/watched_functions.hpp"

namespace heddle::native {
namespace {

TEST(CppFunctions, OrdinaryProgramsAreNotInDoubt) {
  for (const char* const name :
       {"__cxa_throw", "_Znwm", "_ZdlPvm", "_ZSt9terminatev", "_ZSt20__throw_length_errorPKc",
        "_ZNSt6thread4joinEv", "_ZNSt18condition_variable10notify_oneEv",
        "_ZNSt6chrono3_V212steady_clock3nowEv", "_ZNSt8ios_base4InitC1Ev", "_ZNSaIcED1Ev",
        "_ZNSt13runtime_errorC1EPKc", "_ZSt25notify_all_at_thread_exitRSt18condition_variable"}) {
    EXPECT_EQ(cpp_function(name), CppFunction::harmless) << name;
  }
}

TEST(CppFunctions, UnknownNamesAreNotTrusted) {
  for (const char* const name :
       {"_ZNSt10filesystem7__cxx114pathdVERKS1_", "_ZNSs6appendEPKc", "_ZNSt6locale6globalERKS_",
        "_ZNSt7unknown3runEv", "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base"}) {
    EXPECT_EQ(cpp_function(name), CppFunction::unseen) << name;
  }
}

TEST(CppFunctions, ArgumentsTakeRegisters) {
  EXPECT_EQ(registers_of_arguments("_ZNSt3pmr28unsynchronized_pool_resourceD1Ev"), 1U);
  // The options are a reference.
  EXPECT_EQ(registers_of_arguments("_ZNSt3pmr28unsynchronized_pool_resourceC1ERKNS_12pool_optionsE"
                                   "PNS_15memory_resourceE"),
            3U);
  // path::_M_append(string_view): the object, a text of two words, and maybe a place of the result
  EXPECT_GE(registers_of_arguments("_ZNSt10filesystem7__cxx114path9_M_appendESt17basic_string_view"
                                   "IcSt11char_traitsIcEE"),
            3U);
  EXPECT_GE(registers_of_arguments("no name of C++"), 6U);
}

// Each is called for the program by src/cpp_library.
TEST(CppFunctions, AnnouncedOnesExist) {
  std::string_view rest = kLibraryFunctions;
  while (!rest.empty()) {
    const std::string name(rest.substr(0, rest.find(' ')));
    EXPECT_EQ(cpp_function(name), CppFunction::announced) << name;
    EXPECT_NE(::dlsym(RTLD_DEFAULT, name.c_str()), nullptr) << name;
    rest.remove_prefix(std::min(name.size() + 1, rest.size()));
  }
}

}  // namespace
}  // namespace heddle::native
