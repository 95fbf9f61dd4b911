// The symbolizer against one program as several compilers, options and architectures build it.
#include "symbolize/symbolizer.hpp"

#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <gelf.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "symbolize/names.hpp"

namespace heddle::symbolize {
namespace {

std::vector<std::string> shapes() {
  std::vector<std::string> files;
  std::stringstream list(HEDDLE_SHAPES);
  for (std::string file; std::getline(list, file, ':');) files.push_back(file);
  return files;
}

// The number of the source line that ends in "// line: <mark>".
int line_of(const std::string& mark) {
  std::ifstream source(HEDDLE_SHAPES_SOURCE);
  int number = 0;
  for (std::string line; std::getline(source, line);) {
    ++number;
    if (line.ends_with("// line: " + mark)) return number;
  }
  return -1;
}

// The address of a symbol, read without the code under test.
std::uint64_t address_of(const std::string& file, const std::string& symbol) {
  elf_version(EV_CURRENT);
  const int descriptor = ::open(file.c_str(), O_RDONLY);
  Elf* elf = elf_begin(descriptor, ELF_C_READ, nullptr);
  std::uint64_t address = 0;
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
    GElf_Shdr header;
    gelf_getshdr(section, &header);
    if (header.sh_type != SHT_SYMTAB) continue;
    Elf_Data* data = elf_getdata(section, nullptr);
    for (int i = 0; i < static_cast<int>(header.sh_size / header.sh_entsize); ++i) {
      GElf_Sym entry;
      gelf_getsym(data, i, &entry);
      if (symbol == elf_strptr(elf, header.sh_link, entry.st_name)) address = entry.st_value;
    }
  }
  elf_end(elf);
  ::close(descriptor);
  return address;
}

class Shape : public testing::TestWithParam<std::string> {
 protected:
  std::uint64_t address(const std::string& symbol) const {
    const std::uint64_t found = address_of(GetParam(), symbol);
    EXPECT_NE(found, 0U) << symbol;
    return found;
  }
  Symbolizer symbolizer_;
};

TEST_P(Shape, ShowsInlinedFunctionsFromTheInnermostOut) {
  const auto& frames = symbolizer_.frames(GetParam(), address("shop_inner_mark"));
  ASSERT_GE(frames.size(), 2U);
  EXPECT_EQ(short_name(frames[0].function), "shop::inner");
  EXPECT_EQ(frames[0].line, line_of("inner"));
  EXPECT_EQ(frames[0].file, HEDDLE_SHAPES_SOURCE);
  EXPECT_EQ(short_name(frames[1].function), "shop::outer");
  EXPECT_EQ(frames[1].line, line_of("outer"));
  EXPECT_EQ(frames[1].file, HEDDLE_SHAPES_SOURCE);
}

TEST_P(Shape, NamesLambdasAfterTheirFunction) {
  const auto& frames = symbolizer_.frames(GetParam(), address("shop_lambda_mark"));
  EXPECT_EQ(short_name(frames[0].function), "lambda in main");
  EXPECT_EQ(frames[0].line, line_of("lambda"));
}

TEST_P(Shape, LooksAReturnAddressUpAtItsCall) {
  const std::uint64_t entry = address("_ZN4shop5outerEi");
  const auto& frames = symbolizer_.frames_of_return(GetParam(), entry + 1);
  EXPECT_EQ(frames, symbolizer_.frames(GetParam(), entry));
  EXPECT_EQ(short_name(frames.back().function), "shop::outer");
}

TEST_P(Shape, NamesPartsOfVariables) {
  const auto name = [this](const char* symbol, std::uint64_t offset) {
    return symbolizer_.variable_at(GetParam(), address(symbol) + offset);
  };
  EXPECT_EQ(name("_ZN4shop4gridE", 20), "shop::grid[1][2]");
  EXPECT_EQ(name("_ZN4shop8accountsE", 0), "shop::accounts[0].balance");
  EXPECT_EQ(name("_ZN4shop8accountsE", 42), "shop::accounts[1].balance+2");
  EXPECT_EQ(name("_ZN4shop8accountsE", 4), "shop::accounts[0]+4") << "padding";
  EXPECT_EQ(name("_ZN4shop8accountsE", 48), "shop::accounts[1].owners");
  EXPECT_EQ(name("_ZN4shop8accountsE", 20), "shop::accounts[0].days[2]");
  EXPECT_EQ(name("_ZN4shop8accountsE", 68), "shop::accounts[1].limits.second");
  EXPECT_EQ(name("_ZN4shop8accountsE", 32), "shop::accounts[0].code");
  EXPECT_EQ(name("_ZN4shop7savingsE", 8), "shop::savings.owners") << "of its base";
  EXPECT_EQ(name("_ZN4shop4listE", 0), "shop::list.begin()")
      << "the library's members by their use";
  EXPECT_EQ(name("_ZN4shop4listE", 8), "shop::list.end()");
  EXPECT_EQ(name("_ZN4shop5ownerE", 0), "shop::owner") << "of a smart pointer";
  EXPECT_EQ(name("_ZN4shop4lockE", 0), "shop::lock");
  EXPECT_EQ(name("_ZN4shop4lockE", 8), "shop::lock+8") << "a member that no user knows";
}

TEST_P(Shape, FindsTheTypesOfCells) {
  const auto type = [this](const char* symbol, std::uint64_t offset) {
    return symbolizer_.object_at(GetParam(), address(symbol) + offset).type;
  };
  using Kind = ValueType::Kind;
  EXPECT_EQ(type("_ZN4shop8accountsE", 0).kind, Kind::signed_number);
  EXPECT_EQ(type("_ZN4shop8accountsE", 8).kind, Kind::signed_number) << "inside an atomic";
  EXPECT_EQ(type("_ZN4shop8accountsE", 8).size, 8U);
  EXPECT_EQ(type("_ZN4shop8accountsE", 2).kind, Kind::unknown) << "the middle of a cell";
  EXPECT_EQ(type("_ZN4shop5ownerE", 0).kind, Kind::pointer);
  const ValueType door = type("_ZN4shop4doorE", 0);
  EXPECT_EQ(door.kind, Kind::enumeration);
  EXPECT_EQ(door.names, (decltype(door.names){{0, "Door::open"}, {3, "Door::shut"}}));
}

TEST_P(Shape, NamesMembersOfTemplates) {
  const auto& frames = symbolizer_.frames(GetParam(), address("_ZN4shop3BoxIiE3addEi"));
  EXPECT_EQ(short_name(frames.back().function), "shop::Box<int>::add");
}

TEST_P(Shape, NamesVariables) {
  EXPECT_EQ(symbolizer_.variable_at(GetParam(), address("_ZN4shop7counterE")), "shop::counter");
  const std::uint64_t slots = address("_ZN4shop5slotsE");
  EXPECT_EQ(symbolizer_.variable_at(GetParam(), slots + 16), "shop::slots[2]");
  EXPECT_EQ(symbolizer_.variable_at(GetParam(), address("_ZN4shop5outerEi")), "");
}

std::string shape_name(const testing::TestParamInfo<std::string>& info) {
  std::string name;
  for (const char c : info.param.substr(info.param.rfind("shapes"))) {
    if (std::isalnum(static_cast<unsigned char>(c))) name += c;
  }
  return name;
}
INSTANTIATE_TEST_SUITE_P(All, Shape, testing::ValuesIn(shapes()), shape_name);

TEST(Symbolizer, FallsBackToSymbolsWithoutDebugInformation) {
  Symbolizer symbolizer;
  const std::uint64_t entry = address_of(HEDDLE_SHAPES_BARE, "_ZN4shop5outerEi");
  const auto& frames = symbolizer.frames(HEDDLE_SHAPES_BARE, entry + 4);
  ASSERT_EQ(frames.size(), 1U);
  EXPECT_EQ(frames[0].function, "shop::outer(int)+0x4");
  EXPECT_EQ(frames[0].line, 0);
}

TEST(Symbolizer, AnswersForMissingFilesAndStrayAddresses) {
  Symbolizer symbolizer;
  EXPECT_EQ(symbolizer.frames("/nowhere/at/all", 0x4a10)[0].function, "0x4a10");
  EXPECT_EQ(symbolizer.variable_at("/nowhere/at/all", 0x4a10), "");
  EXPECT_EQ(symbolizer.frames(HEDDLE_SHAPES_SOURCE, 16)[0].function, "0x10");
  EXPECT_EQ(symbolizer.frames(HEDDLE_SHAPES_BARE, ~std::uint64_t{0})[0].line, 0);
  EXPECT_EQ(symbolizer.frames_of_return(HEDDLE_SHAPES_BARE, 0).size(), 1U);
}

TEST(UserFrame, SkipsLibraries) {
  const std::vector<Frame> stack = {
      {"std::mutex::lock()", "/usr/include/c++/12/bits/std_mutex.h", 100, "/home/me/prog"},
      {"pthread_mutex_lock", "/src/heddle/pthread.cpp", 7, "/opt/lib/libheddle.so"},
      {"std::thread::run()", "/opt/gcc/include/c++/12/bits/thread.h", 9, "/home/me/prog"},
      {"_start+0x4", "", 0, "/home/me/prog"},
      {"transfer(int)", "/home/me/bank.cpp", 12, "/home/me/prog"},
      {"main", "/home/me/bank.cpp", 40, "/home/me/prog"},
  };
  ASSERT_NE(user_frame(stack), nullptr);
  EXPECT_EQ(user_frame(stack)->function, "transfer(int)");
  EXPECT_EQ(user_frame(std::span(stack).first(3)), nullptr);
  EXPECT_EQ(user_frame(std::span(stack).first(4))->function, "_start+0x4");
}

TEST(UserFrame, TakesAUsersOwnFolderNamedLikeTheLibrary) {
  EXPECT_FALSE(is_library_frame({"f()", "/home/me/c++/14days/queue.cpp", 3, "/home/me/prog"}));
}

}  // namespace
}  // namespace heddle::symbolize
