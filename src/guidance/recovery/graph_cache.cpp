#include "guidance/recovery/graph_cache.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "guidance/graph_text.hpp"
#include "guidance/recovery/recover.hpp"

namespace heddle::guidance {
namespace {

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return file ? text.str() : "";
}

void write_file(const std::string& path, const std::string& text) {
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
  std::string made = path + ".XXXXXX";
  const int file = ::mkstemp(made.data());
  if (file < 0) return;
  std::FILE* const stream = ::fdopen(file, "wb");
  bool whole = stream != nullptr;
  if (whole) {
    whole = std::fwrite(text.data(), 1, text.size(), stream) == text.size();
    whole = std::fclose(stream) == 0 && whole;
  } else {
    ::close(file);
  }
  if (!whole || std::rename(made.c_str(), path.c_str()) != 0) ::unlink(made.c_str());
}

}  // namespace

std::string cache_folder() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && cache[0] == '/') return std::string(cache) + "/heddle";
  const char* const home = std::getenv("HOME");
  if (home != nullptr && home[0] == '/') return std::string(home) + "/.cache/heddle";
  return {};
}

ProgramGraph cached_graph(const ElfImage& image, const std::string& folder) {
  if (folder.empty() || image.build_id().empty()) return recover_graph(image);
  const std::string path = folder + "/graphs/" + image.build_id();
  Result<ProgramGraph> kept = decode_graph(read_file(path));
  if (kept.ok()) {
    kept->module = image.path();
    return std::move(*kept);
  }
  ProgramGraph graph = recover_graph(image);
  write_file(path, encode(graph));
  return graph;
}

}  // namespace heddle::guidance
