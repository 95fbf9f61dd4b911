// The written form of a program says the program; other text is refused with a sentence.
#include "model/program.hpp"

#include <gtest/gtest.h>

namespace heddle::model {
namespace {

TEST(Program, IsReadFromItsWrittenForm) {
  const Result<Program> program = parse_program("L m; W x 3 ;U m/TL m 2;R y;U m");
  ASSERT_TRUE(program.ok()) << program.sentence();
  const Program expected{{{lock(0), write(0, 3), unlock(0)}, {try_lock(0, 2), read(1), unlock(0)}}};
  EXPECT_EQ(*program, expected);
  EXPECT_EQ(program->cells(), 2U);
  EXPECT_EQ(program->mutexes(), 1U);
  EXPECT_EQ(program->conditions(), 0U);
}

TEST(Program, CountsTheMutexOfAWait) {
  const Program program{{{cond_wait(0, 4)}}};
  EXPECT_EQ(program.mutexes(), 5U);
  EXPECT_EQ(program.conditions(), 1U);
}

TEST(Program, PrintsWhatItReads) {
  const char* text =
      "R x0;W x1 2;A x0;AW x1 1;SKE 0 1;Y / L m0;CW c0 m0;U m0;TL m1 1;U m1 / "
      "CS c0;CB c0;SP s0;SW s0;CH 3;AS 2;JB 1 2 / RL r0;RU r0;WL r1;RU r1;TRL r0 1;RU r0;TWL r1 1;"
      "RU r1;BW b0 2";
  const Result<Program> program = parse_program(text);
  ASSERT_TRUE(program.ok()) << program.sentence();
  EXPECT_EQ(to_text(*program), text);
}

TEST(Program, HasShortForms) {
  EXPECT_EQ(*parse_program("W x"), *parse_program("W x 1"));
  EXPECT_EQ(*parse_program("R x;SKZ 1;W x"), *parse_program("R x;SKE 0 1;W x"));
}

TEST(Program, RefusesOtherText) {
  for (const char* text : {"", "R", "R x y", "Q x", "L m;", "TL m", "TL m two", "CH x", "W x -1"}) {
    const Result<Program> program = parse_program(text);
    ASSERT_FALSE(program.ok()) << text;
    EXPECT_NE(program.sentence().find("no instruction"), std::string::npos) << text;
  }
  EXPECT_NE(parse_program("R x;JB 0 2").sentence().find("a jump"), std::string::npos);
  EXPECT_NE(parse_program("R x;JB 0 0").sentence().find("a jump"), std::string::npos);
  EXPECT_NE(parse_program("BW b 0").sentence().find("a barrier"), std::string::npos);
  EXPECT_NE(parse_program("CH 0").sentence().find("a choice"), std::string::npos);
}

}  // namespace
}  // namespace heddle::model
