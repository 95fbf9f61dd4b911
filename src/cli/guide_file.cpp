#include "cli/guide_file.hpp"

#include <filesystem>
#include <fstream>

#include "guidance/make_guide.hpp"

namespace heddle::cli {
namespace {

constexpr std::size_t kMostLocations = 1'000;
constexpr std::size_t kLongestLocation = 4'096;

}  // namespace

Result<std::vector<std::string>> read_locations(const std::string& file) {
  const Error unreadable{"Cannot read the locations in '" + file + "'; use a text file."};
  std::ifstream in(file);
  if (!in.is_open() || std::filesystem::is_directory(file)) return unreadable;
  std::vector<std::string> locations;
  std::string line(kLongestLocation, '\0');
  while (in.getline(line.data(), static_cast<std::streamsize>(line.size()))) {
    std::string location(line.c_str());
    location.erase(0, location.find_first_not_of(" \t"));
    location.erase(location.find_last_not_of(" \t\r") + 1);
    if (location.empty() || location.front() == '#') continue;
    locations.push_back(location);
    if (locations.size() > kMostLocations) {
      return Error{"'" + file + "' has more than 1,000 locations; a sequence needs a few."};
    }
  }
  if (!in.eof()) return unreadable;
  if (locations.empty()) {
    return Error{"'" + file + "' has no locations; write one per line, such as queue.cpp:118."};
  }
  return locations;
}

Status GuideFile::make(const std::string& program, config::RunOptions& options) {
  config::Guided& guided = options.guided;
  if (!guided.via_file.empty()) {
    if (!guided.via.empty()) {
      return Error{"--via cannot be combined with --via-file: both name locations; use one."};
    }
    Result<std::vector<std::string>> locations = read_locations(guided.via_file);
    if (!locations) return locations.error();
    guided.via = std::move(*locations);
    guided.via_file.clear();
  }
  if (guided.via.empty()) return Done{};
  const Result<guidance::Guide> guide = guidance::make_guide(program, guided.via);
  if (!guide) return guide.error();
  if (Status written = file_.write("guide", guide->encode()); !written.ok()) return written;
  guided.guide = file_.path();
  return Done{};
}

}  // namespace heddle::cli
