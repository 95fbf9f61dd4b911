#include "report/page/page_sources.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

#include "report/page/page_text.hpp"
#include "symbolize/names.hpp"

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr std::uintmax_t kLargestSource = 32U << 20U;  // bytes; larger files are not read
constexpr std::size_t kWholeFile = 3000;               // lines; of larger files a part is embedded
constexpr std::size_t kLinesAround = 40;
constexpr std::size_t kLongestLine = 400;  // bytes
constexpr std::size_t kMostFiles = 200;

bool has_source_name(const fs::path& path) {
  static constexpr std::array<std::string_view, 17> kExtensions = {
      ".c",   ".cc",  ".cpp", ".cxx", ".c++", ".C",   ".h",  ".hh", ".hpp",
      ".hxx", ".h++", ".H",   ".ipp", ".inl", ".tcc", ".ii", ".inc"};
  return std::find(kExtensions.begin(), kExtensions.end(), path.extension().string()) !=
         kExtensions.end();
}

// Reads a file into lines; says in `missing` why it cannot.
std::vector<std::string> read_lines(const std::string& path, std::string& missing) {
  std::error_code error;
  if (!has_source_name(path)) {
    missing = "The name is not one of a C or C++ source file.";
  } else if (!fs::is_regular_file(path, error)) {
    missing = "The file was not found when the page was written.";
  } else if (fs::file_size(path, error) > kLargestSource || error) {
    missing = "The file is too large.";
  }
  std::vector<std::string> lines;
  if (!missing.empty()) return lines;
  std::ifstream file(path, std::ios::binary);
  for (std::string line; std::getline(file, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(visible_text(cut_long(line, kLongestLine)));
  }
  if (lines.empty()) missing = "The file cannot be read or is empty.";
  return lines;
}

Json chunk(const std::vector<std::string>& lines, std::size_t first, std::size_t last) {
  Json texts = Json::array();
  for (std::size_t i = first; i <= last; ++i) texts.push_back(lines[i - 1]);
  return {{"first", first}, {"lines", std::move(texts)}};
}

// The whole file, or the surroundings of the referenced lines.
Json chunks(const std::vector<std::string>& lines, const std::set<int>& wanted) {
  Json result = Json::array();
  if (lines.empty()) return result;
  if (lines.size() <= kWholeFile) {
    result.push_back(chunk(lines, 1, lines.size()));
    return result;
  }
  std::size_t first = 0;
  std::size_t last = 0;
  for (const int line : wanted) {
    const auto middle = static_cast<std::size_t>(std::max(line, 1));
    if (middle > lines.size()) continue;
    const std::size_t begin = middle > kLinesAround ? middle - kLinesAround : 1;
    const std::size_t end = std::min(middle + kLinesAround, lines.size());
    if (first != 0 && begin <= last + 1) {
      last = end;
      continue;
    }
    if (first != 0) result.push_back(chunk(lines, first, last));
    first = begin;
    last = end;
  }
  if (first != 0) result.push_back(chunk(lines, first, last));
  return result;
}

bool is_newer(const std::string& source, const std::string& program) {
  std::error_code error;
  const auto changed = fs::last_write_time(source, error);
  if (error) return false;
  const auto built = fs::last_write_time(program, error);
  return !error && changed > built;
}

}  // namespace

int PageSources::frame(const symbolize::Frame& frame) {
  const auto [known, is_new] = numbers_.try_emplace({frame.function, {frame.file, frame.line}},
                                                    static_cast<int>(frames_.size()));
  if (!is_new) return known->second;
  frames_.push_back(frame);
  if (!frame.file.empty() &&
      file_numbers_.try_emplace(frame.file, static_cast<int>(files_.size())).second) {
    files_.push_back(frame.file);
    modules_[frame.file] = frame.module;
  }
  return known->second;
}

int PageSources::stack(const std::vector<trace::Place>& places) {
  const auto known = known_.find(places);
  if (known != known_.end()) return known->second.first;
  const std::vector<symbolize::Frame> frames = expand(symbols_, places);
  if (frames.empty()) {
    known_[places] = {-1, -1};
    return -1;
  }
  std::vector<int> numbers;
  for (const symbolize::Frame& one : frames) numbers.push_back(frame(one));
  const symbolize::Frame* shown = symbolize::user_frame(frames);
  if (shown == nullptr) shown = &frames.front();
  lines_[shown->file].insert(shown->line);
  const int number = static_cast<int>(stacks_.size());
  known_[places] = {number, numbers[static_cast<std::size_t>(shown - frames.data())]};
  stacks_.push_back(std::move(numbers));
  return number;
}

int PageSources::place(const std::vector<trace::Place>& places) {
  stack(places);
  return known_.at(places).second;
}

void PageSources::write(Json& into) const {
  Json frames = Json::array();
  for (const symbolize::Frame& one : frames_) {
    Json json = {{"function", symbolize::short_name(one.function)},
                 {"place", frame_location(one)},
                 {"line", one.line}};
    if (!one.file.empty()) json["file"] = file_numbers_.at(one.file);
    if (symbolize::is_library_frame(one)) json["library"] = true;
    frames.push_back(std::move(json));
  }
  make_visible(frames);
  into["frames"] = std::move(frames);
  into["stacks"] = stacks_;
  into["files"] = files();
}

Json PageSources::files() const {
  Json result = Json::array();
  std::size_t embedded = 0;
  for (const std::string& path : files_) {
    Json file = {{"path", visible_text(cut_long(path))},
                 {"name", visible_text(cut_long(symbolize::base_name(path)))}};
    const auto lines = lines_.find(path);
    if (lines != lines_.end() && embedded++ < kMostFiles) {
      std::string missing;
      file["chunks"] = chunks(read_lines(path, missing), lines->second);
      if (!missing.empty()) file["missing"] = missing;
      if (missing.empty() && is_newer(path, modules_.at(path))) file["changed"] = true;
    }
    result.push_back(std::move(file));
  }
  return result;
}

}  // namespace heddle::report
