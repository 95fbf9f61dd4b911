// The cache returns the graph that was recovered, and never fails when it cannot be used.
#include "guidance/recovery/graph_cache.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "fuzz.hpp"
#include "guidance/graph_text.hpp"
#include "guidance/recovery/recover.hpp"

namespace heddle::guidance {
namespace {

namespace fs = std::filesystem;

class GraphCache : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "heddle-cache-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    std::ifstream list(HEDDLE_GRAPH_PROGRAMS);
    std::string item;
    ASSERT_TRUE(std::getline(list, item));
    Result<ElfImage> opened = ElfImage::open(item.substr(0, item.find('=')));
    ASSERT_TRUE(opened.ok());
    image_.emplace(std::move(*opened));
    text_ = encode(recover_graph(*image_));
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string cached() { return encode(cached_graph(*image_, folder_)); }
  // The only file of the cache.
  fs::path file() {
    for (const auto& entry : fs::directory_iterator(fs::path(folder_) / "graphs")) {
      return entry.path();
    }
    return {};
  }

  std::string folder_;
  std::optional<ElfImage> image_;
  std::string text_;
};

TEST_F(GraphCache, KeepsAGraph) {
  if (image_->build_id().empty()) GTEST_SKIP() << "the linker writes no build id";
  EXPECT_EQ(cached(), text_);
  ASSERT_NE(file().filename().string().find(image_->build_id()), std::string::npos);
  // The second answer is the file's.
  ProgramGraph other;
  other.functions.push_back({"from the cache", kNone, false});
  std::ofstream(file(), std::ios::binary) << encode(other);
  EXPECT_EQ(cached_graph(*image_, folder_).functions.front().name, "from the cache");
}

TEST_F(GraphCache, ReplacesADamagedFile) {
  if (image_->build_id().empty()) GTEST_SKIP() << "the linker writes no build id";
  EXPECT_EQ(cached(), text_);
  std::ofstream(file()) << "heddle-graph 1\nnonsense";
  EXPECT_EQ(cached(), text_);
  EXPECT_EQ(fs::file_size(file()), text_.size());
}

TEST_F(GraphCache, DoesWithoutAFolder) {
  std::ofstream(folder_ + "/graphs") << "a file in place of the folder";
  EXPECT_EQ(cached(), text_);
  EXPECT_EQ(encode(cached_graph(*image_, "")), text_);
  EXPECT_EQ(encode(cached_graph(*image_, "/proc/no/such/folder")), text_);
}

TEST_F(GraphCache, ForgetsTheOldest) {
  if (image_->build_id().empty()) GTEST_SKIP() << "the linker writes no build id";
  fs::create_directories(folder_ + "/graphs");
  const auto now = fs::file_time_type::clock::now();
  for (int i = 0; i < 300; ++i) {
    const std::string path = folder_ + "/graphs/" + std::to_string(i);
    std::ofstream(path) << "old";
    fs::last_write_time(path, now - std::chrono::hours(1 + i));
  }
  EXPECT_EQ(cached(), text_);
  EXPECT_FALSE(fs::exists(folder_ + "/graphs/299"));
  EXPECT_TRUE(fs::exists(folder_ + "/graphs/0"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ + "/graphs"), {}), 200);
}

TEST_F(GraphCache, ServesSeveralWriters) {
  if (image_->build_id().empty()) GTEST_SKIP() << "the linker writes no build id";
  std::vector<std::thread> writers;
  for (int i = 0; i < 4; ++i) {
    writers.emplace_back([&] { EXPECT_EQ(cached(), text_); });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(cached(), text_);
  // No temporary file is left.
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ + "/graphs"), {}), 1);
}

TEST_F(GraphCache, RefusesDamagedTexts) {
  Random random = fuzz::seeded();
  for (std::size_t size = 0; size < text_.size(); size += 7) {
    ASSERT_FALSE(decode_graph(std::string_view(text_).substr(0, size)).ok());
  }
  const std::vector<std::string> words = {"\xff\xff\xff\xff\x0f", std::string(3, '\0'), "\x80"};
  for (std::uint64_t left = fuzz::cases(2'000); left > 0; --left) {
    const std::string changed = fuzz::changed(text_, words, random);
    const Result<ProgramGraph> graph = decode_graph(changed);
    if (graph.ok()) {
      ASSERT_EQ(encode(*graph), changed);
    }
  }
}

}  // namespace
}  // namespace heddle::guidance
