// The programs of a study before its first run.
#include "study/programs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "study/outcome.hpp"
#include "temporary_folder.hpp"

namespace heddle::study {
namespace {

using testing::HasSubstr;

Result<FoundProgram> accept(const std::string& path) { return FoundProgram{path, "id"}; }

class Programs : public testing::Test {
 protected:
  // A stand-in for the heddle command, which compiles.
  void compiler(const std::string& body) {
    heddle_ = folder_.file("heddle");
    std::ofstream(heddle_) << "#!/bin/bash\n" << body << "\n";
    std::filesystem::permissions(heddle_, std::filesystem::perms::owner_all);
  }
  Status prepare() {
    plan_.folder = folder_.path();
    return prepare_programs(plan_, heddle_, folder_.file("programs"), accept);
  }

  TemporaryFolder folder_;
  std::string heddle_;
  Plan plan_;
};

TEST_F(Programs, AreChecked) {
  plan_.subjects = {{"a", "/p/a", {}, {}, {}, ""}};
  ASSERT_TRUE(prepare().ok());
  EXPECT_EQ(plan_.subjects[0].build_id, "id");
  const FindProgram refuse = [](const std::string&) { return Error{"No."}; };
  EXPECT_EQ(prepare_programs(plan_, "", "", refuse).sentence(), "The subject 'a': No.");
}

TEST_F(Programs, AreCompiledOnceFromTheirSources) {
  std::ofstream(folder_.file("a.cpp")) << "";
  compiler("echo \"$@\" >> said");
  plan_.subjects = {{"a 1", "", {folder_.file("a.cpp")}, {"-O3"}, {"1"}, ""},
                    {"a 2", "", {folder_.file("a.cpp")}, {"-O3"}, {"2"}, ""}};
  ASSERT_TRUE(prepare().ok());
  EXPECT_EQ(plan_.subjects[1].program, folder_.file("programs/a_1"));
  EXPECT_EQ(content_of(folder_.file("said")),
            "c++ -O3 " + folder_.file("a.cpp") + " -o " + folder_.file("programs/a_1") + "\n");
}

TEST_F(Programs, ThatDoNotBuildAreRefusedWithTheFirstError) {
  plan_.subjects = {{"a", "", {folder_.file("a.cpp")}, {}, {}, ""}};
  EXPECT_THAT(prepare().sentence(), HasSubstr("does not exist"));
  std::ofstream(folder_.file("a.cpp")) << "";
  compiler("echo 'a.cpp: in f'; echo 'a.cpp:3: error: x'; echo 'a.cpp:4: error: y'; exit 1");
  EXPECT_EQ(prepare().sentence(), "The subject 'a' cannot be built: a.cpp:3: error: x");
}

}  // namespace
}  // namespace heddle::study
