// What a compiler's command line means for us.
#include "cli/compiler_call.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace heddle::cli {
namespace {

using Words = std::vector<std::string>;

CompilerCall read(const Words& arguments) {
  const Result<CompilerCall> call = understand(arguments);
  EXPECT_TRUE(call.ok());
  return call.ok() ? *call : CompilerCall{};
}

TEST(CompilerCall, LinkingNeedsAnInputAndNoStopBefore) {
  EXPECT_TRUE(read({"a.cpp"}).links);
  EXPECT_TRUE(read({"-O2", "a.o", "-lm"}).links);
  EXPECT_TRUE(read({"-x", "c++", "-"}).links);
  EXPECT_TRUE(read({"-MD", "-MF", "deps", "a.cpp"}).links);
  for (const char* stop : {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"}) {
    EXPECT_FALSE(read({stop, "a.cpp"}).links) << stop;
    EXPECT_TRUE(read({stop, "a.cpp"}).has_input) << stop;
  }
  EXPECT_FALSE(read({"common.hpp"}).links);
  EXPECT_FALSE(read({"-x", "c++-header", "common"}).links);
  EXPECT_FALSE(read({"-xc++-header", "common"}).links);
}

TEST(CompilerCall, QuestionsHaveNoInput) {
  for (const Words& question :
       {Words{}, Words{"-v"}, Words{"--version", "a.cpp"}, Words{"-dumpversion"},
        Words{"-print-file-name=x"}, Words{"-o", "a.out"}, Words{"-I", "folder", "-v"}}) {
    EXPECT_FALSE(read(question).has_input);
    EXPECT_FALSE(read(question).links);
  }
}

TEST(CompilerCall, LibrariesAndTheirSymbols) {
  EXPECT_FALSE(read({"a.cpp"}).shared);
  EXPECT_TRUE(read({"-shared", "a.cpp"}).shared);
  EXPECT_TRUE(read({"-Wl,-shared", "a.cpp"}).shared);
  EXPECT_FALSE(read({"-shared", "a.cpp"}).needs_symbols);
  EXPECT_TRUE(read({"-shared", "a.cpp", "-Wl,-z,defs"}).needs_symbols);
  EXPECT_TRUE(read({"-shared", "a.cpp", "-Wl,--as-needed,--no-undefined"}).needs_symbols);
  EXPECT_TRUE(read({"-shared", "a.cpp", "-z", "defs"}).needs_symbols);
  EXPECT_FALSE(read({"-shared", "a.cpp", "-z", "now"}).needs_symbols);
  EXPECT_TRUE(read({"-r", "a.o"}).relocatable);
  EXPECT_TRUE(read({"-flto=auto", "a.o"}).optimises_link);
  EXPECT_FALSE(read({"-flto", "-fno-lto", "a.o"}).optimises_link);
}

TEST(CompilerCall, ThreadSanitizingIsTakenOutAndNothingElse) {
  EXPECT_EQ(read({"-fsanitize=thread", "a.cpp"}).arguments, Words{"a.cpp"});
  EXPECT_EQ(read({"-fsanitize=undefined,thread", "a.cpp"}).arguments,
            (Words{"-fsanitize=undefined", "a.cpp"}));
  EXPECT_EQ(read({"-DX=-fsanitize=thread", ""}).arguments, (Words{"-DX=-fsanitize=thread", ""}));
}

TEST(CompilerCall, TheUsersLastWordOnInstrumentationCounts) {
  EXPECT_TRUE(read({"a.cpp"}).instruments);
  EXPECT_FALSE(read({"-fno-sanitize=thread", "a.cpp"}).instruments);
  EXPECT_FALSE(read({"-fno-sanitize=all", "a.cpp"}).instruments);
  EXPECT_TRUE(read({"-fno-sanitize=thread", "-fsanitize=thread", "a.cpp"}).instruments);
}

TEST(CompilerCall, FindsTheFirstLibrary) {
  EXPECT_EQ(read({"a.cpp", "-o", "liba.so", "-lb", "c.o"}).first_library, 3U);
  EXPECT_EQ(read({"a.cpp", "-l", "b"}).first_library, 1U);
  EXPECT_EQ(read({"a.cpp", "./libb.so.1", "-lc"}).first_library, 1U);
  EXPECT_EQ(read({"a.cpp", "-Xlinker", "-lb", "-o", "a"}).first_library, 5U);
}

TEST(CompilerCall, LinksTheSharedRuntimes) {
  EXPECT_EQ(read({"-static-libstdc++", "a.cpp", "-static-libgcc", "-g"}).arguments,
            (std::vector<std::string>{"a.cpp", "-g"}));
}

TEST(CompilerCall, RefusesWhatCannotWork) {
  EXPECT_FALSE(understand({"-static", "a.cpp"}).ok());
  EXPECT_TRUE(understand({"-static", "-c", "a.cpp"}).ok());
  EXPECT_FALSE(understand({"-stdlib=libc++", "-c", "a.cpp"}).ok());
  EXPECT_TRUE(understand({"-stdlib=libc++", "-stdlib=libstdc++", "a.cpp"}).ok());
  EXPECT_FALSE(understand({"-fsanitize=address", "a.cpp"}).ok());
  EXPECT_TRUE(understand({"-fsanitize=address", "-fno-sanitize=address", "a.cpp"}).ok());
  EXPECT_TRUE(understand({"-fsanitize=undefined", "a.cpp"}).ok());
}

}  // namespace
}  // namespace heddle::cli
